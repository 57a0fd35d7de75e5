"""`relink`: the links of real and made areas come back from their shapes, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.edit.rooms import reorder_rooms
from kotorlevel.area.links.relink import link_seams
from kotorlevel.core.errors import FormatError
from kotorlevel.mesh.edit import clear_transitions
from support.area.room_grids import joined_rooms, make_grid, make_room, one_way
from support.areas import floor, make_area
from support.corpus import CORPUS, needs_corpus

Links = dict[tuple[str, int], str]


def stripped(area: Area) -> Area:
    """The area without any transition."""
    meshes = {r.index: clear_transitions(r.mesh) for r in area.rooms if r.mesh is not None}
    return area.with_meshes(meshes)  # type: ignore[arg-type]


def links(area: Area) -> Links:
    """(Room, edge) → the room that it leads to, for edges that lead to a room with a walkmesh."""
    found = {}
    for room in area.rooms:
        if room.mesh is None:
            continue
        targets = room.mesh.transitions.reshape(-1)
        for edge in np.flatnonzero(targets != -1).tolist():
            target = area.rooms[targets[edge]]
            if target.mesh is not None:
                found[room.name, edge] = target.name
    return found


# The corpus


@pytest.fixture(scope="module")
def real_area() -> Area:
    return kl.load_area(CORPUS / "area_m10aa")


@needs_corpus
def test_shipped_links_come_back(real_area: Area) -> None:
    """Exactly those between the rooms that are there, which are 16, and none is made up."""
    area, report = kl.relink(stripped(real_area))
    assert links(area) == links(real_area)
    assert len(links(area)) == len(report.changes) == 16
    assert report.seams == 8
    assert {change.was for change in report.changes} == {-1}
    for room, shipped in zip(area.rooms, real_area.rooms, strict=True):
        if room.mesh is not None and shipped.mesh is not None:
            kept = np.isin(shipped.mesh.transitions, [-1, *report.absent])
            differs = room.mesh.transitions != shipped.mesh.transitions
            assert not (differs & ~kept).any()
            assert (room.mesh.transitions[kept] == -1).all()


@needs_corpus
def test_a_sound_area_stays_the_same_value(real_area: Area) -> None:
    area, report = kl.relink(real_area, clear=True)
    assert area is real_area
    left = (report.changes, report.nowhere, report.near_misses, report.walled, report.crowded)
    assert not any(left)
    assert all(room.mesh is room.loaded for room in area.rooms)


@needs_corpus
@pytest.mark.parametrize("seed", range(5))
def test_shuffled_layout(real_area: Area, seed: int) -> None:
    """Whatever the order, every link joins the same rooms; also after stripping and relinking."""
    order = list(range(len(real_area.rooms)))
    Random(seed).shuffle(order)
    shuffled = reorder_rooms(real_area, order).area
    assert [room.name for room in shuffled.rooms] == [real_area.rooms[i].name for i in order]
    assert [room.name for room in shuffled.layout.rooms] == [room.name for room in shuffled.rooms]
    assert links(shuffled) == links(real_area)
    assert kl.relink(shuffled)[0] is shuffled
    assert links(kl.relink(stripped(shuffled))[0]) == links(real_area)


@needs_corpus
def test_stale_numbers_are_set_right(real_area: Area) -> None:
    """As after a layout was reordered and no walkmesh followed."""
    order = list(range(len(real_area.rooms)))[::-1]
    right = reorder_rooms(real_area, order).area
    meshes = {room.name: room.mesh for room in real_area.rooms}
    stale = right.with_meshes({room.index: meshes[room.name] for room in right.rooms})
    assert links(stale) != links(real_area)
    area, report = kl.relink(stale)
    fixed = links(area)
    assert {name: fixed[name] for name in links(real_area)} == links(real_area)
    assert all(change.was != -1 for change in report.changes)


# Made areas


@pytest.mark.parametrize("seed", range(10))
def test_doorways_of_a_grid(seed: int) -> None:
    grid = make_grid(seed, 4, 3, degrees=seed * 23.7)
    area, report = kl.relink(grid.area)
    names = {tuple(sorted((area.rooms[a].name, area.rooms[b].name))) for a, b in grid.doorways}
    assert joined_rooms(area) == names
    assert not one_way(area)
    assert len(report.changes) == 2 * len(grid.doorways)
    again, second = kl.relink(area)
    assert again is area
    assert second.changes == ()
    assert second.seams == report.seams


def test_walls_stay_closed_unless_asked() -> None:
    rooms = {"one": make_room((0, 0), {"east": 1}), "two": make_room((1, 0), {"west": 1})}
    area, report = kl.relink(make_area(rooms))
    assert len(report.changes) == 2
    assert len(report.walled) == 2
    opened, report = kl.relink(area, through_walls=True)
    assert len(report.changes) == 4
    assert report.walled == ()
    # A link that is there on one side was meant: it gets the other, wall or not.
    mesh = opened.rooms[0].mesh
    assert mesh is not None
    assert len(kl.relink(area.with_mesh(0, mesh))[1].changes) == 2


def test_each_change_is_told() -> None:
    area = make_area({"hall": floor(east=7, north=1), "yard": floor(4)})
    after, report = kl.relink(area)
    told = [(c.room, c.edge, c.was, c.now, c.other_room, c.other_edge) for c in report.changes]
    assert told == [(0, 1, 7, 1, 1, 5), (1, 5, -1, 0, 0, 1)]
    assert report.changes[0].at == pytest.approx((4, 2, 0))
    assert report.nowhere == ((0, 4),)
    assert links(after) == {("hall", 1): "yard", ("hall", 4): "yard", ("yard", 5): "hall"}
    cleared, report = kl.relink(area, clear=True)
    assert (0, 4, 1, -1) in {(c.room, c.edge, c.was, c.now) for c in report.changes}
    assert report.nowhere == ()
    assert links(cleared) == {("hall", 1): "yard", ("yard", 5): "hall"}


def test_clear_takes_what_cannot_be_right() -> None:
    """Numbers that no room has, and an empty slot; not a link to a room that is not here."""
    hall = floor(south=9, east=1, north=2, west=3)
    sides = hall.transitions.copy()
    sides[1, 0] = -5  # not even a boundary edge
    area = make_area(
        {"hall": replace(hall, transitions=sides), "away": None, "****": None, "far": floor(40)}
    )
    after, report = kl.relink(area, clear=True)
    assert {(c.edge, c.was, c.now) for c in report.changes} == {(0, 9, -1), (4, 2, -1), (5, 3, -1)}
    assert report.absent == (1,)
    assert after.rooms[0].mesh is not None
    assert after.rooms[0].mesh.transitions[0].tolist() == [-1, 1, -1]


def test_clear_keeps_links_over_a_gap() -> None:
    """Some of the games' own links have one."""
    area = make_area({"hall": floor(east=1), "yard": floor(4.06, west=0)})
    after, report = kl.relink(area, clear=True)
    assert after is area
    (miss,) = report.near_misses
    assert miss.linked
    assert report.nowhere == ()


