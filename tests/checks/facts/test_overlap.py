"""Faces over each other in the plan, against clipping one pair at a time in plain Python."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from kotorlevel.checks.facts.mesh.overlap import LEAST_OVERLAP, Boxes, find_box_pairs, find_overlaps

Polygon = list[tuple[float, ...]]


def cross(o: tuple[float, ...], a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def area(polygon: Polygon) -> float:
    start = polygon[0] if polygon else ()
    return sum(cross(start, a, b) for a, b in pairwise(polygon[1:])) / 2


def clip(subject: Polygon, clipper: Polygon) -> Polygon:
    """Sutherland and Hodgman's algorithm, one side at a time."""
    sign = 1 if area(clipper) > 0 else -1
    for k in range(3):
        a, b = clipper[k], clipper[(k + 1) % 3]
        kept: Polygon = []
        for p, q in pairwise([*subject, *subject[:1]]):
            here, there = sign * cross(a, b, p), sign * cross(a, b, q)
            if here >= 0:
                kept.append(p)
            if (here < 0) != (there < 0):
                t = here / (here - there)
                kept.append(tuple(p[i] + t * (q[i] - p[i]) for i in range(2)))
        subject = kept
    return subject


def height(face: Polygon, x: float, y: float) -> float:
    a, b, c = np.array(face)
    n = np.cross(b - a, c - a)
    return float(a[2] - (n[0] * (x - a[0]) + n[1] * (y - a[1])) / n[2])


def oracle(a: Polygon, b: Polygon) -> tuple[float, list[float]]:
    """The shared area, and the heights of both in its middle."""
    if min(abs(area(a)), abs(area(b))) <= LEAST_OVERLAP:
        return 0.0, []
    shared = clip([p[:2] for p in a], [p[:2] for p in b])
    size = area(shared)
    if abs(size) <= LEAST_OVERLAP:
        return 0.0, []
    fans = [(shared[0], p, q) for p, q in pairwise(shared[1:])]
    x, y = (sum(area(list(f)) * sum(p[i] for p in f) / 3 for f in fans) / size for i in (0, 1))
    return abs(size), [height(a, x, y), height(b, x, y)]


def random_faces(seed: int, count: int, spread: float, tall: float = 3.0) -> NDArray[np.float64]:
    """Faces of very different sizes, some far from the origin, some on a coarse lattice."""
    random = np.random.default_rng(seed)
    sizes = 2.0 ** random.uniform(-4, 3, (count, 1, 1))
    corners = random.uniform(-1, 1, (count, 3, 3)) * sizes
    corners += random.uniform(-spread, spread, (count, 1, 3))
    corners += np.array([200 * (seed % 3), -70, 0])
    corners[:, :, 2] = random.uniform(0, tall, (count, 3))
    if seed % 2:  # touching borders, equal corners, repeated faces
        corners[:, :, :2] = np.round(corners[:, :, :2])
    return corners.astype(np.float32).astype(np.float64)


def check_against_oracle(
    first: NDArray[np.float64], second: NDArray[np.float64] | None, pairs: list[tuple[int, int]]
) -> int:
    result = find_overlaps(first, second)
    assert result.complete
    rows = zip(result.first.tolist(), result.second.tolist(), strict=True)
    found = {
        tuple(pair) if second is not None else tuple(sorted(pair)): (size, heights)
        for pair, size, heights in zip(rows, result.areas, result.heights, strict=True)
    }
    assert len(found) == len(result.first)
    a = first.tolist()
    b = a if second is None else second.tolist()
    for i, j in pairs:
        size, heights = oracle(a[i], b[j])
        if abs(size - LEAST_OVERLAP) < 1e-9:
            continue
        assert ((i, j) in found) == (size > 0), (i, j, size)
        if size:
            assert found[i, j][0] == pytest.approx(size, rel=1e-6)
            given = found[i, j][1].tolist()
            assert sorted(given) == pytest.approx(sorted(heights), rel=1e-4, abs=1e-4)
    return len(found)


@pytest.mark.parametrize("seed", range(8))
def test_pairs_among_faces(seed: int) -> None:
    faces = random_faces(seed, 70, 6.0)
    assert check_against_oracle(faces, None, list(combinations(range(70), 2))) > 10


@pytest.mark.parametrize("seed", range(8))
def test_pairs_between_two_sets(seed: int) -> None:
    first, second = random_faces(seed, 60, 6.0), random_faces(seed + 100, 40, 6.0)
    if seed % 3 != (seed + 100) % 3:
        second[:, :, 0] += 200 * (seed % 3 - (seed + 100) % 3)
    pairs = [(i, j) for i in range(60) for j in range(40)]
    assert check_against_oracle(first, second, pairs) > 10


def test_the_heights_are_in_the_order_of_the_pair() -> None:
    low = np.array([[(0, 0, 1), (4, 0, 1), (0, 4, 1)]], float)
    high = np.array([[(0, 0, 5), (1, 0, 5), (0, 1, 7)]], float)
    for first, second in ((low, high), (high, low)):
        result = find_overlaps(first, second)
        assert result.areas == pytest.approx([0.5])
        expected = [1, 17 / 3] if first is low else [17 / 3, 1]
        assert result.heights[0] == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(6))
def test_box_pairs_are_complete_and_distinct(seed: int) -> None:
    random = np.random.default_rng(seed)
    low = random.uniform(-50, 50, (300, 2))
    boxes = Boxes(low, low + 2.0 ** random.uniform(-6, 6, (300, 2)))
    pairs = find_box_pairs(boxes, None, 0.0)
    found = {
        tuple(sorted(p)) for p in zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)
    }
    assert len(found) == len(pairs.first)
    apart = (boxes.low[:, None] >= boxes.high[None]).any(axis=2)
    meet = ~(apart | apart.T)
    assert found == {(i, j) for i, j in np.argwhere(meet).tolist() if i < j}


def test_a_crowd_is_not_looked_at_to_the_end() -> None:
    faces = np.tile(np.array([[(0, 0, 0), (2, 0, 0), (0, 2, 0)]], float), (3000, 1, 1))
    assert not find_overlaps(faces).complete
    assert not find_overlaps(faces, faces + np.array([0, 0, 3])).complete


def test_a_large_floor_is_looked_at_to_the_end() -> None:
    """Neighbours only touch: nothing is found, and nothing is left out."""
    size = 60
    x, y = np.meshgrid(np.arange(size + 1), np.arange(size + 1))
    points = np.stack([x.ravel(), y.ravel(), (x * y).ravel() % 7], axis=1) * [0.37, 0.41, 0.1]
    turned = points @ np.array([(0.8, -0.6, 0), (0.6, 0.8, 0), (0, 0, 1)])
    a = (np.arange(size)[:, None] * (size + 1) + np.arange(size)).ravel()
    faces = np.concatenate(
        [np.stack([a, a + 1, a + size + 2], 1), np.stack([a, a + size + 2, a + size + 1], 1)]
    )
    result = find_overlaps(turned.astype(np.float32).astype(float)[faces])
    assert result.complete
    assert not len(result.first)
