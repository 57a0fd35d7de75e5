"""A worker that dies must not take the program along; the reader of the output may."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no such signal here")

_PROGRAM = """
import os
from kotorlevel.cli.terminal.pipes import end_quietly, outlive_workers
end_quietly()
reader, writer = os.pipe()
os.close(reader)
with outlive_workers():
    try:
        os.write(writer, b"x")
    except BrokenPipeError:
        print("outlived", flush=True)
os.write(writer, b"x")
print("never")
"""


def test_pipes_without_readers() -> None:
    result = subprocess.run(
        [sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=False
    )
    assert result.stdout == "outlived\n"
    assert os.name == "nt" or result.returncode == -signal.SIGPIPE
    assert result.stderr == ""
