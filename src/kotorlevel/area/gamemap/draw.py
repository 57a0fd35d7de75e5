"""`draw_game_map`: the picture of an area's map, drawn as those of the games are.

Their colours and widths, measured in 27 of them: black around, the floor (136, 136, 128) with what
one sees of the rooms mixed into it, a white line one pixel wide along the walls, doors in green and
the ways out in blue, two pixels wide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.gamemap.doors import door_lines
from kotorlevel.area.gamemap.fields import HEIGHT, WIDTH, MapFields
from kotorlevel.area.gamemap.fit import fit_map
from kotorlevel.area.gamemap.ground import floor_triangles, wall_lines
from kotorlevel.area.gamemap.raster import covered, draw_lines, fill_triangles
from kotorlevel.core.errors import InputError
from kotorlevel.formats.images import Image

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Floats

PICTURE_WIDTH = 512
"""Columns of the texture; those past the first 440 are black."""

FLOOR, WALL = (136, 136, 128), (248, 252, 248)
DOOR, EXIT = (0, 252, 64), (0, 0, 248)

_FINER = 4
"""Fine pixels a pixel, across and down."""


def draw_game_map(area: Area, fields: MapFields | None = None) -> Image:
    """The map of an area, 512 x 256 pixels of which 440 columns count; none is transparent.

    ``fields`` say where what is on it, by default those of `fit_map`. Raises `InputError` where the
    area has no floor, or the fields place nothing.

        fields = kl.fit_map(area)
        kl.write_image(kl.draw_game_map(area, fields), "lbl_mapm55aa.tga")
    """
    fields = fit_map(area) if fields is None else fields
    if fields.fault:
        raise InputError(f"no map can be drawn by these fields: {fields.fault}")
    floor = floor_triangles(area)
    if not len(floor):
        fit_map(area)  # says so
    width, height = WIDTH * _FINER, HEIGHT * _FINER
    filled = fill_triangles(_fine(fields, floor), width, height)
    doors, exits = door_lines(area)
    pixels = np.zeros((HEIGHT, WIDTH, 3))
    _paint(pixels, covered(filled, _FINER), FLOOR)
    for lines, color, thick in ((wall_lines(area), WALL, 1), (doors, DOOR, 2), (exits, EXIT, 2)):
        drawn = draw_lines(_fine(fields, lines), width, height, thick * _FINER)
        _paint(pixels, covered(drawn, _FINER), color)
    picture = np.zeros((HEIGHT, PICTURE_WIDTH, 4), np.uint8)
    picture[:, :WIDTH, :3] = np.rint(pixels)
    picture[..., 3] = 255
    return Image(picture)


def _fine(fields: MapFields, places: Floats) -> Floats:
    """Places (n, k, 2) of the level in fine pixels."""
    flat = fields.to_pixels(places.reshape(-1, 2)) if len(places) else np.empty((0, 2))
    return (flat * _FINER).reshape(places.shape)


def _paint(pixels: Floats, share: Floats, color: tuple[int, int, int]) -> None:
    pixels += share[..., None] * (np.array(color) - pixels)
