"""Planted changes of every kind in an area are found, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.diff.values import KINDS, Change
from kotorlevel.area.diff.words import _SENTENCES
from kotorlevel.area.edit.rooms import (
    add_room,
    remove_room,
    rename_room,
    reorder_rooms,
    shift_room,
)
from kotorlevel.area.sample import make_station
from kotorlevel.formats.gff import Gff, GffType, Struct
from kotorlevel.formats.lyt import DoorHook, LayoutObstacle, LayoutTrack
from kotorlevel.formats.pth import make_path_points
from support.areas import NOWHERE, floor, make_area
from support.corpus import each_area
from support.mesh.renumbered import renumbered

Edit = Callable[[Area], Area]


def thing(tag: str, x: float, y: float = 0.0, bearing: float = 0.0, **more: Any) -> Struct:
    return Struct(
        [
            ("Tag", GffType.STRING, tag),
            ("TemplateResRef", GffType.RESREF, f"t_{tag}"),
            *((label, GffType.FLOAT, v) for label, v in zip("XYZ", (x, y, 0.0), strict=True)),
            ("Bearing", GffType.FLOAT, bearing),
            *((label, GffType.STRING, value) for label, value in more.items()),
        ],
        8,
    )


def git_of(*doors: Struct) -> Gff:
    return Gff("GIT", Struct([("Door List", GffType.LIST, doors)]))


DOORS = (thing("gate", 1, LinkedTo="here"), thing("gate", 5, LinkedTo="here"), thing("hatch", 9))
POINTS = make_path_points([(0, 0), (4, 0), (8, 0)], [(0, 1), (1, 0), (1, 2), (2, 1)])


def station() -> Area:
    """a, b and c in a row from west to east, linked; each sees its neighbours; c sees nothing."""
    area = make_area({"a": floor(east=1), "b": floor(4, west=0, east=2), "c": floor(8, west=1)})
    hooks = tuple(DoorHook(name, "door", (4.0 * n, 2, 0)) for n, name in enumerate("abc"))
    layout = replace(
        area.layout,
        door_hooks=hooks,
        tracks=(LayoutTrack("swoop", NOWHERE),),
        obstacles=(LayoutObstacle("rock", NOWHERE),),
    )
    sight = kl.Visibility((kl.VisRoom("a", ("b",)), kl.VisRoom("b", ("a",)), kl.VisRoom("c")))
    return replace(area, layout=layout, visibility=sight, git=git_of(*DOORS), path_points=POINTS)


def painted(area: Area) -> Area:
    mesh = area.rooms[0].mesh
    assert mesh is not None
    return area.with_mesh(0, mesh.edited(materials=[4, 10]))


def unlinked(area: Area) -> Area:
    mesh = area.rooms[0].mesh
    assert mesh is not None
    return area.with_mesh(0, mesh.edited(transitions=np.full((2, 3), -1)))


def with_layout(**changes: Any) -> Edit:
    return lambda area: replace(area, layout=replace(area.layout, **changes))


def with_git(*doors: Struct) -> Edit:
    return lambda area: replace(area, git=git_of(*doors))


def with_points(points: Any, pairs: Any) -> Edit:
    return lambda area: replace(area, path_points=make_path_points(points, pairs))


def hooks(*places: tuple[str, float]) -> tuple[DoorHook, ...]:
    return tuple(DoorHook(room, "door", (x, 2, 0)) for room, x in places)


BOTH = [(0, 1), (1, 0), (1, 2), (2, 1)]
CASES: dict[str, tuple[Edit, set[tuple[str, str, str]]]] = {
    "painted": (painted, {("faces-painted", "a", "")}),
    "link": (unlinked, {("link-removed", "a", "")}),
    "renamed": (lambda area: rename_room(area, 1, "hall").area, {("room-renamed", "hall", "")}),
    "moved": (
        lambda area: shift_room(area, 2, (1, 2, 0)).area,
        {("room-moved", "c", ""), ("hook-changed", "c", "door")},
    ),
    "reordered": (
        lambda area: reorder_rooms(area, [1, 2, 0]).area,
        {
            ("room-reordered", "a", ""),
            ("rooms-renumbered", "", ""),
            ("links-renumbered", "a", ""),
            ("links-renumbered", "b", ""),
            ("links-renumbered", "c", ""),
        },
    ),
    "removed": (
        lambda area: remove_room(area, 2).area,
        {("room-removed", "c", ""), ("link-removed", "b", ""), ("hook-removed", "c", "door")},
    ),
    "added": (
        lambda area: add_room(area, "d", floor(20), (0.0, 0.0, 0.0), None).area,
        {("room-added", "d", "")},
    ),
    "walkmesh gone": (lambda area: area.with_mesh(1, None), {("walkmesh-removed", "b", "")}),
    "hook moved": (
        with_layout(door_hooks=hooks(("a", 0), ("b", 4.5), ("c", 8))),
        {("hook-changed", "b", "door")},
    ),
    "hook gone": (
        with_layout(door_hooks=hooks(("a", 0), ("c", 8))),
        {("hook-removed", "b", "door")},
    ),
    "track": (
        with_layout(tracks=(LayoutTrack("swoop", NOWHERE), LayoutTrack("two", NOWHERE))),
        {("track-added", "", "two")},
    ),
    "obstacle": (with_layout(obstacles=()), {("obstacle-removed", "", "rock")}),
    "sight both ways": (
        lambda area: area.with_visibility(area.visibility.with_visible("b", "c")),  # type: ignore[union-attr]
        {("sight-added", "b", "c")},
    ),
    "sight one way": (
        lambda area: area.with_visibility(
            area.visibility.without_visible("a", "b", both=False)  # type: ignore[union-attr]
        ),
        {("sight-removed", "a", "b")},
    ),
    "door moved": (
        with_git(DOORS[0], thing("gate", 5, 0.5, LinkedTo="here"), DOORS[2]),
        {("object-moved", "", "door gate")},
    ),
    "door turned": (
        with_git(*DOORS[:2], thing("hatch", 9, bearing=1.0)),
        {("object-turned", "", "door hatch")},
    ),
    "door added": (with_git(*DOORS, thing("new", 2)), {("object-added", "", "door new")}),
    "door removed": (with_git(*DOORS[1:]), {("object-removed", "", "door gate")}),
    "door changed": (
        with_git(DOORS[0], thing("gate", 5, LinkedTo="there"), DOORS[2]),
        {("object-changed", "", "door gate")},
    ),
    "things in another order": (
        with_git(*DOORS[::-1]),
        {("form-changed", "", "the order of things or fields")},
    ),
    "point moved": (
        with_points([(0, 0), (4, 1), (8, 0)], BOTH),
        {("point-moved", "", "")},
    ),
    "point removed": (with_points([(0, 0), (4, 0)], [(0, 1), (1, 0)]), {("point-removed", "", "")}),
    "point added": (
        with_points([(0, 0), (4, 0), (8, 0), (90, 0)], BOTH),
        {("point-added", "", "")},
    ),
    "connection": (
        with_points([(0, 0), (4, 0), (8, 0)], BOTH[:2]),
        {("connection-removed", "", "both ways")},
    ),
    "no git": (lambda area: replace(area, git=None), {("file-removed", "", "")}),
    "comments": (
        with_layout(preamble=("# mine",)),
        {("form-changed", "", "lines before or behind the layout")},
    ),
}


def told(changes: tuple[Change, ...]) -> set[tuple[str, str, str]]:
    return {(each.kind, each.room, each.thing) for each in changes}


@pytest.mark.parametrize("case", CASES)
def test_planted_changes(case: str) -> None:
    edit, expected = CASES[case]
    before = station()
    found = kl.diff(before, edit(before))
    assert not found.same
    assert told(found.changes) == expected
    assert all(each.text for each in found.changes)
    assert found.headline
    assert found.to_markdown()
    assert found.lines()


def test_the_same_area_is_the_same() -> None:
    found = kl.diff(station(), station())
    assert found.same
    assert found.changes == ()
    assert found.headline == "no difference"


def test_a_renamed_room_takes_its_sight_and_its_hooks_along() -> None:
    before = station()
    after = rename_room(before, 1, "hall").area
    assert told(kl.diff(before, after).changes) == {("room-renamed", "hall", "")}
    assert told(kl.diff(after, before).changes) == {("room-renamed", "b", "")}


def test_several_at_once_in_the_order_in_which_they_matter() -> None:
    before = station()
    after = before
    for name in ("painted", "door moved", "point moved", "renamed", "hook gone"):
        after = CASES[name][0](after)
    found = kl.diff(before, after)
    kinds = [each.kind for each in found.changes]
    assert kinds == sorted(kinds, key=KINDS.index)
    assert kinds[0] == "room-renamed"


def test_every_kind_has_a_sentence() -> None:
    assert set(_SENTENCES) == set(KINDS)


def test_links_are_told_by_name_and_place() -> None:
    before = station()
    (change,) = kl.diff(before, unlinked(before)).changes
    assert (change.old, change.new) == ("b", None)
    assert change.at == (4.0, 2.0, 0.0)
    assert change.edges_a == (1,)
    assert change.text == "link to b is gone at (4, 2, 0) (1 edge, 4.00 m, 1)"


def test_files_that_cannot_be_read_are_told_unless_they_are_the_same(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        for file, data in make_station().items():
            (tmp_path / name / file).write_bytes(data)
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        (folder / "station_hall.wok").write_bytes(b"BWM V1.0 broken")
        (folder / "station.git").write_bytes(b"GIT V3.2 broken")
    assert kl.diff(old, new).same
    (new / "station_hall.wok").write_bytes(b"BWM V1.0 otherwise")
    (new / "station.git").write_bytes(b"GIT V3.2 otherwise")
    (new / "station.vis").write_bytes(b"\0\0")
    found = kl.diff(old, new)
    assert {(each.kind, each.file) for each in found.changes} >= {
        ("file-unreadable", "station_hall.wok"),
        ("file-unreadable", "station.git"),
    }
    assert {each.file for each in found.changes} == {
        "station_hall.wok", "station.git", "station.vis"
    }  # fmt: skip


@each_area()
def test_real_areas_with_planted_changes(path: Path) -> None:
    area = kl.load_area(path)
    assert kl.diff(area, kl.load_area(path)).same
    rooms = [room for room in area.rooms if room.mesh is not None and len(room.mesh.faces) > 10]
    (first, one), (second, other) = ((room, room.mesh) for room in (rooms[0], rooms[-1]))
    assert one is not None
    assert other is not None
    materials = one.materials.copy()
    materials[0] = 10 if materials[0] != 10 else 9
    changed = area.with_mesh(first.index, one.edited(materials=materials))
    changed = changed.with_mesh(second.index, renumbered(other))
    found = kl.diff(area, changed)
    expected = {("faces-painted", first.name, ""), ("mesh-renumbered", second.name, "")}
    assert {each for each in told(found.changes) if "table" not in each[0]} == expected
    order = [*range(1, len(area.rooms)), 0]
    kinds = {each.kind for each in kl.diff(area, reorder_rooms(area, order).area).changes}
    assert kinds <= {"room-reordered", "rooms-renumbered", "links-renumbered", "form-changed"}


def test_links_that_mean_other_rooms_in_another_order_are_told() -> None:
    """The walkmeshes are the same to the byte, and yet their numbers lead elsewhere."""
    before = station()
    order = (1, 0, 2)
    rooms = tuple(replace(before.rooms[old], index=new) for new, old in enumerate(order))
    layout = replace(before.layout, rooms=tuple(before.layout.rooms[old] for old in order))
    after = replace(before, rooms=rooms, layout=layout)
    links = {(c.room, c.old, c.new) for c in kl.diff(before, after).changes if "link" in c.kind}
    assert links == {("a", "b", "a"), ("b", "a", "b"), ("c", "b", "a")}
    last = replace(
        before, rooms=before.rooms[:2], layout=replace(before.layout, rooms=layout.rooms[:2][::-1])
    )
    lost = {(c.room, c.old) for c in kl.diff(before, last).changes if "link" in c.kind}
    assert lost == {("b", "c")}
