"""Runs the command line as a user does: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Result:
    """How a command ended and what it printed."""

    code: int
    stdout: str
    stderr: str


def run(*arguments: object, cwd: Path | None = None, close_stdout: bool = False) -> Result:
    """``kotorlevel ARGUMENTS``; with ``close_stdout`` the reader of its output is gone at once."""
    command = [sys.executable, "-m", "kotorlevel", *map(str, arguments)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        command,
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        if close_stdout:
            assert process.stdout is not None
            process.stdout.close()
            assert process.stderr is not None
            stdout, stderr = "", process.stderr.read()
            process.wait(timeout=60)
        else:
            stdout, stderr = process.communicate(timeout=120)
        return Result(process.returncode, stdout, stderr)
