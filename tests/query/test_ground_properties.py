"""Any room, any question: what must hold whatever they are."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import kotorlevel as kl
from support.meshes import rooms
from support.query.oracle import BORDER, WALKABLE, WALKCHECK, model_of
from support.query.ray_checks import check_hits
from support.query.shapes import joined, plan_points, rays, unwelded

seeds = st.integers(0, 2**16)


@settings(max_examples=40)
@given(mesh=rooms(), seed=seeds, fast=st.booleans())
def test_heights_are_exact_in_any_room(mesh: kl.Walkmesh, seed: int, fast: bool) -> None:
    model, ground = model_of(mesh), kl.Ground(mesh, fast=fast)
    checked = model.having(WALKCHECK)
    for x, y in plan_points(model, 8, seed).tolist():
        floors = model.floors(x, y, checked)
        found = ground.find_face(x, y)
        if not floors:
            continue  # the second look is the matter of test_engine_like
        assert found is not None
        exact = next(floor for floor in floors if floor.face == found.face)
        assert found.point[2] == pytest.approx(exact.height, abs=1e-11)
        if not any(floor.place == BORDER for floor in floors):
            assert found.face == min(floor.face for floor in floors)


@settings(max_examples=40)
@given(mesh=rooms(), seed=seeds, fast=st.booleans())
def test_rays_hit_the_nearest_face_in_any_room(mesh: kl.Walkmesh, seed: int, fast: bool) -> None:
    model, ground = model_of(mesh), kl.Ground(mesh, fast=fast)
    origins, directions = rays(model, 40, seed)
    everything = np.ones(len(model), bool)
    check_hits(model, everything, origins, directions, ground.raycasts(origins, directions))


@settings(max_examples=25)
@given(mesh=rooms(), seed=seeds, fast=st.booleans())
def test_nearest_is_nearest_in_any_room(mesh: kl.Walkmesh, seed: int, fast: bool) -> None:
    model, ground = model_of(mesh), kl.Ground(mesh, fast=fast)
    allowed = model.having(WALKABLE) & model.has_height
    for point in rays(model, 10, seed)[0]:
        found = ground.nearest(point.tolist())
        best = np.where(allowed, model.gaps(point), np.inf).min(initial=np.inf)
        if found is None:
            assert best == math.inf
        else:
            assert math.dist(found.point, point) == pytest.approx(best, abs=1e-9)


@settings(max_examples=25)
@given(mesh=rooms(), seed=seeds)
def test_compiled_and_plain_agree_in_any_room(mesh: kl.Walkmesh, seed: int) -> None:
    compiled, plain = kl.Ground(mesh, fast=True), kl.Ground(mesh, fast=False)
    origins, directions = rays(model_of(mesh), 60, seed)
    for near in (None, origins[:, 2]):
        heights, same = (g.heights(origins[:, :2], near) for g in (compiled, plain))
        assert np.array_equal(heights, same, equal_nan=True)
    hits, again = (g.raycasts(origins, directions) for g in (compiled, plain))
    assert np.array_equal(hits.face, again.face)
    assert np.array_equal(hits.distance, again.distance, equal_nan=True)
    for o, d in zip(origins[:8].tolist(), directions[:8].tolist(), strict=True):
        assert compiled.nearest(o) == plain.nearest(o)
        assert compiled.floors(o[0], o[1]) == plain.floors(o[0], o[1])
        assert compiled.all_hits(o, d) == plain.all_hits(o, d)


@settings(max_examples=20)
@given(mesh=rooms(), seed=seeds, fast=st.booleans())
def test_welding_changes_no_answer(mesh: kl.Walkmesh, seed: int, fast: bool) -> None:
    """Where faces have the same corners it does not matter whether they share the vertices."""
    one, apart = kl.Ground(mesh, fast=fast), kl.Ground(unwelded(mesh), fast=fast)
    origins, directions = rays(model_of(mesh), 40, seed)
    assert np.array_equal(
        one.find_faces(origins[:, :2]).face, apart.find_faces(origins[:, :2]).face
    )
    assert np.array_equal(
        one.raycasts(origins, directions).face, apart.raycasts(origins, directions).face
    )


@settings(max_examples=20)
@given(mesh=rooms(), lift=st.integers(-40, 40), seed=seeds, fast=st.booleans())
def test_a_room_on_top_changes_nothing_below(
    mesh: kl.Walkmesh, lift: int, seed: int, fast: bool
) -> None:
    """The first room answers without z; the floors of both are there together."""
    above = mesh.translated((0, 0, lift * 8 + 4))
    ground, alone = kl.Ground([mesh, above], fast=fast), kl.Ground(mesh, fast=fast)
    model = model_of(mesh)
    points = plan_points(model, 10, seed)
    found, wanted = ground.find_faces(points), alone.find_faces(points)
    assert np.array_equal(found.face, wanted.face)
    assert (found.room <= 0).all()
    for x, y in points[:8].tolist():
        assert len(ground.floors(x, y)) == 2 * len(alone.floors(x, y))


@settings(max_examples=20)
@given(mesh=rooms(exact=True), quarters=st.integers(1, 3), seed=seeds, fast=st.booleans())
def test_turning_everything_turns_the_answers(
    mesh: kl.Walkmesh, quarters: int, seed: int, fast: bool
) -> None:
    """By quarters there is no rounding, so distances and heights stay as they are."""
    turned = kl.Ground(mesh.rotated(90 * quarters), fast=fast)
    ground = kl.Ground(mesh, fast=fast)
    origins, directions = rays(model_of(mesh), 30, seed)

    def turn(points: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> object:
        rows = points.copy()
        for _ in range(quarters):
            rows[:, 0], rows[:, 1] = -rows[:, 1].copy(), rows[:, 0].copy()
        return rows

    hits = ground.raycasts(origins, directions)
    again = turned.raycasts(turn(origins), turn(directions))  # type: ignore[arg-type]
    clear = np.isfinite(hits.distance) & np.isfinite(again.distance)
    assert hits.distance[clear] == pytest.approx(again.distance[clear], abs=1e-9)
    # Rays along a side or corner may be hit or missed, others not.
    crossings = model_of(mesh).crossings(origins, directions)
    sure = ((np.abs(crossings.margin) > 1e-9) | (crossings.distance < 0)).all(axis=1)
    assert (np.isfinite(hits.distance) == np.isfinite(again.distance))[sure].all()


@settings(max_examples=15)
@given(parts=st.lists(rooms(largest=2), min_size=1, max_size=4), seed=seeds, fast=st.booleans())
def test_rooms_together_have_the_hits_of_each(
    parts: list[kl.Walkmesh], seed: int, fast: bool
) -> None:
    """A ray through all rooms meets what it meets in each of them."""
    ground = kl.Ground(parts, fast=fast)
    model = model_of(joined(*parts))
    origins, directions = rays(model, 12, seed)
    for o, d in zip(origins.tolist(), directions.tolist(), strict=True):
        alone = [kl.Ground(part, fast=fast).raycast(o, d) for part in parts]
        distances = [hit.distance for hit in alone if hit is not None]
        hit = ground.raycast(o, d)
        assert (hit is None) is (not distances)
        if hit is not None:
            assert hit.distance == min(distances)
            assert hit.room == next(
                k for k, one in enumerate(alone) if one is not None and one.distance == hit.distance
            )
