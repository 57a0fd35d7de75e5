"""Triangles and lines as masks of pixels, finer than the picture that is made of them.

Triangles are filled row by row (scan conversion): a row of pixel centres cuts a triangle from one
edge to another, and all such spans of a mask are summed up at once. Lines are points in a row, made
as wide as they shall be. Means of the fine pixels are how much of a pixel is covered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Floats

    Mask = NDArray[np.bool_]

_AT_ONCE = 200_000
"""Spans or points that are worked on together."""


def fill_triangles(corners: Floats, width: int, height: int) -> Mask:
    """Which pixels (height, width) have their centre in one of the triangles (n, 3, 2), in pixels.

    Triangles that share an edge leave no pixel out between them.
    """
    corners = corners - 0.5  # so that centres are whole numbers
    tops = np.clip(np.ceil(corners[:, :, 1].min(axis=1)), 0, height).astype(np.int64)
    ends = np.clip(np.floor(corners[:, :, 1].max(axis=1)) + 1, 0, height).astype(np.int64)
    counts = np.maximum(ends - tops, 0)
    changes = np.zeros(height * (width + 1), np.int32)
    for rows in _split(counts):
        triangle = np.repeat(rows, counts[rows])
        row = _count_up(counts[rows]) + tops[triangle]
        left, right = _cut(corners[triangle], row)
        first = np.clip(np.ceil(left), 0, width).astype(np.int64)
        last = np.clip(np.floor(right) + 1, first, width).astype(np.int64)
        base = row * (width + 1)
        size = len(changes)
        changes += np.bincount(base + first, minlength=size).astype(np.int32)
        changes -= np.bincount(base + last, minlength=size).astype(np.int32)
    return np.cumsum(changes.reshape(height, width + 1), axis=1)[:, :width] > 0


def draw_lines(ends: Floats, width: int, height: int, thick: int) -> Mask:
    """Which pixels (height, width) lie on one of the lines (n, 2, 2), ``thick`` pixels wide."""
    mask = np.zeros((height, width), np.bool_)
    ends = _clipped(ends, width, height)
    counts = np.ceil(2 * np.abs(ends[:, 1] - ends[:, 0]).max(axis=1)).astype(np.int64) + 1
    for rows in _split(counts):
        line = np.repeat(rows, counts[rows])
        part = (_count_up(counts[rows]) / np.maximum(counts[line] - 1, 1))[:, None]
        x, y = np.floor(ends[line, 0] * (1 - part) + ends[line, 1] * part).astype(np.int64).T
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        mask[y[inside], x[inside]] = True
    return _widened(_widened(mask, thick, 0), thick, 1)


def covered(mask: Mask, finer: int) -> Floats:
    """How much of each pixel is covered, 0 to 1, of a mask ``finer`` times as wide and high."""
    height, width = mask.shape
    blocks = mask.reshape(height // finer, finer, width // finer, finer)
    shares: Floats = blocks.mean(axis=(1, 3))
    return shares


def _cut(corners: Floats, row: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """From where to where each row runs within its triangle (n, 3, 2); empty: infinite."""
    left, right = np.full(len(row), np.inf), np.full(len(row), -np.inf)
    for side in range(3):
        # Always from the lower end, so that both faces of an edge find the same number.
        one, other = corners[:, side], corners[:, (side + 1) % 3]
        swap = (
            (one[:, 1] > other[:, 1]) | ((one[:, 1] == other[:, 1]) & (one[:, 0] > other[:, 0]))
        )[:, None]
        a, b = np.where(swap, other, one), np.where(swap, one, other)
        crosses = (a[:, 1] <= row) & (row <= b[:, 1])
        rise = b[:, 1] - a[:, 1]
        part = np.divide(row - a[:, 1], rise, out=np.zeros_like(rise), where=rise > 0)
        x = a[:, 0] + part * (b[:, 0] - a[:, 0])
        left = np.where(crosses, np.minimum(left, x), left)
        right = np.where(crosses, np.maximum(right, np.where(rise > 0, x, b[:, 0])), right)
    return left, right


def _clipped(ends: Floats, width: int, height: int) -> Floats:
    """The parts of lines (n, 2, 2) that are near the picture (Liang-Barsky)."""
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    low, high = np.zeros(len(ends)), np.ones(len(ends))
    for axis, size in ((0, width), (1, height)):
        with np.errstate(divide="ignore", invalid="ignore"):
            one = (-1 - start[:, axis]) / way[:, axis]
            other = (size + 1 - start[:, axis]) / way[:, axis]
        still = way[:, axis] == 0
        outside = still & ((start[:, axis] < -1) | (start[:, axis] > size + 1))
        low = np.where(still, low, np.maximum(low, np.minimum(one, other)))
        high = np.where(still, high, np.minimum(high, np.maximum(one, other)))
        high = np.where(outside, -1.0, high)
    kept = low <= high
    at, way = start[kept], way[kept]
    return np.stack([at + low[kept, None] * way, at + high[kept, None] * way], axis=1)


def _widened(mask: Mask, thick: int, axis: int) -> Mask:
    """The mask with ``thick`` pixels in place of each, along an axis, around where it was."""
    wide = mask.copy()
    for step in range(1, thick // 2 + 1):
        for to in (step, -step):
            if to < 0 and step == thick - thick // 2:  # an even width has one less on one side
                continue
            wide |= _moved(mask, to, axis)
    return wide


def _moved(mask: Mask, by: int, axis: int) -> Mask:
    moved = np.roll(mask, by, axis)
    gone = [slice(None), slice(None)]
    gone[axis] = slice(0, by) if by > 0 else slice(by, None)
    moved[tuple(gone)] = False
    return moved


def _count_up(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1, … up to each of the counts, one after the other."""
    ends = np.cumsum(counts)
    numbers: NDArray[np.int64] = np.arange(ends[-1] if len(ends) else 0)
    return numbers - np.repeat(ends - counts, counts)


def _split(counts: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The rows whose counts are not 0, in parts with about as much work each."""
    rows = np.flatnonzero(counts)
    if not len(rows):
        return []
    part = np.cumsum(counts[rows]) // _AT_ONCE
    return np.split(rows, np.flatnonzero(np.diff(part)) + 1)
