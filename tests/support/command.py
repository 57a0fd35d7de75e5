"""Runs the command line as a user does: in a process of its own, or quicker in this one."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import kotorlevel


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


def run_inside(*arguments: object, cwd: Path | None = None) -> Result:
    """What `run` gives, without a process of its own: where that is not the point."""
    from kotorlevel.cli.main import main

    before = sys.argv, signal.getsignal(signal.SIGPIPE) if hasattr(signal, "SIGPIPE") else None
    sys.argv = [str(Path(kotorlevel.__file__).with_name("__main__.py")), *map(str, arguments)]
    printed = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(each, "utf-8", write_through=True) for each in printed)
    code: object = None
    try:
        with chdir(cwd or Path.cwd()), redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as stop:
        code = stop.code
    finally:
        sys.argv, handler = before
        if handler is not None:  # a program ends by this signal, the tests should not
            signal.signal(signal.SIGPIPE, handler)
    assert isinstance(code, int)
    return Result(code, *(each.getvalue().decode() for each in printed))
