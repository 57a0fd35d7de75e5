"""The closest walkable point, against the distance to every face."""

from __future__ import annotations

import math

import numpy as np
import pytest

import kotorlevel as kl
from support.query.oracle import WALKABLE, model_of
from support.query.shapes import (
    METAL,
    NONWALK,
    STONE,
    both_ways,
    each_shape_either_way,
    joined,
    mesh_of,
    rectangle,
    terrain,
    upside_down,
    zoo_ground,
    zoo_model,
)


@each_shape_either_way
def test_nothing_walkable_is_closer(name: str, fast: bool) -> None:
    ground, model = zoo_ground(name, fast), zoo_model(name)
    allowed = model.having(WALKABLE) & model.has_height
    random = np.random.default_rng(2)
    points = model.corners.reshape(-1, 3) if len(model) else np.array([[0.0] * 3, [1.0] * 3])
    low, high = points.min(axis=0), points.max(axis=0)
    spread = np.maximum(high - low, 0.1)
    asked = random.uniform(low - spread, high + spread, (40, 3))
    middles = (points + np.roll(points, 1, axis=0)) / 2
    asked = np.concatenate([asked, points[:12], middles[:12]])
    near = 1e-11 * max(model.scale, 1.0)
    for point in asked:
        found = ground.nearest(point.tolist())
        gaps = np.where(allowed, model.gaps(point), np.inf)
        best = gaps.min(initial=np.inf)
        if best == np.inf:
            assert found is None
            continue
        assert found is not None
        row = model.row(found.room, found.face)
        assert allowed[row]
        assert math.dist(found.point, point) == pytest.approx(best, abs=near)
        assert gaps[row] <= best + near
        assert model.gap(found.point, row) <= near
        # The greatest distance counts, too, and what is beyond does not.
        if best > 1e-6:
            assert ground.nearest(point.tolist(), best * (1 - 1e-9) - near) is None
        again = ground.nearest(point.tolist(), best * (1 + 1e-9) + near)
        assert again == found


@both_ways
@pytest.mark.parametrize(
    ("point", "closest"),
    [
        ((0.5, 0.25, 2.0), (0.5, 0.25, 0.0)),  # above the inside
        ((0.5, 0.25, -2.0), (0.5, 0.25, 0.0)),  # and below
        ((1.0, -3.0, 1.0), (1.0, 0.0, 0.0)),  # beside a side
        ((5.0, 5.0, 0.0), (2.0, 2.0, 0.0)),  # beyond a corner
        ((-1.0, -1.0, 4.0), (0.0, 0.0, 0.0)),
        ((0.5, 2.5, 0.0), (0.5, 2.0, 0.0)),
        ((1.0, 1.0, 1.0), (1.0, 1.0, 0.0)),  # above the side that faces share
        ((2.0, 2.0, 0.0), (2.0, 2.0, 0.0)),  # a corner itself
    ],
)
def test_the_closest_point_of_a_square(
    point: tuple[float, ...], closest: tuple[float, ...], fast: bool
) -> None:
    found = kl.Ground(rectangle(0, 0, 2, 2), fast=fast).nearest(point)
    assert found is not None
    assert found.point == pytest.approx(closest, abs=1e-15)


@both_ways
def test_the_greatest_distance_is_still_near(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    for point, distance in (
        ((2, 2, 3), 3.0),
        ((-3, 0, 4), 5.0),
        ((2, 5, 0), 3.0),
        ((1, 0, 2), 2.0),
    ):
        assert ground.nearest(point, distance) is not None
        assert ground.nearest(point, math.nextafter(distance, 0)) is None
    assert ground.nearest((2, 2, 0), 0.0) == kl.FaceRef(0, 0, (2.0, 2.0, 0.0))
    assert ground.nearest((2, 2, 1e-9), 0.0) is None


@both_ways
def test_nothing_away_is_near_a_corner_of_a_large_floor(fast: bool) -> None:
    """A distance of 0 finds the face on which the point is, however many there are."""
    mesh = terrain(12, 12, seed=62)
    ground, model = kl.Ground(mesh, fast=fast), model_of(mesh)
    for point in mesh.vertices[::5].tolist():
        found = ground.nearest(point, 0.0)
        assert found is not None
        assert found.point == tuple(point)
        corner_of = [k for k in range(len(model)) if point in model.corners[k].tolist()]
        assert found.face == min(corner_of)
    assert ground.nearest((5.0, 5.0, 9.0), 0.0) is None


@both_ways
def test_only_walkable_faces_are_near(fast: bool) -> None:
    """A face of material 7 in between does not count, nor does an upright one."""
    wall = mesh_of([(0, 0, 2), (2, 0, 2), (0, 0, 3)], [(0, 1, 2)], STONE)
    mesh = joined(rectangle(0, 0, 2, 2, 0, METAL), rectangle(0, 0, 2, 2, 1, NONWALK), wall)
    ground = kl.Ground(mesh, fast=fast)
    found = ground.nearest((0.5, 0.25, 2.5))
    assert found is not None
    assert found.point == pytest.approx((0.5, 0.25, 0.0), abs=1e-15)
    assert ground.nearest((0.5, 0.25, 2.5), materials=[NONWALK]) is None
    assert ground.nearest((0.5, 0.25, 2.5), materials=[STONE]) is None
    assert kl.Ground(wall, fast=fast).nearest((0, 0, 0)) is None


@both_ways
def test_nearest_is_limited_by_material_and_direction(fast: bool) -> None:
    mesh = joined(
        rectangle(0, 0, 2, 2, 0, METAL),
        rectangle(0, 0, 2, 2, 1, STONE),
        upside_down(rectangle(0, 0, 2, 2, 2, METAL)),
    )
    ground = kl.Ground(mesh, fast=fast)
    heights = []
    for filters in ({}, {"upward": True}, {"materials": [METAL]}):
        found = ground.nearest((0.5, 0.25, 3), **filters)
        assert found is not None
        heights.append(found.point[2])
    assert heights == pytest.approx([2.0, 1.0, 2.0])
    found = ground.nearest((0.5, 0.25, 3), upward=True, materials=[METAL])
    assert found is not None
    assert found.point[2] == pytest.approx(0.0)


@both_ways
def test_the_first_of_faces_at_the_same_distance_is_named(fast: bool) -> None:
    twice = joined(*[rectangle(0, 0, 2, 2)] * 12)
    found = kl.Ground(twice, fast=fast).nearest((3.0, 0.0, 1.0))
    assert found == kl.FaceRef(0, 0, (2.0, 0.0, 0.0))


@both_ways
def test_a_point_far_from_a_large_floor(fast: bool) -> None:
    mesh = terrain(30, 30, seed=61, cell=2, relief=3)
    ground, model = kl.Ground(mesh, fast=fast), model_of(mesh)
    random = np.random.default_rng(3)
    for distance in (0.1, 10.0, 1e3, 1e5):
        for point in random.normal(size=(10, 3)) * distance + (30, 30, 0):
            found = ground.nearest(point.tolist())
            assert found is not None
            best = model.gaps(point).min()
            assert math.dist(found.point, point) == pytest.approx(best, rel=1e-12, abs=1e-12)
            assert model.gap(found.point, found.face) < 1e-9
