"""The distance from walls, against all walls of the maze."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest

from kotorlevel.nav.navigator import Navigator
from support.areas import floor, make_area
from support.nav.mazes import Frame, maze, overpass, random_mask, rooms_of, spiral
from support.nav.slow_paths import SlowMaze

Walker = partial(Navigator, fast=False)


def slow_clearance(slow: SlowMaze, x: float, y: float) -> float:
    """The distance to the nearest square that is no floor."""
    return min(
        math.hypot(max(column - x, 0, x - column - 1), max(row - y, 0, y - row - 1))
        for column, row in slow.blocked
    )


@pytest.mark.parametrize("share", [0.7, 0.9, 1.0])
def test_random_mazes(share: float) -> None:
    random = np.random.default_rng(3)
    frame = Frame(0.5, 10, 20)
    for seed in range(4):
        mask = random_mask(random, 7, 7, share)
        walkers = Walker(maze(mask, seed, frame)), Walker(rooms_of(mask, 3, frame))
        slow = SlowMaze(mask)
        rows, columns = np.nonzero(mask)
        for _ in range(20):
            i = random.integers(len(rows))
            x, y = np.array([columns[i], rows[i]]) + random.uniform(0, 1, 2)
            at_x, at_y = frame.place([(x, y)])[0].tolist()
            for walker in walkers:
                assert walker.clearance(at_x, at_y) == pytest.approx(
                    slow_clearance(slow, x, y), abs=1e-5
                )


def test_on_a_wall_and_off_the_floor() -> None:
    walker = Walker(maze(np.ones((3, 3), bool)))
    assert walker.clearance(1.5, 0.0) == 0
    assert walker.clearance(1.5, -0.5) is None
    assert walker.clearance(1.5, 1.5) == pytest.approx(1.5)


def test_another_storey_is_not_near() -> None:
    """Under the bridge the walls of the corridor count, not the edges of the bridge above."""
    walker = Walker(overpass())
    assert walker.clearance(8.5, 1.0, 0.0) == pytest.approx(1.0)
    assert walker.clearance(8.5, 1.0, 6.0) == pytest.approx(0.5)
    tower = Walker(spiral(3, 24))
    for k in range(3, 69):  # not so near to the two ends that they count
        angle = k * 2 * math.pi / 24
        found = tower.clearance(2.2 * math.cos(angle), 2.2 * math.sin(angle), k * 4 / 24)
        outer = 3 * math.cos(math.pi / 24)
        assert found == pytest.approx(min(outer - 2.2, 0.8), abs=0.03)


def test_a_link_is_no_wall() -> None:
    linked = Walker(make_area({"hall": floor(east=1), "yard": floor(4, west=0)}))
    assert linked.clearance(3.9, 2, 0) == pytest.approx(2)
    apart = Walker(make_area({"hall": floor(), "yard": floor(4)}))
    assert apart.clearance(3.9, 2, 0) == pytest.approx(0.1)
