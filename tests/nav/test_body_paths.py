"""Paths of bodies with a radius on mazes that are turned: there as back, and off the walls."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kotorlevel.core.errors import InputError
from kotorlevel.nav.navigator import Navigator
from kotorlevel.nav.path import Path
from kotorlevel.nav.search.kernels.funnel import pull_string
from support.nav.mazes import Frame, draw, maze, random_mask
from support.nav.slow_floor import clearance_at

REVIEWED = [
    (28, 0.1, (1.6128218173980713, -2.507527550061544), (0.4220401843388875, -4.514137427012126)),
    (33, 0.2, (2.1349937915802, 2.886293649673462), (6.073127746582031, 0.820167233546575)),
    (36, 0.2, (1.153806467851003, 3.858879804611206), (0.1869444896777471, 0.7215312321980795)),
]
"""Seed, radius and ends of paths that were found in one direction only, or far too long."""


def turned_maze(seed: int, x: float = 0.0) -> Navigator:
    mask = random_mask(np.random.default_rng(seed), 5, 6, 0.75)
    return Navigator(maze(mask, seed, Frame(0.1 + seed * 0.37, x, -x)))


def check_there_and_back(navigator: Navigator, a: Any, b: Any, radius: float) -> Path:
    there, back = navigator.path(a, b, radius), navigator.path(b, a, radius)
    assert there.ok == back.ok, (there.reason, back.reason)
    if there.ok:
        assert there.plan_length == pytest.approx(back.plan_length, rel=1e-3)
        for path in (there, back):
            check_points(navigator, path, radius)
    return there


def check_points(navigator: Navigator, path: Path, radius: float) -> None:
    """All of the line keeps its distance, and its length is that of the points."""
    line = path.points[:, :2]
    steps = np.diff(line, axis=0)
    assert path.plan_length == pytest.approx(np.hypot(*steps.T).sum(), abs=1e-9)
    for part in (0.0, 0.5):
        for x, y in (line[:-1] + steps * part).tolist():
            assert clearance_at(navigator.floor, x, y) >= radius - 1e-3


@pytest.mark.parametrize(("seed", "radius", "a", "b"), REVIEWED)
def test_reviewed_mazes(seed: int, radius: float, a: Any, b: Any) -> None:
    path = check_there_and_back(turned_maze(seed), a, b, radius)
    assert path.ok
    expected = {28: 2.5983, 33: 5.1455, 36: 8.6800}[seed]  # a visibility graph 1.2 mm farther out
    assert expected * 0.998 <= path.plan_length <= expected


@pytest.mark.parametrize("x", [0.0, 200.0])
@pytest.mark.parametrize("seed", range(6))
def test_turned_mazes_there_and_back(seed: int, x: float) -> None:
    navigator = turned_maze(seed, x)
    random = np.random.default_rng(seed)
    centre = navigator.floor.centre[:, :2]
    for radius in (0.1, 0.2, 0.35):
        for a, b in centre[random.integers(0, len(centre), (4, 2))].tolist():
            check_there_and_back(navigator, a, b, radius)


def test_a_passage_along_the_line_of_travel() -> None:
    """The last passage lies along a straight wall, and the goal behind the wall's end."""
    random = np.random.default_rng(1)
    for angle, x, y in random.uniform((0, -9, -9), (6.28, 9, 9), (500, 3)).tolist():
        frame = Frame(angle, x, y)
        left = frame.place([(0.9, 0.5), (1.9, 0.5), (4, 0)])
        right = frame.place([(1, 0), (2, 0), (3, 0)])
        start, goal = frame.place([(0, 0), (3, -2)]).tolist()
        columns = {"left_x": left[:, 0], "left_y": left[:, 1]}
        plan: Any = SimpleNamespace(**columns, right_x=right[:, 0], right_y=right[:, 1])
        turns, _ = pull_string(plan, [0, 1, 2], *start, *goal)
        line = np.concatenate([[start], turns, [goal]])
        assert np.hypot(*np.diff(line, axis=0).T).sum() == pytest.approx(3 + 2, abs=1e-9)


@pytest.mark.parametrize("bad", [-1, math.nan, math.inf, "x", None])
def test_a_bad_radius_is_named(bad: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="radius"):
        Navigator(maze(draw("."))).path((0.5, 0.5), (0.6, 0.6), bad)


@pytest.mark.parametrize("bad", [None, 5, [0], b"all", {"a": 1}])
def test_bad_doors_are_named(bad: Any) -> None:
    with pytest.raises(TypeError, match="open_doors"):
        Navigator(maze(draw(".")), open_doors=bad)


@pytest.mark.parametrize("bad", [5, {"a": 1}, {4.7: 2}, [4], "4"])
def test_bad_costs_are_named(bad: Any) -> None:
    with pytest.raises((TypeError, InputError), match="costs"):
        Navigator(maze(draw(".")), costs=bad)


@pytest.mark.parametrize("bad", [None, 5, {0: 1, 1: 2}, {1, 2}])
def test_a_bad_place_is_named(bad: Any) -> None:
    with pytest.raises(TypeError, match="a is a place"):
        Navigator(maze(draw("."))).path(bad, (0.5, 0.5))
