"""Things of the GIT: where each stands, and moving some of them and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.instances import list_instances, move_instances
from kotorlevel.area.write import list_changes
from kotorlevel.formats.archives import read_archive
from kotorlevel.formats.gff import Gff, GffType, Struct, parse_gff
from kotorlevel.formats.pth import make_path_points
from kotorlevel.query.standing import find_standing
from support.areas import floor, make_area, make_door, make_placeable
from support.corpus import CORPUS, needs_corpus

FLOAT, LIST, VECTOR = GffType.FLOAT, GffType.LIST, GffType.VECTOR


def row(names: str, *place: float, struct_id: int = 4, more: list[Any] | None = None) -> Struct:
    """A struct with three numbers in fields such as X, Y and Z (``names`` is "" or "Position")."""
    axes = [(f"{axis}{names}", FLOAT, value) for axis, value in zip("XYZ", place, strict=True)]
    return Struct([*axes, *(more or [])], struct_id)


def full_git() -> Gff:
    """One thing of each kind over the floor of a (x 0 to 4), and doors over b (x 4 to 8)."""
    corner = Struct([(f"Point{axis}", FLOAT, 0.5) for axis in "XYZ"], 3)
    spawn = [row("", 1, 1, 0, struct_id=5), row("", 6, 1, 0, struct_id=5)]
    encounter = [("Geometry", LIST, [row("", 0.5, 0.5, 0)]), ("SpawnPointList", LIST, spawn)]
    camera = Struct([("CameraID", GffType.INT, 1), ("Position", VECTOR, (1.0, 2.0, 1.0))], 14)
    return Gff(
        "GIT ",
        Struct(
            [
                ("UseTemplates", GffType.BYTE, 1),
                ("Creature List", LIST, [row("Position", 1, 1, 0)]),
                ("Door List", LIST, [row("", 5, 1, 0), row("", 2, 3, 0), row("", 9, 9, 9)]),
                ("Placeable List", LIST, [row("", 3, 3, 0)]),
                (
                    "TriggerList",
                    LIST,
                    [row("Position", 2, 2, 0, more=[("Geometry", LIST, [corner])])],
                ),
                ("Encounter List", LIST, [row("Position", 3, 1, 0, more=encounter)]),
                ("CameraList", LIST, [camera]),
                ("List", LIST, [Struct([("Tag", GffType.STRING, "no place")], 9)]),
                ("StoreList", LIST, [row("Position", float("nan"), 0, 0)]),
            ]
        ),
    )


def two_rooms(**more: Any) -> Area:
    git = full_git()
    git = parse_gff(git.to_bytes())
    things = {
        "doors": (
            make_door((5, 1, 0)),
            make_door((2, 3, 0), index=1),
            make_door((9, 9, 9), index=2),
        ),
        "placeables": (make_placeable((3, 3, 0)),),
        "path_points": make_path_points([(1, 1), (5, 1), (3, 2)], [(0, 1), (1, 0), (1, 2)]),
    }
    area = make_area({"a": floor(east=1), "b": floor(4, west=0)}, git=git, **{**things, **more})
    area = replace(area, loaded_layout=area.layout, loaded_git=git)
    return replace(area, loaded_path_points=area.path_points)


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every plain value in a tree, with the way to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from numbers(inner, (*path, index))
    else:
        yield path, value


def test_everything_with_a_place_is_listed() -> None:
    found = {each.key: each.position for each in list_instances(two_rooms())}
    assert found == {
        ("Creature List", 0, -1): (1, 1, 0),
        ("Door List", 0, -1): (5, 1, 0),
        ("Door List", 1, -1): (2, 3, 0),
        ("Door List", 2, -1): (9, 9, 9),
        ("Placeable List", 0, -1): (3, 3, 0),
        ("TriggerList", 0, -1): (2, 2, 0),
        ("Encounter List", 0, -1): (3, 1, 0),
        ("Encounter List", 0, 0): (1, 1, 0),
        ("Encounter List", 0, 1): (6, 1, 0),
        ("CameraList", 0, -1): (1, 2, 1),
    }


def test_what_stands_on_a_room() -> None:
    area = two_rooms()
    on_a, on_b = find_standing(area, 0), find_standing(area, 1)
    assert {each.key for each in on_b.instances} == {("Door List", 0, -1), ("Encounter List", 0, 1)}
    assert {each.key for each in on_a.instances} == {each.key for each in list_instances(area)} - {
        each.key for each in on_b.instances
    } - {("Door List", 2, -1)}
    assert on_a.nowhere == on_b.nowhere == 1
    assert (on_a.path_points, on_b.path_points) == ((0, 1), (2,))  # sorted by x: 1, 3, 5
    assert not on_a.has_entry
    entered = make_area({"a": floor(), "b": floor(4)}, entry=(5, 1, 0))
    assert [find_standing(entered, room).has_entry for room in (0, 1)] == [False, True]
    elsewhere = replace(entered, name="other")  # the module begins in another area
    assert not any(find_standing(elsewhere, room).has_entry for room in (0, 1))


def test_stacked_floors_are_told_apart_by_height() -> None:
    git = Gff(
        "GIT ", Struct([("Creature List", LIST, [row("Position", 1, 1, z) for z in (0, 9.5)])])
    )
    area = make_area({"low": floor(), "high": floor(z=10)}, git=git)
    assert [each.number for each in find_standing(area, 0).instances] == [0]
    assert [each.number for each in find_standing(area, 1).instances] == [1]


def test_moving_changes_just_that() -> None:
    area = two_rooms()
    standing = find_standing(area, 0)
    moved = move_instances(area, standing.instances, (10, 20, 0.5))
    assert area.git is not None
    assert moved.git is not None
    before = dict(numbers(area.git.root.to_plain()))
    after = dict(numbers(moved.git.root.to_plain()))
    assert before.keys() == after.keys()
    expected = set()
    for name, number, spawn in (each.key for each in standing.instances):
        place = (name, number) if spawn < 0 else (name, number, "SpawnPointList", spawn)
        expected |= {key for key in before if key[: len(place)] == place}
    changed = {key for key in before if before[key] != after[key] and before[key] == before[key]}
    assert changed <= expected
    assert not any("Geometry" in key for key in changed)
    where = {each.key: each.position for each in list_instances(moved)}
    for each in list_instances(area):
        way = (10, 20, 0.5) if each in standing.instances else (0, 0, 0)
        assert where[each.key] == tuple(a + b for a, b in zip(each.position, way, strict=True))
    assert [door.position for door in moved.doors] == [(5, 1, 0), (12, 23, 0.5), (9, 9, 9)]
    assert moved.placeables[0].position == pytest.approx((13, 23, 0.5))
    back = move_instances(moved, find_standing_of(moved, standing.instances), (-10, -20, -0.5))
    assert back.git is not None
    assert back.git.to_bytes() == area.git.to_bytes()


def find_standing_of(area: Area, chosen: Any) -> list[Any]:
    keys = {each.key for each in chosen}
    return [each for each in list_instances(area) if each.key in keys]


def test_only_what_changed_is_written() -> None:
    area = two_rooms()
    assert list_changes(area) == []
    moved = move_instances(area, find_standing(area, 0).instances, (1, 0, 0))
    assert [change.filename for change in list_changes(moved)] == ["lab.git"]
    assert move_instances(area, [], (1, 0, 0)) is area
    bare = make_area({"a": floor()})
    assert move_instances(bare, find_standing(bare, 0).instances, (1, 0, 0)) is bare


@needs_corpus
def test_a_real_git() -> None:
    """All things of a room of m10aa move, all others stay; the file is as long as before."""
    archive = read_archive(CORPUS / "archives" / "tar_m10aa.mod")
    entry = archive.find("m10aa", "git")
    assert entry is not None
    area = kl.load_area(CORPUS / "area_m10aa", module=CORPUS / "archives" / "tar_m10aa.mod")
    assert area.git is not None
    total = sum(len(area.git[label]) for label in area.git if label.endswith("List"))
    assert len(list_instances(area)) == total == 201
    index = area.room("m10aa_03a").index
    standing = find_standing(area, index)
    assert standing.instances
    moved = move_instances(area, standing.instances, (0, 0, 1))
    assert moved.git is not None
    where = {each.key: each.position for each in list_instances(moved)}
    keys = {each.key for each in standing.instances}
    for each in list_instances(area):
        rise = where[each.key][2] - each.position[2]
        assert rise == pytest.approx(1 if each.key in keys else 0, abs=1e-5)
    data = area.git.to_bytes()
    assert len(moved.git.to_bytes()) == len(data)
    different = sum(a != b for a, b in zip(moved.git.to_bytes(), data, strict=True))
    assert 0 < different <= 4 * len(keys)
