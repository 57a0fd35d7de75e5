"""The face under many points at once, in NumPy: what `kernels.floor` does, number for number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.query.engine.kernels.floor import BORDER, INSIDE, NUDGE, OUTSIDE, SAME_FLOOR

if TYPE_CHECKING:
    from kotorlevel.query.engine.grid import Grid

_PAIRS = 200_000
"""Points and faces that are compared at once: what fits into the processor's cache, about."""


def find_floors(grid: Grid, allowed: Any, points: Any, faces: Any, heights: Any) -> None:
    """As the kernel of that name."""
    faces[:], heights[:] = -1, np.nan
    corners = _columns(grid)
    _find_first(grid, corners, allowed, points, np.arange(len(points)), faces, heights)
    missed = np.flatnonzero(faces < 0)
    if len(missed):
        _find_first(grid, corners, allowed, points[missed] + NUDGE, missed, faces, heights)


def find_floors_near(grid: Grid, allowed: Any, points: Any, faces: Any, heights: Any) -> None:
    """As the kernel of that name."""
    faces[:], heights[:] = -1, np.nan
    corners = _columns(grid)
    for point, face, place in _touching(grid, corners, allowed, points):
        height = _heights(corners, face, points[point])
        gap = np.abs(height - points[point, 2])
        # The nearest inside and the nearest on the border of each point, lowest face first.
        order = np.lexsort((face, gap, place, point))
        first = order[_first_of_each((point * 4 + place)[order])]
        point, face, place = point[first], face[first], place[first]
        height, gap = height[first], gap[first]
        inside = place == INSIDE
        limit = np.full(point[-1] - point[0] + 1 if len(point) else 0, np.inf)
        limit[point[inside] - point[:1]] = gap[inside] - SAME_FLOOR
        for chosen in (inside, ~inside & (gap < limit[point - point[:1]])):
            faces[point[chosen]], heights[point[chosen]] = face[chosen], height[chosen]


def _find_first(
    grid: Grid,
    corners: NDArray[np.float64],
    allowed: NDArray[np.bool_],
    points: NDArray[np.float64],
    rows: NDArray[np.int64],
    faces: NDArray[np.int64],
    heights: NDArray[np.float64],
) -> None:
    """Enter the lowest face with each point inside, else on its border, at ``rows`` (N,)."""
    for point, face, place in _touching(grid, corners, allowed, points):
        for wanted in (BORDER, INSIDE):  # inside overwrites border
            having = np.flatnonzero(place == wanted)
            chosen = having[_first_of_each(point[having])]
            faces[rows[point[chosen]]] = face[chosen]
    found = np.flatnonzero(faces[rows] >= 0)
    heights[rows[found]] = _heights(corners, faces[rows[found]], points[found])


def _columns(grid: Grid) -> NDArray[np.float64]:
    """(9, F) the corners column by column: taking rows of one number each is far quicker."""
    return np.ascontiguousarray(grid.corners.T, np.float64)


def _touching(
    grid: Grid,
    corners: NDArray[np.float64],
    allowed: NDArray[np.bool_],
    points: NDArray[np.float64],
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int8]]]:
    """Row, face and place for each point and each face that it is in or at the border of."""
    x, y = np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])
    for point, face in _pairs(grid, allowed, x, y):
        here = y[point]
        between = np.flatnonzero((corners[1][face] <= here) & (corners[7][face] >= here))
        point, face = point[between], face[between]
        place = _places(corners, face, x[point], y[point])
        kept = np.flatnonzero(place)
        yield point[kept], face[kept], place[kept]


def _pairs(
    grid: Grid, allowed: NDArray[np.bool_], x: NDArray[np.float64], y: NDArray[np.float64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Row and face for each point and each allowed face in its cell, in both orders, in blocks.

    All pairs of a point come in one block.
    """
    within = (grid.left <= x) & (x <= grid.right) & (grid.bottom <= y) & (y <= grid.top)
    rows = np.flatnonzero(within)
    column = ((x[rows] - grid.left) * grid.columns_per_metre).astype(np.int64)
    line = ((y[rows] - grid.bottom) * grid.rows_per_metre).astype(np.int64)
    cell = line * grid.columns + column
    start = grid.starts[cell].astype(np.int64)
    counts = grid.starts[cell + 1] - start
    total = np.concatenate([[0], np.cumsum(counts)])
    begin = 0
    while begin < len(rows):
        end = max(begin + 1, int(np.searchsorted(total, total[begin] + _PAIRS, "right")) - 1)
        part = slice(begin, end)
        number = np.repeat(np.arange(begin, end), counts[part])
        entry = np.arange(total[begin], total[end]) + (start[number] - total[number])
        face = grid.faces[entry]
        kept = allowed[face]
        yield rows[number[kept]], face[kept].astype(np.int64)
        begin = end


def _places(
    corners: NDArray[np.float64],
    faces: NDArray[np.int64],
    x: NDArray[np.float64],
    y: NDArray[np.float64],
) -> NDArray[np.int8]:
    """(N,) as `kernels.floor.place_in_face`, for faces that are not above or below in the plan."""
    x0, y0, x1, y1, x2, y2 = (corners[column][faces] for column in (0, 1, 3, 4, 6, 7))
    lower = (y1 > y) | (y1 == y2)
    x0 -= x
    x1 -= x
    x2 -= x
    below, middle, above = y0 - y, y1 - y, y2 - y
    long = x0 * above - below * x2
    short = np.where(lower, x0 * middle - below * x1, x1 * above - middle * x2)
    right, left = long <= 0, short <= 0
    border = (right & (short >= 0)) | (left & (long >= 0))
    place = np.where(border, BORDER, OUTSIDE).astype(np.int8)
    place[(above > 0) & (right != left)] = INSIDE
    return place


def _heights(
    corners: NDArray[np.float64], faces: NDArray[np.int64], points: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(N,) as `kernels.floor.height_in_face`, for each face and point."""
    x, y = points[:, 0], points[:, 1]
    x0, y0, z0, x1, y1, z1, x2, y2, z2 = (column[faces] for column in corners)
    w0 = (x1 - x) * (y2 - y) - (y1 - y) * (x2 - x)
    w1 = (x2 - x) * (y0 - y) - (y2 - y) * (x0 - x)
    w2 = (x0 - x) * (y1 - y) - (y0 - y) * (x1 - x)
    total = w0 + w1 + w2
    flat = total == 0
    z = (w0 * z0 + w1 * z1 + w2 * z2) / np.where(flat, 1.0, total)
    low, high = np.minimum(np.minimum(z0, z1), z2), np.maximum(np.maximum(z0, z1), z2)
    heights: NDArray[np.float64] = np.where(flat, z0, np.minimum(np.maximum(z, low), high))
    return heights


def _first_of_each(values: NDArray[Any]) -> NDArray[np.int64]:
    """Where in sorted ``values`` each new one begins."""
    if not len(values):
        return np.empty(0, np.int64)
    return np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
