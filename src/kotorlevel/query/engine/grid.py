"""The plan view in cells: which faces could be under a point (x, y)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_CELLS_PER_FACE = 1
_ENTRIES_PER_FACE = 16
"""Faces are entered into every cell they touch; a grid that needs more than this is coarsened."""


class Grid(NamedTuple):
    """Cells from (``left``, ``bottom``) to (``right``, ``top``), row by row from the bottom.

    Cell c holds the faces ``faces[starts[c]:starts[c + 1]]``, lowest number first. ``corners``
    (F, 9) has x, y, z of each face's corners, lowest y first: point and edge are compared in the
    same order for both faces of an edge, so that they agree on which side the point is.
    """

    left: float
    bottom: float
    right: float
    top: float
    columns_per_metre: float
    rows_per_metre: float
    columns: int
    starts: NDArray[np.int32]
    faces: NDArray[np.int32]
    corners: NDArray[np.float32]


def build_grid(corners: NDArray[np.float32], has_height: NDArray[np.bool_]) -> Grid:
    """The grid over the faces with ``has_height`` of ``corners`` (F, 3, 3)."""
    upward = _lowest_first(corners)
    numbers = np.flatnonzero(has_height)
    if not len(numbers):
        none = np.empty(0, np.int32)
        # The right border is left of the left one: every point is outside.
        return Grid(0.0, 0.0, -1.0, -1.0, 1.0, 1.0, 1, np.zeros(2, np.int32), none, upward)
    x, y = upward[numbers, 0::3].T.astype(np.float64), upward[numbers, 1::3].T.astype(np.float64)
    low = np.stack([np.minimum(np.minimum(x[0], x[1]), x[2]), y[0]])
    high = np.stack([np.maximum(np.maximum(x[0], x[1]), x[2]), y[2]])
    start, end = low.min(axis=1, keepdims=True), high.max(axis=1, keepdims=True)
    shape, scale = _shape(low - start, high - start, end - start)
    face, cell = _entries((x - start[0]) * scale[0], (y - start[1]) * scale[1], shape)
    # One sort of one number is far quicker than a stable sort by two.
    key = np.sort(cell * len(corners) + numbers[face])
    starts = np.searchsorted(key, np.arange(shape[0] * shape[1] + 1) * len(corners))
    return Grid(
        float(start[0, 0]),
        float(start[1, 0]),
        float(end[0, 0]),
        float(end[1, 0]),
        float(scale[0, 0]),
        float(scale[1, 0]),
        shape[0],
        starts.astype(np.int32),
        (key % len(corners)).astype(np.int32),
        upward,
    )


def _lowest_first(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """(F, 9) the corners of each face, lowest y first, and leftmost first of the same y."""
    order = np.lexsort((corners[:, :, 0], corners[:, :, 1]), axis=1)
    faces = np.arange(len(corners))[:, None]
    return corners[faces, order].reshape(-1, 9)


def _shape(
    low: NDArray[np.float64], high: NDArray[np.float64], extent: NDArray[np.float64]
) -> tuple[tuple[int, int], NDArray[np.float64]]:
    """Columns and rows, and (2, 1) cells per metre: as fine as the number of entries allows.

    ``low`` and ``high`` (2, F) are the faces' bounds from the corner of the grid.
    """
    cells = float(_CELLS_PER_FACE * low.shape[1])
    while True:
        sides = np.clip(np.round(np.sqrt(cells * extent / extent[::-1])), 1, cells)
        # A little less than the whole, so that the far border falls into the last cell.
        scale = sides / extent * (1 - 1e-12)
        spans = (high * scale).astype(np.int64) - (low * scale).astype(np.int64) + 1
        entries = int((spans[0] * spans[1]).sum())
        if cells <= 1 or entries <= _ENTRIES_PER_FACE * low.shape[1] + 64:
            return (int(sides[0, 0]), int(sides[1, 0])), scale
        cells = max(1.0, cells / 2)


def _entries(
    x: NDArray[np.float64], y: NDArray[np.float64], shape: tuple[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(E,) face and (E,) cell, for each face and each cell that it touches.

    ``x`` and ``y`` (3, F) are the corners in cells, lowest y first. A face is cut into the rows of
    cells that it crosses, and in each row the cells from its leftmost to its rightmost point.
    """
    face, row = _ranges(y[0].astype(np.int64), y[2].astype(np.int64))
    left = np.full(len(face), np.inf)
    right = np.full(len(face), -np.inf)
    for start, end in ((0, 2), (0, 1), (1, 2)):
        x0, y0, x1, y1 = x[start], y[start], x[end], y[end]
        slope = np.divide(x1 - x0, y1 - y0, out=np.zeros_like(x0), where=y1 > y0)
        x0, y0, y1, slope = x0[face], y0[face], y1[face], slope[face]
        for line in (row, row + 1):
            at = x0 + (np.clip(line, y0, y1) - y0) * slope
            crosses = (y1 >= row) & (y0 <= row + 1)
            left = np.minimum(left, at, out=left, where=crosses)
            right = np.maximum(right, at, out=right, where=crosses)
    # A margin far above the rounding of the lines above.
    margin = 1e-6
    first = np.clip(np.floor(left - margin), 0, shape[0] - 1).astype(np.int64)
    last = np.clip(np.floor(right + margin), 0, shape[0] - 1).astype(np.int64)
    part, column = _ranges(first, last)
    return face[part], row[part] * shape[0] + column


def _ranges(
    first: NDArray[np.int64], last: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(E,) index and (E,) number, for each index every number from ``first`` to ``last``."""
    counts = last - first + 1
    index = np.repeat(np.arange(len(first)), counts)
    before = np.cumsum(counts) - counts
    return index, np.arange(len(index)) + (first - before)[index]
