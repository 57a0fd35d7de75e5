"""Rays against every face in double precision."""

from __future__ import annotations

import math

import numpy as np
import pytest

import kotorlevel as kl
from support.query.oracle import model_of
from support.query.ray_checks import check_hits, tolerance
from support.query.shapes import (
    both_ways,
    each_shape_either_way,
    rays,
    terrain,
    zoo_ground,
    zoo_model,
)


@each_shape_either_way
def test_the_nearest_face_is_hit(name: str, fast: bool) -> None:
    ground, model = zoo_ground(name, fast), zoo_model(name)
    origins, directions = rays(model, 400)
    everything = np.ones(len(model), bool)
    found = check_hits(model, everything, origins, directions, ground.raycasts(origins, directions))
    assert found > 100 or not len(model)


@each_shape_either_way
def test_only_the_front_of_faces_is_hit(name: str, fast: bool) -> None:
    ground, model = zoo_ground(name, fast), zoo_model(name)
    origins, directions = rays(model, 300, seed=2)
    hits = ground.raycasts(origins, directions, back_faces=False)
    everything = np.ones(len(model), bool)
    found = check_hits(model, everything, origins, directions, hits, back=False)
    assert found > 20 or not len(model)


@each_shape_either_way
def test_nothing_beyond_the_greatest_distance_is_hit(name: str, fast: bool) -> None:
    ground, model = zoo_ground(name, fast), zoo_model(name)
    origins, directions = rays(model, 300, seed=3)
    everything = np.ones(len(model), bool)
    size = float(np.ptp(model.corners.reshape(-1, 3), axis=0).max()) if len(model) else 1.0
    hits = ground.raycasts(origins, directions, size / 2)
    found = check_hits(model, everything, origins, directions, hits, ends=size / 2)
    assert 0 < found < 300 or not len(model)


@each_shape_either_way
def test_all_hits_are_all_faces_in_order(name: str, fast: bool) -> None:
    ground, model = zoo_ground(name, fast), zoo_model(name)
    origins, directions = rays(model, 60, seed=4)
    near = tolerance(model, origins)
    crossings = model.crossings(origins, directions)
    for i in range(len(origins)):
        hits = ground.all_hits(origins[i].tolist(), directions[i].tolist())
        distances = [hit.distance for hit in hits]
        assert distances == sorted(distances)
        rows = [model.row(hit.room, hit.face) for hit in hits]
        assert len(set(rows)) == len(rows)
        assert all(model.gap(hit.point, row) <= near for hit, row in zip(hits, rows, strict=True))
        sure = (crossings.margin[i] > near) & (np.abs(crossings.slope[i]) > 1e-6)
        assert set(np.flatnonzero(sure & (crossings.distance[i] > near)).tolist()) <= set(rows)
        first = ground.raycast(origins[i].tolist(), directions[i].tolist())
        assert first == (hits[0] if hits else None)
        assert ground.any_hit(origins[i].tolist(), directions[i].tolist()) is bool(hits)


@each_shape_either_way
def test_any_hit_is_whether_there_is_one(name: str, fast: bool) -> None:
    ground, model = zoo_ground(name, fast), zoo_model(name)
    origins, directions = rays(model, 80, seed=5)
    size = float(np.ptp(model.corners.reshape(-1, 3), axis=0).max()) if len(model) else 1.0
    for o, d in zip(origins.tolist(), directions.tolist(), strict=True):
        for end in (math.inf, size / 2):
            for back in (True, False):
                nearest = ground.raycast(o, d, end, back_faces=back)
                assert ground.any_hit(o, d, end, back_faces=back) is (nearest is not None)
                everything = ground.all_hits(o, d, end, back_faces=back)
                assert (everything[0] if everything else None) == nearest


@both_ways
def test_rays_over_a_large_terrain(fast: bool) -> None:
    """Deep enough for several levels of boxes."""
    mesh = terrain(40, 40, seed=51, relief=2, cell=3, at=(100, 200, 5))
    ground, model = kl.Ground(mesh, fast=fast), model_of(mesh)
    origins, directions = rays(model, 150, seed=6)
    everything = np.ones(len(model), bool)
    hits = ground.raycasts(origins, directions)
    assert check_hits(model, everything, origins, directions, hits) > 50


@both_ways
@pytest.mark.parametrize("far", [1e3, 1e6, 1e9, 1e12])
def test_rays_from_far_away(far: float, fast: bool) -> None:
    """Where a double at that distance is still finer than a face, the face is hit."""
    mesh = terrain(6, 6, seed=52, cell=5)
    ground, model = kl.Ground(mesh, fast=fast), model_of(mesh)
    random = np.random.default_rng(5)
    centres = model.corners.mean(axis=1)
    away = random.normal(size=(len(centres), 3)) * (1, 1, 0.2) + (0, 0, 2)
    origins = centres + far * away / np.linalg.norm(away, axis=1, keepdims=True)
    hits = ground.raycasts(origins, centres - origins)
    assert hits.face.tolist() == list(range(len(model)))
    assert np.abs(hits.point - centres).max() < 1e-15 * far + 1e-9
