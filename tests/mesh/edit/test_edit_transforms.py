"""Moving, turning and mirroring: against plain maths, and against what must not change."""

from __future__ import annotations

import math
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import kotorlevel as kl
from kotorlevel.core.errors import FormatError
from kotorlevel.mesh.edit import transform
from support.builders import square_pwk, square_wok
from support.mesh.moved import SAME, Rows, about, applied, find_move_faults, turn
from support.meshes import Point, face_records, links, objects, rooms, stored, with_odd_domain
from support.soundness import find_faults

MESHES = st.one_of(rooms(), objects(), rooms(largest=4).map(with_odd_domain))
DEGREES = st.one_of(
    st.integers(-8, 8).map(lambda turns: 90.0 * turns),
    st.sampled_from([45.0, 30.0, -60.0, 1e-3, 89.999, 359.5]),
    st.floats(-1000, 1000),
)
METRES = st.floats(-500, 500, width=32)
DYADIC = st.integers(-2000, 2000).map(lambda n: n / 16)

QUARTERS: dict[int, Rows] = {
    0: SAME,
    90: ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    180: ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    270: ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
}


def mirror(x: bool, y: bool) -> Rows:
    return (-1 if x else 1, 0, 0), (0, -1 if y else 1, 0), (0, 0, 1)


def whole(linear: Rows, offset: Point) -> list[list[float]]:
    return [[*row, shift] for row, shift in zip(linear, offset, strict=True)] + [[0, 0, 0, 1]]


@settings(max_examples=40)
@given(MESHES, st.tuples(METRES, METRES, METRES))
def test_translated(mesh: kl.Walkmesh, offset: Point) -> None:
    after = mesh.translated(offset)
    assert find_move_faults(mesh, after, SAME, offset) == []
    assert after.faces.tolist() == mesh.faces.tolist()
    assert after.transitions.tolist() == mesh.transitions.tolist()


@settings(max_examples=50)
@given(MESHES, DEGREES, METRES, METRES)
def test_rotated(mesh: kl.Walkmesh, degrees: float, x: float, y: float) -> None:
    after = mesh.rotated(degrees, about=(x, y))
    linear = QUARTERS.get(degrees % 360) or turn(degrees)  # type: ignore[call-overload]
    assert find_move_faults(mesh, after, linear, about(linear, x, y)) == []


@settings(max_examples=50)
@given(MESHES, st.booleans(), st.booleans(), METRES, METRES)
def test_flipped(mesh: kl.Walkmesh, flip_x: bool, flip_y: bool, x: float, y: float) -> None:
    after = mesh.flipped(x=flip_x, y=flip_y, about=(x, y))
    linear = mirror(flip_x, flip_y)
    assert find_move_faults(mesh, after, linear, about(linear, x, y)) == []


@settings(max_examples=40)
@given(MESHES, st.data())
def test_transform(mesh: kl.Walkmesh, data: st.DataObject) -> None:
    """Any turn in space, mirrored or not."""
    angles = data.draw(st.tuples(*[st.floats(-180, 180)] * 3))
    linear = np.eye(3)
    for axis, angle in enumerate(angles):
        linear = np.roll(np.array(turn(angle)), (axis, axis), (0, 1)) @ linear
    if data.draw(st.booleans()):
        linear = linear * [1, 1, -1]
    rows = linear.tolist()
    offset = data.draw(st.tuples(METRES, METRES, METRES))
    assert find_move_faults(mesh, transform(mesh, whole(rows, offset)), rows, offset) == []


@settings(max_examples=40)
@given(MESHES, st.integers(0, 3), METRES, METRES)
def test_transformed_does_what_the_named_moves_do(
    mesh: kl.Walkmesh, turns: int, x: float, y: float
) -> None:
    quarter = QUARTERS[90 * turns]
    same = [
        (mesh.translated((x, y, 1.5)), whole(SAME, (x, y, 1.5))),
        (mesh.rotated(90 * turns), whole(quarter, (0, 0, 0))),
        (mesh.flipped(x=True), whole(mirror(True, False), (0, 0, 0))),
        (mesh.flipped(y=True, about=(x, y)), whole(mirror(False, True), (0, 2 * y, 0))),
    ]
    for named, matrix in same:
        assert transform(mesh, matrix).to_bytes() == named.to_bytes()