def test_crowded_edges_are_left_alone() -> None:
    rooms = {"hall": floor(east=2), "yard": floor(4, west=0), "again": floor(4, width=3)}
    area = make_area(rooms)
    after, report = kl.relink(area, clear=True)
    assert after is area
    assert set(report.crowded) == {(0, 1), (1, 5), (2, 5)}
    assert report.nowhere == ()


def test_rooms_that_cannot_be_used() -> None:
    broken = replace(floor(4), vertices=np.full((4, 3), np.nan, np.float32))
    error = FormatError("broken", source="c.wok")
    area = make_area({"a": floor(east=1, north=2), "b": broken, "c": error, "d": floor(-4)})
    with pytest.raises(ValueError, match=r"c.wok cannot be read \(broken\), so its links cannot"):
        kl.relink(area)
    after, report = link_seams(area, clear=True)
    assert [index for index, _ in report.unusable] == [1]
    assert report.absent == (2,)
    assert {(c.room, c.now) for c in report.changes} == {(0, 3), (3, 0)}
    assert after.rooms[1].mesh is broken


def test_a_room_listed_twice_is_not_guessed_about() -> None:
    area = make_area([("hall", floor(east=1)), ("yard", floor(4)), ("YARD", floor(4))])
    after, report = kl.relink(area, clear=True)
    assert after is area
    assert [index for index, _ in report.unusable] == [1, 2]


def test_only_some_rooms() -> None:
    row = make_area({f"r{n}": floor(4 * n) for n in range(4)})
    _, report = link_seams(row, rooms=[0])
    assert {(c.room, c.now) for c in report.changes} == {(0, 1), (1, 0)}
    assert link_seams(row, rooms=[])[0] is row


def test_faces_keep_their_numbers() -> None:
    """A file may leave floor out of its adjacency domain; linking does not reorder faces."""
    hall = replace(floor(), domain=1)
    after, report = kl.relink(make_area({"hall": hall, "yard": floor(4)}))
    assert len(report.changes) == 2
    mesh = after.rooms[0].mesh
    assert mesh is not None
    assert mesh.domain == 1
    assert (mesh.faces == hall.faces).all()


def test_what_is_written_can_be_read() -> None:
    after, _ = kl.relink(make_area({"hall": floor(), "yard": floor(4)}))
    for room in after.rooms:
        assert room.mesh is not None
        again = kl.read_walkmesh(room.mesh.to_bytes())
        assert (again.transitions == room.mesh.transitions).all()


def test_links_to_rooms_without_a_walkmesh_stay_and_the_rooms_are_told() -> None:
    hall = floor(0, 0, 4, 4, east=1, north=2, west=3)
    area = make_area({"hall": hall, "gone": None, "****": None, "room": floor(9, 9)})
    linked, report = kl.relink(area, clear=True)
    assert report.absent == (1,)
    mesh = linked.rooms[0].mesh
    assert mesh is not None
    # What is in room 1 is not known; an empty slot and a room that is elsewhere cannot be meant.
    assert sorted(mesh.transitions[mesh.transitions >= 0].tolist()) == [1]
    kept, report = kl.relink(area)
    assert kept.rooms[0].mesh is area.rooms[0].mesh
    assert len(report.nowhere) == 2
