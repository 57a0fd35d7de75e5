"""Rays by hand: ends, starts, directions of any length, along faces, through sides, and backs."""

from __future__ import annotations

import math

import numpy as np
import pytest

import kotorlevel as kl
from support.query.oracle import model_of
from support.query.shapes import NONWALK, both_ways, joined, mesh_of, rectangle, terrain

DOWN = (0.0, 0.0, -1.0)
UP = (0.0, 0.0, 1.0)
STONE_ROW = kl.Materials.default().by_id[4]


@both_ways
def test_the_greatest_distance_is_still_hit(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    above = (0.5, 0.25, 2.0)
    less = math.nextafter(2.0, 0.0)
    assert ground.raycast(above, DOWN, 2.0) == kl.Hit(2.0, (0.5, 0.25, 0.0), 0, 0, UP, 4, STONE_ROW)
    assert ground.raycast(above, DOWN, less) is None
    assert ground.any_hit(above, DOWN, 2.0)
    assert not ground.any_hit(above, DOWN, less)
    assert len(ground.all_hits(above, DOWN, 2.0)) == 1
    assert ground.all_hits(above, DOWN, less) == []
    hits = ground.raycasts([above] * 3, [DOWN] * 3, [2.0, less, math.inf])
    assert hits.face.tolist() == [0, -1, 0]


@both_ways
def test_a_distance_of_nothing_hits_where_the_ray_starts(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    assert ground.raycast((0.5, 0.25, 0.0), DOWN, 0.0) == kl.Hit(
        0.0, (0.5, 0.25, 0.0), 0, 0, UP, 4, STONE_ROW
    )
    assert ground.raycast((0.5, 0.25, 0.5), DOWN, 0.0) is None


@both_ways
@pytest.mark.parametrize("length", [1e-300, 1e-20, 0.1, 1.0, 3.0, 1e20, 1e300])
def test_distances_are_metres_whatever_the_length_of_the_direction(
    length: float, fast: bool
) -> None:
    ground = kl.Ground(rectangle(0, 0, 10, 10), fast=fast)
    hit = ground.raycast((1.0, 1.0, 4.0), (3 * length, 0.0, -4 * length))
    assert hit is not None
    assert hit.distance == pytest.approx(5.0, rel=1e-14)
    assert hit.point == pytest.approx((4.0, 1.0, 0.0), abs=1e-14)
    hits = ground.raycasts([(1.0, 1.0, 4.0)], [(3 * length, 0.0, -4 * length)], 5.001)
    assert hits.distance[0] == hit.distance
    assert hits.point[0].tolist() == pytest.approx((4.0, 1.0, 0.0), abs=1e-14)
    assert ground.raycast((1, 1, 4), (3 * length, 0, -4 * length), 4.999) is None


@both_ways
@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_rays_along_an_axis(axis: int, sign: float, zero: float, fast: bool) -> None:
    """Against an upright or level face, its front and its back."""
    corners = np.array([(0, -1, -1), (0, 2, -1), (0, -1, 2)])
    ground = kl.Ground(mesh_of(np.roll(corners, axis, axis=1), [(0, 1, 2)]), fast=fast)
    origin, direction = [0.0] * 3, [zero] * 3
    origin[axis], direction[axis] = -2.5 * sign, sign
    hit = ground.raycast(origin, direction)
    assert hit is not None
    assert hit.distance == 2.5
    assert hit.point == (0.0, 0.0, 0.0)
    assert ground.raycasts([origin], [direction]).face.tolist() == [0]
    # The corners run counter-clockwise as seen from the positive end of the axis.
    assert ground.any_hit(origin, direction, back_faces=False) is (sign < 0)
    origin[axis] = 2.5 * sign
    assert ground.raycast(origin, direction) is None
    beside = [1.5] * 3
    beside[axis] = -2.5 * sign
    assert ground.raycast(beside, direction) is None
    assert ground.raycasts([beside], [direction]).face.tolist() == [-1]


@both_ways
def test_a_ray_along_a_level_or_upright_face_does_not_meet_it(fast: bool) -> None:
    level = kl.Ground(rectangle(0, 0, 4, 4, 1), fast=fast)
    upright = kl.Ground(mesh_of([(1, 0, 0), (1, 4, 0), (1, 0, 4)], [(0, 1, 2)]), fast=fast)
    for angle in np.linspace(0, 2 * math.pi, 33).tolist():
        dx, dy = math.cos(angle), math.sin(angle)
        for origin in ((1, 2, 1), (-3, 1, 1), (2, 2, 1), (0, 0, 1), (4, 9, 1)):
            assert level.raycast(origin, (dx, dy, 0)) is None
            assert level.all_hits(origin, (dx, dy, 0)) == []
            assert level.raycasts([origin], [(dx, dy, 0)]).face.tolist() == [-1]
        for origin in ((1, 1, 1), (1, -3, 1), (1, 0, 0), (1, 9, 9)):
            assert upright.raycast(origin, (0, dx, dy)) is None
            assert not upright.any_hit(origin, (0, dx, dy))


@both_ways
def test_a_ray_in_the_plane_of_a_slope_meets_nothing_beside_it(fast: bool) -> None:
    """All numbers are small integers and z = x + y: the rays are in the plane exactly."""
    mesh = mesh_of([(0, 0, 0), (4, 0, 4), (0, 4, 4)], [(0, 1, 2)])
    model = model_of(mesh)
    steps = [(dx, dy) for dx in range(-3, 4) for dy in range(-3, 4) if dx or dy]
    lines = [
        ((x, y, x + y), (dx, dy, dx + dy))
        for x in range(-9, 10, 3)
        for y in range(-9, 10, 3)
        for dx, dy in steps
    ]
    hits = kl.Ground(mesh, fast=fast).raycasts([o for o, _ in lines], [d for _, d in lines])
    beside = [
        (*lines[i], hits.point[i].tolist())
        for i in np.flatnonzero(hits.face >= 0).tolist()
        if model.gap(hits.point[i], 0) > 1e-9
    ]
    assert not beside, f"{len(beside)} of {len(lines)} rays, the first: {beside[0]}"


@both_ways
def test_a_ray_almost_along_a_face_hits_it_where_it_is(fast: bool) -> None:
    """Within a millionth of a degree of the plane of a slope, aimed at a point of it."""
    mesh = mesh_of([(0, 0, 0), (4, 0, 1), (0, 4, 2)], [(0, 1, 2)])
    model = model_of(mesh)
    random = np.random.default_rng(4)
    count = 400
    targets = (model.corners[0] * random.dirichlet((2, 2, 2), count)[:, :, None]).sum(axis=1)
    along = (model.corners[0, 1:] - model.corners[0, 0]).T @ random.normal(size=(2, count))
    tilt = 10.0 ** random.uniform(-8, -3, (count, 1)) * model.normals[0]
    directions = along.T / np.linalg.norm(along, axis=0)[:, None] - tilt
    hits = kl.Ground(mesh, fast=fast).raycasts(targets - 5 * directions, directions)
    assert (hits.face == 0).all()
    assert np.linalg.norm(hits.point - targets, axis=1).max() < 1e-5


@both_ways
@pytest.mark.parametrize("z", [0.0, 1.0, 2.75, -300.125])
def test_a_ray_that_starts_on_a_face_meets_it_there(z: float, fast: bool) -> None:
    """Whichever way it goes, but for along the face."""
    random = np.random.default_rng(8)
    count = 300
    origins = np.column_stack([random.uniform(0.01, 1.99, (count, 2)), np.full(count, z)])
    directions = random.normal(size=(count, 3))
    ground = kl.Ground(rectangle(0, 0, 2, 2, z), fast=fast)
    hits = ground.raycasts(origins, directions)
    missed = np.flatnonzero(hits.face < 0)
    assert not len(missed), (
        f"{len(missed)} of {count} rays, the first from {origins[missed[0]].tolist()} "
        f"along {directions[missed[0]].tolist()}"
    )
    assert np.abs(hits.distance).max() < 1e-9
    for origin, direction in zip(origins[:40].tolist(), directions[:40].tolist(), strict=True):
        assert ground.any_hit(origin, direction, 1e-9)


@both_ways
def test_a_ray_that_starts_on_a_slope_meets_it_there(fast: bool) -> None:
    """On z = x / 2 + y / 4 at multiples of an eighth, so that there is no rounding in the place."""
    mesh = mesh_of([(0, 0, 0), (8, 0, 4), (0, 8, 2)], [(0, 1, 2)])
    random = np.random.default_rng(9)
    steps = random.integers(1, 28, (200, 2)) / 8
    origins = np.column_stack([steps, steps @ (0.5, 0.25)])
    directions = random.normal(size=(200, 3))
    hits = kl.Ground(mesh, fast=fast).raycasts(origins, directions)
    assert (hits.face == 0).all(), f"{(hits.face < 0).sum()} of 200 rays"
    assert np.abs(hits.distance).max() < 1e-9


@both_ways
def test_a_ray_that_starts_on_a_face_by_all_but_rounding_meets_it_at_0(fast: bool) -> None:
    """As one that starts at a height that was asked for; no distance is below 0."""
    mesh = terrain(5, 5, seed=53, cell=3, at=(40, -70, 10))
    ground = kl.Ground(mesh, fast=fast)
    random = np.random.default_rng(10)
    plan = random.uniform((40.1, -69.9), (54.9, -55.1), (200, 2))
    origins = np.column_stack([plan, ground.heights(plan)])
    for directions in (random.normal(size=(200, 3)), np.tile((0, 0, 1.0), (200, 1))):
        hits = ground.raycasts(origins, directions)
        assert (hits.face == ground.find_faces(plan).face).all()
        assert (hits.distance >= 0).all()
        assert hits.distance.max() < 1e-8
        assert np.signbit(hits.distance).sum() == 0
    hit = ground.raycast(origins[0].tolist(), (0, 0, 1))
    assert hit is not None
    assert hit.distance == pytest.approx(0, abs=1e-9)
    assert ground.all_hits(origins[0].tolist(), (0, 0, 1)) == [hit]


@both_ways
def test_a_ray_that_starts_behind_a_face_does_not_meet_it(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    for gap in (1e-6, 1e-3, 1.0):
        assert ground.raycast((1.5, 0.5, -gap), DOWN) is None
        assert ground.raycast((1.5, 0.5, gap), (0.5, 0.25, 1.0)) is None
        assert ground.raycasts([(1.5, 0.5, -gap)], [DOWN]).face.tolist() == [-1]


@both_ways
def test_a_ray_through_a_shared_side_hits_once(fast: bool) -> None:
    """Through the diagonal, and through a corner that six faces share."""
    ground = kl.Ground(joined(rectangle(0, 0, 2, 2, 0), rectangle(0, 0, 2, 2, 1)), fast=fast)
    hits = ground.all_hits((0.5, 0.5, 3.0), DOWN)
    assert [(hit.distance, hit.face) for hit in hits] == [(2.0, 2), (3.0, 0)]
    ring = [(math.cos(k * math.pi / 3), math.sin(k * math.pi / 3), 0.5) for k in range(6)]
    fan = mesh_of([(0, 0, 0), *ring], [(0, k + 1, (k + 1) % 6 + 1) for k in range(6)])
    assert len(kl.Ground(fan, fast=fast).all_hits((0, 0, 2), DOWN)) == 1
    assert len(kl.Ground(fan, fast=fast).all_hits((1, 0.5, 4), (-1, -0.5, -4))) == 1


@both_ways
def test_faces_in_the_same_place_are_all_hit(fast: bool) -> None:
    """They share no side with the ray: all are named, the first one first."""
    twice = joined(rectangle(0, 0, 2, 2), rectangle(0, 0, 2, 2))
    ground = kl.Ground(twice, fast=fast)
    assert [hit.face for hit in ground.all_hits((1.5, 0.5, 3), DOWN)] == [0, 2]
    hit = ground.raycast((1.5, 0.5, 3), DOWN)
    assert hit is not None
    assert hit.face == 0
    many = joined(*[rectangle(0, 0, 2, 2)] * 30)  # in several boxes of the tree
    ground = kl.Ground(many, fast=fast)
    hit = ground.raycast((0.5, 1.5, 3), DOWN)
    assert hit is not None
    assert hit.face == 1
    assert ground.raycasts([(0.5, 1.5, 3)], [DOWN]).face.tolist() == [1]


@both_ways
def test_more_hits_than_there_is_room_for_at_first(fast: bool) -> None:
    tower = joined(*(rectangle(0, 0, 2, 2, z) for z in range(50)))
    hits = kl.Ground(tower, fast=fast).all_hits((1.5, 0.5, 60), DOWN)
    assert [hit.distance for hit in hits] == list(range(11, 61))
    assert [hit.face for hit in hits] == list(range(98, -1, -2))


@both_ways
def test_all_hits_ends_at_the_greatest_distance(fast: bool) -> None:
    tower = joined(*(rectangle(0, 0, 2, 2, z) for z in range(5)))
    ground = kl.Ground(tower, fast=fast)
    assert [h.distance for h in ground.all_hits((1.5, 0.5, 6), DOWN, 4)] == [2, 3, 4]


@both_ways
def test_the_front_is_where_corners_run_counter_clockwise(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    for dx, dy in ((0, 0), (0.3, 0), (-2, 0.5), (0.1, 3)):
        above, below = (1 - dx, 1.25 - dy, 1.0), (1 - dx, 1.25 - dy, -1.0)
        assert ground.any_hit(above, (dx, dy, -1), back_faces=False)
        assert not ground.any_hit(below, (dx, dy, 1), back_faces=False)
        assert ground.any_hit(below, (dx, dy, 1))
        assert len(ground.all_hits(below, (dx, dy, 1), back_faces=False)) == 0
        hits = ground.raycasts([above, below], [(dx, dy, -1), (dx, dy, 1)], back_faces=False)
        assert (hits.face >= 0).tolist() == [True, False]


@both_ways
def test_what_is_behind_the_back_of_a_face_is_hit_instead(fast: bool) -> None:
    ground = kl.Ground(joined(rectangle(0, 0, 2, 2, 1), rectangle(0, 0, 2, 2, 0)), fast=fast)
    up = ((1.5, 0.5, -1.0), (0, 0, 1))
    assert [h.distance for h in ground.all_hits(*up)] == [1.0, 2.0]
    assert ground.raycast(*up, back_faces=False) is None
    turned = mesh_of([(0, 0, 1), (2, 0, 1), (2, 2, 1)], [(0, 2, 1)])
    ground = kl.Ground(joined(rectangle(0, 0, 2, 2, 0), turned), fast=fast)
    hit = ground.raycast(*up, back_faces=False)
    assert hit is not None
    assert (hit.distance, hit.face) == (2.0, 2)


@both_ways
def test_upright_and_slanted_faces_are_hit_though_they_have_no_height(fast: bool) -> None:
    wall = mesh_of([(1, 0, 0), (1, 4, 0), (1, 4, 3), (1, 0, 3)], [(0, 1, 2), (0, 2, 3)], NONWALK)
    ground = kl.Ground(wall, fast=fast)
    hit = ground.raycast((-2, 2, 1), (1, 0, 0))
    assert hit is not None
    assert hit.point == (1.0, 2.0, 1.0)
    assert ground.height(1, 2) is None


@both_ways
def test_faces_without_area_are_not_hit(fast: bool) -> None:
    line = mesh_of([(0, 0, 0), (2, 2, 2), (4, 4, 4)], [(0, 1, 2), (1, 1, 2), (1, 1, 1)])
    ground = kl.Ground(line, fast=fast)
    for direction in (DOWN, (1, 1, 1), (1, -1, 0), (0.3, 0.2, -1)):
        origin = tuple(2 - 3 * d for d in direction)
        assert ground.all_hits(origin, direction) == []
        assert ground.raycasts([origin], [direction]).face.tolist() == [-1]


@both_ways
def test_a_ray_across_a_face_without_area_is_not_hit_beside_it(fast: bool) -> None:
    """Aimed at the line that such a face is, from anywhere: no answer, or one on the line."""
    line = mesh_of([(1, 1, 5), (3, 3, 5), (2, 2, 5)], [(0, 1, 2)])
    model = model_of(line)
    random = np.random.default_rng(12)
    targets = random.uniform(1, 3, (2000, 1)) * (1, 1, 0) + (0, 0, 5)
    directions = random.normal(size=targets.shape)
    hits = kl.Ground(line, fast=fast).raycasts(targets - directions, directions)
    beside = [
        (targets[i] - directions[i], directions[i], hits.point[i])
        for i in np.flatnonzero(hits.face >= 0).tolist()
        if model.gap(hits.point[i], 0) > 1e-9
    ]
    assert not beside, f"{len(beside)} of 2000 rays, the first: {beside[0]}"


@both_ways
def test_the_rays_of_a_batch_come_back_with_it(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    origins, directions = [(1.5, 0.5, 2), (9, 9, 9)], [(0, 0, -3), (0, 0, 1)]
    hits = ground.raycasts(origins, directions)
    assert len(hits) == 2
    assert hits.origin.tolist() == [list(map(float, o)) for o in origins]
    assert hits.direction.tolist() == [list(map(float, d)) for d in directions]
    assert hits.face.tolist() == [0, -1]
    assert hits.room.tolist() == [0, -1]
    assert hits.point[0].tolist() == [1.5, 0.5, 0.0]
    assert np.isnan(hits.point[1]).all()
    assert np.isnan(hits.distance[1])
