"""Colours: on a terminal, unless the environment says otherwise."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kotorlevel.area.sample import make_broken_station
from support.cli.in_process import InProcess

CASES: list[tuple[dict[str, str], bool, bool]] = [
    ({}, False, False),
    ({}, True, True),
    ({"NO_COLOR": "1"}, True, False),
    ({"NO_COLOR": ""}, True, True),
    ({"TERM": "dumb"}, True, False),
    ({"FORCE_COLOR": "1"}, False, True),
    ({"FORCE_COLOR": "0"}, False, False),
    ({"FORCE_COLOR": "1", "TERM": "dumb"}, False, True),
    ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
]


@pytest.mark.parametrize(("environment", "terminal", "colored"), CASES)
def test_colors(
    kotorlevel: InProcess,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    environment: dict[str, str],
    terminal: bool,
    colored: bool,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    path = tmp_path / "station_hall.wok"
    path.write_bytes(make_broken_station()[path.name])
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    result = kotorlevel("check", path)
    assert ("\x1b[" in result.stdout) == colored
    assert "BWM" in result.stdout
