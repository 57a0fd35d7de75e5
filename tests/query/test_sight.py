"""Who can see whom: against every face, and at the ends of the line."""

from __future__ import annotations

import math

import numpy as np
import pytest

import kotorlevel as kl
from support.query.oracle import BLOCKS_SIGHT
from support.query.ray_checks import tolerance
from support.query.shapes import (
    OBSCURING,
    STONE,
    both_ways,
    each_shape_either_way,
    joined,
    mesh_of,
    rays,
    rectangle,
    upside_down,
    zoo_ground,
    zoo_model,
)

END = 0.001
"""Metres at both ends where nothing blocks."""


@each_shape_either_way
def test_sight_is_blocked_by_the_first_face_between(name: str, fast: bool) -> None:
    ground, model = zoo_ground(name, fast), zoo_model(name)
    starts, directions = rays(model, 200, seed=11)
    stops = starts + directions / np.linalg.norm(directions, axis=1, keepdims=True) * (
        np.random.default_rng(1).uniform(0, 2, (200, 1))
        * (np.ptp(model.corners.reshape(-1, 3), axis=0).max() if len(model) else 1.0)
    )
    sights = ground.lines_of_sight(starts, stops)
    near = tolerance(model, starts)
    crossings = model.crossings(starts, stops - starts)
    lengths = np.linalg.norm(stops - starts, axis=1)
    blocking = model.having(BLOCKS_SIGHT)
    sure = blocking & (np.abs(crossings.slope) > 1e-6) & (crossings.margin > near)
    sure &= crossings.distance > END + near
    sure &= crossings.distance < lengths[:, None] - END - near
    first = np.where(sure, crossings.distance, np.inf).min(axis=1, initial=np.inf)
    for i in range(len(starts)):
        sight = ground.line_of_sight(starts[i].tolist(), stops[i].tolist())
        assert bool(sight) is sight.clear is bool(sights.clear[i])
        if sight.clear:
            assert first[i] == math.inf, (starts[i].tolist(), stops[i].tolist())
            assert (sight.point, sight.face, sight.room) == (None, None, None)
            assert (sights.face[i], sights.room[i]) == (-1, -1)
            assert np.isnan(sights.point[i]).all()
            continue
        assert sight.point is not None
        assert sight.face is not None
        assert sight.room is not None
        assert (sights.face[i], sights.room[i]) == (sight.face, sight.room)
        row = model.row(sight.room, sight.face)
        assert blocking[row]
        distance = math.dist(starts[i], sight.point)
        assert END - near <= distance <= min(first[i], lengths[i] - END) + near
        assert model.gap(sight.point, row) <= near
    assert len(sights) == 200
    if len(model):
        assert 10 < sights.clear.sum() < 190


@both_ways
@pytest.mark.parametrize(
    ("material", "blocks"),
    [
        (1, True),
        (2, True),
        (7, True),
        (8, False),
        (18, False),
        (30, False),
        (0, False),
        (99, False),
    ],
)
def test_the_surface_decides(material: int, blocks: bool, fast: bool) -> None:
    """Stone and what obscures block; glass, doors, triggers and unknown surfaces do not."""
    ground = kl.Ground(rectangle(0, 0, 2, 2, 0, material), fast=fast)
    sight = ground.line_of_sight((1.5, 0.5, 1), (1.5, 0.5, -1))
    if blocks:
        assert sight == kl.Sight(False, (1.5, 0.5, 0.0), 0, 0)
    else:
        assert sight == kl.Sight(True)
    assert ground.lines_of_sight([(1.5, 0.5, 1)], [(1.5, 0.5, -1)]).clear.tolist() == [not blocks]


@both_ways
def test_both_sides_of_a_face_block(fast: bool) -> None:
    for mesh in (rectangle(0, 0, 2, 2), upside_down(rectangle(0, 0, 2, 2))):
        ground = kl.Ground(mesh, fast=fast)
        assert not ground.line_of_sight((1.5, 0.5, 1), (1, 0.5, -1))
        assert not ground.line_of_sight((1, 0.5, -1), (1.5, 0.5, 1))


@both_ways
def test_nothing_blocks_within_a_millimetre_of_the_ends(fast: bool) -> None:
    """Both points may stand on a face; what is further than a millimetre from both blocks."""
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    for gap, clear in ((0.0, True), (0.0009, True), (0.0011, False), (0.01, False)):
        near, far = (1.5, 0.5, gap), (1.5, 0.5, -3.0)
        assert ground.line_of_sight(near, far).clear is clear
        assert ground.line_of_sight(far, near).clear is clear
        assert ground.lines_of_sight([near, far], [far, near]).clear.tolist() == [clear, clear]
    assert ground.line_of_sight((0.5, 0.5, 0.0), (1.75, 0.5, 0.0))
    assert ground.line_of_sight((0.5, 0.5, 0.0), (1.75, 0.5, 1.0))


