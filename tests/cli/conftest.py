"""What all tests of the command line share."""

from pathlib import Path

import pytest

from support.cli.in_process import InProcess


@pytest.fixture
def kotorlevel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    """The command line, run in this process."""
    return InProcess(monkeypatch, capsys)


@pytest.fixture
def inside_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are typed as from ``tmp_path``."""
    monkeypatch.chdir(tmp_path)
