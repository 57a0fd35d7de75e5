"""A bar for long work, where a person watches, and only there."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from kotorlevel.area.sample import make_broken_station
from kotorlevel.cli.terminal import progress
from kotorlevel.cli.terminal.progress import progress_bar, track
from support.cli.in_process import InProcess


def watch(monkeypatch: pytest.MonkeyPatch, after: float = 0.01) -> None:
    """Stderr is a terminal, and what takes a hundredth of a second takes long."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "AFTER", after)
    monkeypatch.setattr(progress, "_TICK", 0.01)


def seen(drawn: str) -> str:
    """What a terminal shows of a line that was written over."""
    line = ""
    for part in drawn.split("\r"):
        line = part + line[len(part) :]
    return line.rstrip()


def wait_for(capsys: pytest.CaptureFixture[str], text: str) -> str:
    """All that was written until ``text`` is there."""
    said, end = "", time.monotonic() + 10
    while text not in said and time.monotonic() < end:
        time.sleep(0.01)
        said += capsys.readouterr().err
    return said


def test_a_bar_comes_grows_and_goes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch(monkeypatch)
    with progress_bar("Looking") as tell:
        said = wait_for(capsys, " s")
        assert seen(said).startswith("Looking 0 s")
        tell(5, 10)
        said += wait_for(capsys, "5 of 10")
        assert f"[{'#' * 15}{'.' * 15}] 5 of 10" in seen(said)
    said += capsys.readouterr().err
    assert seen(said) == ""
    assert "\n" not in said


def test_it_goes_when_the_work_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch(monkeypatch)
    said = []

    def fail() -> None:
        with progress_bar("Looking"):
            said.append(wait_for(capsys, "Looking"))
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        fail()
    assert seen(said[0]).startswith("Looking")
    assert seen(said[0] + capsys.readouterr().err) == ""


def test_quick_work_and_dumb_terminals_have_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    watch(monkeypatch, 60)
    assert list(track(range(3), 3, "Looking")) == [0, 1, 2]
    monkeypatch.setattr(progress, "AFTER", 0)
    monkeypatch.setenv("TERM", "dumb")
    with progress_bar("Looking"):
        time.sleep(0.05)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("command", "text"),
    [("check", "Checking"), ("fix --dry-run", "Repairing"), ("map --force -o map.svg", "Reading")],
)
def test_long_commands_have_one(
    kotorlevel: InProcess,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    command: str,
    text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("area").mkdir()
    for name, data in make_broken_station().items():
        Path("area", name).write_bytes(data)
    plain = kotorlevel(*command.split(), "area")
    assert "\r" not in plain.stderr
    watch(monkeypatch, 0)
    watched = kotorlevel(*command.split(), "area")
    assert text in watched.stderr
    assert (watched.code, watched.stdout) == (plain.code, plain.stdout)
