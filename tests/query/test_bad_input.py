"""What cannot be asked: clear errors that say what is wrong, and no answer where there is none."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.query.engine import run as engine
from support.query.shapes import both_ways, rectangle

NOT_FINITE = [math.nan, math.inf, -math.inf]
DOWN = (0.0, 0.0, -1.0)
Asked = Callable[[kl.Ground], object]


@pytest.fixture(params=[True, False], ids=["compiled", "plain"])
def ground(request: pytest.FixtureRequest) -> kl.Ground:
    return kl.Ground(rectangle(0, 0, 2, 2), fast=request.param)


@pytest.mark.parametrize("value", NOT_FINITE)
@pytest.mark.parametrize("name", ["x", "y", "z"])
def test_a_place_is_finite(name: str, value: float, ground: kl.Ground) -> None:
    place: dict[str, Any] = {"x": 1.0, "y": 1.0, "z": 1.0, name: value}
    with pytest.raises(ValueError, match=f"{name} is {value}: not a place"):
        ground.height(**place)
    with pytest.raises(ValueError, match=f"{name} is {value}: not a place"):
        ground.find_face(**place)
    if name != "z":
        with pytest.raises(ValueError, match=f"{name} is {value}"):
            ground.floors(place["x"], place["y"])


@pytest.mark.parametrize("value", NOT_FINITE)
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_points_are_finite(axis: int, value: float, ground: kl.Ground) -> None:
    point = [1.0, 1.0, 1.0]
    point[axis] = value
    good = (1.0, 1.0, 1.0)
    for ask in (ground.raycast, ground.any_hit, ground.all_hits):
        with pytest.raises(ValueError, match=r"origin is \(.*not a place"):
            ask(point, DOWN)
        with pytest.raises(ValueError, match=r"direction is \("):
            ask(good, point)
    with pytest.raises(ValueError, match=r"a is \("):
        ground.line_of_sight(point, good)
    with pytest.raises(ValueError, match=r"b is \("):
        ground.line_of_sight(good, point)
    with pytest.raises(ValueError, match=r"point is \("):
        ground.nearest(point)


@pytest.mark.parametrize("value", NOT_FINITE)
def test_rows_are_finite_and_the_bad_one_is_named(value: float, ground: kl.Ground) -> None:
    good, bad = np.ones((4, 3)), np.ones((4, 3))
    bad[2, 1] = value
    asked: list[tuple[str, Callable[[], object]]] = [
        ("row 2 of xy", lambda: ground.heights(bad[:, :2])),
        ("row 2 of xy", lambda: ground.find_faces(bad[:, :2])),
        ("row 2 of", lambda: ground.heights(good[:, :2], bad[:, 1])),
        ("row 2 of", lambda: ground.find_faces(good[:, :2], bad[:, 1])),
        ("row 2 of origins", lambda: ground.raycasts(bad, good)),
        ("row 2 of directions", lambda: ground.raycasts(good, bad)),
        ("row 2 of a ", lambda: ground.lines_of_sight(bad, good)),
        ("row 2 of b ", lambda: ground.lines_of_sight(good, bad)),
    ]
    for message, ask in asked:
        with pytest.raises(ValueError, match=message):
            ask()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda g: g.heights([1.0, 2.0]), r"xy has shape \(2,\), not \(N, 2\)"),
        (lambda g: g.heights([(1.0, 2.0, 3.0)]), r"xy has shape \(1, 3\)"),
        (lambda g: g.heights(5.0), "xy has shape"),
        (lambda g: g.heights(np.zeros((2, 2, 2))), r"xy has shape \(2, 2, 2\)"),
        (lambda g: g.heights([(1, 1)], 3.0), r"z has shape \(\), not \(1,\)"),
        (lambda g: g.heights([(1, 1)], [1, 2]), r"z has shape \(2,\), not \(1,\)"),
        (lambda g: g.heights([(1, 1)], [[1]]), r"z has shape \(1, 1\)"),
        (lambda g: g.find_faces(np.zeros((3, 4))), r"xy has shape \(3, 4\)"),
        (lambda g: g.raycasts([(0, 0, 1)], DOWN), r"directions has shape \(3,\), not \(N, 3\)"),
        (lambda g: g.raycasts((0, 0, 1), [DOWN]), r"origins has shape \(3,\)"),
        (lambda g: g.raycasts([(0, 0, 1)] * 2, [DOWN]), "2 origins and 1 directions"),
        (lambda g: g.raycasts([(0, 0, 1)], [DOWN], [1, 2]), r"max_distance has shape \(2,\)"),
        (lambda g: g.lines_of_sight(np.zeros((2, 3)), np.zeros((3, 3))), "2 a and 3 b"),
        (lambda g: g.lines_of_sight(np.zeros((2, 2)), np.zeros((2, 2))), r"a has shape \(2, 2\)"),
        (lambda g: g.raycast((0, 0), DOWN), "origin needs three numbers"),
        (lambda g: g.raycast((0, 0, 1, 2), DOWN), "origin needs three numbers"),
        (lambda g: g.raycast((0, 0, 1), (1, 0)), "direction needs three numbers"),
        (lambda g: g.raycast(5, DOWN), "origin needs three numbers"),
        (lambda g: g.raycast(None, DOWN), "origin needs three numbers"),
        (lambda g: g.nearest((0, 1)), "point needs three numbers"),
        (lambda g: g.line_of_sight((0, 1), (0, 0, 1)), "a needs three numbers"),
        (lambda g: g.line_of_sight((0, 0, 1), 7), "b needs three numbers"),
    ],
)
def test_wrong_shapes_are_named(ask: Asked, message: str, ground: kl.Ground) -> None:
    with pytest.raises(ValueError, match=message):
        ask(ground)


@pytest.mark.parametrize(
    "ask",
    [
        lambda g: g.height("a", 1),
        lambda g: g.height(None, 1),
        lambda g: g.height([1.0], 1),
        lambda g: g.height(1j, 1),
        lambda g: g.height(1, 1, "high"),
        lambda g: g.raycast((0, "north", 1), DOWN),
        lambda g: g.raycast((0, None, 1), DOWN),
        lambda g: g.raycast((0, (1, 2), 1), DOWN),
        lambda g: g.heights("abc"),
        lambda g: g.heights([("a", "b")]),
        lambda g: g.heights([(1, 2), (3,)]),
        lambda g: g.heights([(1, 1)], ["high"]),
        lambda g: g.raycast((0, 0, 1), DOWN, "far"),
        lambda g: g.raycast((0, 0, 1), DOWN, None),
        lambda g: g.raycasts([(0, 0, 1)], [DOWN], "far"),
        lambda g: g.nearest((0, 0, 1), "far"),
        lambda g: g.height(1, 1, materials="metal"),
        lambda g: g.height(1, 1, materials=[None]),
        lambda g: g.height(1, 1, materials=2.5),
    ],
)
def test_wrong_types_are_refused(ask: Asked, ground: kl.Ground) -> None:
    with pytest.raises((TypeError, ValueError)):
        ask(ground)


@pytest.mark.parametrize(
    "ask",
    [
        lambda g: g.height("1", "1"),
        lambda g: g.raycast("123", DOWN),
        lambda g: g.height(1, 1, materials=[4.5]),
        lambda g: g.height(1, 1, materials="4"),
    ],
    ids=["height", "origin", "half a material", "material"],
)
def test_texts_and_halves_are_not_taken_for_numbers(ask: Asked, ground: kl.Ground) -> None:
    with pytest.raises((TypeError, ValueError)):
        ask(ground)


@pytest.mark.parametrize(
    "ask",
    [
        lambda g: g.height(10**400, 1),
        lambda g: g.raycast((0, 0, 10**400), DOWN),
    ],
    ids=["height", "origin"],
)
def test_numbers_too_large_for_a_place_are_refused_as_such(ask: Asked, ground: kl.Ground) -> None:
    with pytest.raises(ValueError, match=r"^(x|origin) "):
        ask(ground)


@pytest.mark.parametrize("zero", [(0, 0, 0), (0.0, -0.0, 0.0)])
def test_a_direction_leads_somewhere(zero: tuple[float, ...], ground: kl.Ground) -> None:
    for ask in (ground.raycast, ground.any_hit, ground.all_hits):
        with pytest.raises(ValueError, match="direction is zero: it leads nowhere"):
            ask((0, 0, 1), zero)
    with pytest.raises(ValueError, match="row 1 of directions is zero"):
        ground.raycasts([(0, 0, 1)] * 3, [DOWN, zero, zero])


@pytest.mark.parametrize("distance", [-1.0, -1e-300, -math.inf, math.nan])
def test_a_distance_is_not_negative(distance: float, ground: kl.Ground) -> None:
    for ask in (ground.raycast, ground.any_hit, ground.all_hits):
        with pytest.raises(ValueError, match=r"max_distance is .* 0 or more metres"):
            ask((0, 0, 1), DOWN, distance)
    with pytest.raises(ValueError, match="max_distance is"):
        ground.nearest((0, 0, 1), distance)
    with pytest.raises(ValueError, match="max_distance must be 0 or more metres"):
        ground.raycasts([(0, 0, 1)], [DOWN], distance)
    with pytest.raises(ValueError, match="max_distance must be 0 or more metres"):
        ground.raycasts([(0, 0, 1)] * 2, [DOWN] * 2, [1.0, distance])


@pytest.mark.parametrize("name", ["wakable", "max_height", "also", "rule"])
def test_unknown_filters_are_refused_by_name(name: str, ground: kl.Ground) -> None:
    filters: dict[str, Any] = {name: "walkcheck"}
    asked: list[Callable[[], object]] = [
        lambda: ground.height(1, 1, **filters),
        lambda: ground.find_face(1, 1, **filters),
        lambda: ground.floors(1, 1, **filters),
        lambda: ground.heights([(1, 1)], **filters),
        lambda: ground.find_faces([(1, 1)], **filters),
        lambda: ground.raycast((1, 1, 1), DOWN, **filters),
        lambda: ground.any_hit((1, 1, 1), DOWN, **filters),
        lambda: ground.all_hits((1, 1, 1), DOWN, **filters),
        lambda: ground.raycasts([(1, 1, 1)], [DOWN], **filters),
        lambda: ground.line_of_sight((1, 1, 1), (1, 1, 2), **filters),
        lambda: ground.lines_of_sight([(1, 1, 1)], [(1, 1, 2)], **filters),
        lambda: ground.nearest((1, 1, 1), **filters),
    ]
    for ask in asked:
        with pytest.raises(TypeError, match=name):
            ask()


@pytest.mark.parametrize(
    ("source", "what"),
    [("floor.wok", "str"), (5, "int"), ([rectangle(0, 0, 1, 1), 5], "number 1 is a int")],
)
def test_a_ground_is_made_of_walkmeshes(source: Any, what: str) -> None:
    with pytest.raises(TypeError, match=f"a Ground is made of walkmeshes; .*{what}"):
        kl.Ground(source)


def test_nothing_at_all_is_no_walkmesh() -> None:
    """None stands for a room without a mesh only in a list of rooms."""
    with pytest.raises(TypeError, match="a Ground is made of walkmeshes"):
        kl.Ground(None)  # type: ignore[arg-type]


def test_a_ground_that_cannot_compile_says_what_to_install(monkeypatch: Any) -> None:
    monkeypatch.setattr(engine, "can_compile", lambda: False)
    with pytest.raises(ImportError, match=r"pip install kotorlevel\[fast\]"):
        kl.Ground(rectangle(0, 0, 2, 2), fast=True)
    assert kl.Ground(rectangle(0, 0, 2, 2)).height(1, 1) == 0.0


def test_empty_batches_have_empty_answers(ground: kl.Ground) -> None:
    none = np.empty((0, 3))
    nothing: list[Any] = []
    for xy in (nothing, np.empty((0, 2))):
        assert ground.heights(xy).shape == (0,)
        assert ground.heights(xy, []).shape == (0,)
        found = ground.find_faces(xy)
        assert (len(found), found.point.shape) == (0, (0, 3))
    for rows in (nothing, none):
        hits = ground.raycasts(rows, rows)
        assert (len(hits), hits.point.shape) == (0, (0, 3))
        sights = ground.lines_of_sight(rows, rows)
        assert (len(sights), sights.point.shape) == (0, (0, 3))
    with pytest.raises(ValueError, match=r"xy has shape \(0, 3\)"):
        ground.heights(none)


def test_arrays_of_any_kind_are_read(ground: kl.Ground) -> None:
    """Integers, single precision, other byte order, read-only, not contiguous, lists."""
    points = np.array([(1, 1), (5, 5), (0, 2)])
    locked = points.astype(float)
    locked.flags.writeable = False
    wanted = ground.heights(points.tolist())
    assert np.isnan(wanted).tolist() == [False, True, False]
    for same in (
        points,
        points.astype(np.float32),
        points.astype(">f8"),
        points.astype(np.int8),
        points.astype(object),
        np.asfortranarray(points.astype(float)),
        np.repeat(points, 2, axis=1)[:, ::2].astype(float),
        locked,
    ):
        assert np.array_equal(ground.heights(same), wanted, equal_nan=True)
    before = points.astype(float)
    asked = before.copy()
    ground.heights(asked)
    ground.find_faces(asked, asked[:, 0])
    assert np.array_equal(asked, before)


def test_answers_do_not_change_with_the_arrays_that_were_given(ground: kl.Ground) -> None:
    origins, directions = np.array([(1.5, 0.5, 2.0)]), np.array([(0.0, 0.0, -1.0)])
    hits = ground.raycasts(origins, directions)
    point = hits.point.copy()
    again = ground.raycasts(origins, directions)
    assert again.point.tolist() == point.tolist() == [[1.5, 0.5, 0.0]]
    assert origins.tolist() == [[1.5, 0.5, 2.0]]
    assert directions.tolist() == [[0.0, 0.0, -1.0]]


@both_ways
@pytest.mark.parametrize("size", [1e20, 1e38, 1e100, 1e150])
def test_places_far_beyond_everything(size: float, fast: bool) -> None:
    """No answer, or the right one; no warning, either."""
    ground = kl.Ground(rectangle(0, 0, 2, 2), fast=fast)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ground.height(size, size) is None
        assert ground.height(1.5, 0.5, size) == 0.0
        assert np.isnan(ground.heights([(size, -size)])).all()
        assert ground.heights([(1.5, 0.5)], [-size]).tolist() == [0.0]
        hit = ground.raycast((1.5, 0.5, size), DOWN)
        assert hit is None or (hit.distance == size and hit.face == 0)
        assert ground.raycast((1.5, 0.5, size), (0, 0, 1)) is None
        assert ground.raycast((size, size, size), (1, 0, 0)) is None
        assert ground.raycasts([(size, size, size)], [(1, 0, 0)]).face.tolist() == [-1]
        assert ground.line_of_sight((size, 0, 1), (size, size, 1))
        assert ground.lines_of_sight([(size, 0, 1)], [(size, size, 1)]).clear.tolist() == [True]


@both_ways
def test_a_mesh_of_enormous_faces(fast: bool) -> None:
    """As large as a float32 can be."""
    huge = 3e38
    ground = kl.Ground(rectangle(-huge, -huge, huge, huge, 5), fast=fast)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ground.height(1e30, -1e30) == pytest.approx(5.0)
        assert ground.heights([(1e30, -1e30)])[0] == pytest.approx(5.0)
        assert ground.height(1e39, 0) is None
        hit = ground.raycast((1, 2, 8), DOWN)
        assert hit is not None
        assert hit.distance == pytest.approx(3.0)


@both_ways
def test_a_mesh_of_the_smallest_faces(fast: bool) -> None:
    """As small as a float32 can be: they are there or they are not, and nothing else happens."""
    ground = kl.Ground(rectangle(0, 0, 1e-40, 1e-40), fast=fast)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ground.height(1, 1) is None
        assert ground.height(5e-41, 2e-41) in (0.0, None)
        assert ground.raycast((1, 1, 1), DOWN) is None
        found = ground.nearest((1.0, 0.0, 0.0))
        assert found is None or found.point == pytest.approx((0, 0, 0))
