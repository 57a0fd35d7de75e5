"""`fit_map`: fields that put the floor of a level well into the picture of its map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.gamemap.fields import HEIGHT, MAP_NORTH, WIDTH, MapFields, Pair
from kotorlevel.area.gamemap.ground import floor_bounds
from kotorlevel.core.errors import InputError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Floats

_SHARE = 0.9
"""How much of the picture the floor fills at most, across or down: the median of 27 shipped maps
is 0.89 (0.65 to 0.96)."""

_COLUMNS = 24
"""The commonest ``MapResX``; 9 of 33 areas."""


def fit_map(area: Area, north_axis: int = 0, *, like: MapFields | None = None) -> MapFields:
    """Fields with the floor in the middle of the picture, not stretched, and some margin around it.

    The two places are corners of the box around the floor: the one at the upper left of the
    picture and the one at its lower right. ``north_axis`` is the way up (`MAP_NORTH`). What is not
    about places is taken from ``like``, where that says something. Raises `InputError` where the
    area has no floor.

        fields = kl.fit_map(area)
        fields.to_pixels(area.entry)
    """
    if not 0 <= north_axis < len(MAP_NORTH):
        raise ValueError(f"north_axis is 0 to {len(MAP_NORTH) - 1}: {', '.join(MAP_NORTH)}")
    bounds = floor_bounds(area)
    if bounds is None:
        text = f"{printable(area.name)} has no floor that a map could show"
        raise InputError(text)
    first, second = _corners(*bounds, north_axis)
    size = np.abs(second - first)
    if north_axis > 1:
        size = size[::-1]
    pixels = np.array([WIDTH, HEIGHT], np.float64)
    half = size * float((_SHARE * pixels / size).min()) / pixels / 2
    return MapFields(
        (_pair(first), _pair(second)),
        (_pair(0.5 - half), _pair(0.5 + half)),
        north_axis,
        like.zoom if like is not None and like.zoom > 0 else 1,
        like.columns if like is not None and like.columns > 0 else _COLUMNS,
    )


def _corners(low: Floats, high: Floats, north_axis: int) -> tuple[Floats, Floats]:
    """The places at the upper left and the lower right of the picture."""
    middle, half = (low + high) / 2, np.maximum(high - low, 1.0) / 2
    # The way to the right and the way down, for each axis that may be up.
    signs = ((1, -1), (-1, 1), (-1, -1), (1, 1))[north_axis]
    return middle - half * signs, middle + half * signs


def _pair(values: Floats) -> Pair:
    """As the file will hold them: 32 bits."""
    x, y = values.astype(np.float32).tolist()
    return x, y
