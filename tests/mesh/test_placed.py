"""Objects in their models and in an area."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.mesh.placed import (
    door_state,
    is_door_file,
    local_use_hooks,
    model_use_hooks,
    model_vertices,
    placed_use_hooks,
    placed_vertices,
    use_hook_origin,
)
from support.builders import square_pwk, square_wok
from support.corpus import LEVELS, needs_levels


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("dor_lhr01_0.dwk", "closed"),
        ("C:/mods/DOR_LHR011.DWK", "open1"),
        ("dor_lhr012.dwk.ascii", "open2"),
        ("dor_lhr013.dwk", None),
        ("dor.dwk", None),
        ("room0.wok", None),
        ("dor_lhr01_DWK_wg_closed", "closed"),
        ("DOR_DWK_WG_OPEN2", "open2"),
        ("plc_wg", None),
        ("", None),
    ],
)
def test_door_state(name: str, state: str | None) -> None:
    assert door_state(name) == state


def test_model_space_adds_the_position_of_an_object_only() -> None:
    pwk, wok = (kl.read_walkmesh(b.to_bytes()) for b in (square_pwk(), square_wok()))
    assert np.array_equal(model_vertices(pwk), pwk.vertices + np.array([1, 2, 3]))
    assert np.array_equal(model_vertices(wok), wok.vertices)


def test_placed_by_bearing_and_position() -> None:
    """A quarter turn takes x to y; then the object is moved."""
    pwk = kl.read_walkmesh(square_pwk().to_bytes())
    placed = placed_vertices(pwk, (100, 200, 10), math.pi / 2)
    # Corner (2, 0, 0) is (3, 2, 3) in the model, turned (-2, 3, 3).
    assert placed[1] == pytest.approx((98, 203, 13))
    hooks = placed_use_hooks(pwk, (100, 200, 10), math.pi / 2, is_door=True)
    # Hook (0.5, -1, 0) of a door is (1.5, 1, 3) in the model, turned (-1, 1.5, 3).
    assert hooks[0] == pytest.approx((99, 201.5, 13))
    assert hooks[1] == pytest.approx((95, 201.5, 13))
    hooks = placed_use_hooks(pwk, (100, 200, 10), math.pi / 2, is_door=False)
    # That of a placeable is in the model already; turned it is (1, 0.5, 0).
    assert hooks[0] == pytest.approx((101, 200.5, 10))


def test_which_kind_it_is_is_told_by_the_absolute_hooks() -> None:
    door = kl.read_walkmesh(square_pwk().to_bytes())
    assert np.array_equal(np.array(model_use_hooks(door)), door.absolute_hooks)
    assert np.array_equal(np.array(local_use_hooks(door)), door.relative_hooks)
    crate = replace(door, absolute_hooks=np.zeros((2, 3), np.float32))
    assert np.array_equal(np.array(model_use_hooks(crate)), crate.relative_hooks)
    assert np.array_equal(np.array(local_use_hooks(crate)), crate.relative_hooks - crate.position)


@pytest.mark.parametrize(
    ("name", "is_door"),
    [
        ("a.DWK", True),
        ("x/a.dwk.ascii", True),
        ("a.pwk", False),
        ("a.pwk.ascii", False),
        ("", None),
    ],
)
def test_files_of_doors_and_placeables(name: str, is_door: bool | None) -> None:
    assert is_door_file(name) is is_door


@needs_levels
@pytest.mark.parametrize("kind", ["dwk", "pwk"])
def test_real_objects_are_told_apart(kind: str) -> None:
    """142 doors have absolute use hooks, 103 placeables none."""
    for path in (LEVELS / "objects" / kind).iterdir():
        mesh = kl.read_walkmesh(path)
        if mesh.relative_hooks.any():
            assert np.array_equal(use_hook_origin(mesh), use_hook_origin(mesh, kind == "dwk")), path


def test_hooks_that_are_not_set() -> None:
    wok = kl.read_walkmesh(square_wok().to_bytes())
    assert model_use_hooks(wok) == (None, None)
    assert placed_use_hooks(wok, (1, 2, 3), 0.5) == (None, None)


@pytest.mark.parametrize(
    ("place", "bearing"), [((1, 2), 0), ((1, 2, math.nan), 0), ((1, 2, 3), math.inf)]
)
def test_wrong_places(place: tuple[float, ...], bearing: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        placed_vertices(kl.read_walkmesh(square_pwk().to_bytes()), place, bearing)
