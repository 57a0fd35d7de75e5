"""What the models of a scene are painted with: textures where they are at hand, else a colour."""

from __future__ import annotations

import colorsys
import re
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.images import Image, parse_image

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.area.area import Area

SIDE = 128
"""Pixels: all textures get this size, so that a graphics card can hold them as one."""

MOST = 250
"""Textures in a scene. Every browser can hold 256 at once."""

_KINDS = ("tpc", "tga")
"""In the order in which the game prefers them at one place."""


def find_textures(
    area: Area, names: Sequence[str]
) -> tuple[list[dict[str, Any]], NDArray[np.uint8]]:
    """How each of the ``names`` is painted, and the pixels of all textures, rows from the bottom.

    A texture that is absent or cannot be read leaves its colour.
    """
    painted: list[dict[str, Any]] = []
    pixels: list[NDArray[np.uint8]] = []
    for name in names:
        image = find_texture(area, name) if len(pixels) < MOST else None
        texture = None
        if image is not None:
            texture = len(pixels)
            pixels.append(image.resized(SIDE, SIDE).pixels[::-1, :, :3].reshape(-1))
        painted.append({"name": name, "color": texture_color(name), "texture": texture})
    return painted, np.concatenate(pixels) if pixels else np.empty(0, np.uint8)


def find_texture(area: Area, name: str) -> Image | None:
    """The texture of that name as the game would find it; None where none can be read."""
    if area.lookup is None or not name:
        return None
    for source in area.lookup.sources:
        for kind in _KINDS:
            try:
                for found in source.find_all(name, kind):
                    return parse_image(found.read(), found.source, SIDE)
            except FormatError:
                return None
    return None


def texture_color(name: str) -> str:
    """A muted colour for a texture's name: always the same, alike for ``wall01`` and ``wall02``."""
    family = re.sub(r"\d+[a-z]?$", "", name.lower())
    hue = zlib.crc32(family.encode()) % 360 / 360
    light = 0.56 + zlib.crc32(name.lower().encode()) % 12 / 100
    parts = colorsys.hls_to_rgb(hue, light, 0.16 if name else 0.0)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
