"""Boxes, spheres, capsules and moving spheres: what is found is what the definitions give."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import kotorlevel as kl
from support.corpus import each_corpus_file
from support.query.oracle import Floats, Model, model_of
from support.query.shapes import (
    both_ways,
    each_shape_either_way,
    mesh_of,
    rectangle,
    zoo_ground,
    zoo_model,
)
from support.query.solid_oracle import (
    closest_parts,
    exact,
    is_in_box,
    square_gap,
    touch_parts,
)
from support.quick import few

TOUCH = 1e-9
"""Metres that count as touching, as `Ground.faces_near` says."""


def places(model: Model, count: int, seed: int) -> tuple[Floats, float]:
    """(N, 3) points in and around a model, half of them on its corners, and its size."""
    random = np.random.default_rng(seed)
    points = model.corners.reshape(-1, 3) if len(model) else np.array([[-1.0] * 3, [1.0] * 3])
    low, high = points.min(axis=0), points.max(axis=0)
    size = float((high - low).max())
    anywhere = random.uniform(low - size / 10, high + size / 10, (count, 3))
    anywhere[::2] = points[random.integers(0, len(points), len(anywhere[::2]))]
    return anywhere, size


def rows_of(model: Model, found: kl.FaceRefs) -> list[int]:
    rows: list[int] = model.rows(found.room, found.face).tolist()
    return rows


# Boxes


def boxes(model: Model, count: int) -> tuple[Floats, Floats]:
    """(N, 3) lower and upper corners; many have corners and sides of the model on their sides."""
    random = np.random.default_rng(3)
    a, size = places(model, count, 1)
    b, _ = places(model, count, 2)
    b[1::4] = a[1::4] + random.uniform(0, size / 4, a[1::4].shape)
    b[3::8] = a[3::8]  # a point
    b[5::8, random.integers(0, 3, len(b[5::8]))] = a[5::8, 0:1]
    return np.minimum(a, b), np.maximum(a, b)


@each_shape_either_way
def test_faces_in_boxes_are_those_that_clipping_leaves(name: str, fast: bool) -> None:
    model, ground = zoo_model(name), zoo_ground(name, fast)
    lows, highs = boxes(model, 40)
    lists = ground.faces_in_boxes(lows, highs)
    assert len(lists) == 40
    for i, (low, high) in enumerate(zip(lows.tolist(), highs.tolist(), strict=True)):
        found = set(rows_of(model, lists[i]))
        near = (model.corners.min(axis=1) <= high).all(axis=1)
        near &= (model.corners.max(axis=1) >= low).all(axis=1)
        for row in np.flatnonzero(near).tolist():
            if is_in_box(model.exact[row], low, high):
                assert row in found
            elif row in found:  # then it all but touches
                slack = 1e-12 * model.scale
                wider = [v - slack for v in low], [v + slack for v in high]
                assert is_in_box(model.exact[row], *wider)
        assert not found - set(np.flatnonzero(near).tolist())


WHOLE = st.integers(-4, 4).map(float)
POINT = st.tuples(WHOLE, WHOLE, WHOLE)
TRIANGLE = st.tuples(POINT, POINT, POINT)


@both_ways
@settings(max_examples=100)
@given(face=TRIANGLE, a=POINT, b=POINT)
def test_whole_numbers_leave_no_doubt_about_a_box(
    fast: bool,
    face: tuple[tuple[float, ...], ...],
    a: tuple[float, float, float],
    b: tuple[float, float, float],
) -> None:
    """Corners, sides and planes that touch exactly; faces that are a line or a point."""
    ground = kl.Ground(mesh_of(face, [(0, 1, 2)]), fast=fast)
    low = tuple(map(min, a, b))
    high = tuple(map(max, a, b))
    assert len(ground.faces_in_box(low, high)) == is_in_box(exact(face), low, high)


@both_ways
def test_what_a_bounding_box_cannot_tell(fast: bool) -> None:
    """The box is in the bounds of the face, and in those of its sides, but beside it."""
    ground = kl.Ground(mesh_of([(0, 0, 0), (4, 0, 0), (0, 4, 4)], [(0, 1, 2)]), fast=fast)
    assert len(ground.faces_in_box((2.5, 2.5, 0), (4, 4, 4))) == 0  # past the long side
    assert len(ground.faces_in_box((0, 0, 1), (1, 0.9, 4))) == 0  # above the plane
    assert len(ground.faces_in_box((0, 0, 1), (1, 1, 4))) == 1  # touches it
    assert len(ground.faces_in_box((2, 2, 2), (3, 3, 3))) == 1  # a corner on the long side


@both_ways
def test_boxes_without_end(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    everywhere = ground.faces_in_box((-math.inf,) * 3, (math.inf,) * 3)
    assert everywhere.face.tolist() == [0, 1]
    assert everywhere.point == pytest.approx(np.array([[1, 1, 0]] * 2))
    column = ground.faces_in_box((0.1, 1.2, -math.inf), (0.2, 1.8, math.inf))
    assert len(column) == 1
    assert column.point[0] == pytest.approx((0.15, 1.5, 0))
    assert len(ground.faces_in_box((-1e308,) * 3, (1e308,) * 3)) == 2
    assert len(ground.faces_in_box((1e300,) * 3, (1e308,) * 3)) == 0
    lists = ground.faces_in_boxes([[-math.inf] * 3] * 2, [[math.inf] * 3, [-1.0, 9.0, 9.0]])
    assert lists.offsets.tolist() == [0, 2, 2]
    assert lists.query.tolist() == [0, 0]
    assert lists.count.tolist() == [2, 0]


# Near a point or a way


@each_shape_either_way
def test_faces_near_points_by_their_distance(name: str, fast: bool) -> None:
    model, ground = zoo_model(name), zoo_ground(name, fast)
    points, size = places(model, 40, 4)
    radii = np.random.default_rng(5).uniform(0, size / 3, 40)
    radii[::5] = 0
    lists = ground.faces_near_points(points, radii)
    doubt = 1e-12 * (model.scale + size) + 2 * TOUCH
    for i, (point, radius) in enumerate(zip(points, radii.tolist(), strict=True)):
        found = rows_of(model, lists[i])
        gaps = model.gaps(np.tile(point, (len(model), 1)))
        assert found == sorted(found)
        assert set(np.flatnonzero(gaps <= radius - doubt).tolist()) <= set(found)
        assert set(found) <= set(np.flatnonzero(gaps <= radius + doubt).tolist())
        where = lists[i].point
        assert np.linalg.norm(where - point, axis=1) == pytest.approx(gaps[found], abs=doubt)
        assert model.gaps(where, np.array(found, np.int64)) == pytest.approx(0, abs=doubt)


@both_ways
@settings(max_examples=100)
@given(face=TRIANGLE, point=POINT, square=st.sampled_from([0, 1, 2, 3, 4, 5, 8, 9, 16, 25]))
def test_whole_numbers_leave_no_doubt_about_a_sphere(
    fast: bool,
    face: tuple[tuple[float, ...], ...],
    point: tuple[float, float, float],
    square: int,
) -> None:
    """Radii whose squares are whole: many spheres touch exactly, and that counts."""
    ground = kl.Ground(mesh_of(face, [(0, 1, 2)]), fast=fast)
    gap = square_gap(exact(face), [Fraction(value) for value in point])
    assert len(ground.faces_near(point, math.sqrt(square))) == (gap <= square)


@both_ways
def test_a_nanometre_more_touches(fast: bool) -> None:
    """The square of the root of 3 is a little less than 3."""
    ground = kl.Ground(mesh_of([(0, 0, 0), (-2, -1, 0), (-1, -2, 0)], [(0, 1, 2)]), fast=fast)
    assert math.sqrt(3) ** 2 < 3
    assert len(ground.faces_near((1, 1, 1), math.sqrt(3))) == 1
    assert len(ground.faces_near((1, 1, 1), math.sqrt(3) - 1e-8)) == 0
    assert len(ground.faces_near((1, 1, 5), math.sqrt(3), to=(1, 1, 1))) == 1
    assert ground.sweep((1, 1, 5), (1, 1, 1), math.sqrt(3)) is not None
    assert ground.sweep((1, 1, 5), (1, 1, 1 + 1e-7), math.sqrt(3)) is None
    # Straight to a corner, which is the last point of the way.
    for start in ((0, 1, 1), (1, 2, 3), (0.1, 0.7, 0.3)):
        touch = ground.sweep(start, (0, 0, 0), 0.0)
        assert touch is not None
        assert touch.fraction == pytest.approx(1)
        assert ground.sweeps([start], [(0, 0, 0)], 0.0).face[0] == 0


@cache
def ways(name: str) -> tuple[Floats, Floats, Floats, float]:
    """Starts, ends and radii of bodies that move about in a shape, and its size."""
    model, random = zoo_model(name), np.random.default_rng(8)
    count = few(6, 12)
    starts, size = places(model, count, 6)
    starts += random.normal(size=starts.shape) * size / 5
    ends, _ = places(model, count, 7)
    radii = random.uniform(0, size / 8, count)
    radii[::4] = 0
    return starts, ends, radii, size


@cache
def way_parts(name: str) -> list[Floats]:
    """For each of the ways the part at which it is closest to each face."""
    starts, ends, _, _ = ways(name)
    rows = zip(starts, ends, strict=True)
    return [closest_parts(zoo_model(name), start, end - start) for start, end in rows]


@cache
def way_gaps(name: str) -> list[Floats]:
    """For each of the ways the gaps to all faces."""
    starts, ends, _, _ = ways(name)
    model = zoo_model(name)
    rows = zip(starts, ends, way_parts(name), strict=True)
    return [model.gaps(start + part[:, None] * (end - start)) for start, end, part in rows]


def sweep_doubt(name: str) -> float:
    return 1e-8 * (zoo_model(name).scale + ways(name)[3]) + 2 * TOUCH


@cache
def way_touches(name: str) -> list[tuple[Floats, Floats]]:
    """For each of the ways the part at which each face is touched: for certain, and perhaps."""
    model, doubt = zoo_model(name), sweep_doubt(name)
    starts, ends, radii, _ = ways(name)
    return [
        (
            touch_parts(model, start, end - start, radius - doubt, closest),
            touch_parts(model, start, end - start, radius + doubt, closest),
        )
        for start, end, radius, closest in zip(
            starts, ends, radii.tolist(), way_parts(name), strict=True
        )
    ]


@each_shape_either_way
def test_capsules_by_their_distance(name: str, fast: bool) -> None:
    model, ground = zoo_model(name), zoo_ground(name, fast)
    starts, ends, radii, size = ways(name)
    lists = ground.faces_near_points(starts, radii, ends)
    doubt = 1e-9 * (model.scale + size) + 2 * TOUCH  # the search is no better
    for i, (start, end, radius) in enumerate(zip(starts, ends, radii.tolist(), strict=True)):
        found = rows_of(model, lists[i])
        gaps = way_gaps(name)[i]
        assert set(np.flatnonzero(gaps <= radius - doubt).tolist()) <= set(found)
        assert set(found) <= set(np.flatnonzero(gaps <= radius + doubt).tolist())
        if not found:
            continue
        where = lists[i].point
        assert model.gaps(where, np.array(found, np.int64)) == pytest.approx(0, abs=doubt)
        along = np.array([_gap_to_way(each, start, end) for each in where])
        assert along == pytest.approx(gaps[found], abs=doubt)


def _gap_to_way(point: Floats, start: Floats, end: Floats) -> float:
    way = end - start
    part = np.clip((point - start) @ way / (way @ way), 0, 1) if way.any() else 0.0
    return float(np.linalg.norm(point - start - part * way))


@both_ways
def test_a_body_that_stands(fast: bool) -> None:
    """A capsule between two floors: a sphere at either end would not do."""
    low, high = rectangle(0, 0, 4, 4), rectangle(0, 0, 4, 4).translated((0, 0, 3))
    ground = kl.Ground([low, high], fast=fast)
    assert len(ground.faces_near((1, 2, 1.5), 1.0)) == 0
    assert set(ground.faces_near((1, 2, 1.5), 1.5).room.tolist()) == {0, 1}
    through = ground.faces_near((3, 1, -5), 0.1, to=(3, 1, 9))
    assert sorted(zip(through.room.tolist(), through.face.tolist(), strict=True)) == [
        (0, through.face[0]),
        (1, through.face[1]),
    ]
    assert through.point == pytest.approx(np.array([(3, 1, 0), (3, 1, 3)]))
    again = ground.faces_near((3, 1, 9), 0.1, to=(3, 1, -5))
    assert again.face.tolist() == through.face.tolist()


# Moving spheres


@each_shape_either_way
def test_sweeps_find_the_first_touch(name: str, fast: bool) -> None:
    model, ground = zoo_model(name), zoo_ground(name, fast)
    starts, ends, radii, _ = ways(name)
    touches = ground.sweeps(starts, ends, radii)
    doubt = sweep_doubt(name)
    for i, (start, end, radius) in enumerate(zip(starts, ends, radii.tolist(), strict=True)):
        way = end - start
        length = float(np.linalg.norm(way))
        surely, perhaps = (parts * length for parts in way_touches(name)[i])
        if touches.face[i] < 0:
            assert np.isnan(surely).all()
            assert np.isnan(touches.distance[i])
            continue
        row = model.row(touches.room[i], touches.face[i])
        assert touches.distance[i] <= np.nanmin([np.inf, *surely]) + doubt
        assert perhaps[row] - doubt <= touches.distance[i]
        assert not (perhaps < np.inf).any() or touches.distance[i] >= np.nanmin(perhaps) - doubt
        centre, point = touches.centre[i], touches.point[i]
        assert centre == pytest.approx(start + way * touches.fraction[i], abs=doubt)
        assert model.gap(point, row) <= doubt
        if touches.distance[i] > 0:
            assert np.linalg.norm(point - centre) == pytest.approx(radius, abs=doubt)
        assert np.linalg.norm(touches.normal[i]) == pytest.approx(1)
        if radius > 1e3 * doubt and touches.distance[i] > 0:
            assert touches.normal[i] * radius == pytest.approx(centre - point, abs=10 * doubt)


@both_ways
@settings(max_examples=80)
@given(face=TRIANGLE, a=POINT, b=POINT, square=st.sampled_from([0, 1, 2, 4, 5, 9]))
def test_a_sphere_touches_on_its_way_what_is_in_the_capsule(
    fast: bool,
    face: tuple[tuple[float, ...], ...],
    a: tuple[float, float, float],
    b: tuple[float, float, float],
    square: int,
) -> None:
    """Two algorithms, one question; whole numbers touch in passing, too."""
    ground = kl.Ground(mesh_of(face, [(0, 1, 2)]), fast=fast)
    radius = math.sqrt(square)
    near, touch = ground.faces_near(a, radius, to=b), ground.sweep(a, b, radius)
    assert len(near) == (touch is not None)
    if touch is None:
        return
    assert len(ground.faces_near(touch.centre, radius + 1e-9)) == 1
    assert math.dist(a, touch.centre) == pytest.approx(touch.distance, abs=1e-12)
    before = max(touch.distance - 1e-3, 0.0) / (math.dist(a, b) or 1.0)
    earlier = [p + before * (q - p) for p, q in zip(a, b, strict=True)]
    if touch.distance > 1e-3:
        assert len(ground.faces_near(a, radius - 1e-6 if radius else 0.0, to=earlier)) == 0


@both_ways
def test_touches_by_hand(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 4, 4), fast=fast)
    flat = ground.sweep((1, 2, 5), (1, 2, -5), 0.5)
    assert flat is not None
    assert (flat.distance, flat.fraction) == pytest.approx((4.5, 0.45))
    assert (flat.point, flat.normal, flat.centre) == ((1, 2, 0), (0, 0, 1), (1, 2, 0.5))
    assert (flat.material, flat.surface.label, flat.room) == (4, "Stone", 0)
    below = ground.sweep((1, 2, -5), (1, 2, 5), 0.5)
    assert below is not None
    assert below.normal == pytest.approx((0, 0, -1))
    # Against a side: the centre is 0.3 below the floor, a 3-4-5 triangle from its edge.
    side = ground.sweep((-3, 2, -0.3), (3, 2, -0.3), 0.5)
    assert side is not None
    assert side.point == pytest.approx((0, 2, 0))
    assert side.centre == pytest.approx((-0.4, 2, -0.3))
    assert side.normal == pytest.approx((-0.8, 0, -0.6))
    corner = ground.sweep((-3, -3, 0), (3, 3, 0), 0.5)
    assert corner is not None
    assert corner.point == pytest.approx((0, 0, 0), abs=1e-9)
    assert corner.distance == pytest.approx(3 * math.sqrt(2) - 0.5)
    assert ground.sweep((1, 2, 5), (1, 2, 0.6), 0.5) is None
    assert ground.sweep((1, 2, 0.6), (1, 2, 5), 0.5) is None
    grazing = ground.sweep((-2, 2, 0.5), (6, 2, 0.5), 0.5)  # rolls onto it, touching exactly
    assert grazing is not None
    assert grazing.distance == pytest.approx(2, abs=1e-3)
    inside = ground.sweep((1, 2, 0.2), (1, 2, 5), 0.5)
    assert inside is not None
    assert (inside.distance, inside.fraction, inside.normal) == (0, 0, (0, 0, 1))
    standing = ground.sweep((1, 2, 0.2), (1, 2, 0.2), 0.5)
    assert standing is not None
    assert (standing.distance, standing.fraction) == (0, 0)
    thin = ground.sweep((1, 2, 5), (1, 2, -5), 0.0)
    ray = ground.raycast((1, 2, 5), (0, 0, -1))
    assert thin is not None
    assert ray is not None
    assert thin.point == ray.point
    assert thin.distance == pytest.approx(ray.distance, abs=1e-9)
    assert thin.normal == (0, 0, 1) == ray.normal


# Of real files


@each_corpus_file("wok/bioware/m1*.wok")
def test_real_rooms(path: object) -> None:
    mesh = kl.read_walkmesh(path)  # type: ignore[arg-type]
    model, ground = model_of(mesh), kl.Ground(mesh, fast=False)
    if not len(model):
        return
    points, size = places(model, 12, 12)
    near = ground.faces_near_points(points, size / 40)
    for i, point in enumerate(points):
        gaps = model.gaps(np.tile(point, (len(model), 1)))
        wanted = np.flatnonzero(gaps <= size / 40).tolist()
        assert np.abs(gaps - size / 40).min() < 1e-7 or rows_of(model, near[i]) == wanted
    lows, highs = points - size / 40, points + size / 40
    lists = ground.faces_in_boxes(lows, highs)
    for i, (low, high) in enumerate(zip(lows.tolist(), highs.tolist(), strict=True)):
        over = (model.corners.min(axis=1) <= high) & (model.corners.max(axis=1) >= low)
        rows = np.flatnonzero(over.all(axis=1)).tolist()
        wanted = [row for row in rows if is_in_box(model.exact[row], low, high)]
        assert rows_of(model, lists[i]) == wanted