@settings(max_examples=30)
@given(rooms(exact=True), DYADIC, DYADIC, st.integers(1, 3))
def test_quarter_turns_come_back_to_the_same_bytes(
    mesh: kl.Walkmesh, x: float, y: float, turns: int
) -> None:
    after = mesh
    for _ in range(4):
        after = after.rotated(90 * turns, about=(x, y))
    assert after.to_bytes() == mesh.to_bytes()
    there = mesh.rotated(90 * turns, about=(x, y))
    assert there.rotated(-90 * turns, about=(x, y)).to_bytes() == mesh.to_bytes()
    assert there.rotated(360 - 90 * turns, about=(x, y)).to_bytes() == mesh.to_bytes()


@settings(max_examples=30)
@given(rooms(exact=True), DYADIC, DYADIC)
def test_moving_back_and_flipping_twice_give_the_same_bytes(
    mesh: kl.Walkmesh, x: float, y: float
) -> None:
    assert mesh.translated((x, y, x)).translated((-x, -y, -x)).to_bytes() == mesh.to_bytes()
    for flips in ({"x": True}, {"y": True}, {"x": True, "y": True}):
        once = mesh.flipped(**flips, about=(x, y))
        assert once.flipped(**flips, about=(x, y)).to_bytes() == mesh.to_bytes()
    both = mesh.flipped(x=True, y=True, about=(x, y))
    assert both.to_bytes() == mesh.rotated(180, about=(x, y)).to_bytes()
    one_by_one = mesh.flipped(x=True, about=(x, y)).flipped(y=True, about=(x, y))
    assert face_records(one_by_one) == face_records(both)


@settings(max_examples=40)
@given(rooms(), st.booleans())
def test_flip_keeps_what_is_up(mesh: kl.Walkmesh, along_x: bool) -> None:
    """Said once more without the checker: heights, areas, upward faces, mirrored links."""
    after = mesh.flipped(x=along_x, y=not along_x)
    sign = np.array([-1, 1, 1] if along_x else [1, -1, 1])
    assert np.allclose(after.normals[:, 2], mesh.normals[:, 2], atol=1e-6)
    assert (after.normals[:, 2] > 0).all()
    assert after.vertices.tolist() == (mesh.vertices * sign).tolist()
    mirrored = {
        (frozenset(tuple(np.multiply(end, sign).tolist()) for end in (a, b)), room)
        for a, b, room in links(mesh)
    }
    assert {(frozenset((a, b)), room) for a, b, room in links(after)} == mirrored


@settings(max_examples=30)
@given(rooms(), DEGREES, st.booleans())
def test_a_moved_room_is_sound(mesh: kl.Walkmesh, degrees: float, flip: bool) -> None:
    after = stored(mesh).rotated(degrees).translated((3.3, -70.1, 2)).flipped(y=flip)
    assert find_faults(after.to_bwm()) == []


@settings(max_examples=20)
@given(rooms(), DEGREES, st.booleans())
def test_a_stored_domain_is_kept(mesh: kl.Walkmesh, degrees: float, flip: bool) -> None:
    odd = with_odd_domain(mesh)
    after = odd.rotated(degrees, about=(1, 2)).translated((1, 0, 0)).flipped(x=flip)
    assert after.domain == odd.domain
    assert stored(after).domain == odd.domain
    assert after.materials.tolist() == odd.materials.tolist()
    if not flip:
        assert after.adjacency.tolist() == odd.adjacency.tolist()


def test_odd_domain_differs_from_the_walkable_faces() -> None:
    """Else the test above would say nothing."""
    corners = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    mesh = kl.Walkmesh.from_arrays(corners, [(0, 1, 2), (0, 2, 3)], [4, 16])
    odd = with_odd_domain(mesh)
    assert (mesh.domain, odd.domain, odd.walkable.tolist()) == (1, 2, [True, False])
    assert odd.rotated(90).adjacency.tolist() == [[-1, -1, 3], [2, -1, -1]]


