"""Every command that writes, killed at every step on the disk: old or new, no mixture.

The command runs once, and what the disk has before each of its steps is kept: one of these is
what a killed run leaves (`support.core.trees`). The next command makes it whole, and takes away
the rest.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.core import leftovers
from support.area.level_files import content, put, put_archive, station
from support.command import run_inside
from support.core.trees import find_rests, put_tree, record_deaths
from support.quick import few

EDITS = {
    "format": "kotorlevel-edits",
    "version": 1,
    "edits": [
        {"op": "paint", "room": "station_hall", "faces": [0], "surface": "Grass"},
        {"op": "rename-room", "room": "station_ramp", "name": "station_rise"},
    ],
}


def a_level(root: Path) -> None:
    put(root / "mod", kl.make_broken_station())


def an_archive(root: Path) -> None:
    put_archive(root / "station.mod", kl.make_broken_station())


def two_levels(root: Path) -> None:
    a_level(root)
    few_files = station()
    put(root / "other", {name: few_files[name] for name in kl.make_broken_station()})


def with_edits(root: Path) -> None:
    a_level(root)
    (root / "edits.json").write_text(json.dumps(EDITS))


def with_a_drawing(root: Path) -> None:
    a_level(root)
    kl.convert(root / "mod/station_hall.wok", root / "hall.obj")
    text = (root / "hall.obj").read_text()
    (root / "hall.obj").write_text(text.replace("usemtl Metal", "usemtl Grass"))


def edited(root: Path) -> None:
    a_level(root)
    with kl.editing(root / "mod"):
        area = kl.load_area(root / "mod")
        kl.write_area_in_place(kl.rename_room(area, "station_ramp", "station_rise").area)


def undone(root: Path) -> None:
    edited(root)
    kl.undo(root / "mod")


def with_an_older_result(root: Path) -> None:
    an_archive(root)
    old = kl.make_broken_station()
    put(root / "out", {name: b"older" for name in old if name.endswith((".wok", ".lyt"))})


def nothing(_: Path) -> None:
    pass


Prepare = Callable[[Path], None]

COMMANDS: dict[str, tuple[Prepare, str]] = {
    "rename": (a_level, "layout mod rename station_ramp station_rise --in-place"),
    "remove": (a_level, "layout mod remove station_ramp --in-place"),
    "reorder": (a_level, "layout mod reorder station_ramp --in-place"),
    "fix": (a_level, "fix mod"),
    "fix archive": (an_archive, "fix station.mod"),
    "fix elsewhere": (a_level, "fix mod --output=out"),
    "fix to an archive": (an_archive, "fix station.mod -o out"),
    "link": (a_level, "link mod --clear --in-place"),
    "link archive": (an_archive, "link station.mod --clear --in-place"),
    "unlink": (a_level, "unlink mod {link} --in-place"),
    "paint": (a_level, "paint mod/station_hall.wok Grass --faces 0 --in-place"),
    "apply": (with_edits, "apply edits.json mod --in-place"),
    "apply elsewhere": (with_edits, "apply edits.json mod -o out"),
    "rebuild": (a_level, "rebuild mod --in-place"),
    "rebuild elsewhere": (a_level, "rebuild mod -o out"),
    "merge": (two_levels, "merge mod other --base mod --in-place"),
    "merge elsewhere": (two_levels, "merge mod other --base mod -o out"),
    "undo": (edited, "undo mod"),
    "redo": (undone, "undo mod --redo"),
    "watch": (with_a_drawing, "watch hall.obj mod/station_hall.wok --once --no-check"),
    "convert": (a_level, "convert mod/station_hall.wok out.obj"),
    "convert a folder": (a_level, "convert mod out --to json"),
    "convert an area": (a_level, "convert mod out.glb"),
    "extract": (an_archive, "extract station.mod -o out"),
    "extract over": (with_an_older_result, "extract station.mod -o out --force"),
    "pack": (a_level, "pack mod -o out.mod"),
    "map": (a_level, "map mod -o out.svg"),
    "page": (a_level, "view mod --export out.html"),
    "report": (a_level, "check mod --html out.html"),
    "demo": (nothing, "demo out"),
    "vis": (a_level, "vis mod build --samples 2 --in-place"),
    "pth": (a_level, "pth mod build --in-place"),
}
AGAIN = {"merge", "undo", "redo", "rename", "remove", "reorder", "unlink", "apply"}
"""What does something else, or cannot be done, a second time."""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(leftovers, "LEAST_AGE", -1.0)
    monkeypatch.chdir(tmp_path)


def run(line: str) -> int:
    leftovers._swept.clear()
    return run_inside(*line.split()).code


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_every_step(name: str, tmp_path: Path) -> None:
    prepare, line = COMMANDS[name]
    prepare(tmp_path)
    if "{link}" in line:
        line = line.format(link=linked_edge(tmp_path / "mod"))
    before = content(tmp_path)
    deaths, steps = record_deaths(tmp_path, lambda: run(line))
    after = content(tmp_path)
    assert before != after
    assert steps >= 7
    seen = set()
    for death in deaths:
        put_tree(tmp_path, death.tree)
        kl.recover(*places(line))
        found = {path: data for path, data in content(tmp_path).items() if not is_rest(path)}
        if name == "demo":  # several levels and pictures, one after the other
            assert is_part(found, after), str(death)
        else:
            assert found in (before, after), str(death)
        seen.add(found == after)
    assert False in seen
    for death in deaths[:: max(1, len(deaths) // few(2, 8))]:
        put_tree(tmp_path, death.tree)
        run(line)  # or it says that the result is there already
        assert name in AGAIN or content(tmp_path) == after, str(death)
        assert not find_rests(tmp_path), str(death)


def places(line: str) -> list[str]:
    words = [word.partition("=")[2] or word for word in line.split()]
    return [word for word in words if os.path.exists(word)]  # noqa: PTH110


def is_part(found: dict[str, bytes], after: dict[str, bytes]) -> bool:
    """True where each folder is as in ``after``, or has nothing."""
    folders = {Path(path).parent for path in found if path.count("/") > 1}
    whole = {path for path in after if Path(path).parent in folders}
    return found.items() <= after.items() and whole <= found.keys()


def is_rest(path: str) -> bool:
    """True for a file that the next run takes away."""
    name = path.rpartition("/")[2]
    return name.startswith(leftovers.PREFIX) and name.endswith(leftovers.SUFFIX)


def linked_edge(folder: Path) -> str:
    """An edge that leads elsewhere, as the command wants it: ROOM:EDGE."""
    for path in sorted(folder.glob("*.wok")):
        edges = kl.read_walkmesh(path).edges
        if (linked := edges["edge"][edges["transition"] >= 0]).size:
            return f"{path.stem}:{linked[0]}"
    raise AssertionError("no room is linked")
