"""Where things stand in a drawing: heights, turns, frames."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.drawn.standing import (
    bearing_of_frame,
    bearing_of_turn,
    floor_heights,
    frame_of,
    turn_about_z,
)
from support.area.level_files import put, station


def test_heights_are_those_of_the_ground(tmp_path: Path) -> None:
    area = kl.load_area(put(tmp_path / "level", station()))
    rng = np.random.default_rng(4)
    points = rng.uniform((0, 0), (30, 9), (300, 2))
    ground = kl.Ground(area, materials=[s.id for s in area.surfaces.surfaces if s.walk])
    wanted = ground.heights(points)
    on_floor = np.isfinite(wanted)
    assert on_floor.sum() > 50
    assert np.abs(floor_heights(area, points)[on_floor] - wanted[on_floor]).max() < 1e-5
    assert np.isfinite(floor_heights(area, points)).all()


@pytest.mark.parametrize("seed", range(6))
def test_the_bearing_of_any_turn_is_where_it_takes_x(seed: int) -> None:
    w, x, y, z = np.random.default_rng(seed).normal(size=4)
    size = math.sqrt(w * w + x * x + y * y + z * z)
    w, x, y, z = w / size, x / size, y / size, z / size
    # The first column of the matrix of a quaternion.
    there = 1 - 2 * (y * y + z * z), 2 * (x * y + w * z)
    assert bearing_of_turn((w, x, y, z)) == pytest.approx(math.atan2(there[1], there[0]))


@pytest.mark.parametrize("bearing", [-3.0, -0.5, 0.0, 1.25, 3.1])
def test_turns_and_frames_say_the_same(bearing: float) -> None:
    assert bearing_of_turn(turn_about_z(bearing)) == pytest.approx(bearing)
    frame = frame_of((1, 2, 3), bearing)
    assert bearing_of_frame(frame) == pytest.approx(bearing)
    moved = frame @ (1, 0, 0, 1)
    assert moved[:3] == pytest.approx((1 + math.cos(bearing), 2 + math.sin(bearing), 3))
