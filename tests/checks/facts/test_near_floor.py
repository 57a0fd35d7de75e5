"""How far the floor is: against the same answers found slowly, one face at a time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from kotorlevel.checks.facts.area import near_floor
from kotorlevel.checks.facts.area.near_floor import find_floors_near, find_nearest_floor
from kotorlevel.checks.facts.mesh.overlap import find_overlaps, shared_middle

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]

eighths = st.integers(-40, 40).map(lambda n: n / 8)
points = st.tuples(eighths, eighths, eighths)


def cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


triangles = st.tuples(points, points, points).filter(lambda t: abs(cross(*t)) > 0.1)


def slow_closest(face: Triangle, point: Point) -> tuple[float, float]:
    """Distance in the plan and height: inside by the signs, else the closest of the sides."""
    total = cross(*face)
    parts = [cross(point, face[(k + 1) % 3], face[(k + 2) % 3]) / total for k in range(3)]
    if min(parts) >= 0:
        return 0.0, sum(part * corner[2] for part, corner in zip(parts, face, strict=True))
    best = (math.inf, math.nan)
    for k in range(3):
        a, b = face[k], face[(k + 1) % 3]
        dx, dy = b[0] - a[0], b[1] - a[1]
        t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
        t = min(1.0, max(0.0, t))
        gap = math.dist((a[0] + t * dx, a[1] + t * dy), point[:2])
        if gap < best[0]:
            best = gap, a[2] + t * (b[2] - a[2])
    return best


def as_corners(faces: Sequence[Triangle]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array(faces, np.float64).reshape(-1, 3, 3)


@given(st.lists(triangles, max_size=6), points)
def test_nearest(faces: list[Triangle], point: Point) -> None:
    slow = [slow_closest(face, point) for face in faces]
    found = find_nearest_floor(as_corners(faces), point, 4.0)
    nearest = min((gap for gap, _ in slow), default=math.inf)
    if found is None:
        assert nearest > 4.0 - 1e-9
        return
    assert found.distance == pytest.approx(nearest, abs=1e-9)
    assert found.distance <= 4.0
    heights = [height for gap, height in slow if gap <= nearest + 1e-9]
    assert any(found.height == pytest.approx(height, abs=1e-6) for height in heights)


@given(
    st.lists(triangles, max_size=8),
    st.lists(points, max_size=6),
    st.sampled_from([0.5, 1.0, 3.0]),
    st.sampled_from([0.25, 2.0, math.inf]),
)
def test_near(faces: list[Triangle], asked: list[Point], reach: float, rise: float) -> None:
    found = find_floors_near(
        as_corners(faces), np.array(asked, np.float64).reshape(-1, 3), reach, rise
    )
    assert found.known.all()
    for point, has in zip(asked, found.found.tolist(), strict=True):
        slow = [(gap, abs(z - point[2])) for gap, z in (slow_closest(f, point) for f in faces)]
        if any(abs(gap - reach) < 1e-9 or abs(dz - rise) < 1e-6 for gap, dz in slow):
            continue  # on the border rounding decides
        assert has == any(gap < reach and dz < rise for gap, dz in slow)


def test_rise_of_each_point() -> None:
    face = as_corners([((0, 0, 0), (4, 0, 0), (0, 4, 0))])
    asked = np.array([(1, 1, 2), (1, 1, 2)], np.float64)
    assert find_floors_near(face, asked, 1.0, [1.9, 2.1]).found.tolist() == [False, True]


def test_distances_by_hand() -> None:
    """A right triangle: before a side, over a corner, beside the slope, inside."""
    face = as_corners([((0, 0, 0), (4, 0, 4), (0, 4, 0))])
    assert find_nearest_floor(face, (1, -2, 0), 3) == (2, 1)
    assert find_nearest_floor(face, (-3, -4, 0), 9) == (5, 0)
    assert find_nearest_floor(face, (3, 3, 0), 9) == pytest.approx((math.sqrt(2), 2))
    assert find_nearest_floor(face, (1, 1, 0), 9) == (0, 1)
    assert find_nearest_floor(face, (1, -2, 0), 1.9) is None


def test_of_two_floors_the_one_at_that_height() -> None:
    faces = as_corners([((0, 0, z), (4, 0, z), (0, 4, z)) for z in (0, 5, 9)])
    assert find_nearest_floor(faces, (1, 1, 6), 1) == (0, 5)


def test_a_crowd_is_answered_by_a_few() -> None:
    """Thousands of faces at one place, and one point far from them."""
    faces = np.tile(as_corners([((0, 0, 0), (4, 0, 0), (0, 4, 0))]), (20_000, 1, 1))
    asked = np.array([(1, 1, 0)] * 500 + [(50, 50, 0)], np.float64)
    found = find_floors_near(faces, asked, 0.5, 1.0)
    assert found.found[:500].all()
    assert found.none.tolist() == [False] * 500 + [True]


def test_what_is_too_crowded_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may say that there is no floor where the search was given up."""
    monkeypatch.setattr("kotorlevel.checks.facts.mesh.overlap.MOST_LOOKS", 0)
    monkeypatch.setattr("kotorlevel.checks.facts.mesh.overlap.MOST_LOOKS_A_BOX", 0)
    faces = np.tile(as_corners([((0, 0, 0), (4, 0, 0), (0, 4, 0))]), (200, 1, 1))
    asked = np.array([(1, 1, 9)] * 50, np.float64)  # too high: no face is near
    found = find_floors_near(faces, asked, 0.5, 1.0)
    assert not found.found.any()
    assert not found.known.any()
    assert not found.none.any()


def test_every_face_is_looked_at() -> None:
    """Also the last one of more than fit into the first parts."""
    count = 3 * near_floor._FIRST_FACES
    faces = as_corners([((9 * n, 0, 0), (9 * n + 4, 0, 0), (9 * n, 4, 0)) for n in range(count)])
    asked = faces.mean(axis=1)
    found = find_floors_near(faces, asked, 0.1, 0.1)
    assert found.found.all()
    assert find_floors_near(faces, asked + np.array((0, 20, 0)), 0.1, 0.1).none.all()


def test_nothing_to_look_at() -> None:
    none = np.empty((0, 3, 3))
    assert find_nearest_floor(none, (0, 0, 0), 1) is None
    assert find_floors_near(none, np.zeros((2, 3)), 1.0).none.tolist() == [True, True]
    assert len(find_floors_near(none, np.empty((0, 3)), 1.0).found) == 0


@given(triangles, triangles)
def test_shared_middle_is_in_both(first: Triangle, second: Triangle) -> None:
    a, b = as_corners([first])[0], as_corners([second])[0]
    if not len(find_overlaps(a[None], b[None]).first):
        return
    x, y = shared_middle(a, b)
    for face in (first, second):
        parts = [cross((x, y, 0), face[k], face[(k + 1) % 3]) / cross(*face) for k in range(3)]
        assert min(parts) > -1e-9
