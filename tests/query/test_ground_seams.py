"""Where faces meet: one of them answers, none is lost, and no ray slips through."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

import kotorlevel as kl
from support.query.oracle import Floats, model_of
from support.query.shapes import both_ways, is_inner, joined, mesh_of, rectangle, terrain, unwelded

COLUMNS, ROWS = 12, 9
FLOORS = {
    "level": terrain(COLUMNS, ROWS, seed=1, jitter=0, relief=0),
    "sloped": terrain(COLUMNS, ROWS, seed=2),
    "turned": terrain(COLUMNS, ROWS, seed=3, turn=37),
    "quarter": terrain(COLUMNS, ROWS, seed=3, jitter=0, turn=90),
    "far away": terrain(COLUMNS, ROWS, seed=4, turn=12, at=(1e5, 1e5, -50)),
    "steep": terrain(COLUMNS, ROWS, seed=5, relief=60),
    "small": terrain(COLUMNS, ROWS, seed=6, cell=0.01, relief=0.01),
}
"""Closed floors with the same inner vertices, by number."""

TOO_FAR = ("small", 1e12)
"""A floor that is no larger than the rounding of a place at that distance."""

each_floor = pytest.mark.parametrize("floor", list(FLOORS))


def inner_marks(mesh: kl.Walkmesh) -> Floats:
    """(N, 3) the inner vertices and points on all sides that end in one: their middles and others.

    The others are rounded: they are beside their side by as much as a double can be.
    """
    inner = is_inner(COLUMNS, ROWS)
    vertices = mesh.vertices.astype(np.float64)
    sides = {
        (int(min(a, b)), int(max(a, b)))
        for face in mesh.faces.astype(int)
        for a, b in zip(face, np.roll(face, 1), strict=True)
        if inner[a] or inner[b]
    }
    starts, ends = np.array(sorted(sides)).T
    parts = (0.5, 0.25, 1 / 3, 0.1, math.sqrt(0.5))
    between = [vertices[starts] + (vertices[ends] - vertices[starts]) * part for part in parts]
    return np.concatenate([vertices[inner], *between])


def middles_and_corners(mesh: kl.Walkmesh) -> Floats:
    """(N, 3) the inner vertices and the middles of sides, which have no rounding."""
    marks = inner_marks(mesh)
    inner = int(is_inner(COLUMNS, ROWS).sum())
    return marks[: inner + (len(marks) - inner) // 5]


@each_floor
@pytest.mark.parametrize("apart", [False, True], ids=["welded", "unwelded"])
@both_ways
def test_points_on_sides_and_corners_have_exactly_one_face(
    floor: str, apart: bool, fast: bool
) -> None:
    mesh = FLOORS[floor]
    marks = inner_marks(mesh)
    assert len(marks) > 1000
    ground = kl.Ground(unwelded(mesh) if apart else mesh, fast=fast)
    found = ground.find_faces(marks[:, :2])
    assert (found.face >= 0).all()
    near = ground.find_faces(marks[:, :2], marks[:, 2])
    assert (near.face >= 0).all()
    for x, y, _ in middles_and_corners(mesh)[::3].tolist():
        floors = ground.floors(x, y)
        assert len(floors) == 1, (x, y)
        assert floors[0] == ground.find_face(x, y) == ground.find_face(x, y, floors[0].point[2])


@each_floor
@both_ways
def test_both_faces_of_a_side_have_its_height(floor: str, fast: bool) -> None:
    """Whichever answers: on a side and in a corner the heights are those of the ends."""
    mesh = FLOORS[floor]
    exact = middles_and_corners(mesh)
    heights = kl.Ground(mesh, fast=fast).heights(exact[:, :2])
    assert np.abs(heights - exact[:, 2]).max() < 1e-9


@each_floor
@both_ways
def test_a_floor_has_no_holes_along_a_line(floor: str, fast: bool) -> None:
    """Lines between opposite sides, through rows of vertices and along sides as well."""
    mesh = FLOORS[floor]
    ground = kl.Ground(mesh, fast=fast)
    vertices = mesh.vertices.astype(np.float64)[:, :2].reshape(ROWS + 1, COLUMNS + 1, 2)
    inner = vertices[1:-1, 1:-1]
    steps = np.linspace(0, 1, 1501)[:, None]
    lines = [
        *((row[0], row[-1]) for row in inner),
        *((column[0], column[-1]) for column in inner.transpose(1, 0, 2)),
        *((row[k], row[k + 1]) for row in inner for k in range(0, COLUMNS - 2, 4)),
        (inner[0, 0], inner[-1, -1]),
        (inner[0, -1], inner[-1, 0]),
    ]
    for start, end in lines:
        heights = ground.heights(start + (end - start) * steps)
        assert not np.isnan(heights).any(), (start.tolist(), end.tolist())


def steeper_than_all_faces(mesh: kl.Walkmesh, count: int, seed: int) -> Floats:
    """(N, 3) ways from above to below that meet the floor once, since no face is as steep."""
    normals = model_of(mesh).normals
    steepest = float((np.hypot(normals[:, 0], normals[:, 1]) / normals[:, 2]).max())
    random = np.random.default_rng(seed)
    along = random.normal(size=(count, 3))
    along[:, 2] = -np.hypot(along[:, 0], along[:, 1]) * (steepest + 0.05) * 1.1
    along[::7, :2] = 0
    size: Floats = along * float(np.ptp(mesh.vertices[:, 0])) * random.uniform(0.5, 2, (count, 1))
    return size


@pytest.mark.sampled(19)
@each_floor
@pytest.mark.parametrize("apart", [False, True], ids=["welded", "unwelded"])
@pytest.mark.parametrize("upward", [False, True], ids=["down", "up"])
@both_ways
def test_no_ray_slips_through_a_seam(floor: str, apart: bool, upward: bool, fast: bool) -> None:
    """Aimed at sides and corners, where the floor must be met and is met nowhere else."""
    mesh = FLOORS[floor]
    marks = inner_marks(mesh)
    ground = kl.Ground(unwelded(mesh) if apart else mesh, fast=fast)
    along = steeper_than_all_faces(mesh, len(marks), 4) * (-1 if upward else 1)
    hits = ground.raycasts(marks - along, along)
    missed = np.flatnonzero(hits.face < 0)
    assert not len(missed), f"{len(missed)} rays, the first at {marks[missed[0]].tolist()}"
    assert hits.distance == pytest.approx(np.linalg.norm(along, axis=1), rel=1e-9)
    assert np.linalg.norm(hits.point - marks, axis=1).max() < 1e-9 * np.abs(along).max()


@pytest.mark.parametrize(
    ("floor", "far"),
    [(floor, far) for floor in FLOORS for far in (1e6, 1e9, 1e12) if (floor, far) != TOO_FAR],
)
@both_ways
def test_no_ray_from_afar_slips_through_a_seam(floor: str, far: float, fast: bool) -> None:
    """There a double is as coarse as a tenth of a millimetre: it is met somewhere near."""
    mesh = FLOORS[floor]
    marks = inner_marks(mesh)
    along = steeper_than_all_faces(mesh, len(marks), 7)
    along *= far / np.linalg.norm(along, axis=1, keepdims=True)
    hits = kl.Ground(mesh, fast=fast).raycasts(marks - along, along)
    assert (hits.face >= 0).all(), f"{(hits.face < 0).sum()} of {len(marks)} rays"


@both_ways
def test_no_ray_slips_through_a_level_floor_at_any_angle(fast: bool) -> None:
    mesh = FLOORS["level"]
    ground = kl.Ground(mesh, fast=fast)
    marks = inner_marks(mesh)
    random = np.random.default_rng(6)
    for flat in (1.0, 1e-2, 1e-4, 1e-6):
        along = random.normal(size=marks.shape)
        along[:, 2] = -random.uniform(0.5, 1, len(marks)) * flat
        hits = ground.raycasts(marks - along * 20, along)
        assert (hits.face >= 0).all(), f"{(hits.face < 0).sum()} rays at {flat}"
        # Where it is met is as much less certain as the ray is flatter.
        assert np.linalg.norm(hits.point - marks, axis=1).max() < 1e-9 / flat


@both_ways
@pytest.mark.parametrize("at", [(0, 0, 0), (1e4, -2e4, 300)], ids=["near", "far"])
def test_no_ray_leaves_a_closed_shape(at: tuple[float, ...], fast: bool) -> None:
    """From its middle to all corners and sides, and on to anywhere beyond."""
    mesh = closed_ball(at)
    ground = kl.Ground(mesh, fast=fast)
    corners = mesh.vertices[mesh.faces].astype(np.float64)
    parts = (0.5, 0.25, 1 / 3, 0.1)
    nexts = np.roll(corners, -1, axis=1)
    marks = np.concatenate([corners, *(corners + (nexts - corners) * p for p in parts)])
    along = marks.reshape(-1, 3) - at
    origins = np.tile(np.array(at, np.float64), (len(along), 1))
    hits = ground.raycasts(origins, along)
    assert (hits.face >= 0).all(), f"{(hits.face < 0).sum()} of {len(along)} rays"
    assert hits.distance == pytest.approx(np.linalg.norm(along, axis=1), rel=1e-7)
    back = ground.raycasts(origins + along * 3, -along)
    assert (back.face >= 0).all()
    assert not ground.lines_of_sight(origins, origins + along * 1.5).clear.any()
    inward = ground.raycasts(origins, along, back_faces=False)
    assert (inward.face < 0).all()


def closed_ball(at: tuple[float, ...]) -> kl.Walkmesh:
    """A bumpy ball of 512 faces that look outward, each seen from its middle."""
    points = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    vertices = [np.array(point, float) for point in points]
    faces = [
        (x, y, z) if (x + y + z) % 2 == 0 else (y, x, z)
        for x, y, z in product((0, 1), (2, 3), (4, 5))
    ]
    for _ in range(3):
        middles: dict[tuple[int, int], int] = {}

        def middle(a: int, b: int, known: dict[tuple[int, int], int] = middles) -> int:
            key = min(a, b), max(a, b)
            if key not in known:
                known[key] = len(vertices)
                between = vertices[a] + vertices[b]
                vertices.append(between / np.linalg.norm(between))
            return known[key]

        halves = [(a, b, c, middle(a, b), middle(b, c), middle(c, a)) for a, b, c in faces]
        faces = [
            face
            for a, b, c, ab, bc, ca in halves
            for face in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
        ]
    bumps = np.random.default_rng(1).uniform(4, 5, (len(vertices), 1))
    return mesh_of(np.array(vertices) * bumps + at, faces)


@both_ways
def test_single_rays_at_seams_hit_as_well(fast: bool) -> None:
    mesh = FLOORS["turned"]
    ground = kl.Ground(mesh, fast=fast)
    random = np.random.default_rng(5)
    for mark in inner_marks(mesh)[::12]:
        offset = random.normal(size=3) * (0.3, 0.3, 1) + (0, 0, 9)
        origin, direction = (mark + offset).tolist(), (-offset).tolist()
        assert ground.raycast(origin, direction) is not None
        assert ground.any_hit(origin, direction)
        assert len(ground.all_hits(origin, direction)) >= 1
        assert not ground.line_of_sight(origin, (mark - offset).tolist())


@both_ways
def test_a_ray_straight_down_a_shared_corner_hits_one_face(fast: bool) -> None:
    for floor in ("level", "sloped", "turned", "steep"):
        mesh = FLOORS[floor]
        ground = kl.Ground(mesh, fast=fast)
        for x, y, _ in middles_and_corners(mesh)[::6].tolist():
            assert len(ground.all_hits((x, y, 100), (0, 0, -1))) == 1, (floor, x, y)


@both_ways
def test_the_border_of_a_floor_belongs_to_it(fast: bool) -> None:
    """All four sides and corners answer, whichever of them the half-open rule leaves out."""
    mesh = rectangle(0, 0, 2, 2)
    ground = kl.Ground(mesh, fast=fast)
    for x in (0.0, 0.5, 1.0, 2.0):
        for y in (0.0, 0.5, 1.0, 2.0):
            assert ground.height(x, y) == 0.0
            assert ground.height(x, y, 3.0) == 0.0
            assert len(ground.floors(x, y)) == 1
            assert ground.raycast((x, y, 1), (0, 0, -1)) is not None
    grid = [(x / 4, y / 4) for x in range(9) for y in range(9)]
    assert not np.isnan(ground.heights(grid)).any()
    assert not np.isnan(ground.heights(grid, [1.0] * len(grid))).any()


@both_ways
def test_where_rooms_meet_the_seam_has_a_floor(fast: bool) -> None:
    """Two rooms with the same sides there: one of them answers at each point, not both."""
    left = terrain(4, 6, seed=7, jitter=0.2, relief=0)
    right = terrain(4, 6, seed=8, jitter=0.2, relief=0, at=(4, 0, 0))
    ground = kl.Ground([left, right], fast=fast)
    for y in np.linspace(0, 6, 61).tolist():
        assert len(ground.floors(4.0, y)) == 1
        found = ground.find_face(4.0, y)
        assert found is not None
        assert ground.raycast((4.0, y, 1.0), (0, 0, -1)) is not None


@both_ways
@pytest.mark.parametrize("count", [3, 8, 40])
def test_the_hub_of_a_fan_has_one_face(count: int, fast: bool) -> None:
    angles = np.arange(count) * 2 * math.pi / count + 0.1
    rim = np.column_stack([np.cos(angles), np.sin(angles), angles * 0])
    faces = [(0, k + 1, (k + 1) % count + 1) for k in range(count)]
    mesh = mesh_of([(0, 0, 0.5), *rim.tolist()], faces)
    ground = kl.Ground(joined(mesh, rectangle(5, 5, 6, 6)), fast=fast)
    assert len(ground.floors(0, 0)) == 1
    assert ground.height(0, 0) == 0.5
    assert len(ground.all_hits((0, 0, 3), (0, 0, -1))) == 1
    assert ground.raycast((0.3, 0.2, 3), (-0.3, -0.2, -2.5)) is not None
