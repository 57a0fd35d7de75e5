"""Nearest points of segments, and the gaps between parts of a floor, against slow searches."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotorlevel.nav.causes.wall_gaps import closest_points, find_wall_gaps
from kotorlevel.nav.floor.build import build_floor
from support.areas import floor, make_area

coordinates = st.integers(-8, 8).map(lambda n: n / 2)
points = st.tuples(coordinates, coordinates, coordinates)


@settings(max_examples=200, deadline=None)
@given(points, points, points, points)
def test_closest_points_of_segments(
    a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...], d: tuple[float, ...]
) -> None:
    """No two points along the segments are nearer than those found, and those are on them."""
    rows = [np.array([point], float) for point in (a, b, c, d)]
    one, other = (found[0] for found in closest_points(*rows))
    found = np.linalg.norm(one - other)
    steps = np.linspace(0, 1, 41)[:, None]
    first = rows[0] + (rows[1] - rows[0]) * steps
    second = rows[2] + (rows[3] - rows[2]) * steps
    least = np.linalg.norm(first[:, None] - second[None], axis=2).min()
    assert found <= least + 1e-9
    for point, start, end in ((one, rows[0][0], rows[1][0]), (other, rows[2][0], rows[3][0])):
        around = np.linalg.norm(point - start) + np.linalg.norm(point - end)
        assert around == pytest.approx(np.linalg.norm(start - end), abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(-12, 12), st.integers(-12, 12)), min_size=2, max_size=6, unique=True
    )
)
def test_gaps_are_the_shortest_that_join_everything(corners: list[tuple[int, int]]) -> None:
    """Squares of 1 m, 3 m and more apart: the sum is that of the smallest spanning tree."""
    area = make_area({f"r{n}": floor(3 * x, 3 * y, 1, 1) for n, (x, y) in enumerate(corners)})
    made = build_floor(area)
    none = np.empty(0, np.int64)
    gaps = find_wall_gaps(made, made.room.astype(np.int64), none, none)

    def apart(one: tuple[int, int], other: tuple[int, int]) -> float:
        return math.hypot(*(max(abs(a - b) * 3 - 1, 0) for a, b in zip(one, other, strict=True)))

    pairs = [
        (apart(corners[a], corners[b]), a, b)
        for a, b in itertools.combinations(range(len(corners)), 2)
    ]
    found = {
        (int(a), int(b)): d
        for a, b, d in zip(gaps.part, gaps.other_part, gaps.distance, strict=True)
    }
    for (a, b), distance in found.items():
        assert distance == pytest.approx(apart(corners[a], corners[b]), abs=1e-6)
    ours = sorted((d, a, b) for (a, b), d in found.items())
    assert _tree(ours, len(corners)) == pytest.approx(_tree(sorted(pairs), len(corners)))


def _tree(pairs: list[tuple[float, int, int]], count: int) -> float:
    """The length of the smallest spanning tree (by the shortest edges first)."""
    group = list(range(count))
    total = 0.0
    for distance, a, b in pairs:
        if group[a] != group[b]:
            total += distance
            group = [group[a] if each == group[b] else each for each in group]
    assert len(set(group)) == 1
    return total
