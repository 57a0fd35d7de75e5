"""Doors and placeables: where they stand, and in which state."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.area.objects import Door, Placeable
from kotorlevel.formats.gff import Gff, GffType, Struct
from support import sample_area
from support.area.level_files import CRATE, CRATE_HOOKS, DOOR, DOOR_HOOKS, MODEL_CORNERS, load
from support.areas import CLOSED, OPEN_1, OPEN_2, make_door, make_placeable, plate
from support.builders import square_pwk

Vector = tuple[float, float, float]


def corners(thing: Door | Placeable) -> list[Any]:
    mesh = thing.placed()
    assert mesh is not None
    found: list[Any] = mesh.vertices.tolist()
    return found


def near(rows: Sequence[Sequence[float]]) -> list[Any]:
    """Rows to compare with, to the accuracy of the file's numbers."""
    return [pytest.approx(tuple(row), abs=1e-5) for row in rows]


# Where they stand


def test_without_a_turn(tmp_path: Path) -> None:
    """The square is at (1, 2, 3) in its model, and the model at (10, 20, 30).

    A door's use hooks are moved with the square, a placeable's are in the model already.
    """
    area = load(tmp_path)
    wanted = [(11, 22, 33), (13, 22, 33), (13, 24, 33), (11, 24, 33)]
    door, crate = area.doors[0], area.placeables[0]
    for thing in (door, crate):
        assert corners(thing) == near(wanted)
    assert list(door.use_hooks()) == near([(11.5, 21, 33), (11.5, 25, 33)])
    assert list(crate.use_hooks()) == near([(10.5, 19, 30), (10.5, 23, 30)])


def test_a_quarter_turn(tmp_path: Path) -> None:
    """Counter-clockwise: x comes to y, and y to -x."""
    bearing = sample_area.QUARTER
    area = load(tmp_path, [replace(DOOR, bearing=bearing)], [replace(CRATE, bearing=bearing)])
    wanted = [(8, 21, 33), (8, 23, 33), (6, 23, 33), (6, 21, 33)]
    door, crate = area.doors[0], area.placeables[0]
    for thing in (door, crate):
        assert corners(thing) == near(wanted)
    assert list(door.use_hooks()) == near([(9, 21.5, 33), (5, 21.5, 33)])
    assert list(crate.use_hooks()) == near([(11, 20.5, 30), (7, 20.5, 30)])


def test_a_turn_of_three_four_five(tmp_path: Path) -> None:
    """By the angle with the sine 0.6 and the cosine 0.8: (1, 2) comes to (-0.4, 2.2)."""
    area = load(tmp_path, [replace(DOOR, bearing=math.atan2(3, 4))], ())
    wanted = [(9.6, 22.2, 33), (11.2, 23.4, 33), (10, 25, 33), (8.4, 23.8, 33)]
    assert corners(area.doors[0]) == near(wanted)


@pytest.mark.parametrize("degrees", [37.0, -37.0, 180.0, 397.0])
def test_any_turn(tmp_path: Path, degrees: float) -> None:
    turn = math.radians(degrees)
    area = load(tmp_path, [replace(DOOR, bearing=turn)], [replace(CRATE, bearing=turn)])

    def placed(points: Sequence[Sequence[float]]) -> list[Vector]:
        c, s = math.cos(turn), math.sin(turn)
        return [(10 + x * c - y * s, 20 + x * s + y * c, 30 + z) for x, y, z in points]

    for thing, hooks in ((area.doors[0], DOOR_HOOKS), (area.placeables[0], CRATE_HOOKS)):
        assert thing.bearing == pytest.approx(turn, abs=1e-6)
        assert corners(thing) == near(placed(MODEL_CORNERS))
        assert list(thing.use_hooks()) == near(placed(hooks))


@given(
    place=st.tuples(*[st.floats(-1000, 1000)] * 3),
    bearing=st.floats(-10, 10),
    state=st.sampled_from([0, 1, 2]),
)
def test_a_placed_mesh_is_rigid(place: Vector, bearing: float, state: int) -> None:
    """Nothing but a turn about the vertical and a move: undone, it is the model again."""
    door = make_door(place, bearing)
    mesh, placed = door.meshes[state], door.placed(state)
    assert mesh is not None
    assert placed is not None
    back = placed.vertices.astype(np.float64) - place
    flat = (back[:, 0] + 1j * back[:, 1]) * np.exp(-1j * bearing)
    undone = np.column_stack([flat.real, flat.imag, back[:, 2]])
    assert undone == pytest.approx(mesh.vertices, abs=2e-3)
    assert np.array_equal(placed.faces, mesh.faces)
    assert np.array_equal(placed.materials, mesh.materials)
    assert placed.position.tolist() == [0, 0, 0]
    assert placed.surfaces is mesh.surfaces


