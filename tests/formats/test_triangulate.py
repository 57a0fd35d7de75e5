"""Polygons cut into triangles: they cover the polygon, once, and face as it does."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from shapely.geometry import Polygon

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.drawing import Shape
from kotorlevel.formats.triangulate import MOST_CORNERS, triangulate
from support.formats.drawings import Ring, shape_of, shapes

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints


def star(count: int, seed: int) -> list[tuple[float, float, float]]:
    """A polygon around the origin with corners at any distance: mostly concave."""
    random = np.random.default_rng(seed)
    angles = np.sort(random.random(count)) * 2 * math.pi
    radii = 0.2 + random.random(count)
    return [(r * math.cos(a), r * math.sin(a), 0.0) for a, r in zip(angles, radii, strict=True)]


COMBS: list[Ring] = [
    [(x, y, 0) for x, y in ring]
    for ring in (
        ((0, 0), (6, 0), (6, 3), (5, 3), (5, 1), (4, 1), (4, 3), (3, 3), (3, 1), (2, 1), (1, 3)),
        ((0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)),
        ((0, 0), (1, 0), (2, 0), (2, 2), (1, 2), (0, 2), (0, 1)),
        ((0, 0), (1, 0), (2, 0), (3, 0), (0, 3)),
        # A square with a square hole, joined to it by an edge that is walked twice.
        ((0, 0), (9, 0), (9, 9), (0, 9), (0, 0), (3, 3), (3, 6), (6, 6), (6, 3), (3, 3)),
    )
]


def turned(ring: Ring, seed: int) -> Floats:
    """The polygon somewhere else in space."""
    random = np.random.default_rng(seed)
    turn, _ = np.linalg.qr(random.normal(size=(3, 3)))
    turn *= np.sign(np.linalg.det(turn))
    points: Floats = np.array(ring, np.float64) @ turn.T + random.normal(size=3) * 100
    return points


def area_vectors(points: Floats, triangles: Ints) -> Floats:
    a, b, c = np.moveaxis(points[triangles], 1, 0)
    vectors: Floats = np.cross(b - a, c - a) / 2
    return vectors


@pytest.mark.parametrize(
    "ring",
    [*COMBS, *(star(count, seed) for seed, count in enumerate([4, 4, 4, 4, 5, 6, 7, 9, 30, 200]))],
    ids=lambda ring: f"{len(ring)} corners",
)
def test_a_polygon_is_covered_once(ring: Ring) -> None:
    flat = triangulate(shape_of(ring))
    assert len(flat.corners) == len(ring) - 2
    pieces = [Polygon([ring[corner] for corner in piece]) for piece in flat.corners.tolist()]
    whole = Polygon(ring)
    whole = whole if whole.is_valid else whole.buffer(0)
    assert sum(piece.area for piece in pieces) == pytest.approx(whole.area)
    for piece in pieces:
        assert piece.difference(whole.buffer(1e-9)).area == pytest.approx(0, abs=1e-9)
    facing = area_vectors(shape_of(ring).points, flat.corners)[:, 2]
    assert (facing > 0).all(), "none is turned over, and none is a line"


@pytest.mark.parametrize("ring", COMBS)
def test_it_does_not_matter_where_a_polygon_begins(ring: Ring) -> None:
    areas = set()
    for first in range(len(ring)):
        shape = shape_of([*ring[first:], *ring[:first]])
        facing = area_vectors(shape.points, triangulate(shape).corners)[:, 2]
        assert (facing > 0).all()
        areas.add(round(float(facing.sum()), 9))
    assert len(areas) == 1


@pytest.mark.parametrize(
    ("ring", "area"),
    [
        ([(0, 0), (2, -2), (4, 0), (6, -2), (8, 0), (6, 2), (4, 0), (2, 2)], 16),
        ([(0, 0), (4, 0), (4, 1), (2, 2), (4, 3), (4, 4), (0, 4), (0, 3), (2, 2), (0, 1)], 12),
        ([(0, 0), (4, 0), (4, 4), (2, 4), (2, 6), (2, 4), (0, 4)], 16),
    ],
)
def test_a_polygon_that_touches_itself(ring: list[tuple[float, float]], area: float) -> None:
    for first in range(len(ring)):
        shape = shape_of([(x, y, 0) for x, y in ring[first:] + ring[:first]])
        facing = area_vectors(shape.points, triangulate(shape).corners)[:, 2]
        assert np.abs(facing).sum() == pytest.approx(area)


@pytest.mark.parametrize("ring", [*COMBS, star(40, 3), star(4, 8)])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_polygon_anywhere_in_space(ring: Ring, seed: int) -> None:
    points = turned(ring, seed)
    found = triangulate(shape_of([tuple(p) for p in points.tolist()]))
    vectors = area_vectors(points, found.corners)
    middle = points - points.mean(axis=0)
    whole = np.cross(middle, np.roll(middle, -1, axis=0)).sum(axis=0) / 2
    assert vectors.sum(axis=0) == pytest.approx(whole)
    assert np.linalg.norm(vectors, axis=1).sum() == pytest.approx(np.linalg.norm(whole))


def test_a_quad_is_cut_along_its_shorter_diagonal() -> None:
    kite = [(0, 0, 0), (3, -1, 0), (6, 0, 0), (3, 1, 0)]
    rolled = [kite[1:] + kite[:1], kite]
    found = triangulate(shape_of(*rolled))
    sides = {frozenset(map(int, piece)) for piece in found.corners}
    assert sides == {frozenset(s) for s in ((0, 1, 2), (0, 2, 3), (4, 5, 7), (5, 6, 7))}


def test_an_even_square_is_cut_from_its_first_corner() -> None:
    square = [(0.1, 0.1, 0), (0.4, 0.1, 0), (0.4, 0.4, 0), (0.1, 0.4, 0)]
    assert triangulate(shape_of(square)).corners.tolist() == [[0, 1, 2], [0, 2, 3]]


def test_an_arrow_is_cut_where_it_is_bent_in() -> None:
    arrow = [(0, 0, 0), (4, 4, 0), (0, 1, 0), (-4, 4, 0)]
    for first in range(4):
        ring = arrow[first:] + arrow[:first]
        found = triangulate(shape_of(ring))
        assert (area_vectors(shape_of(ring).points, found.corners)[:, 2] > 0).all()


def test_materials_and_polygons_go_along() -> None:
    square = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    bare = shape_of(COMBS[1], square[:3], square, COMBS[0])
    shape = Shape("x", bare.points, bare.corners, bare.sizes, np.array([2, 0, -1, 1]), ("a",) * 3)
    found = triangulate(shape)
    assert found.polygons.tolist() == [0] * 4 + [1] + [2] * 2 + [3] * 9
    assert found.materials.tolist() == [2] * 4 + [0] + [-1] * 2 + [1] * 9


def test_repeated_corners_are_dropped() -> None:
    points = shape_of([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]).points
    rings = [[0, 0, 1, 2], [0, 1, 1, 1], [0, 1, 2, 3, 3, 0], [0, 1, 0], [2, 2, 2, 2, 2]]
    corners = np.array([corner for ring in rings for corner in ring])
    sizes = np.array([len(ring) for ring in rings])
    shape = Shape("x", points, corners, sizes, np.arange(5), ("a",) * 5)
    found = triangulate(shape)
    assert found.polygons.tolist() == [0, 2, 2]
    first, *others = (set(piece) for piece in found.corners.tolist())
    assert first == {0, 1, 2}
    assert others[0] | others[1] == {0, 1, 2, 3}
    assert len(others[0] & others[1]) == 2


@given(shapes())
def test_anything_ends(shape: Shape) -> None:
    found = triangulate(shape)
    assert len(found.corners) <= (shape.sizes - 2).sum()
    assert np.isin(found.corners, shape.corners).all()


@pytest.mark.parametrize("kind", ["line", "point", "crossing", "anything"])
def test_large_degenerate_polygons_end_soon(kind: str) -> None:
    random = np.random.default_rng(7)
    points = {
        "line": np.linspace(0, 1, MOST_CORNERS)[:, None] * np.ones(3),
        "point": np.ones((MOST_CORNERS, 3)),
        "crossing": random.random((MOST_CORNERS, 3)) * (1, 1, 0),
        "anything": random.random((MOST_CORNERS, 3)),
    }[kind]
    before = time.process_time()
    found = triangulate(shape_of([(x, y, z) for x, y, z in points.tolist()]))
    assert len(found.corners) == MOST_CORNERS - 2
    assert time.process_time() - before < 5


def test_a_polygon_beyond_measure_is_refused() -> None:
    ring = star(MOST_CORNERS + 1, 1)
    with pytest.raises(FormatError, match="1,025 corners") as caught:
        triangulate(shape_of(star(3, 1), ring))
    assert caught.value.section == "'room', polygon 2"


def test_no_polygons() -> None:
    assert triangulate(shape_of()).corners.shape == (0, 3)
