"""The corners of a floor around which paths turn: the nodes of the visibility graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.distinct import distinct

if TYPE_CHECKING:
    from kotorlevel.nav.floor.floor import Floor


_STRAIGHT = np.pi + 1e-13
"""Radians. A wall that bends by less bends by less than what searches take for nothing."""


_MORE_THAN_ROUND = 2 * np.pi + 1e-3
"""Radians. So much floor lies about a point of a winding stair, or of sheets that overlap."""


class Turns(NamedTuple):
    """``left`` and ``right`` (P,): the corner at each end of a passage, from 0 on, or -1.

    ``point`` (N, 2) are the corners, ``winding`` (N,) those with more floor about them than fits
    in the plan. Which cells meet there: ``touch_corner`` and ``touch_cell``
    (T,), sorted by corner. ``wall_from`` and ``wall_to`` (W,) are those of walls.
    """

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    point: NDArray[np.float64]
    winding: NDArray[np.bool_]
    touch_corner: NDArray[np.int64]
    touch_cell: NDArray[np.int64]
    wall_from: NDArray[np.int64]
    wall_to: NDArray[np.int64]


def find_turns(floor: Floor) -> Turns:
    """The corners where paths may have to turn: where more than half of what is around is floor.

    At a wall, that is; where no wall is, more than all of it.
    """
    winding = floor.floor_angle > _MORE_THAN_ROUND
    turning = winding | (floor.at_wall & (floor.floor_angle > _STRAIGHT))
    used = np.zeros(len(turning), bool)
    used[floor.left_id] = used[floor.right_id] = True
    turning &= used
    number = np.full(len(turning), -1, np.int64)
    number[turning] = np.arange(np.count_nonzero(turning))
    left, right = number[floor.left_id], number[floor.right_id]
    ends = np.concatenate([left, right])
    rows = np.flatnonzero(ends >= 0)
    corner = ends[rows]
    point = np.zeros((np.count_nonzero(turning), 2))
    # The first passage that ends there decides; those of other rooms may be a millimetre away.
    point[corner[::-1]] = np.concatenate([floor.left, floor.right])[rows[::-1], :2]
    count = len(floor) + 1
    owner, beyond = np.tile(floor.owner, 2)[rows], np.tile(floor.to, 2)[rows]
    touching = distinct(np.concatenate([corner * count + owner, corner * count + beyond]))
    return Turns(
        left,
        right,
        point,
        winding[turning],
        touching // count,
        touching % count,
        number[floor.wall_from_id],
        number[floor.wall_to_id],
    )


class Corners(NamedTuple):
    """``x`` and ``y`` (N,) of the corners; their cells from ``starts[i]`` to ``starts[i + 1]``.

    (``one_x``, ``one_y``) and (``other_x``, ``other_y``) (N,) are the directions of the two walls
    that end there, of length 1; NaN where there are not just two, or all directions go past them.
    """

    x: Any
    y: Any
    starts: Any
    cells: Any
    one_x: Any
    one_y: Any
    other_x: Any
    other_y: Any


def build_corners(floor: Floor, turns: Turns) -> Corners:
    """The corners of ``floor``, in arrays."""
    count = len(turns.point)
    starts = np.searchsorted(turns.touch_corner, np.arange(count + 1))
    along = (floor.wall_to - floor.wall_from)[:, :2]
    one = _directions(turns.wall_from, along, count)
    other = _directions(turns.wall_to, -along, count)
    one[turns.winding] = other[turns.winding] = np.nan
    x, y = (np.ascontiguousarray(turns.point[:, axis]) for axis in (0, 1))
    sides = (np.ascontiguousarray(wall[:, axis]) for wall in (one, other) for axis in (0, 1))
    return Corners(x, y, starts, turns.touch_cell, *sides)


def _directions(
    corner: NDArray[np.int64], along: NDArray[np.float64], count: int
) -> NDArray[np.float64]:
    """(N, 2) the direction ``along`` (W, 2) of the one wall at each ``corner`` (W,), else NaN."""
    rows = np.flatnonzero(corner >= 0)
    corner, along = corner[rows], along[rows]
    direction = np.full((count, 2), np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        direction[corner] = along / np.linalg.norm(along, axis=1, keepdims=True)
    direction[np.bincount(corner, minlength=count) != 1] = np.nan
    return direction
