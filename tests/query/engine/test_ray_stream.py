"""Many rays in single precision first: the answers of double precision, to the last bit."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.query.engine.bvh import build_bvh
from kotorlevel.query.engine.kernels import ray
from kotorlevel.query.engine.kernels.ray_stream import LEFT, stream_rays
from support.query.shapes import terrain


@pytest.mark.parametrize("at", [(0, 0, 0), (90_000, -70_000, 40)])
def test_the_kernel_as_plain_python(at: tuple[float, float, float]) -> None:
    """As it is written, without a compiler: rays anywhere, along axes, and at corners."""
    mesh = terrain(6, 6, seed=3, cell=1, relief=1, at=at)
    corners = mesh.vertices[mesh.faces].astype(np.float32)
    tree = build_bvh(corners)
    random = np.random.default_rng(5)
    low, high = mesh.vertices.min(axis=0) - 1.0, mesh.vertices.max(axis=0) + 1.0
    origins = random.uniform(low, high, (90, 3))
    directions = random.normal(size=(90, 3))
    directions[:15] = np.eye(3)[random.integers(3, size=15)] * -1.0
    directions[15:50] = mesh.vertices[random.integers(len(mesh.vertices), size=35)] - origins[15:50]
    origins[89] = 5e12
    allowed, ends = np.ones(len(corners), bool), np.full(90, 1e300)
    asked = origins, directions, 0.0, ends, True
    faces, distances = np.empty(90, np.int64), np.empty(90)
    ray.cast_rays(tree, allowed, *asked, False, faces, distances)
    found, away = np.empty(90, np.int64), np.empty(90)
    largest = float(np.abs(corners).max())
    assert stream_rays(tree, largest, False, allowed, *asked, found, away) == 1
    assert found[89] == LEFT
    assert found[:89].tolist() == faces[:89].tolist()
    assert np.array_equal(away[:89], distances[:89], equal_nan=True)
    assert (faces >= 0).sum() > 30


def test_rays_from_far_away_are_answered_too() -> None:
    mesh = terrain(6, 6, seed=3, cell=1, relief=1)
    origins = np.array([[3.2, 3.1, 5.0], [3.2, 3.1, 5e12], [3.2, 3.1, -9.0]])
    directions = np.array([[0, 0, -1.0], [0, 0, -1.0], [0, 0, 1.0]])
    hits = kl.Ground(mesh).raycasts(origins, directions)
    plain = kl.Ground(mesh, fast=False).raycasts(origins, directions)
    assert hits.face.tolist() == plain.face.tolist()
    assert hits.face.min() >= 0
    assert hits.distance.tolist() == plain.distance.tolist()


def test_hits_are_pickled_whole() -> None:
    hits = kl.Ground(terrain(3, 3, seed=1)).raycasts([(1.2, 1.1, 9)] * 2, [(0, 0, -1), (0, 0, 1)])
    again = pickle.loads(pickle.dumps(hits))
    for name in ("distance", "face", "room", "normal", "material", "point"):
        assert np.array_equal(getattr(hits, name), getattr(again, name), equal_nan=True)
