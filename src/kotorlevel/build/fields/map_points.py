"""Where the level is on the picture of its map, as long as nobody has drawn one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

Pair = tuple[float, float]

_PIXELS = (440, 256)
"""Columns and rows of the picture that count (FACTS 12)."""
_SHARE = 0.9
"""How much of the picture the level fills at most."""


@dataclass(frozen=True)
class MapPoints:
    """Two places of the level, and where they are on the picture, from 0 to 1."""

    world: tuple[Pair, Pair]
    map: tuple[Pair, Pair]


def find_map_points(area: Area) -> MapPoints:
    """The corners of the level in the plan, in the middle of the picture and not stretched."""
    corners = [mesh.vertices[:, :2] for mesh in area.meshes if mesh is not None]
    every = np.concatenate(corners).astype(np.float64) if corners else np.zeros((1, 2))
    low, high = every.min(axis=0), every.max(axis=0)
    size = np.maximum(high - low, 1.0)
    middle = (low + high) / 2
    low, high = middle - size / 2, middle + size / 2
    pixels = np.array(_PIXELS, np.float64)
    scale = float((_SHARE * pixels / size).min())  # pixels a metre
    half = size * scale / pixels / 2
    left, right = 0.5 - half[0], 0.5 + half[0]
    top, bottom = 0.5 - half[1], 0.5 + half[1]
    return MapPoints(
        ((float(low[0]), float(high[1])), (float(high[0]), float(low[1]))),
        ((float(left), float(top)), (float(right), float(bottom))),
    )
