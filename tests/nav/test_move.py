"""Moving along the floor: straight, along walls, into corners, over links, on one storey."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest

from kotorlevel.nav.navigator import Navigator
from support.areas import CLOSED, floor, make_area, make_door
from support.nav.mazes import draw, maze, overpass, random_mask, spiral
from support.nav.slow_paths import SlowMaze, exact

Walker = partial(Navigator, fast=False)


def test_straight_ahead() -> None:
    moved = Walker(maze(np.ones((3, 3), bool))).move((0.5, 0.5), (2.5, 2.25))
    assert moved
    assert moved.point == pytest.approx((2.5, 2.25, 0))
    assert moved.stopped_by is None
    assert len(moved.faces) == len(set(moved.faces)) >= 4


def test_a_wall_takes_what_leads_into_it() -> None:
    """Into the northern wall at (1, 3): the rest of the way goes along it."""
    moved = Walker(maze(np.ones((3, 3), bool))).move((0.5, 2.0), (2.5, 6.0))
    assert not moved.reached
    assert moved.point == pytest.approx((2.5, 3.0, 0))
    assert moved.stopped_by is not None
    assert moved.stopped_by.kind == "wall"
    assert moved.points == pytest.approx(np.array([(0.5, 2, 0), (1, 3, 0), (2.5, 3, 0)]))


def test_straight_into_a_wall_ends_there() -> None:
    moved = Walker(maze(np.ones((3, 3), bool))).move((1.25, 1.0), (1.25, 9.0))
    assert moved.point == pytest.approx((1.25, 3.0, 0))
    assert moved.stopped_by is not None
    assert moved.stopped_by.place == pytest.approx((1.25, 3.0, 0))


def test_a_corner_stops() -> None:
    moved = Walker(maze(np.ones((3, 3), bool))).move((2.0, 2.0), (9.0, 8.0))
    assert moved.point == pytest.approx((3, 3, 0))
    assert not moved.reached


def test_past_the_end_of_a_wall_it_goes_on() -> None:
    """Along the south side of a block, and beyond it straight on."""
    mask = draw("....", ".##.", "....")
    moved = Walker(maze(mask)).move((0.5, 0.5), (3.5, 1.25))
    # The wall is met at (2.5, 1); what is left of the way, 1 m to the east, leads past its end.
    assert moved.point == pytest.approx((3.5, 1.0, 0))
    assert not moved.reached


def test_touching_a_corner_is_no_obstacle() -> None:
    mask = draw("..", "#.")
    moved = Walker(maze(mask)).move((0.5, 1.5), (1.5, 0.5))
    assert moved.reached
    assert moved.point == pytest.approx((1.5, 0.5, 0))


def test_a_pinched_corner_is_a_wall() -> None:
    mask = draw(".#", "#.")
    moved = Walker(maze(mask)).move((0.5, 1.5), (1.5, 0.5))
    assert not moved.reached
    assert moved.point == pytest.approx((1, 1, 0), abs=1e-6)


def test_over_a_link_and_not_over_a_wall() -> None:
    area = make_area({"hall": floor(east=1), "yard": floor(4)})
    over = Walker(area).move((1, 1, 0), (6, 3, 0))
    assert over.reached
    assert {room for room, _ in over.faces} == {0, 1}
    back = Walker(area).move((6, 3, 0), (1, 3, 0))
    assert not back.reached
    assert back.point == pytest.approx((4, 3, 0))
    assert back.stopped_by is not None
    assert (back.stopped_by.room, back.stopped_by.edge) == (1, 5)


def test_a_closed_door_is_what_stops() -> None:
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0)}
    door = make_door((4, 2, 0), math.pi / 2, (CLOSED, None, None), tag="gate")
    moved = Walker(make_area(rooms, doors=(door,)), open_doors="none").move((1, 2), (7, 2))
    assert moved.stopped_by is not None
    assert (moved.stopped_by.kind, moved.stopped_by.name) == ("door", "gate")
    assert 3.9 < moved.point[0] <= 4


def test_off_the_floor_there_is_no_move() -> None:
    moved = Walker(maze(np.ones((1, 1), bool))).move((5, 5), (0.5, 0.5))
    assert not moved.reached
    assert (moved.room, moved.face) == (-1, -1)


def test_on_and_under_a_bridge() -> None:
    walker = Walker(overpass())
    below = walker.move((5, 1, 0), (15, 1, 0))
    assert below.reached
    assert below.point[2] == pytest.approx(0)
    above = walker.move((9, 6, 6), (9, -5, 6))
    assert above.reached
    assert above.point[2] == pytest.approx(6)
    # The edge of the bridge is a wall, whatever lies below.
    off = walker.move((9, 1, 6), (5, 1, 0))
    assert not off.reached
    assert off.point == pytest.approx((8, 1, 6))


def test_up_a_spiral_in_small_steps() -> None:
    walker = Walker(spiral(2, 16))
    x, y, z = 2.0, 0.0, 0.0
    for k in range(1, 120):
        angle = k * 0.1
        moved = walker.move((x, y, z), (2 * math.cos(angle), 2 * math.sin(angle)))
        assert moved.point[2] >= z - 1e-9
        assert moved.point[2] - z < 0.2
        x, y, z = moved.point
    assert z == pytest.approx(119 * 0.1 / (2 * math.pi) * 4, abs=0.05)


@pytest.mark.parametrize("share", [0.6, 0.8])
def test_any_move_stays_on_the_floor_and_gets_there_only_if_it_can(share: float) -> None:
    random = np.random.default_rng(7)
    for seed in range(6):
        mask = random_mask(random, 6, 6, share)
        walker, slow = Walker(maze(mask, seed)), SlowMaze(mask)
        rows, columns = np.nonzero(mask)
        for _ in range(25):
            i = random.integers(len(rows))
            start = np.array([columns[i], rows[i]]) + random.integers(1, 32, 2) / 32
            to = random.integers(-32, 32 * 7, 2) / 32
            moved = walker.move(start.tolist(), to.tolist())
            assert slow.has(moved.point[0], moved.point[1], 1e-6)
            sees = slow.has(*to.tolist()) and slow.sees(exact(*start), exact(*to))
            if sees:
                assert moved.reached
            assert moved.reached == (math.dist(moved.point[:2], to) <= 1e-6)
            assert math.dist(moved.point[:2], to) <= math.dist(start, to) + 1e-9
            length = np.linalg.norm(np.diff(moved.points[:, :2], axis=0), axis=1).sum()
            assert length <= math.dist(start, to) + 1e-6
