"""Boxes, capsules and moving spheres: compiled or not, one or many, the same; and bad input."""

from __future__ import annotations

import dataclasses
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.query.engine import run
from support.query.oracle import Floats
from support.query.shapes import (
    METAL,
    STONE,
    both_ways,
    each_shape,
    rays,
    rectangle,
    terrain,
    zoo_ground,
    zoo_model,
)

FILTERS: list[dict[str, Any]] = [{}, {"materials": [STONE]}, {"walkable": True, "upward": True}]
Batch = kl.FaceLists | kl.Touches | kl.Hits


def asked(name: str, count: int) -> tuple[Floats, Floats, Floats]:
    """(N, 3) places in and around a shape, twice, and (N,) radii."""
    origins, directions = rays(zoo_model(name), count, 4)
    others = origins + directions * np.random.default_rng(5).uniform(0, 0.5, (count, 1))
    size = float(np.ptp(origins, axis=0).max())
    radii = np.random.default_rng(6).uniform(0, size / 6, count)
    radii[::5] = 0
    others[::7] = origins[::7]
    return origins, others, radii


def batches(ground: kl.Ground, name: str, count: int = 60) -> list[Batch]:
    """The answers to everything that comes in batches."""
    a, b, radii = asked(name, count)
    found: list[Batch] = []
    for filters in FILTERS:
        found += [
            ground.faces_in_boxes(np.minimum(a, b), np.maximum(a, b), **filters),
            ground.faces_near_points(a, radii, **filters),
            ground.faces_near_points(a, radii, b, **filters),
            ground.sweeps(a, b, radii, **filters),
            ground.raycasts(a, b - a + 1e-3, **filters),
        ]
    return found


def same(one: Batch, other: Batch) -> bool:
    """The same numbers in all arrays."""
    names = [each.name for each in dataclasses.fields(one) if not each.name.startswith("find_")]
    names += ["normal", "material"] if isinstance(one, kl.Hits) else []
    return all(
        np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True)
        for name in (*names, "point")
    )


@each_shape
def test_compiled_and_plain_batches_are_the_same(name: str) -> None:
    compiled, plain = (batches(zoo_ground(name, fast), name) for fast in (True, False))
    assert all(map(same, compiled, plain))


@both_ways
@each_shape
def test_a_batch_is_its_rows(name: str, fast: bool) -> None:
    ground = zoo_ground(name, fast)
    a, b, radii = asked(name, 12)
    lows, highs = np.minimum(a, b), np.maximum(a, b)
    boxes = ground.faces_in_boxes(lows, highs)
    spheres = ground.faces_near_points(a, radii)
    capsules = ground.faces_near_points(a, radii, b)
    touches = ground.sweeps(a, b, radii)
    for i in range(12):
        start, end, radius = a[i].tolist(), b[i].tolist(), float(radii[i])
        for row, alone in (
            (boxes[i], ground.faces_in_box(lows[i].tolist(), highs[i].tolist())),
            (spheres[i], ground.faces_near(start, radius)),
            (capsules[i], ground.faces_near(start, radius, to=end)),
        ):
            assert row.face.tolist() == alone.face.tolist()
            assert row.room.tolist() == alone.room.tolist()
            assert row.point.tolist() == alone.point.tolist()
        touch = ground.sweep(start, end, radius)
        if touch is None:
            assert touches.face[i] == touches.room[i] == touches.material[i] == -1
            assert np.isnan(touches.point[i]).all()
            continue
        for field in ("face", "room", "material", "distance", "fraction"):
            assert getattr(touches, field)[i] == getattr(touch, field)
        for field in ("point", "normal", "centre"):
            assert tuple(getattr(touches, field)[i].tolist()) == getattr(touch, field)


