"""Heights, faces and floors at a point, against exact containment in every face."""

from __future__ import annotations

import math

import numpy as np
import pytest

import kotorlevel as kl
from support.query.oracle import (
    BORDER,
    INSIDE,
    NUDGE,
    WALKCHECK,
    Flags,
    Floats,
    Floor,
    Model,
    model_of,
)
from support.query.shapes import (
    METAL,
    both_ways,
    each_shape_either_way,
    joined,
    mesh_of,
    plan_points,
    rectangle,
    terrain,
    upside_down,
    zoo_ground,
    zoo_model,
)

SAME_FLOOR = 1e-4
"""Metres within which a side belongs to the floor that goes on beyond it."""


def rounding(model: Model) -> float:
    """Metres by which a height may differ from the exact one."""
    return 1e-12 * model.scale + 1e-12


def first_floors(model: Model, x: float, y: float, allowed: Flags) -> list[Floor]:
    """The faces among which the game's question finds one: those here, or those a nudge away."""
    return model.floors(x, y, allowed) or model.floors(x + NUDGE, y + NUDGE, allowed)


@each_shape_either_way
def test_the_game_finds_the_first_face_in_order(name: str, fast: bool) -> None:
    ground, model = zoo_ground(name, fast), zoo_model(name)
    allowed = model.having(WALKCHECK)
    answered = 0
    for x, y in plan_points(model, 40).tolist():
        floors = first_floors(model, x, y, allowed)
        found = ground.find_face(x, y)
        height = ground.height(x, y)
        if not floors:
            assert found is None, (x, y)
            assert height is None
            continue
        assert found is not None, (x, y)
        answered += 1
        named = [floor for floor in floors if floor.face == model.row(found.room, found.face)]
        assert named, f"{found} is not at ({x}, {y}); there are {floors}"
        if not any(floor.place == BORDER for floor in floors):
            assert named[0].face == min(floor.face for floor in floors)
        assert found.point[:2] == (x, y)
        assert height == found.point[2]
        assert abs(height - named[0].height) <= rounding(model)
    assert answered or not len(model)


@each_shape_either_way
def test_the_floor_nearest_to_z(name: str, fast: bool) -> None:
    ground, model = zoo_ground(name, fast), zoo_model(name)
    allowed = model.having(WALKCHECK)
    random = np.random.default_rng(7)
    low, high = (
        (model.corners[:, :, 2].min() - 1, model.corners[:, :, 2].max() + 1)
        if len(model)
        else (-1.0, 1.0)
    )
    for x, y in plan_points(model, 40, seed=2).tolist():
        floors = model.floors(x, y, allowed)
        z = random.uniform(low, high)
        found = ground.find_face(x, y, z)
        if not floors:
            assert found is None, (x, y, z)
            continue
        assert found is not None, (x, y, z)
        row = model.row(found.room, found.face)
        named = next(floor for floor in floors if floor.face == row)
        assert abs(found.point[2] - named.height) <= rounding(model)
        nearest = min(abs(floor.height - z) for floor in floors)
        # A side may give way to the inside of a face that is a tenth of a millimetre further.
        spare = SAME_FLOOR if any(floor.place == BORDER for floor in floors) else 0.0
        assert abs(named.height - z) <= nearest + spare + rounding(model)
        assert ground.height(x, y, z) == found.point[2]


@each_shape_either_way
def test_floors_are_all_floors_from_top_to_bottom(name: str, fast: bool) -> None:
    ground, model = zoo_ground(name, fast), zoo_model(name)
    allowed = model.having(WALKCHECK)
    for x, y in plan_points(model, 40, seed=3).tolist():
        wanted = model.floors(x, y, allowed)
        found = ground.floors(x, y)
        heights = [ref.point[2] for ref in found]
        assert heights == sorted(heights, reverse=True)
        assert all(ref.point[:2] == (x, y) for ref in found)
        rows = [model.row(ref.room, ref.face) for ref in found]
        assert len(set(rows)) == len(rows)
        for row, height in zip(rows, heights, strict=True):
            exact = next(floor for floor in wanted if floor.face == row)
            assert abs(exact.height - height) <= rounding(model)
        # Nothing is missing: whoever has the point inside is named, and sides have their floor.
        assert {f.face for f in wanted if f.place == INSIDE} <= set(rows)
        for floor in wanted:
            assert any(abs(floor.height - h) <= SAME_FLOOR + rounding(model) for h in heights)


@both_ways
def test_one_floor_is_named_once_where_faces_meet(fast: bool) -> None:
    """A closed floor has one floor at each of its points, sides and corners included."""
    mesh = terrain(6, 5, seed=31)
    ground = kl.Ground(mesh, fast=fast)
    model = model_of(mesh)
    marks = plan_points(model, 500)[1000:]
    assert len(marks) > 100
    for x, y in marks.tolist():
        assert len(ground.floors(x, y)) == 1, (x, y)