def test_a_placed_mesh_is_not_the_file(tmp_path: Path) -> None:
    area = load(tmp_path)
    door = area.doors[0]
    assert door.meshes[0] is not None
    assert door.meshes[0].to_bytes() == square_pwk().to_bytes()
    placed = door.placed()
    assert placed is not None
    assert placed.stored is None


def test_hooks_that_are_not_set() -> None:
    door = make_door((5, 5, 1))
    assert list(door.use_hooks()) == near([(5, 4, 1), (5, 6, 1)])
    assert list(door.use_hooks(1)) == near([(4, 4, 1)])
    assert list(door.use_hooks(2)) == near([(4, 6, 1)])
    assert make_placeable((5, 5, 1), mesh=plate()).use_hooks() == ()
    assert make_placeable((5, 5, 1)).use_hooks() == ()
    assert make_placeable().placed() is None


def test_too_far_away_for_the_files_numbers() -> None:
    """No warning and no error; the faces are nowhere, and take no part in queries."""
    thing = make_placeable((1e300, 0, 0), mesh=plate())
    mesh = thing.placed()
    assert mesh is not None
    assert np.isinf(mesh.vertices[:, 0]).all()
    assert len(kl.Ground(mesh, fast=False)) == 0


@pytest.mark.parametrize("place", [0x0C, 0x3C, 0x88])
def test_numbers_of_a_walkmesh_that_are_not_finite(tmp_path: Path, place: int) -> None:
    """In the first use hook, the position, the first corner (which both faces have)."""
    data = bytearray(square_pwk().to_bytes())
    struct.pack_into("<3f", data, place, math.inf, math.nan, 3e38)
    thing = load(tmp_path, (), [replace(CRATE, bearing=0.5)], {"box.pwk": bytes(data)}).placeables[
        0
    ]
    mesh = thing.placed()
    assert mesh is not None
    assert len(kl.Ground(mesh, fast=False)) == (2 if place == 0x0C else 0)
    assert len(thing.use_hooks()) == {0x0C: 1, 0x3C: 2, 0x88: 2}[place]


def test_the_hooks_of_a_placed_mesh_stand_with_it(tmp_path: Path) -> None:
    mesh = load(tmp_path).doors[0].placed()
    assert mesh is not None
    wanted = near([(11.5, 21, 33), (11.5, 25, 33)])
    assert mesh.relative_hooks.tolist() == mesh.absolute_hooks.tolist() == wanted
    one = make_door((5, 5, 1)).placed(1)
    assert one is not None
    assert one.relative_hooks.tolist() == near([(4, 4, 1), (0, 0, 0)])


# Which state a door stands in


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ([("OpenState", GffType.BYTE, 0)], 0),
        ([("OpenState", GffType.BYTE, 1)], 1),
        ([("OpenState", GffType.BYTE, 2)], 2),
        ([("AnimationState", GffType.BYTE, 2)], 2),
        ([("OpenState", GffType.BYTE, 0), ("AnimationState", GffType.BYTE, 1)], 0),
        ([], 0),
        ([("OpenState", GffType.BYTE, 3)], 0),
        ([("OpenState", GffType.INT, -1)], 0),
        ([("OpenState", GffType.FLOAT, 1.5)], 0),
        ([("OpenState", GffType.FLOAT, math.nan)], 0),
        ([("OpenState", GffType.STRING, "1")], 0),
        ([("OpenState", GffType.DWORD64, 2**64 - 1)], 0),
    ],
)
def test_states(tmp_path: Path, fields: list[tuple[str, GffType, object]], state: int) -> None:
    leaves = {f"leaf{n}.dwk": m.to_bytes() for n, m in enumerate((CLOSED, OPEN_1, OPEN_2))}
    utd = Struct([("GenericType", GffType.BYTE, 1), *fields])
    area = load(tmp_path, more={**leaves, "t_gate.utd": Gff("UTD ", utd).to_bytes()})
    door = area.doors[0]
    assert door.state == state
    for number, mesh in enumerate((CLOSED, OPEN_1, OPEN_2)):
        placed = door.placed(number)
        assert placed is not None
        assert placed.vertices == pytest.approx(mesh.vertices + np.array([10, 20, 30]))
    own, closed = door.placed(), door.placed(0)
    assert own is not None
    assert closed is not None
    assert np.array_equal(own.vertices, closed.vertices) is (state == 0)


def test_a_door_with_some_states(tmp_path: Path) -> None:
    door = load(tmp_path, without=["leaf1.dwk"]).doors[0]
    assert [mesh is not None for mesh in door.meshes] == [True, False, True]
    assert (door.missing, door.reason) == ("walkmesh", "there is no leaf1.dwk")
    assert [Path(source).name for source in door.sources] == ["leaf0.dwk", "", "leaf2.dwk"]
    assert door.placed(1) is None
    assert door.use_hooks(1) == ()
