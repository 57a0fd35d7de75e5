"""What all tests of the command line share."""

import pytest

from support.cli.in_process import InProcess


@pytest.fixture
def kotorlevel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    """The command line, run in this process."""
    return InProcess(monkeypatch, capsys)
