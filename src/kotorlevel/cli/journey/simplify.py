"""A line with fewer points, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def simplify(points: NDArray[np.float64], within: float) -> NDArray[np.float64]:
    """(M, 3) some of the ``points`` (N, 3), both ends among them.

    None that is left out is more than ``within`` metres from the line through those that stay
    (the well-known way: keep the farthest, then look at both halves).
    """
    keep = np.zeros(len(points), bool)
    keep[[0, -1]] = True
    waiting = [(0, len(points) - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first < 2:
            continue
        away = _distances(points[first + 1 : last], points[first], points[last])
        farthest = int(np.argmax(away))
        if away[farthest] > within:
            middle = first + 1 + farthest
            keep[middle] = True
            waiting += [(first, middle), (middle, last)]
    return points[keep]


def _distances(
    points: NDArray[np.float64], start: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(n,) metres from points to the segment."""
    along = end - start
    part = (points - start) @ along / max(float(along @ along), 1e-300)
    nearest = start + np.clip(part, 0.0, 1.0)[:, None] * along
    away: NDArray[np.float64] = np.linalg.norm(points - nearest, axis=1)
    return away
