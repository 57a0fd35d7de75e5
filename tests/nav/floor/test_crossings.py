"""From room to room: links that meet exactly, in part, almost, or in one direction only."""

from __future__ import annotations

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.nav.floor.build import build_floor, find_components
from kotorlevel.nav.floor.crossings import find_crossings
from support.areas import floor as room_floor
from support.areas import make_area
from support.nav.slow_floor import check_floor

Way = tuple[int, int, int, int, float, float]


def ways(area: Area) -> list[Way]:
    """Room, edge, room and edge, and the part of the first."""
    boundary = area.geometry.boundary
    found = find_crossings(area.geometry.seams, area.geometry.edge_misses)
    return sorted(
        (
            int(boundary.room[a]),
            int(boundary.edge[a]),
            int(boundary.room[b]),
            int(boundary.edge[b]),
            round(float(low), 6),
            round(float(high), 6),
        )
        for a, b, low, high in zip(found.a, found.b, found.low, found.high, strict=True)
    )


def test_a_link() -> None:
    area = make_area({"a": room_floor(east=1), "b": room_floor(4, west=0)})
    assert ways(area) == [(0, 1, 1, 5, 0, 1), (1, 5, 0, 1, 0, 1)]


def test_in_one_direction() -> None:
    area = make_area({"a": room_floor(east=1), "b": room_floor(4)})
    assert ways(area) == [(0, 1, 1, 5, 0, 1)]
    check_floor(build_floor(area), one_way=1)


def test_to_another_room_than_the_one_that_is_there() -> None:
    area = make_area({"a": room_floor(east=2), "b": room_floor(4, west=0), "c": room_floor(20)})
    assert ways(area) == [(1, 5, 0, 1, 0, 1)]


@pytest.mark.parametrize(
    ("gap", "joined"), [(0.0005, True), (0.05, True), (0.099, True), (0.2, False)]
)
def test_with_a_gap(gap: float, joined: bool) -> None:
    area = make_area({"a": room_floor(east=1), "b": room_floor(4 + gap, west=0)})
    assert ways(area) == ([(0, 1, 1, 5, 0, 1), (1, 5, 0, 1, 0, 1)] if joined else [])
    floor = build_floor(area)
    check_floor(floor, gap=max(gap, 0.001) + 1e-6)
    frayed = np.isinf(floor.floor_angle)
    assert frayed.any() == (joined and gap > 0.002)


def test_a_step_in_height() -> None:
    area = make_area({"a": room_floor(east=1), "b": room_floor(4, z=0.3, west=0)})
    assert len(ways(area)) == 2
    assert find_components(build_floor(area)).max() == 0
    area = make_area({"a": room_floor(east=1), "b": room_floor(4, z=3, west=0)})
    assert ways(area) == []


def test_rooms_beside_each_other_in_part() -> None:
    """4 m and 4 m, shifted by one: three metres are shared."""
    area = make_area({"a": room_floor(east=1), "b": room_floor(4, 1, west=0)})
    assert ways(area) == [(0, 1, 1, 5, 0.25, 1), (1, 5, 0, 1, 0.25, 1)]
    floor = build_floor(area)
    check_floor(floor)
    links = np.flatnonzero(floor.link)
    for p in links.tolist():
        assert sorted([floor.left[p, 1], floor.right[p, 1]]) == [1, 4]
    seam = np.abs(floor.wall_from[:, 0] - 4) + np.abs(floor.wall_to[:, 0] - 4) < 1e-9
    length = np.abs(floor.wall_to - floor.wall_from)[seam, 1]
    assert sorted(length.tolist()) == pytest.approx([1, 1])
    # At (4, 1) the wall of one room meets the corner of the other: three quarters of floor.
    corner = floor.wall_to_id[np.hypot(*(floor.wall_to[:, :2] - (4, 1)).T) < 1e-9]
    assert floor.floor_angle[corner] == pytest.approx([1.5 * np.pi] * len(corner))


def test_rooms_that_look_down_beside_each_other_in_part() -> None:
    """Sides of their cells run against their edges, and so do the parts of them."""
    rooms = {}
    for name, mesh in (("a", room_floor(east=1)), ("b", room_floor(4, 1, west=0))):
        faces, sides = mesh.faces[:, ::-1], mesh.transitions[:, [1, 0, 2]]
        rooms[name] = kl.Walkmesh.from_arrays(mesh.vertices, faces, mesh.materials, sides)
    floor = build_floor(make_area(rooms))
    check_floor(floor)
    for p in np.flatnonzero(floor.link).tolist():
        assert sorted([floor.left[p, 1], floor.right[p, 1]]) == [1, 4]
    assert floor.link.sum() == 2


def test_one_edge_and_two() -> None:
    far = kl.Walkmesh.from_arrays(
        [(4, 0, 0), (8, 0, 0), (8, 4, 0), (4, 4, 0), (4, 2.5, 0)],
        [(0, 1, 4), (1, 2, 4), (2, 3, 4)],
        [4] * 3,
        [(-1, -1, 0), (-1, -1, -1), (-1, 0, -1)],
    )
    area = make_area({"a": room_floor(east=1), "b": far})
    # Edge 2 of the far room is the lower part, 7 the upper one.
    assert ways(area) == [
        (0, 1, 1, 2, 0, 0.625),
        (0, 1, 1, 7, 0.625, 1),
        (1, 2, 0, 1, 0, 1),
        (1, 7, 0, 1, 0, 1),
    ]
    floor = build_floor(area)
    check_floor(floor)
    # Where the two meet in the middle of the one there is no wall.
    middle = np.hypot(*(floor.left[:, :2] - (4, 2.5)).T) < 1e-9
    assert middle.any()
    assert not floor.at_wall[floor.left_id[middle]].any()


def test_three_rooms_on_one_seam() -> None:
    """Two rooms lie on the same place behind the edge: the transition says which is meant."""
    rooms = {
        "a": room_floor(east=2),
        "b": room_floor(4, west=0),
        "c": room_floor(4, depth=4, west=0),
    }
    assert ways(make_area(rooms)) == [(0, 1, 2, 5, 0, 1), (1, 5, 0, 1, 0, 1), (2, 5, 0, 1, 0, 1)]


def test_a_row_of_rooms_in_any_order() -> None:
    order = [3, 0, 2, 1]  # the room at each place
    where = {room: place for place, room in enumerate(order)}
    rooms = {}
    for room in range(4):
        place = where[room]
        rooms[f"r{room}"] = room_floor(
            4 * place,
            west=order[place - 1] if place else -1,
            east=order[place + 1] if place < 3 else -1,
        )
    area = make_area(rooms)
    assert len(ways(area)) == 6
    assert find_components(build_floor(area)).max() == 0


def test_no_rooms() -> None:
    assert ways(make_area({})) == []
    assert ways(make_area({"a": None})) == []