def test_the_point_turned_about_stays() -> None:
    mesh = kl.Walkmesh.from_arrays([(3.7, -9.1, 2), (4, 4, 2), (0, 4, 2)], [(0, 1, 2)], [4])
    for degrees in (17.0, 90.0, 123.4):
        after = mesh.rotated(degrees, about=mesh.vertices[0, :2].tolist())
        assert after.vertices[0].tolist() == mesh.vertices[0].tolist()
        assert math.dist(after.vertices[1], after.vertices[0]) == pytest.approx(
            math.dist(mesh.vertices[1], mesh.vertices[0]), abs=1e-5
        )


def test_turns_are_counter_clockwise() -> None:
    mesh = kl.Walkmesh.from_arrays([(1, 0, 5), (2, 0, 5), (2, 1, 5)], [(0, 1, 2)], [4])
    assert mesh.rotated(90).vertices.tolist() == [[0, 1, 5], [0, 2, 5], [-1, 2, 5]]
    assert mesh.rotated(-90).vertices.tolist() == [[0, -1, 5], [0, -2, 5], [1, -2, 5]]


def test_hooks_by_hand() -> None:
    """Door: hook 1 is a metre in front of the leaf, hook 2 not set."""
    door = kl.Walkmesh.from_arrays(
        [(0, 0, 0), (2, 0, 0), (2, 1, 0)],
        [(0, 1, 2)],
        [7],
        kind=0,
        position=(10, 20, 1),
        relative_hooks=((1, -1, 0), (0, 0, 0)),
        absolute_hooks=((11, 19, 1), (0, 0, 0)),
    )
    turned = door.rotated(90)
    assert turned.relative_hooks.tolist() == [[1, 1, 0], [0, 0, 0]]
    assert turned.absolute_hooks.tolist() == [[11, 21, 1], [0, 0, 0]]
    assert turned.position.tolist() == [10, 20, 1]
    moved = door.translated((5, 0, 0))
    assert moved.relative_hooks.tolist() == [[6, -1, 0], [0, 0, 0]]
    assert moved.absolute_hooks.tolist() == [[16, 19, 1], [0, 0, 0]]
    room = kl.read_walkmesh(square_wok().to_bytes())
    assert room.rotated(90).position.tolist() == [-6, 5, 7]
    assert room.translated((1, 1, 1)).position.tolist() == [5, 6, 7]
    assert (room.translated((1, 1, 1)).relative_hooks == 0).all()


def test_hooks_of_a_placeable_are_in_its_model() -> None:
    """A corner at the hook stays at the hook, however the mesh is turned about its own origin."""
    crate = kl.Walkmesh.from_arrays(
        [(0, 0, 0), (2, 0, 0), (2, 1, 0)],
        [(0, 1, 2)],
        [7],
        kind=0,
        position=(10, 20, 1),
        relative_hooks=((12, 21, 1), (0, 0, 0)),
    )
    for moved in (crate.rotated(90), crate.flipped(x=True), crate.translated((3, 4, 5))):
        corner = moved.vertices[2] + moved.position
        assert moved.relative_hooks.tolist() == [corner.tolist(), [0, 0, 0]]


def test_door_hook_at_the_origin_of_the_model_is_set() -> None:
    """Its absolute hook is zero, but not because nobody set it."""
    door = kl.Walkmesh.from_arrays(
        [(0, 0, 0), (2, 0, 0), (2, 1, 0)],
        [(0, 1, 2)],
        [7],
        kind=0,
        position=(0, 0, 1),
        relative_hooks=((0, 0, -1), (0, 0, 0)),
    )
    moved = door.translated((1, 0, 0))
    assert moved.relative_hooks.tolist() == [[1, 0, -1], [0, 0, 0]]
    assert moved.absolute_hooks.tolist() == [[1, 0, 0], [0, 0, 0]]


def test_moves_that_move_nothing_keep_the_stored_bytes() -> None:
    for bwm in (square_wok(), square_pwk()):
        mesh = kl.read_walkmesh(bwm.to_bytes())
        unmoved = [
            mesh.translated((0, 0, 0)),
            mesh.rotated(0),
            mesh.rotated(-720, about=(3.3, 1)),
            mesh.flipped(),
            mesh.flipped(about=(0.1, 7)),
            transform(mesh, np.eye(4)),
        ]
        for after in unmoved:
            assert after.to_bytes() == bwm.to_bytes()
            assert after.stored is not None


