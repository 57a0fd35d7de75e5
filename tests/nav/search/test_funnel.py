"""The string through a row of passages, by hand and against a slow one."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from kotorlevel.nav.search.kernels.funnel import pull_string
from kotorlevel.nav.search.plan import Plan

Passage = tuple[tuple[float, float], tuple[float, float]]


def plan_of(passages: list[Passage]) -> Plan:
    """A plan with these passages (left, right) and nothing else."""
    left = [passage[0] for passage in passages]
    right = [passage[1] for passage in passages]
    columns = {
        "left_x": [p[0] for p in left],
        "left_y": [p[1] for p in left],
        "right_x": [p[0] for p in right],
        "right_y": [p[1] for p in right],
    }
    nothing: dict[str, Any] = {name: [] for name in Plan._fields if name not in columns}
    return Plan(**{**nothing, **columns, "turns": 0, "cells": 0})


def pull(
    passages: list[Passage], start: tuple[float, float], goal: tuple[float, float]
) -> tuple[list[list[float]], list[int]]:
    places, positions = pull_string(plan_of(passages), list(range(len(passages))), *start, *goal)
    return places.tolist(), positions.tolist()


def test_nothing_in_the_way() -> None:
    assert pull([], (0, 0), (5, 5)) == ([], [])
    assert pull([((1, 1), (1, -1)), ((2, 1), (2, -1))], (0, 0), (3, 0.5)) == ([], [])


def test_around_one_corner_and_the_other() -> None:
    passages: list[Passage] = [((1, 3), (1, 2)), ((2, -2), (2, -3))]
    assert pull(passages, (0, 0), (3, 0)) == ([[1, 2], [2, -2]], [0, 1])


def test_a_corner_that_passages_share_is_turned_once() -> None:
    passages: list[Passage] = [((0, 2), (0, 1)), ((1, 2), (0, 1)), ((1, 1), (0, 1))]
    places, _ = pull(passages, (-1, 0), (1, 0))
    assert places == [[0, 1]]


def test_a_straight_row_of_corners_is_no_turn() -> None:
    passages: list[Passage] = [((x, 1), (x, 0)) for x in range(1, 5)]
    places, _ = pull(passages, (0, 0), (5, 0))
    assert places == []


def slow_length(
    passages: list[Passage], start: tuple[float, float], goal: tuple[float, float]
) -> float:
    """The shortest way over all choices of turns at ends of passages, in their order."""
    best = math.inf
    for turns in itertools.product((None, 0, 1), repeat=len(passages)):
        stops = [(-1, start)]
        stops += [(k, passages[k][end]) for k, end in enumerate(turns) if end is not None]
        stops.append((len(passages), goal))
        if all(straight(passages, *pair) for pair in itertools.pairwise(stops)):
            points = [point for _, point in stops]
            best = min(best, sum(math.dist(a, b) for a, b in itertools.pairwise(points)))
    return best


def straight(
    passages: list[Passage],
    one: tuple[int, tuple[float, float]],
    other: tuple[int, tuple[float, float]],
) -> bool:
    """Whether a straight line goes through all passages between."""
    (first, (ax, ay)), (last, (bx, by)) = one, other
    for (lx, ly), (rx, ry) in passages[first + 1 : last]:
        left = (bx - ax) * (ly - ay) - (by - ay) * (lx - ax)
        right = (bx - ax) * (ry - ay) - (by - ay) * (rx - ax)
        if left < -1e-12 or right > 1e-12:
            return False
    return True


@pytest.mark.parametrize("seed", range(40))
def test_random_rows_of_passages(seed: int) -> None:
    """Passages across a corridor that widens and narrows: no other choice of turns is shorter."""
    random = np.random.default_rng(seed)
    passages: list[Passage] = []
    for k in range(6):
        low, high = np.sort(random.uniform(-3, 3, 2)).tolist()
        passages.append(((k + 1.0, high), (k + 1.0, low)))
    start, goal = (0.0, float(random.uniform(-2, 2))), (7.0, float(random.uniform(-2, 2)))
    places, positions = pull(passages, start, goal)
    line = [start, *(tuple(p) for p in places), goal]
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
    assert length == pytest.approx(slow_length(passages, start, goal), abs=1e-9)
    assert positions == sorted(positions)
    for (x, y), position in zip(places, positions, strict=True):
        assert (x, y) in passages[position]
