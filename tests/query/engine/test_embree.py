"""Embree as a second opinion: where it differs, single precision is why.

Embree computes in float32. Both are asked with the same float32 rays. A different answer must be
explained by a check that knows neither: the ray passes a side of the face within the rounding of
float32, or so flatly over the face that this rounding moves the hit.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from embreex import rtcore, rtcore_scene
from embreex.mesh_construction import TriangleMesh
from numpy.typing import NDArray

import kotorlevel as kl
from support.corpus import corpus_files, each_corpus_file, needs_corpus
from support.query.oracle import Floats, Model, model_of
from support.query.ray_checks import check_hits
from support.query.shapes import both_ways, joined, plan_points, terrain
from support.quick import few

ROUNDING = 2.0**-23
"""The distance from 1 to the next float32."""

Single = NDArray[np.float32]


def ask_embree(
    model: Model, origins: Single, directions: Single
) -> tuple[NDArray[np.int64], Floats]:
    """(N,) rows of the model, -1 for a miss, and (N,) metres."""
    scene = rtcore_scene.EmbreeScene(rtcore.EmbreeDevice())
    corners = model.corners.astype(np.float32).reshape(-1, 3)
    TriangleMesh(scene, corners, np.arange(len(corners), dtype=np.int32).reshape(-1, 3))
    faces = scene.run(origins, directions).astype(np.int64)
    length = np.linalg.norm(directions.astype(np.float64), axis=1)
    distances = scene.run(origins, directions, query="DISTANCE").astype(np.float64) * length
    return faces, np.where(faces >= 0, distances, np.nan)


def aimed_rays(model: Model, count: int, seed: int) -> tuple[Single, Single]:
    """Rays from around a mesh: half at anything, the others at corners, sides and straight down."""
    random = np.random.default_rng(seed)
    points = model.corners.reshape(-1, 3)
    low, high = points.min(axis=0), points.max(axis=0)
    spread = (high - low) * (0.1, 0.1, 0) + (0, 0, 5)
    origins = random.uniform(low - spread, high + spread, (count, 3)).astype(np.float32)
    targets = random.uniform(low, high, (count, 3))
    middles = (model.corners + np.roll(model.corners, 1, axis=1)).reshape(-1, 3) / 2
    marks = np.concatenate([points, middles])
    aimed = slice(count // 2, 3 * count // 4)
    targets[aimed] = marks[random.integers(0, len(marks), count // 4)]
    directions = (targets - origins).astype(np.float32)
    down = slice(3 * count // 4, count)
    plan = plan_points(model, count // 8, seed)
    origins[down, :2] = plan[random.integers(0, len(plan), count - 3 * count // 4)]
    directions[down] = (0, 0, -1)
    return origins, directions


def unexplained(
    model: Model,
    origins: Floats,
    directions: Floats,
    rows: NDArray[np.int64],
    others: NDArray[np.int64],
    distances: Floats,
) -> list[int]:
    """The rays for which two answers differ and rounding is not why.

    ``rows`` and ``others`` are the faces of the two answers, ``distances`` how far apart they are
    (infinity where only one has a hit).
    """
    left = []
    size = max(model.scale, float(np.abs(origins).max()), 1.0)
    near = 16 * ROUNDING * size
    for i in range(len(origins)):
        named = model.only([face for face in (int(rows[i]), int(others[i])) if face >= 0])
        crossings = named.crossings(origins[i : i + 1], directions[i : i + 1])
        slopes = np.abs(crossings.slope[0]).tolist()
        margins = np.abs(crossings.margin[0]).tolist()
        # The distance of the ray from a side is no more than that of the hit from the side, seen
        # along the ray.
        at_a_side = any(m * s <= near for m, s in zip(margins, slopes, strict=True))
        too_flat = any(distances[i] * slope <= near for slope in slopes)
        if not (at_a_side or too_flat):
            left.append(i)
    return left


def compare_with_embree(mesh: kl.Walkmesh, count: int, seed: int, fast: bool = True) -> int:
    """How many rays at anything get another answer from Embree. Every other answer is explained.

    Half of ``count`` are such; rays at sides and corners differ far more often.
    """
    model = model_of(mesh)
    origins, directions = aimed_rays(model, count, seed)
    hits = kl.Ground(mesh, fast=fast).raycasts(origins, directions)
    rows, distances = ask_embree(model, origins, directions)
    ours = np.where(hits.face >= 0, hits.distance, np.inf)
    theirs = np.where(rows >= 0, distances, np.inf)
    with np.errstate(invalid="ignore"):
        apart = np.where(ours == theirs, 0.0, np.abs(ours - theirs))
    size = max(model.scale, float(np.abs(origins).max()), 1.0)
    different = np.flatnonzero(apart > 16 * ROUNDING * size)
    exact = origins[different].astype(np.float64), directions[different].astype(np.float64)
    number = np.where(hits.face >= 0, hits.face, -1)
    left = unexplained(model, *exact, number[different], rows[different], apart[different])
    assert not left, [(exact[0][i].tolist(), exact[1][i].tolist()) for i in left[:3]]
    # Where they differ, ours is the one that the definitions give; some are enough.
    some = different[:: len(different) // 40 + 1]
    rays = origins[some].astype(np.float64), directions[some].astype(np.float64)
    about = (lambda: hits.normal[some]), (lambda: hits.material[some])
    chosen = kl.Hits(hits.distance[some], hits.face[some], hits.room[some], *rays, *about)
    check_hits(model, np.ones(len(model), bool), *rays, chosen)
    assert (hits.face >= 0).sum() > count // 10
    return int((different < count // 2).sum())


def test_very_many_rays_over_a_terrain() -> None:
    mesh = terrain(100, 100, seed=1, cell=2, relief=2, at=(-50, 80, 3))
    assert len(mesh.faces) == 20_000
    different = compare_with_embree(mesh, few(30_000, 100_000), 2)
    assert different < 50


@both_ways
def test_rays_over_walls_floors_and_overhangs(fast: bool) -> None:
    parts = [
        terrain(12, 12, seed=k, cell=1.5, relief=1, at=(3 * k, 2 * k, 4 * k), turn=30 * k)
        for k in range(4)
    ]
    assert compare_with_embree(joined(*parts), 20_000, 3, fast) < 10


@each_corpus_file("wok/**/*.wok")
def test_rays_in_real_rooms(path: Path) -> None:
    assert compare_with_embree(kl.read_walkmesh(path), 3_000, 4) < 5


@needs_corpus
def test_rays_in_a_real_area() -> None:
    rooms = [kl.read_walkmesh(path) for path in corpus_files("area_m10aa/*.wok")]
    assert compare_with_embree(joined(*rooms), 20_000, 5) < 10


def test_the_check_sees_an_answer_that_is_wrong() -> None:
    """Rays through the middle of a face: a miss or a distance beside it needs an explanation."""
    model = model_of(terrain(3, 3, seed=9))
    centres = model.corners.mean(axis=1)
    origins = centres + np.array((0, 0, 5))
    directions = np.tile((0.0, 0.0, -1.0), (len(centres), 1))
    rows = np.arange(len(centres))
    nothing = np.full(len(rows), -1)
    everything = list(range(len(rows)))
    for others, apart in ((nothing, np.inf), (np.roll(rows, 5), 0.1), (rows, 0.001)):
        distances = np.full(len(rows), apart)
        assert unexplained(model, origins, directions, rows, others, distances) == everything