def changed(entries: dict[tuple[int, int], float]) -> Any:
    matrix = np.eye(4)
    for place, value in entries.items():
        matrix[place] = value
    return matrix


@pytest.mark.parametrize(
    "matrix",
    [
        changed({(0, 0): 2}),
        changed({(0, 0): 1.000004}),
        changed({(0, 0): 0}),
        changed({(0, 0): 2, (1, 1): 0.5}),
        changed({(0, 1): 0.1}),
        changed({(3, 0): 0.1}),
        changed({(3, 3): 2}),
        changed({(1, 1): math.nan}),
        changed({(0, 3): math.inf}),
        np.eye(3),
        np.eye(4)[:3],
        [],
    ],
)
def test_transforms_that_are_not_rigid_are_refused(matrix: Any) -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    with pytest.raises(ValueError, match="transform"):
        transform(mesh, matrix)


def test_matrix_in_single_precision_is_rigid_enough() -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    for degrees in range(0, 360, 7):
        matrix = np.array(whole(turn(degrees), (1, 2, 3)), np.float32)
        after = transform(mesh, matrix)
        wanted = [applied(turn(degrees), (1, 2, 3), vertex) for vertex in mesh.vertices.tolist()]
        assert np.allclose(after.vertices, wanted, atol=1e-5)


@pytest.mark.parametrize("wrong", [(1, 2), (1, 2, math.nan), (math.inf, 0, 0), 5, (1, 2, 3, 4)])
def test_wrong_offsets(wrong: Any) -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    with pytest.raises(ValueError, match="offset"):
        mesh.translated(wrong)
    with pytest.raises(ValueError, match="about"):
        mesh.rotated(90, about=wrong if wrong != (1, 2) else (1, 2, 3))
    with pytest.raises(ValueError, match="about"):
        mesh.flipped(x=True, about=wrong if wrong != (1, 2) else (1,))


@pytest.mark.parametrize("degrees", [math.nan, math.inf, -math.inf])
def test_wrong_angles(degrees: float) -> None:
    with pytest.raises(ValueError, match="angle"):
        kl.read_walkmesh(square_wok().to_bytes()).rotated(degrees)


def test_a_move_out_of_the_format_is_refused_when_it_is_written() -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    far = mesh.translated((1e39, 0, 0))
    for after in (far, far.rotated(30), far.flipped(x=True)):
        with pytest.raises(FormatError, match="vertices"):
            after.to_bytes()


def test_empty_mesh() -> None:
    empty = kl.Walkmesh.from_arrays([], [], [])
    for after in (empty.translated((1, 2, 3)), empty.rotated(30), empty.flipped(x=True)):
        assert after.to_bytes() == empty.to_bytes()


def test_an_absolute_hook_that_is_the_relative_one_moves_even_from_the_origin() -> None:
    """Of an object at (10, 0, 0) a hook ten metres west lies at the origin, and is set."""
    corners = [(0, 0, 0), (2, 0, 0), (0, 2, 0)]
    mesh = kl.Walkmesh.from_arrays(
        corners,
        [(0, 1, 2)],
        [7],
        kind=0,
        position=(10, 0, 0),
        relative_hooks=[(-10, 0, 0), (0, 0, 0)],
        absolute_hooks=[(0, 0, 0), (0, 0, 0)],
    )
    moved = kl.edit.translate(mesh, (0, 0, 5))
    assert moved.relative_hooks.tolist() == [[-10, 0, 5], [0, 0, 0]]
    assert moved.absolute_hooks.tolist() == [[0, 0, 5], [0, 0, 0]]


def test_absolute_hooks_stay_the_sum_of_relative_hooks_and_position_to_the_bit() -> None:
    chance = np.random.default_rng(5)
    for _ in range(20):
        position, relative = (chance.normal(0, 9, size).astype("f4") for size in (3, (2, 3)))
        mesh = kl.Walkmesh.from_arrays(
            [(0, 0, 0), (2, 0, 0), (0, 2, 0)],
            [(0, 1, 2)],
            [7],
            kind=0,
            position=position,
            relative_hooks=relative,
            absolute_hooks=relative + position,
        )
        turned = kl.edit.rotate(mesh, 33.0)
        assert (turned.absolute_hooks == turned.relative_hooks + turned.position).all()
