"""The convex hull of points in the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Floats = NDArray[np.float64]
    _Plan = tuple[float, float]

_FLAT = 1e-9
"""Square metres: a corner that sticks out less is none."""


def find_hull(points: _Floats) -> _Floats:
    """(m, 2) the corners of the hull of ``points`` (n, 2+), counter-clockwise.

    Less than three where the points have no extent or are not finite.
    """
    plan = np.asarray(points, np.float64).reshape(len(points), -1)[:, :2]
    if not np.isfinite(plan).all():
        return np.empty((0, 2))
    ordered: list[_Plan] = [(x, y) for x, y in np.unique(plan, axis=0).tolist()]
    ring = _chain(ordered)[:-1] + _chain(ordered[::-1])[:-1]
    return np.array(ring).reshape(-1, 2)


def _chain(points: list[_Plan]) -> list[_Plan]:
    """One half of the hull of sorted points, with a left turn at every corner."""
    chain: list[_Plan] = []
    for point in points:
        while len(chain) >= 2 and _turn(chain[-2], chain[-1], point) <= _FLAT:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: _Plan, b: _Plan, c: _Plan) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