def test_many_faces_and_many_boxes_on_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than there is room for at first, and parts that are put together again."""
    mesh = terrain(40, 40, seed=2)
    ground, plain = kl.Ground(mesh, fast=True, threads=3), kl.Ground(mesh, fast=False)
    monkeypatch.setattr(run, "_SHARED", 100)
    lows = np.random.default_rng(0).uniform(-1, 40, (500, 3))
    lows[:, 2] = -9
    highs = lows + np.random.default_rng(1).uniform(0, 20, (500, 3)) + (0, 0, 18)
    highs[0], lows[0] = 99, -99
    found, wanted = (each.faces_in_boxes(lows, highs) for each in (ground, plain))
    assert found.count[0] == len(mesh.faces)
    assert same(found, wanted)
    assert len(ground.faces_in_box(lows[0].tolist(), highs[0].tolist())) == len(mesh.faces)
    assert same(ground.sweeps(lows, highs, 0.1), plain.sweeps(lows, highs, 0.1))
    near = ground.faces_near_points(lows, 5.0, highs)
    assert same(near, plain.faces_near_points(lows, 5.0, highs))
    again = pickle.loads(pickle.dumps(near))
    assert same(again, near)


@both_ways
def test_only_surfaces_that_are_asked_for(fast: bool) -> None:
    mesh = terrain(4, 4, materials=(STONE, METAL, 7))
    ground = kl.Ground(mesh, fast=fast)
    everywhere = (-99.0, -99.0, -99.0), (99.0, 99.0, 99.0)
    for ids in ([STONE], [METAL, 7], []):
        wanted = np.flatnonzero(np.isin(mesh.materials, ids)).tolist()
        assert ground.faces_in_box(*everywhere, materials=ids).face.tolist() == wanted
        assert ground.faces_near((0, 0, 0), 99, materials=ids).face.tolist() == wanted
        touch = ground.sweep((2.2, 2.1, 9), (2.2, 2.1, -9), 1.0, materials=ids)
        assert (touch is None) == (not ids)
        assert touch is None or touch.material in ids
    walkable = ground.faces_in_box(*everywhere, walkable=True).face.tolist()
    assert walkable == np.flatnonzero(mesh.walkable).tolist()
    table = kl.Materials.preset("mdlops")
    hit = kl.Ground(mesh, table, fast=fast).raycast((2.2, 2.1, 9), (0, 0, -1))
    assert hit is not None
    assert hit.surface is table.by_id[hit.material]
    assert hit.material == mesh.materials[hit.face]
    assert hit.normal == pytest.approx(mesh.face(hit.face).normal.tolist())


@both_ways
def test_nothing_to_find_and_nothing_asked(fast: bool) -> None:
    for mesh in (kl.Walkmesh.from_arrays([], [], []), rectangle(0, 0, 2, 2)):
        ground = kl.Ground(mesh, fast=fast)
        none = np.empty((0, 3))
        for lists in (ground.faces_in_boxes(none, none), ground.faces_near_points([], 1.0)):
            assert len(lists) == len(lists.face) == len(lists.point) == 0
            assert lists.offsets.tolist() == [0]
        assert len(ground.sweeps(none, none, 1.0)) == 0
        far = [(9.0, 9.0, 9.0)]
        assert ground.faces_in_boxes(far, far).offsets.tolist() == [0, 0]
        assert ground.faces_near((9, 9, 9), 1).point.shape == (0, 3)
        assert ground.sweep((9, 9, 9), (9, 9, 8), 1) is None
        assert ground.sweeps(far, far, 1.0).face.tolist() == [-1]
        with pytest.raises(IndexError, match="there is no query 1; there are 1"):
            ground.faces_in_boxes(far, far)[1]


@both_ways
@pytest.mark.filterwarnings("error")
def test_places_far_out(fast: bool) -> None:
    """No overflow, no warning; an infinite radius reaches everything."""
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    for far in (1e30, 1e200, 1e300):
        assert len(ground.faces_near((far, 0, 0), 1.0)) == 0
        assert len(ground.faces_near((far, 0, 0), math.inf)) == 2
        assert len(ground.faces_near((0, 0, 0), far)) == 2
        assert ground.sweep((far, far, far), (far, far, 0), 1.0) is None
        assert len(ground.sweeps([(far, 0, 0)], [(0, far, 0)], 1.0)) == 1
        assert len(ground.faces_near_points([(far, 0, 0)] * 2, [1.0, math.inf])[1]) == 2
    touch = ground.sweep((1, 1, 9), (1, 1, -9), math.inf)
    assert touch is not None
    assert touch.distance == 0


BAD: list[tuple[Callable[[kl.Ground], object], str]] = [
    (lambda g: g.faces_in_box((0, 0, math.nan), (1, 1, 1)), "from nan to 1.0 in z: not a box"),
    (lambda g: g.faces_in_box((0, 2, 0), (1, 1, 1)), "from 2.0 to 1.0 in y: not a box"),
    (lambda g: g.faces_in_box((0, 0), (1, 1, 1)), "low needs three numbers"),
    (lambda g: g.faces_in_boxes([(0, 0, 0)] * 2, [(1, 1, 1), (1, -1, 1)]), "row 1 .* in y"),
    (lambda g: g.faces_in_boxes([(0, 0, 0)], [(1, 1, 1)] * 2), "1 lows and 2 highs"),
    (lambda g: g.faces_in_boxes([(0, 0)], [(1, 1)]), "lows has shape"),
    (lambda g: g.faces_near((0, 0, math.inf), 1), "point is .*not a place"),
    (lambda g: g.faces_near((0, 0, 0), -1), "radius is -1.0: it must be 0 or more"),
    (lambda g: g.faces_near((0, 0, 0), math.nan), "radius is nan"),
    (lambda g: g.faces_near((0, 0, 0), 1, to=(0, 0)), "to needs three numbers"),
    (lambda g: g.faces_near((-1.7e308, 0, 0), 1, to=(1.7e308, 0, 0)), "too far apart"),
    (lambda g: g.faces_near_points([(0, 0, 0)], [1, 2]), "radius has shape"),
    (lambda g: g.faces_near_points([(0, 0, math.nan)], 1), "row 0 of points"),
    (lambda g: g.faces_near_points([(-1.7e308, 0, 0)], 1, [(1.7e308, 0, 0)]), "too far apart"),
    (lambda g: g.sweep((0, 0, 0), (0, 0, math.nan), 1), "b is .*not a place"),
    (lambda g: g.sweep((0, 0, 0), (0, 0, 1), -0.5), "radius is -0.5"),
    (lambda g: g.sweeps([(0, 0, 0)], [(0, 0, 1)], [-1.0]), "radius must be 0 or more"),
    (lambda g: g.sweeps([(0, 0, 0)], [(0, 0, 1)] * 2, 1.0), "1 a and 2 b"),
]


@pytest.mark.parametrize(("ask", "text"), BAD)
def test_what_cannot_be_asked(ask: Callable[[kl.Ground], object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        ask(kl.Ground(rectangle(0, 0, 2, 2), fast=False))
