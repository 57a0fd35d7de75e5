"""The Black Vulkar base as a mod has it: some of its rooms, and the module's own GIT, IFO and PTH.

What is compared with is read here by hand, out of the bytes of the archive.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.write import list_changes
from support.corpus import CORPUS, each_corpus_file, needs_corpus
from support.query.oracle import WALKABLE, model_of

pytestmark = needs_corpus

FOLDER, MODULE = CORPUS / "area_m10aa", CORPUS / "archives/tar_m10aa.mod"
NUMBERS = {0: "<B", 4: "<I", 5: "<i", 8: "<f"}


@dataclass
class Plain:
    """A GFF, just well enough read to count rows and to get numbers."""

    data: bytes

    def __post_init__(self) -> None:
        head = struct.unpack_from("<12I", self.data, 8)
        self.structs, self.fields, self.labels, self.raw, self.indices, self.lists = head[::2]

    def struct(self, number: int) -> dict[str, Any]:
        """Labels and numbers of a struct; a list is the numbers of its structs."""
        _, place, count = struct.unpack_from("<3I", self.data, self.structs + 12 * number)
        rows = [place] if count == 1 else self._numbers(self.indices + place, count)
        found = {}
        for row in rows:
            kind, label, value = struct.unpack_from("<3I", self.data, self.fields + 12 * row)
            name = self.data[self.labels + 16 * label :][:16].rstrip(b"\0").decode()
            if kind == 15:
                (length,) = self._numbers(self.lists + value, 1)
                found[name] = self._numbers(self.lists + value + 4, length)
            elif kind in NUMBERS:
                at = self.fields + 12 * row + 8
                (found[name],) = struct.unpack_from(NUMBERS[kind], self.data, at)
        return found

    def rows(self, label: str) -> list[dict[str, Any]]:
        return [self.struct(number) for number in self.struct(0)[label]]

    def _numbers(self, place: int, count: int) -> list[int]:
        return [*struct.unpack_from(f"<{count}I", self.data, place)]


def entry_of_module(name: bytes, kind: int) -> Plain:
    """A resource of the MOD, found by walking its tables."""
    data = MODULE.read_bytes()
    count, _, keys, resources = struct.unpack_from("<4I", data, 16)
    for row in range(count):
        resref, number, its_kind = struct.unpack_from("<16sIH", data, keys + 24 * row)
        if resref.rstrip(b"\0").lower() == name and its_kind == kind:
            offset, size = struct.unpack_from("<2I", data, resources + 8 * number)
            return Plain(data[offset : offset + size])
    raise AssertionError(name)


@pytest.fixture(scope="module")
def area() -> Area:
    return kl.load_area(FOLDER, module=MODULE)


@pytest.fixture(scope="module")
def git() -> Plain:
    return entry_of_module(b"m10aa", 2023)


def test_rooms(area: Area) -> None:
    present = {path.stem for path in FOLDER.glob("*.wok")}
    assert len(present) == 8
    assert len(area.rooms) == 17
    assert {room.name.lower() for room in area.rooms if room.mesh is not None} == present
    for room in area.rooms:
        if room.mesh is not None:
            assert Path(room.source).name == f"{room.name}.wok".lower()
            assert room.mesh.to_bytes() == Path(room.source).read_bytes()
    assert area.visibility is not None
    assert area.problems == ()
    assert list_changes(area) == []


def test_doors_and_placeables(area: Area, git: Plain) -> None:
    doors, placeables = git.rows("Door List"), git.rows("Placeable List")
    assert (len(doors), len(placeables)) == (24, 36)
    for found, wanted in ((area.doors, doors), (area.placeables, placeables)):
        assert [thing.position for thing in found] == [(r["X"], r["Y"], r["Z"]) for r in wanted]
        assert [thing.bearing for thing in found] == [r["Bearing"] for r in wanted]
        assert [thing.index for thing in found] == list(range(len(wanted)))
        assert all(thing.template for thing in found)
    # The tables that name the models are in the game, not in the module.
    assert {door.missing for door in area.doors} == {"model"}
    assert {door.reason for door in area.doors} == {"there is no genericdoors.2da"}
    assert {thing.missing for thing in area.placeables} == {"model", "template"}
    # Elevators and the way out lead elsewhere.
    assert sum(bool(door.linked_module) for door in area.doors) == 3


def test_entry_and_path_points(area: Area) -> None:
    ifo = entry_of_module(b"module", 2014).struct(0)
    assert area.entry == (ifo["Mod_Entry_X"], ifo["Mod_Entry_Y"], ifo["Mod_Entry_Z"])
    assert area.module is not None
    assert area.module.area == "m10aa"
    points = entry_of_module(b"m10aa", 3003).rows("Path_Points")
    assert area.path_points is not None
    assert area.path_points.points.tolist() == [[p["X"], p["Y"]] for p in points]


def test_people_and_waypoints_stand_on_the_floor(area: Area, git: Plain) -> None:
    """Those over one of the eight rooms: within a metre, and where brute force finds the floor."""
    model = model_of(area.meshes)
    allowed = model.having(WALKABLE)
    ground = kl.Ground(area, fast=False)
    counts = {}
    for label in ("Creature List", "WaypointList"):
        count = 0
        for row in git.rows(label):
            x, y, z = (row[f"{axis}Position"] for axis in "XYZ")
            floors = model.floors(x, y, allowed)
            found = ground.find_face(x, y, z, walkable=True)
            assert (found is not None) is bool(floors)
            if found is None:
                continue
            count += 1
            nearest = min(floors, key=lambda floor: abs(floor.height - z))
            assert found.point[2] == pytest.approx(nearest.height, abs=1e-6)
            assert abs(found.point[2] - z) < 1.0
            assert area.rooms[found.room].mesh is not None
        counts[label] = count
    assert counts == {"Creature List": 8, "WaypointList": 21}


def test_from_the_module_alone() -> None:
    """It has no layout: that is in the game."""
    with pytest.raises(kl.errors.FormatError, match=r"also not m10aa\.lyt") as raised:
        kl.load_area(MODULE)
    assert raised.value.source == str(MODULE)


@each_corpus_file("archives/*")
def test_every_archive_is_loaded_or_says_why(path: Path) -> None:
    try:
        area = kl.load_area(path)
    except kl.errors.FormatError as error:
        assert error.source == str(path)
    else:
        assert area.rooms


@each_corpus_file("lyt/*.lyt")
def test_every_layout_is_loaded_or_says_where(path: Path) -> None:
    try:
        area = kl.load_area(path)
    except kl.errors.FormatError as error:
        assert error.source.endswith(path.name)
        assert error.line is not None
    else:
        assert len(area.rooms) == len(kl.read_layout(path).rooms)
        assert [room.index for room in area.rooms] == list(range(len(area.rooms)))
