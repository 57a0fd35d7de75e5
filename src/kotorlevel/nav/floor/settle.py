"""The same point of a floor at the same place, whichever cell it is asked of.

Where two cells were cut along a side that they share, each was cut by the lines that lie on it:
their corners there can be as far apart as what cutting takes for nothing. A line of sight along a
wall would then end between them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats
    from kotorlevel.nav.floor.assemble import Cells, Ways
    from kotorlevel.nav.floor.points import Points


_NEAR = 3e-5
"""Metres: a few times what cutting takes for nothing. Rooms that do not quite meet stay so."""
_ROUNDING = 1e-12
"""Metres that are no distance."""
_ROUNDS = 8
"""A corner that moves takes the sides at it along, and what lies on them."""
_BENT = np.pi + 1e-9
"""Radians of floor about a point where a wall is straight but for what was moved."""


def settle_corners(cells: Cells, ways: Ways, points: Points) -> Cells:
    """The cells with all corners that have one number at the same place; z is kept.

    It is the place of the first of them, or where one lies inside of a side of another cell, the
    place on that side: so the side stays straight. The cells themselves where nothing moves.
    """
    rows = np.flatnonzero(points.corner >= 0)
    number = points.corner[rows]
    numbers = np.concatenate([points.right, points.left])
    side, part = np.tile(ways.side, 2), np.concatenate([ways.low, ways.high])
    inside = np.flatnonzero((part > 0.0) & (part < 1.0))[::-1]
    numbers, side, part = numbers[inside], side[inside], part[inside]
    shorter = cells.length.copy()
    shorter[cells.following] = np.minimum(shorter[cells.following], cells.length)
    for _ in range(_ROUNDS):
        place = np.empty((len(points.angle), 2))
        place[number[::-1]] = cells.corners[rows[::-1], :2]
        place[numbers] = cells.at(side, part)[:, :2]
        apart = _apart(place[number], cells.corners[rows], shorter[rows])
        if not apart.any():
            break
        corners = cells.corners.copy()
        corners[rows[apart], :2] = place[number[apart]]
        cells = replace(cells, corners=corners)
    return cells


def settle_points(
    points: Points, right: Floats, left: Floats, wall_from: Floats, wall_to: Floats
) -> None:
    """Move the ends (n, 3) of ways and walls that have one number to the place of the first.

    Where one lay inside of a side, the side now bends there, if only a little: a path may turn.
    """
    ends = (right, left, wall_from, wall_to)
    numbers = (points.right, points.left, points.wall_from, points.wall_to)
    place = np.empty((len(points.angle), 2))
    for number, end in zip(numbers[::-1], ends[::-1], strict=True):
        place[number[::-1]] = end[::-1, :2]
    length = [np.hypot(*(b - a)[:, :2].T) for a, b in ((right, left), (wall_from, wall_to))]
    lengths = (length[0], length[0], length[1], length[1])
    for number, end, metres in zip(numbers, ends, lengths, strict=True):
        rows = np.flatnonzero(_apart(place[number], end, metres))
        end[rows, :2] = place[number[rows]]
        points.angle[number[rows]] = np.maximum(points.angle[number[rows]], _BENT)


def _apart(place: Floats, other: Floats, length: Floats) -> NDArray[np.bool_]:
    """(n,) which of two places (n, 2+) differ, but by no more than rounding and cutting.

    Nor by much of the ``length`` (n,) of what ends there, or that would turn around.
    """
    away = np.abs(place - other[:, :2]).max(axis=1, initial=0.0)
    apart: NDArray[np.bool_] = (away > _ROUNDING) & (away <= np.minimum(_NEAR, length / 8))
    return apart
