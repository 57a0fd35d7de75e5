"""Every command that writes, killed at every step on the disk: old or new, no mixture."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.cli.main import main
from kotorlevel.core import leftovers
from support.area.level_files import content, put, put_archive, station
from support.core.kills import kill_everywhere

EDITS = {
    "format": "kotorlevel-edits",
    "version": 1,
    "edits": [{"op": "paint", "room": "station_hall", "faces": [0], "surface": "Grass"}],
}

IN_PLACE = {
    "rename": "layout mod rename station_ramp station_rise --in-place",
    "fix": "fix mod",
    "link": "link mod --clear --in-place",
    "unlink": "unlink mod {link} --in-place",
    "paint": "paint mod/station_hall.wok Grass --faces 0 --in-place",
    "remove": "layout mod remove station_ramp --in-place",
    "reorder": "layout mod reorder station_ramp --in-place",
    "apply": "apply edits.json mod --in-place",
    "rebuild": "rebuild mod/station_hall.wok mod/station_ramp.wok --in-place",
    "vis": "vis mod build --samples 2 --in-place",
    "pth": "pth mod build --in-place",
    "fix archive": "fix station.mod",
    "link archive": "link station.mod --clear --in-place",
}
"""Command lines that change a level where it is; the level is the broken station."""

ELSEWHERE = {
    "rebuild": "rebuild mod/station_hall.wok -o out.wok",
    "convert": "convert mod/station_hall.wok out.obj",
    "json": "convert mod/station_hall.wok out.json",
    "map": "map mod -o out.svg",
    "page": "view mod --export out.html",
    "pack": "pack mod -o out.mod",
    "report": "check mod --html out.html",
    "fix": "fix mod -o out",
    "extract": "extract station.mod -o out",
    "merge": "merge mod other --base mod -o out",
}
"""Command lines that write something new; nothing that is there may change."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.chdir(tmp_path)


def put_levels(root: Path) -> None:
    for each in root.iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    files = kl.make_broken_station()
    put(root / "mod", files)
    put(root / "other", station())
    put_archive(root / "station.mod", files)
    (root / "edits.json").write_text(json.dumps(EDITS))


def command(line: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[], object]:
    def run() -> None:
        monkeypatch.setattr(sys, "argv", ["kotorlevel", *line.split()])
        with pytest.raises(SystemExit) as stop:
            main()
        assert stop.value.code in (0, 1)

    return run


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", IN_PLACE)
def test_in_place(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_levels(tmp_path)
    before = content(tmp_path)
    line = IN_PLACE[name].format(link=linked_edge(tmp_path / "mod"))
    run = command(line, monkeypatch)
    run()
    after = content(tmp_path)
    assert before != after
    level = tmp_path / ("station.mod" if "archive" in name else "mod")
    seen = set()
    for steps in kill_everywhere(tmp_path, lambda: put_levels(tmp_path), run):
        kl.recover(level)
        found = content(tmp_path)
        assert found in (before, after), (line, steps)
        seen.add(found == after)
    assert seen == {False, True}


def linked_edge(folder: Path) -> str:
    """An edge that leads elsewhere, as the command wants it: ROOM:EDGE."""
    for path in sorted(folder.glob("*.wok")):
        edges = kl.read_walkmesh(path).edges
        if (linked := edges["edge"][edges["transition"] >= 0]).size:
            return f"{path.stem}:{linked[0]}"
    raise AssertionError("no room is linked")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ELSEWHERE)
def test_elsewhere(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there stays, and each new file is whole or not there."""
    put_levels(tmp_path)
    before = content(tmp_path)
    run = command(ELSEWHERE[name], monkeypatch)
    run()
    after = content(tmp_path)
    assert before.items() < after.items()
    for steps in kill_everywhere(tmp_path, lambda: put_levels(tmp_path), run):
        found = {path: data for path, data in content(tmp_path).items() if not is_rest(path)}
        assert before.items() <= found.items() <= after.items(), steps


def is_rest(path: str) -> bool:
    """True for a file that the next run takes away: see tests/core/test_leftovers.py."""
    name = path.rpartition("/")[2]
    return name.startswith(leftovers.PREFIX) and name.endswith(leftovers.SUFFIX)