def plane_heights(model: Model, faces: list[int], points: Floats) -> Floats:
    """(N,) the heights of the planes of ``faces`` at ``points``, in double precision."""
    normal, corner = model.normals[faces], model.corners[faces][:, 0]
    rise = ((points - corner[:, :2]) * normal[:, :2]).sum(axis=1)
    heights: Floats = corner[:, 2] - rise / normal[:, 2]
    return heights


@both_ways
def test_every_face_of_a_large_terrain_answers_with_its_plane(fast: bool) -> None:
    mesh = terrain(50, 50, seed=17, cell=2.5, relief=4, turn=20, at=(-300, 120, 8))
    ground, model = kl.Ground(mesh, fast=fast), model_of(mesh)
    random = np.random.default_rng(3)
    faces = np.repeat(np.arange(len(model)), 4)
    weights = random.dirichlet((1, 1, 1), len(faces))[:, :, None] * 0.98 + 0.02 / 3
    points = (model.corners[faces] * weights).sum(axis=1)[:, :2]
    found = ground.find_faces(points)
    assert found.face.tolist() == faces.tolist()
    wanted = plane_heights(model, faces.tolist(), points)
    assert np.abs(ground.heights(points) - wanted).max() < 1e-9


@both_ways
@pytest.mark.parametrize(
    ("x", "y", "wanted"),
    [(0.0, 0.0, 1.0), (4.0, 0.0, 3.0), (1.0, 0.5, 1.5), (2.0, 1.0, 2.0), (0.5, 1.75, 1.25)],
)
def test_a_ramp_rises_half_a_metre_a_metre(x: float, y: float, wanted: float, fast: bool) -> None:
    ramp = mesh_of([(0, 0, 1), (4, 0, 3), (4, 2, 3), (0, 2, 1)], [(0, 1, 2), (0, 2, 3)])
    assert kl.Ground(ramp, fast=fast).height(x, y) == pytest.approx(wanted, abs=1e-12)


@both_ways
def test_faces_without_area_in_the_plan_have_no_height(fast: bool) -> None:
    upright = mesh_of([(0, 0, 0), (4, 4, 0), (4, 4, 4), (0, 0, 4)], [(0, 1, 2), (0, 2, 3)])
    line = mesh_of([(0, 0, 0), (2, 2, 1), (4, 4, 2)], [(0, 1, 2), (0, 0, 2), (1, 1, 1)])
    ground = kl.Ground(joined(upright, line), fast=fast)
    for x in (0.0, 1.0, 2.0, 3.5, 4.0):
        assert ground.height(x, x) is None
        assert ground.height(x, x, 1.0) is None
        assert ground.floors(x, x) == []
    assert np.isnan(ground.heights([(1.0, 1.0), (2.0, 2.0)])).all()


@both_ways
@pytest.mark.parametrize(("run", "answers"), [(0.05, False), (0.2, True)])
def test_a_wall_rises_more_than_ten_metres_a_millimetre(
    run: float, answers: bool, fast: bool
) -> None:
    """``run`` in millimetres for a rise of 1 m; the limit is 0.1."""
    wall = mesh_of([(0, 0, 0), (0, 1, 0), (run / 1000, 0, 1)], [(0, 1, 2)])
    ground = kl.Ground(wall, fast=fast)
    assert (ground.height(run / 4000, 0.25) is not None) is answers
    assert (ground.nearest((0.0, 0.25, 0.25)) is not None) is answers


@both_ways
def test_a_face_that_looks_down_has_a_height(fast: bool) -> None:
    ground = kl.Ground(upside_down(rectangle(0, 0, 2, 2, 1.5)), fast=fast)
    assert ground.height(0.5, 1.5) == 1.5


@both_ways
def test_with_z_each_storey_can_be_asked_for(fast: bool) -> None:
    storeys = joined(*(rectangle(0, 0, 4, 4, z) for z in (6.0, 0.0, 3.0)))
    ground = kl.Ground(storeys, fast=fast)
    assert ground.height(1, 2) == 6.0  # the lowest number
    assert [ground.height(1, 2, z) for z in (-9, 1.4, 1.6, 3, 4.4, 4.6, 99)] == [
        *(0.0, 0.0, 3.0, 3.0, 3.0, 6.0, 6.0)
    ]
    assert ground.height(1, 2, 4.5) == 6.0  # as near as 3: the lowest number
    assert ground.heights([(1, 2)] * 3, [1.4, 1.6, 4.5]).tolist() == [0.0, 3.0, 6.0]
    assert [ref.point[2] for ref in ground.floors(1, 2)] == [6.0, 3.0, 0.0]


