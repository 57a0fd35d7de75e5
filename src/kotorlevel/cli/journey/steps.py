"""Steps that a path goes over where it leads from one room into another."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Point
    from kotorlevel.nav.path import Path

WORTH_A_WORD = 0.1
"""Metres; rooms of the games meet within as much (FACTS 3)."""

RULE = "ARE005"
"""The rule that finds edges which do not meet, though they may be linked."""


class Step(NamedTuple):
    """The floor of room ``to`` is ``rise`` metres above that of ``room``, at a place of both."""

    room: int
    to: int
    at: Point
    rise: float


def find_steps(path: Path, area: Area) -> list[Step]:
    """The steps of more than 10 cm at the links that a path crosses, in its order.

    The game takes the height of the face that one is on, and of no other (FACTS 9): a link leads
    over a step of any height.
    """
    crossings = [
        (here, there) for here, there in pairwise(path.face_rows.tolist()) if here[0] != there[0]
    ]
    found = []
    for (here, there), crossed in zip(crossings, path.transitions, strict=True):
        heights = [_height(area, room, face, crossed.place) for room, face in (here, there)]
        rise = heights[1] - heights[0]
        if abs(rise) > WORTH_A_WORD:  # False for a face that is upright
            found.append(Step(crossed.room, crossed.to, crossed.place, rise))
    return found


def _height(area: Area, room: int, face: int, at: Point) -> float:
    """The z of the plane of a face at a place; NaN where the face is upright."""
    mesh = area.rooms[room].mesh
    if mesh is None:
        return float("nan")
    a, b, c = mesh.vertices[mesh.faces[face]].astype(np.float64)
    across = np.cross(b - a, c - a)
    if across[2] == 0:
        return float("nan")
    away = (at[0] - a[0]) * across[0] + (at[1] - a[1]) * across[1]
    return float(a[2] - away / across[2])
