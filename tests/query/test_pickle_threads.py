"""A ground can be sent elsewhere and asked from many threads at once."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import kotorlevel as kl
from kotorlevel.query.engine import run as engine
from kotorlevel.query.engine.compiled import Kernels, load_kernels
from support.query.oracle import Floats
from support.query.shapes import (
    NONWALK,
    STONE,
    both_ways,
    each_shape,
    rays,
    terrain,
    zoo,
    zoo_model,
)

Answers = list[Any]


def ask_everything(ground: kl.Ground, origins: Floats, directions: Floats) -> Answers:
    """The answers to all kinds of questions, in a form that can be compared."""
    answers: Answers = []
    for o, d in zip(origins[:25].tolist(), directions[:25].tolist(), strict=True):
        x, y, z = o
        answers += [
            ground.find_face(x, y),
            ground.find_face(x, y, z, walkable=True),
            ground.floors(x, y, materials=[STONE, NONWALK]),
            ground.raycast(o, d),
            ground.any_hit(o, d, 3.0, back_faces=False),
            ground.all_hits(o, d, upward=True),
            ground.line_of_sight(o, (x + d[0], y + d[1], z + d[2])),
            ground.nearest(o),
        ]
    found = ground.find_faces(origins[:, :2], origins[:, 2])
    hits = ground.raycasts(origins, directions)
    sights = ground.lines_of_sight(origins, origins + directions)
    arrays: list[NDArray[Any]] = [
        ground.heights(origins[:, :2]),
        found.face,
        found.room,
        found.point,
    ]
    arrays += [hits.face, hits.room, hits.distance, sights.clear, sights.face, sights.point]
    return answers + [(array.dtype.str, array.tobytes()) for array in arrays]


@pytest.mark.sampled(9)
@each_shape
@both_ways
def test_a_pickled_ground_answers_the_same(name: str, fast: bool) -> None:
    model = zoo_model(name)
    origins, directions = rays(model, 60, seed=3)
    ground = kl.Ground(zoo(name), fast=fast)
    fresh = pickle.loads(pickle.dumps(ground))
    wanted = ask_everything(ground, origins, directions)
    assert ask_everything(fresh, origins, directions) == wanted
    used = pickle.loads(pickle.dumps(ground))
    assert ask_everything(used, origins, directions) == wanted
    assert len(used) == len(ground)
    assert used.left_out.tolist() == ground.left_out.tolist()


@both_ways
def test_a_pickled_ground_keeps_its_limits(fast: bool) -> None:
    mesh = terrain(3, 3, materials=[STONE, NONWALK])
    ground = kl.Ground(mesh, materials=[NONWALK], fast=fast)
    again = pickle.loads(pickle.dumps(ground))
    found = again.find_faces(np.random.default_rng(1).uniform(0, 3, (50, 2))).face
    assert set(mesh.materials[found[found >= 0]].tolist()) == {NONWALK}


def test_a_ground_arrives_where_nothing_can_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    ground = kl.Ground(terrain(3, 3), fast=True)
    wanted = ground.height(1.3, 1.2)
    sent = pickle.dumps(ground)
    loaded = []

    def load(fast: bool) -> Kernels:
        loaded.append(fast)
        return load_kernels(fast)

    monkeypatch.setattr(engine, "can_compile", lambda: False)
    monkeypatch.setattr(engine, "load_kernels", load)
    assert pickle.loads(sent).height(1.3, 1.2) == wanted
    assert loaded == [False]


def at_once(count: int, work: Callable[[], Answers]) -> list[Answers]:
    """The answers of so many threads that begin together."""
    ready = threading.Barrier(count)

    def wait_and_work() -> Answers:
        ready.wait()
        return work()

    with ThreadPoolExecutor(count) as pool:
        return [future.result() for future in [pool.submit(wait_and_work) for _ in range(count)]]


@pytest.mark.sampled(2)
@both_ways
@pytest.mark.parametrize("name", ["stacked", "rooms", "soup"])
def test_many_threads_get_the_answers_of_one(name: str, fast: bool) -> None:
    """Of a ground that nobody has asked before: trees and masks are made on the way."""
    model = zoo_model(name)
    origins, directions = rays(model, 80, seed=4)
    wanted = ask_everything(kl.Ground(zoo(name), fast=fast), origins, directions)
    for _ in range(3):
        ground = kl.Ground(zoo(name), fast=fast)
        for answers in at_once(8, lambda: ask_everything(ground, origins, directions)):  # noqa: B023
            assert answers == wanted


@pytest.mark.parametrize("threads", [None, 1, 2, 3, 7])
def test_a_large_batch_is_the_same_on_any_number_of_processors(threads: int | None) -> None:
    """Large enough to be shared among them."""
    mesh = terrain(20, 20, seed=5)
    count = 160_000
    random = np.random.default_rng(2)
    points = random.uniform(-1, 21, (count, 3))
    along = random.normal(size=(count, 3))
    alone, shared = kl.Ground(mesh, fast=True, threads=1), kl.Ground(mesh, threads=threads)
    assert np.array_equal(
        alone.heights(points[:, :2]), shared.heights(points[:, :2]), equal_nan=True
    )
    one, many = alone.raycasts(points, along), shared.raycasts(points, along)
    assert np.array_equal(one.face, many.face)
    assert np.array_equal(one.distance, many.distance, equal_nan=True)
    near, again = (g.find_faces(points[:, :2], points[:, 2]).face for g in (alone, shared))
    assert np.array_equal(near, again)
    # And row by row the same as in a small batch.
    for first in (0, count // 7 - 5, count // 2 - 5, count - 10):
        rows = slice(first, first + 10)
        few = alone.raycasts(points[rows], along[rows])
        assert np.array_equal(few.face, many.face[rows])
        assert np.array_equal(
            alone.heights(points[rows, :2]), shared.heights(points[:, :2])[rows], equal_nan=True
        )


def test_a_pickle_has_no_places_in_memory() -> None:
    """They are those of another process: asking there would read whatever is at them."""
    pytest.importorskip("numba")
    ground = kl.Ground(terrain(4), fast=True)
    ground.height(1.0, 1.0)
    ground.raycast((1.0, 1.0, 9.0), (0.0, 0.0, -1.0))
    asked = vars(vars(ground)["_engine"])
    sent = vars(vars(pickle.loads(pickle.dumps(ground)))["_engine"])
    handles = {name for name in asked if name.endswith("_handle")}
    assert len(handles) == 2
    assert not handles & set(sent)
