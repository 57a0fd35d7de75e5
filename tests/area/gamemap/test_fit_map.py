"""Fields that fit: the floor in the middle of the picture, not stretched, the right way up."""

from __future__ import annotations

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.gamemap.survey import is_on_picture
from kotorlevel.errors import InputError
from support.areas import NONWALK, floor, make_area

UP = ((0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0))
"""The way that is up, for each number of the axis."""


@pytest.mark.parametrize("axis", range(4))
@pytest.mark.parametrize("size", [(4.0, 30.0), (50.0, 3.0), (0.001, 0.001)])
def test_the_floor_is_well_in_the_picture(axis: int, size: tuple[float, float]) -> None:
    area = make_area({"hall": floor(-7, 100, *size)})
    fields = kl.fit_map(area, axis)
    assert not fields.fault
    corners = np.array([(-7, 100), (-7 + size[0], 100 + size[1])])
    pixels = fields.to_pixels(corners)
    assert is_on_picture(pixels).all()
    assert pixels.mean(axis=0) == pytest.approx((220, 128), abs=0.01)
    shown = np.abs(pixels[1] - pixels[0]) / (440, 256)
    assert shown.max() <= 0.9 + 1e-6
    if min(size) > 1:
        assert shown.max() == pytest.approx(0.9, abs=1e-5)
    # One metre is as many pixels each way; up is up, and what is right of it is right.
    up = np.array(UP[axis])
    right = np.array([up[1], -up[0]])
    start = fields.to_pixels(corners[0])[0]
    higher = fields.to_pixels(corners[0] + up)[0] - start
    beside = fields.to_pixels(corners[0] + right)[0] - start
    assert higher[0] == pytest.approx(0, abs=1e-6)
    assert higher[1] < 0 < beside[0]
    assert beside[0] == pytest.approx(-higher[1], rel=1e-4)


def test_what_is_not_about_places_stays() -> None:
    area = make_area({"hall": floor()})
    like = kl.MapFields(((0, 0), (0, 0)), ((0, 0), (0, 0)), 2, 3, 50)
    fields = kl.fit_map(area, like=like)
    assert (fields.north_axis, fields.zoom, fields.columns) == (0, 3, 50)
    none = kl.MapFields(like.world, like.picture, 0, 0, -4)
    assert (kl.fit_map(area, like=none).zoom, kl.fit_map(area, like=none).columns) == (1, 24)


def test_what_cannot_be_walked_on_does_not_count() -> None:
    rooms = {"hall": floor(), "far": floor(900, 900, material=NONWALK), "none": None}
    assert kl.fit_map(make_area(rooms)) == kl.fit_map(make_area({"hall": floor()}))


@pytest.mark.parametrize("rooms", [{}, {"hall": None}, {"hall": floor(material=NONWALK)}])
def test_no_floor(rooms: dict[str, kl.Walkmesh | None]) -> None:
    with pytest.raises(InputError, match="no floor"):
        kl.fit_map(make_area(rooms))
    with pytest.raises(InputError, match="no floor"):
        kl.draw_game_map(make_area(rooms))
    with pytest.raises(InputError, match="no floor"):
        kl.draw_game_map(make_area(rooms), kl.MapFields(((0, 0), (1, 1)), ((0, 0), (1, 1))))


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e30])
def test_damaged_corners_are_left_out(value: float) -> None:
    hall = floor()
    corners = np.vstack([hall.vertices, np.array([[value, 0, 0], [1, value, 0], [0, 1, 0]])])
    faces = np.vstack([hall.faces, [[4, 5, 6]]])
    mesh = kl.Walkmesh.from_arrays(corners, faces, [4, 4, 4])
    area = make_area({"hall": mesh})
    assert kl.fit_map(area) == kl.fit_map(make_area({"hall": hall}))
    assert kl.draw_game_map(area).pixels.any()


def test_no_such_axis() -> None:
    with pytest.raises(ValueError, match="north_axis"):
        kl.fit_map(make_area({"hall": floor()}), 4)