@both_ways
def test_a_line_shorter_than_its_ends_is_clear(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    for half in (0.0, 0.0005, 0.00099):
        a, b = (1.5, 0.5, half), (1.5, 0.5, -half)
        assert ground.line_of_sight(a, b) == kl.Sight(True)
        sights = ground.lines_of_sight([a], [b])
        assert sights.clear.tolist() == [True]
        assert sights.face.tolist() == [-1]
    assert not ground.line_of_sight((1.5, 0.5, 0.0011), (1.5, 0.5, -0.0011))
    # Some short and some not, in one batch, keep their places.
    starts = [(1.5, 0.5, z) for z in (0.0, 1.0, 0.0005, 2.0)]
    stops = [(1.5, 0.5, z) for z in (0.0, -1.0, -0.0005, 1.0)]
    sights = ground.lines_of_sight(starts, stops)
    assert sights.clear.tolist() == [True, False, True, True]
    assert sights.face.tolist() == [-1, 0, -1, -1]
    assert sights.point[1].tolist() == [1.5, 0.5, 0.0]


@both_ways
def test_what_is_beyond_the_point_does_not_block(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    assert ground.line_of_sight((1.5, 0.5, 3), (1.5, 0.5, 1))
    assert ground.line_of_sight((1.5, 0.5, 1), (1.5, 0.5, 3))
    assert ground.line_of_sight((1.5, 0.5, 1), (5, 0.5, 0.5))


@both_ways
def test_the_first_face_in_the_way_is_named(fast: bool) -> None:
    tower = joined(*(rectangle(0, 0, 2, 2, z, m) for z, m in ((0, STONE), (1, OBSCURING), (2, 18))))
    ground = kl.Ground(tower, fast=fast)
    down = ground.line_of_sight((1.5, 0.5, 3), (1.5, 0.5, -1))
    assert (down.clear, down.point) == (False, (1.5, 0.5, 1.0))
    up = ground.line_of_sight((1.5, 0.5, -1), (1.5, 0.5, 3))
    assert (up.clear, up.point) == (False, (1.5, 0.5, 0.0))


@both_ways
def test_sight_is_limited_to_materials(fast: bool) -> None:
    tower = joined(rectangle(0, 0, 2, 2, 0, STONE), rectangle(0, 0, 2, 2, 1, OBSCURING))
    ground = kl.Ground(tower, fast=fast)
    eye, foot = (1.5, 0.5, 2.0), (1.5, 0.5, -1.0)
    assert ground.line_of_sight(eye, foot, materials=[OBSCURING]).point == (1.5, 0.5, 1.0)
    assert ground.line_of_sight(eye, foot, materials=[STONE]).point == (1.5, 0.5, 0.0)
    assert ground.line_of_sight(eye, foot, materials=[3])
    assert ground.lines_of_sight([eye], [foot], materials=[STONE]).face.tolist() == [0]


@both_ways
def test_the_ends_of_one_and_of_many_lines_are_the_same(fast: bool) -> None:
    """Faces exactly a millimetre before the end, as near as numbers get."""
    random = np.random.default_rng(3)
    ground = kl.Ground(rectangle(-100, -100, 100, 100), fast=fast)
    starts = random.uniform((-5, -5, 1), (5, 5, 3), (400, 3))
    along = random.normal(size=(400, 3)) * (1, 1, 0) + (0, 0, -1)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    stops = starts + along * (starts[:, 2:] / -along[:, 2:] + END)
    sights = ground.lines_of_sight(starts, stops)
    one_by_one = [
        ground.line_of_sight(a, b).clear
        for a, b in zip(starts.tolist(), stops.tolist(), strict=True)
    ]
    assert 20 < sum(one_by_one) < 380
    different = np.flatnonzero(sights.clear != one_by_one)
    assert not len(different), (
        f"{len(different)} of 400 lines, the first from {starts[different[0]].tolist()} "
        f"to {stops[different[0]].tolist()}"
    )


@both_ways
def test_a_closed_box_lets_nobody_see_in(fast: bool) -> None:
    """Lines through its corners and edges included."""
    corners = [(x, y, z) for x in (0, 2) for y in (0, 2) for z in (0, 2)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    box = mesh_of(corners, [f for a, b, c, d in quads for f in ((a, b, c), (a, c, d))], OBSCURING)
    ground = kl.Ground(box, fast=fast)
    eye = np.array((0.75, 1.25, 1.0))
    steps = np.linspace(0, 2, 9)
    targets = np.array([(x, y, z) for x in steps for y in steps for z in steps])
    targets = targets[((targets == 0) | (targets == 2)).any(axis=1)]
    outside = eye + (targets - eye) * 2.5
    assert not ground.lines_of_sight(np.tile(eye, (len(outside), 1)), outside).clear.any()
    assert not ground.lines_of_sight(outside, np.tile(eye, (len(outside), 1))).clear.any()
