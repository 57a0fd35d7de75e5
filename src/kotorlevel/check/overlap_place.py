"""Where two faces lie over each other."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.types import Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray


def shared_middle(first: NDArray[np.float64], second: NDArray[np.float64]) -> Plan:
    """The mean of the corners of what two faces (3, 3) share in the plan; they do share some."""
    shared = _turned_left(first)
    around = _turned_left(second)
    for start, end in pairwise([*around, around[0]]):
        shared = _left_of(shared, start, end)
    x, y = np.mean(shared or _turned_left(first), axis=0).tolist()
    return x, y


def _turned_left(face: NDArray[np.float64]) -> list[Plan]:
    """The corners in the plan, counter-clockwise."""
    a, b, c = ((float(x), float(y)) for x, y in face[:, :2])
    return [a, b, c] if _depth(c, a, b) >= 0 else [a, c, b]


def _depth(point: Plan, start: Plan, end: Plan) -> float:
    """More than 0 to the left of the line from ``start`` to ``end``."""
    ahead = end[0] - start[0], end[1] - start[1]
    return ahead[0] * (point[1] - start[1]) - ahead[1] * (point[0] - start[0])


def _left_of(polygon: list[Plan], start: Plan, end: Plan) -> list[Plan]:
    """The part of a convex polygon to the left of a line."""
    kept: list[Plan] = []
    for here, there in pairwise([*polygon, *polygon[:1]]):
        depth, deeper = _depth(here, start, end), _depth(there, start, end)
        if depth >= 0:
            kept.append(here)
        if depth * deeper < 0:
            part = depth / (depth - deeper)
            crossing = (
                here[0] + part * (there[0] - here[0]),
                here[1] + part * (there[1] - here[1]),
            )
            kept.append(crossing)
    return kept
