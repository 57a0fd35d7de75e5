"""The corners of a floor around which paths turn: the nodes of the visibility graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.nav.search.turns import Turns


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
