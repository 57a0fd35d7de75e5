"""Levels of which something cannot be read: loading goes on, and says what and where."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.core.errors import FormatError
from support import sample_area
from support.area.level_files import lab, put, put_archive
from support.area.watched_files import watch_files
from support.installation import Installation, make_installation

UNREADABLE = {
    "hall.wok": b"BWM V1.0" + bytes(20),
    "lab.vis": b"hall 1\r\n\0",
    "lab.git": b"GIT V9.9" + bytes(60),
    "lab.pth": b"PTH V3.2" + bytes(10),
    "module.ifo": b"",
    "surfacemat.2da": b"2DA V2.b\nlabel\twalk\t",
}


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("kind", ["folder", "archive"])
def test_loading_goes_on(tmp_path: Path, name: str, kind: str) -> None:
    files = lab(more={name: UNREADABLE[name]})
    if kind == "folder":
        area, source = kl.load_area(put(tmp_path, files)), (tmp_path / name).as_posix()
    else:
        path = put_archive(tmp_path / "x.mod", files)
        area, source = kl.load_area(path), f"{path.as_posix()}: {name}"
    (problem,) = area.problems
    assert (problem.code, problem.source) == ("unreadable", source)
    assert " at 0x" in problem.text
    assert (area.rooms[0].mesh is None) is (name == "hall.wok")
    assert (area.git is None) is (name == "lab.git")
    assert len(area.doors) == len(area.placeables) == (0 if name == "lab.git" else 1)
    assert (area.path_points is None) is (name == "lab.pth")
    assert (area.entry is None) is (name == "module.ifo")
    assert (area.visibility is None) is (name == "lab.vis")
    assert (area.surfaces is kl.Materials.default()) is (name == "surfacemat.2da")


def test_all_of_it_unreadable(tmp_path: Path) -> None:
    bad = {name: b"\xff\xfe\x00" for name in lab() if name != "lab.lyt"}
    area = kl.load_area(put(tmp_path, {**lab(), **bad}))
    assert [room.name for room in area.rooms] == ["hall"]
    names = [Path(problem.source).name for problem in area.problems]
    assert set(names) >= {"hall.wok", "lab.git", "lab.pth", "module.ifo", "surfacemat.2da"}


def test_an_unreadable_room_says_why(tmp_path: Path) -> None:
    area = kl.load_area(put(tmp_path, lab(more={"hall.wok": UNREADABLE["hall.wok"]})))
    room = area.rooms[0]
    assert room.error is not None
    assert room.error.source == room.source == (tmp_path / "hall.wok").as_posix()
    assert room.error.offset is not None
    assert (room.mesh, room.loaded, room.is_changed) == (None, None, False)
    assert room.resource is not None
    assert room.resource.read() == UNREADABLE["hall.wok"]


def test_a_folder_where_a_file_should_be(tmp_path: Path) -> None:
    put(tmp_path, lab(without=["hall.wok", "lab.git"]))
    (tmp_path / "hall.wok").mkdir()
    (tmp_path / "lab.git").mkdir()
    area = kl.load_area(tmp_path)
    assert area.rooms[0].mesh is None
    assert area.git is None


def test_a_bif_that_is_gone(tmp_path: Path) -> None:
    """Every room says so, with the KEY's place; the rest is loaded."""
    made = make_installation(tmp_path, without=["data/models.bif"])
    area = kl.load_area(made.folder, module=sample_area.MODULE)
    assert all(room.mesh is None for room in area.rooms)
    assert sum("models.bif' is not there" in problem.text for problem in area.problems) == 5
    assert len(area.doors) == 3
    assert area.doors[0].missing == "walkmesh"
    assert "models.bif" in area.doors[0].reason


def test_entries_that_leave_their_archive(tmp_path: Path) -> None:
    """A MOD cut off behind its tables: all names are there, and hardly any bytes."""
    path = put_archive(tmp_path / "x.mod", lab())
    whole = path.read_bytes()
    layout = whole.index(lab()["lab.lyt"]) + len(lab()["lab.lyt"])
    path.write_bytes(whole[:layout])
    area = kl.load_area(path)
    assert [room.name for room in area.rooms] == ["hall"]
    assert {problem.code for problem in area.problems} == {"unreadable"}
    assert area.rooms[0].error is not None


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Cut off, or with a few bytes of another value, mostly a large one."""
    if chance.random() < 0.3:
        return data[: chance.randrange(len(data))]
    changed = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        changed[chance.randrange(len(data))] = chance.choice([0, 1, 0x7F, 0x80, 0xFF, 0x2A])
    return bytes(changed)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [name for name in lab() if not name.endswith("1.dwk")])
def test_damage_anywhere(tmp_path: Path, name: str) -> None:
    """Only a layout may keep the level from being loaded, and then with a located error."""
    put(tmp_path, lab())
    chance = random.Random(name)
    for _ in range(60):
        (tmp_path / name).write_bytes(damaged(lab()[name], chance))
        try:
            area = kl.load_area(tmp_path / "lab.lyt")
        except FormatError as error:
            assert name == "lab.lyt"
            assert error.source
            continue
        ground = kl.Ground(area, doors=True, placeables=True, fast=False)
        ground.height(1, 1)
        things: list[kl.Door | kl.Placeable] = [*area.doors, *area.placeables]
        for thing in things:
            thing.use_hooks()


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path)


def test_only_what_belongs_to_the_level_is_read(
    made: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = watch_files(monkeypatch)
    kl.load_area(made.folder, module=sample_area.MODULE)
    read = {entry.name for entry in log}
    assert "dan_m77zz.mod" not in read
    assert "dialog.tlk" not in read
    models = sum(entry.size for entry in log if entry.name == "models.bif")
    assert models < made.path("data/models.bif").stat().st_size * 1.01
