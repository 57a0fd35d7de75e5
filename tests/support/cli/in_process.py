"""Runs the command line inside the test's process: quicker than `command.run`, and patchable."""

from __future__ import annotations

import signal
import sys

import pytest

from kotorlevel.cli.main import main
from support.command import Result


class InProcess:
    """``kotorlevel ARGUMENTS``, by `main` itself."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Result:
        self._monkeypatch.setattr(sys, "argv", ["kotorlevel", *map(str, arguments)])
        # Click asks this for the name of the program; with `python -m pytest` it would be pytest's.
        self._monkeypatch.setattr(sys.modules["__main__"], "__package__", None)
        self._capsys.readouterr()
        before = signal.getsignal(signal.SIGPIPE) if hasattr(signal, "SIGPIPE") else None
        with pytest.raises(SystemExit) as stop:
            main()
        if before is not None:  # a program ends by this signal, the tests should not
            signal.signal(signal.SIGPIPE, before)
        captured = self._capsys.readouterr()
        code = stop.value.code
        assert isinstance(code, int)
        return Result(code, captured.out, captured.err)
