"""Gaps with a door in them: doorways made by hand, and figures by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.links.boundary import collect_boundary
from kotorlevel.area.links.door_gaps import add_door_gaps, list_doorsteps
from kotorlevel.area.links.near_misses import NearMiss, NearMisses, find_near_misses
from kotorlevel.area.links.relink import relink
from kotorlevel.area.links.seams import find_seams
from kotorlevel.formats.gff import Gff, Struct
from support.area.room_grids import make_room
from support.areas import floor, make_area, make_door

QUARTER = math.pi / 2


def misses_of(area: Area) -> NearMisses:
    seams = find_seams(collect_boundary(area))
    return add_door_gaps(find_near_misses(seams), area, seams)


def found_in(area: Area) -> tuple[NearMiss, ...]:
    misses = misses_of(area)
    assert misses.complete
    return misses.found


def hall_and_yard(gap: float, *doors: tuple[float, float, float], **more: Any) -> Area:
    """Two floors, 4 m wide, that face each other at x = 4 and x = 4 + gap."""
    placed = tuple(make_door(place, QUARTER, index=n) for n, place in enumerate(doors))
    return make_area({"hall": floor(), "yard": floor(4 + gap)}, doors=placed, **more)


def wall_with_doorway(side: str, column: int, offset: float = 0.0) -> kl.Walkmesh:
    """A room of 6 m with walls all around but for the two metres in the middle of a side."""
    return make_room((column, 0), {side: 1}).translated((offset, 0, 0))


# What is one


def test_a_door_in_the_middle() -> None:
    (miss,) = found_in(hall_and_yard(0.42, (4.21, 2, 0)))
    assert (miss.kind, miss.door) == ("door", "gate")
    assert (miss.room, miss.edge, miss.other_room, miss.other_edge) == (0, 1, 1, 5)
    assert miss.gap == pytest.approx(0.42, abs=1e-6)
    assert (miss.step, miss.shared) == pytest.approx((0, 4), abs=1e-6)
    assert miss.at == pytest.approx((4.21, 2, 0), abs=1e-6)
    assert miss.reason == "a gap of 0.42 m, with door gate in it"
    assert not miss.linked


def test_a_step_is_told_as_well() -> None:
    door = make_door((4.5, 2, 0), QUARTER)
    area = make_area({"hall": floor(), "yard": floor(5, z=0.25)}, doors=(door,))
    (miss,) = found_in(area)
    assert miss.reason == "a gap of 1.00 m and a step of 25.0 cm, with door gate in it"


def test_a_doorway_between_walls() -> None:
    """The edges of the walls face each other too, but only the doorway counts."""
    rooms = {"one": wall_with_doorway("east", 0), "two": wall_with_doorway("west", 1, 0.5)}
    assert found_in(make_area(rooms)) == ()
    (miss,) = found_in(make_area(rooms, doors=(make_door((6.25, 3, 0), QUARTER),)))
    assert miss.kind == "door"
    assert (miss.gap, miss.shared) == pytest.approx((0.5, 2))
    assert miss.at == pytest.approx((6.25, 3, 0))


@pytest.mark.parametrize("degrees", [0, 33, 90, 200])
def test_turned_in_any_way(degrees: float) -> None:
    area = hall_and_yard(0.42)
    x, y = 4.21, 2.0
    turn = math.radians(degrees)
    place = (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn), 0.0)
    rooms = {r.name: r.mesh.rotated(degrees) for r in area.rooms if r.mesh is not None}
    (miss,) = found_in(make_area(rooms, doors=(make_door(place),)))
    assert miss.gap == pytest.approx(0.42, abs=1e-5)


def test_door_hook_only() -> None:
    (miss,) = found_in(hall_and_yard(0.42, door_hooks=[(4.1, 2, 0)]))
    assert (miss.kind, miss.door) == ("door hook", "leaf")
    assert miss.reason == "a gap of 0.42 m, with door hook leaf in it"


def test_where_there_is_a_git_door_hooks_do_not_count() -> None:
    """The GIT places doors; hooks only suggest places (FACTS 7)."""
    area = hall_and_yard(0.42, door_hooks=[(4.1, 2, 0)], git=Gff("GIT ", Struct()))
    assert list_doorsteps(area) == []
    assert found_in(area) == ()
    away = hall_and_yard(0.42, (99, 2, 0), door_hooks=[(4.1, 2, 0)])
    assert [each.kind for each in list_doorsteps(away)] == ["door"]
    assert found_in(away) == ()


def test_a_door_without_a_name() -> None:
    door = make_door((4.2, 2, 0), tag="", template="")
    (miss,) = found_in(make_area({"a": floor(), "b": floor(4.4)}, doors=(door,)))
    assert miss.reason == "a gap of 0.40 m, with door in it"


def test_the_name_of_a_door_is_made_printable() -> None:
    door = make_door((4.2, 2, 0), tag="\x1b[31m")
    (miss,) = found_in(make_area({"a": floor(), "b": floor(4.4)}, doors=(door,)))
    assert miss.reason.isprintable()


def test_an_edge_in_parts() -> None:
    """Three edges make the doorway on one side; all of them face the one on the other."""
    corners = [(0.0, 0.0, 0.0), *((4.0, y, 0.0) for y in (0.0, 0.5, 1.5, 2.0)), (0.0, 2.0, 0.0)]
    faces = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]
    hall = kl.Walkmesh.from_arrays(corners, faces, [4] * 4)
    door = make_door((4.25, 1, 0), QUARTER)
    found = found_in(make_area({"hall": hall, "yard": floor(4.5, depth=2)}, doors=(door,)))
    assert [miss.edge for miss in found] == [1, 4, 7]
    assert [miss.shared for miss in found] == pytest.approx([0.5, 1, 0.5])


def test_an_edge_in_many_parts() -> None:
    """Twenty edges of 10 cm on each side: each faces the one across, and no other."""
    marks = np.linspace(0, 2, 21)
    corners = [(0.0, 1.0, 0.0), *((4.0, float(y), 0.0) for y in marks)]
    hall = kl.Walkmesh.from_arrays(corners, [(0, n, n + 1) for n in range(1, 21)], [4] * 20)
    yard = hall.rotated(180, (4.25, 1))
    found = found_in(make_area({"hall": hall, "yard": yard}, doors=(make_door((4.25, 1, 0)),)))
    assert [(m.edge, m.other_edge) for m in found] == [(3 * n + 1, 58 - 3 * n) for n in range(20)]
    assert [m.gap for m in found] == pytest.approx([0.5] * 20, abs=1e-5)


@pytest.mark.parametrize("gap", [0.11, 0.5, 1.49])
def test_wide_and_narrow(gap: float) -> None:
    assert len(found_in(hall_and_yard(gap, (4 + gap / 2, 2, 0)))) == 1


# What is none


def none_of_them() -> dict[str, Area]:
    back_to_back = {"one": make_room((0, 0), {}), "two": make_room((1, 0), {})}
    two = back_to_back["two"].translated((0.5, 0, 0))
    corners = {"a": floor(), "b": floor(4, 4)}
    offset = {"a": floor(), "b": floor(4.4, 3.9)}
    elsewhere = {"a": floor(east=2), "b": floor(4.4), "c": None}
    sill = {"a": floor(), "b": floor(4.5), "sill": floor(4, width=0.5)}
    between = {"a": floor(), "b": floor(5), "lane": floor(4, -1, 1, 6)}
    return {
        "no door": hall_and_yard(0.42),
        "too wide": hall_and_yard(1.6, (4.8, 2, 0)),
        "another storey": hall_and_yard(0.42, (4.21, 2, 3)),
        "below": hall_and_yard(0.42, (4.21, 2, -1.2)),
        "in one of the rooms": hall_and_yard(0.42, (3, 2, 0)),
        "beside the gap": hall_and_yard(0.42, (4.21, 4.3, 0)),
        "rooms at different heights": make_area(
            {"a": floor(), "b": floor(4.4, z=0.7)}, doors=(make_door((4.2, 2, 0)),)
        ),
        "back to back, a door in the wall": make_area(
            {"one": back_to_back["one"], "two": two}, doors=(make_door((6.25, 3, 0), QUARTER),)
        ),
        "corners touch": make_area(corners, doors=(make_door((4, 4, 0)),)),
        "corners side by side": make_area(offset, doors=(make_door((4.2, 3.95, 0)),)),
        "the edge leads elsewhere": make_area(elsewhere, doors=(make_door((4.2, 2, 0)),)),
        "at an angle": make_area(
            {"a": floor(), "b": floor(4.4).rotated(-15, (4.4, 0))},
            doors=(make_door((4.3, 1, 0)),),
        ),
        "one room": make_area({"a": floor(), "c": None}, doors=(make_door((4.2, 2, 0)),)),
        "a door nowhere": hall_and_yard(0.42, (math.nan, 2, 0), (math.inf, 0, 0), (1e300, 0, 0)),
        "seams": make_area({"a": floor(), "b": floor(4)}, doors=(make_door((4, 2, 0)),)),
        "a floor in the doorway": make_area(sill, doors=(make_door((4.25, 2, 0)),)),
        "two floors in the doorway": make_area(
            {**sill, "again": floor(4, width=0.5)}, doors=(make_door((4.25, 2, 0)),)
        ),
        "a lane between": make_area(between, doors=(make_door((4.5, 2, 0)),)),
    }


@pytest.mark.parametrize("name", none_of_them())
def test_what_is_none(name: str) -> None:
    assert [m for m in found_in(none_of_them()[name]) if m.door or "door" in m.kind] == []


def test_a_small_gap_is_an_ordinary_one_and_told_once() -> None:
    (miss,) = found_in(hall_and_yard(0.05, (4.02, 2, 0)))
    assert (miss.kind, miss.door) == ("gap", "")


def test_two_doors_in_one_gap_are_one_gap() -> None:
    (miss,) = found_in(hall_and_yard(0.42, (4.2, 1, 0), (4.2, 3, 0)))
    assert miss.door == "gate"


# Linking


def test_relink_tells_it_and_links_nothing() -> None:
    area = hall_and_yard(0.42, (4.21, 2, 0))
    linked, report = relink(area, clear=True)
    assert linked is area
    assert [miss.kind for miss in report.near_misses] == ["door"]


def test_links_across_a_door_are_not_cleared() -> None:
    door = make_door((4.21, 2, 0), QUARTER)
    rooms = {"hall": floor(east=1), "yard": floor(4.42, west=0)}
    _, report = relink(make_area(rooms, doors=(door,)), clear=True)
    assert report.changes == ()
    assert [miss.linked for miss in report.near_misses] == [True]
    _, report = relink(make_area(rooms), clear=True)  # without the door they meet nothing
    assert [(c.was, c.now) for c in report.changes] == [(1, -1), (0, -1)]


# Hostile areas


def test_too_many_doors_are_told() -> None:
    doors = [(4.21, 2.0, 0.0)] * 1001
    misses = misses_of(hall_and_yard(0.42, *doors))
    assert not misses.complete
    assert len(misses.found) == 1


def test_too_many_edges_at_a_door_are_told() -> None:
    count = 400
    points = np.tile([(0, 0, 0), (4, 0, 0), (4, 3, 0)], (count, 1)).astype(float)
    points[:, 0] -= np.repeat(np.arange(count), 3) * 1e-4
    mesh = kl.Walkmesh.from_arrays(points, np.arange(3 * count).reshape(-1, 3), [4] * count)
    area = make_area({"a": mesh, "b": floor(4.4)}, doors=(make_door((4.2, 1.5, 0)),))
    assert not misses_of(area).complete


def test_hooks_with_odd_numbers() -> None:
    area = hall_and_yard(0.42, door_hooks=[(math.nan, 2, 0), (4.2, math.inf, 0)])
    assert found_in(area) == ()