@both_ways
def test_with_z_there_is_no_second_look(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    assert ground.height(-0.0005, 1) == 0.0
    assert ground.height(-0.0005, 1, 0.0) is None
    assert ground.floors(-0.0005, 1) == []
    assert np.isnan(ground.heights([(-0.0005, 1)], [0.0])).all()


@both_ways
def test_a_step_has_two_floors_at_its_edge(fast: bool) -> None:
    """Both at the edge itself; the one that is nearer to z even where only its side is there."""
    step = joined(rectangle(0, 0, 2, 2, 0), rectangle(2, 0, 4, 2, 1))
    ground = kl.Ground(step, fast=fast)
    assert [ref.point[2] for ref in ground.floors(2, 0.5)] == [1.0, 0.0]
    for z, wanted in ((-0.2, 0.0), (0.4, 0.0), (0.6, 1.0), (1.2, 1.0)):
        assert ground.height(2, 0.5, z) == wanted
        assert ground.heights([(2, 0.5)], [z]).tolist() == [wanted]


@both_ways
def test_a_step_of_a_hair_is_one_floor_at_its_edge(fast: bool) -> None:
    """Within a tenth of a millimetre the face that has the point inside answers."""
    step = joined(rectangle(0, 0, 2, 2, 0), rectangle(2, 0, 4, 2, 5e-5))
    ground = kl.Ground(step, fast=fast)
    assert len(ground.floors(2, 0.5)) == 1
    heights = {ground.height(2, 0.5, z) for z in (-1.0, 0.0, 5e-5, 1.0)}
    assert heights == {ground.height(2, 0.5)}
    assert set(ground.heights([(2, 0.5)] * 3, [-1.0, 0.0, 1.0]).tolist()) == heights


@both_ways
def test_more_floors_than_there_is_room_for_at_first(fast: bool) -> None:
    tower = joined(*(rectangle(0, 0, 2, 2, z) for z in range(40)))
    ground = kl.Ground(tower, fast=fast)
    assert [ref.point[2] for ref in ground.floors(0.5, 1.5)] == list(range(39, -1, -1))


@both_ways
def test_heights_stay_between_the_corners(fast: bool) -> None:
    """Also on a needle, where rounding is large against its width."""
    needle = mesh_of([(0, 0, 1), (1000, 1e-2, 2), (1000, 0, 3)], [(0, 1, 2)])
    ground = kl.Ground(needle, fast=fast)
    model = model_of(needle)
    points = plan_points(model, 200)
    heights = ground.heights(points)
    found = ~np.isnan(heights)
    assert found.sum() > 100
    assert (heights[found] >= 1).all()
    assert (heights[found] <= 3).all()


@both_ways
@pytest.mark.parametrize("z", [0.1, 0.3, -7.7, 300.3])
def test_a_level_floor_is_level_to_the_last_bit(z: float, fast: bool) -> None:
    mesh = rectangle(-3.3, -1.7, 20.9, 11.1, z)
    ground = kl.Ground(mesh, fast=fast)
    points = np.random.default_rng(2).uniform((-3, -1), (20, 11), (400, 2))
    assert set(ground.heights(points).tolist()) == {float(np.float32(z))}
    assert {ground.height(x, y) for x, y in points[:50].tolist()} == {float(np.float32(z))}


@both_ways
@pytest.mark.parametrize("far", [0.0, 1e4, 1e5])
def test_heights_far_from_the_origin(far: float, fast: bool) -> None:
    """A float32 there is metres or centimetres coarse, the answer is not."""
    mesh = terrain(5, 4, seed=41, cell=4, relief=3, jitter=0.2, at=(far, -far, far / 100))
    ground, model = kl.Ground(mesh, fast=fast), model_of(mesh)
    random = np.random.default_rng(1)
    for face in range(len(model)):
        weights = random.dirichlet((2, 2, 2))
        x, y, z = (model.corners[face] * weights[:, None]).sum(axis=0).tolist()
        found = ground.find_face(x, y)
        assert found is not None
        assert found.face == face
        assert found.point[2] == pytest.approx(z, abs=1e-9)


@both_ways
def test_the_first_of_faces_above_each_other_answers(fast: bool) -> None:
    """Which face wins inside one mesh is not known of the game (FACTS 10); here it is fixed."""
    low, high = rectangle(0, 0, 2, 2, 0), rectangle(0, 0, 2, 2, 5, METAL)
    assert kl.Ground(joined(low, high), fast=fast).height(0.5, 1.5) == 0.0
    assert kl.Ground(joined(high, low), fast=fast).height(0.5, 1.5) == 5.0


@both_ways
def test_batches_say_nan_and_minus_one_for_none(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2, 1), fast=fast)
    heights = ground.heights([(1.5, 0.5), (5, 5), (0.5, 1.5)])
    assert [None if math.isnan(h) else h for h in heights.tolist()] == [1.0, None, 1.0]
    found = ground.find_faces([(1.5, 0.5), (5, 5), (0.5, 1.5)])
    assert found.face.tolist() == [0, -1, 1]
    assert found.room.tolist() == [0, -1, 0]
    assert np.isnan(found.point[1]).all()
    assert found.point[[0, 2]].tolist() == [[1.5, 0.5, 1.0], [0.5, 1.5, 1.0]]
    assert len(found) == 3
