"""Hatching: parallel strokes inside of triangles, for pictures without transparency."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_MOST = 20_000
"""Strokes that are drawn; a picture with more of them is grey."""


def hatch(triangles: NDArray[np.float64], step: float) -> tuple[NDArray[np.float64], ...]:
    """Strokes (2, 2) from the lower left to the upper right, ``step`` pixels apart.

    They lie on lines that all triangles (T, 3, 2) share, so that neighbours look like one.
    """
    if not len(triangles):
        return ()
    along = triangles.sum(axis=2)  # x + y is the same on a line that rises to the right on screen
    first = np.ceil(along.min(axis=1) / step).astype(np.int64)
    last = np.floor(along.max(axis=1) / step).astype(np.int64)
    counts = np.maximum(last - first + 1, 0)
    if int(counts.sum()) > _MOST:
        return ()
    rows = np.repeat(np.arange(len(triangles)), counts)
    offsets = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    level = (first[rows] + offsets) * step
    ends = _crossings(triangles[rows], along[rows], level)
    return tuple(ends[np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) > 0.5])


def _crossings(
    triangles: NDArray[np.float64], along: NDArray[np.float64], level: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(n, 2, 2) where the line of each ``level`` enters and leaves its triangle."""
    shares = []
    for side in range(3):
        a, b = along[:, side], along[:, (side + 1) % 3]
        gap = np.where(a == b, 1.0, b - a)
        share = np.where(a == b, np.nan, (level - a) / gap)
        shares.append(np.where((share >= 0) & (share <= 1), share, np.nan))
    points = np.stack(
        [
            triangles[:, side]
            + np.asarray(shares[side])[:, None]
            * (triangles[:, (side + 1) % 3] - triangles[:, side])
            for side in range(3)
        ],
        axis=1,
    )
    x = points[:, :, 0]
    low = np.where(np.isnan(x), np.inf, x).argmin(axis=1)
    high = np.where(np.isnan(x), -np.inf, x).argmax(axis=1)
    rows = np.arange(len(points))
    return np.asarray(np.nan_to_num(np.stack([points[rows, low], points[rows, high]], axis=1)))
