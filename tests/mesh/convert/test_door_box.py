"""Walkmeshes of doors from a size, or from what a model shows."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.mdl import parse_model
from kotorlevel.mesh.placed import door_state
from support.areas import QUARTER
from support.cases.area_doors import gate, hooked
from support.models import Part, box, make_model

LOW, HIGH = (-1.5, -0.25, 0.0), (1.25, 0.5, 3.0)


def door_model() -> bytes:
    """A leaf in two halves, a frame over it that is turned, and something that is not drawn."""
    left, right = box(LOW, (0.0, 0.5, 2.5)), box((0.0, -0.25, 0.0), (1.25, 0.25, 2.5))
    lintel = box((-0.25, -1.25, 0.0), (0.5, 1.5, 0.5))
    hidden = box((-9, -9, -9), (9, 9, 9))
    turned = (math.cos(math.pi / 4), 0.0, 0.0, math.sin(math.pi / 4))
    return make_model(
        [
            Part("left", "mesh", vertices=left[0], faces=left[1]),
            Part("right", "mesh", vertices=right[0], faces=right[1]),
            Part("lintel", "mesh", (0, 0, 2.5), turned, vertices=lintel[0], faces=lintel[1]),
            Part("shadow", "mesh", vertices=hidden[0], faces=hidden[1], is_drawn=False),
        ],
        name="my_door",
    )[0]


def test_states_are_sound_and_fit_a_doorway() -> None:
    states = kl.make_door_walkmesh(4.4, 3, 0.8)
    for state, mesh in enumerate(states):
        again = kl.read_walkmesh(mesh.to_bytes())
        assert again.kind == 0
        assert not kl.check(mesh.to_bytes(), name=f"d{state}.dwk").findings
        assert not mesh.walkable.any()
    closed, open1, open2 = states
    assert np.ptp(closed.vertices, axis=0) == pytest.approx((4.4, 0.8, 3))
    # Outwards: the divergence theorem gives the volume of the box.
    a, b, c = closed.vertices.astype(float)[closed.faces].transpose(1, 0, 2)
    assert (a * np.cross(b, c)).sum() / 6 == pytest.approx(4.4 * 0.8 * 3)
    assert [(m.relative_hooks.any(axis=1)).sum() for m in states] == [2, 1, 1]
    assert open1.relative_hooks[0, 1] < 0 < open2.relative_hooks[0, 1]
    (fit,) = kl.fit_doors(hooked(gate(bearing=QUARTER, meshes=states)))
    assert (fit.verdict, fit.faults) == ("fits", ())


@pytest.mark.parametrize("size", [(0, 1, 1), (1, -1, 1), (1, 1, math.nan), (math.inf, 1, 1)])
def test_no_size(size: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="width"):
        kl.make_door_walkmesh(*size)


def test_box_of_what_a_model_shows() -> None:
    closed, _, _ = kl.door_walkmesh_from_model(parse_model(door_model()))
    assert closed.vertices.min(axis=0) == pytest.approx((-1.5, -0.25, 0), abs=1e-6)
    assert closed.vertices.max(axis=0) == pytest.approx((1.25, 0.5, 3), abs=1e-6)


def test_converted(tmp_path: Path) -> None:
    source = tmp_path / "my_door.mdl"
    source.write_bytes(door_model())
    done = kl.convert(source, tmp_path / "my_door.dwk")
    assert "2.75 x 0.75 x 3.00 m" in done.remarks[0]
    files = sorted(path.name for path in tmp_path.glob("*.dwk"))
    assert files == ["my_door0.dwk", "my_door1.dwk", "my_door2.dwk"]
    assert [door_state(name) for name in files] == ["closed", "open1", "open2"]
    assert [len(kl.read_walkmesh(tmp_path / name).faces) for name in files] == [12, 2, 2]
    with pytest.raises(kl.errors.FormatError, match="_wg"):
        kl.convert(source, tmp_path / "my_door.pwk")


def test_a_model_that_shows_nothing() -> None:
    model = parse_model(make_model([Part("a")])[0])
    with pytest.raises(kl.errors.FormatError, match="shows"):
        kl.door_walkmesh_from_model(model)
    assert replace(model, nodes=()).nodes == ()
