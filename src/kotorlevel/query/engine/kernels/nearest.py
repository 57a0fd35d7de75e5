"""The point of the floor that is closest to a point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.query.engine.kernels.shapes import closest_in_face, least, most

if TYPE_CHECKING:
    from kotorlevel.query.engine.bvh import Bvh

WIDTH = 8
"""As in `tree`."""

SLACK = 1.000000000001
"""More than the rounding of the distances to a face and to its bounds."""


def gap_to_box(
    x: float, y: float, z: float, x0: float, y0: float, z0: float, x1: float, y1: float, z1: float
) -> float:
    """The square of the distance from a point to a box, 0 inside."""
    dx = max(x0 - x, 0.0, x - x1)
    dy = max(y0 - y, 0.0, y - y1)
    dz = max(z0 - z, 0.0, z - z1)
    return dx * dx + dy * dy + dz * dz


def find_nearest(
    tree: Bvh, allowed: Any, x: float, y: float, z: float, limit: float
) -> tuple[int, float, float, float]:
    """The closest allowed face no more than ``limit`` metres away, and its closest point.

    At the same distance the lowest number wins. -1 and NaN for none.
    """
    boxes, first, corners, numbers = tree.boxes, tree.first, tree.corners, tree.faces
    size = (tree.depth + 1) * WIDTH + 1
    stack, gaps, near = np.empty(size, np.int64), np.empty(size), np.empty(WIDTH)
    best, found = limit * limit, -1
    best_x = best_y = best_z = math.nan
    stack[0], gaps[0], top = 0, 0.0, 1
    while top > 0:
        top -= 1
        if gaps[top] > best:
            continue
        node = stack[top]
        if node < tree.inner:
            for k in range(WIDTH):
                x0, y0, z0 = boxes[node, 0, k], boxes[node, 1, k], boxes[node, 2, k]
                x1, y1, z1 = boxes[node, 3, k], boxes[node, 4, k], boxes[node, 5, k]
                near[k] = gap_to_box(x, y, z, x0, y0, z0, x1, y1, z1)
            low = top
            for k in range(WIDTH):  # on the stack, the nearest last
                if near[k] <= best:
                    at = top
                    while at > low and gaps[at - 1] < near[k]:
                        stack[at], gaps[at] = stack[at - 1], gaps[at - 1]
                        at -= 1
                    stack[at], gaps[at] = first[node] + k, near[k]
                    top += 1
            continue
        leaf = node - tree.inner
        for k in range(WIDTH):
            face = numbers[leaf, k]
            if face >= 0 and allowed[face]:
                x0, y0, z0 = (
                    corners[leaf, 0, k] - x,
                    corners[leaf, 1, k] - y,
                    corners[leaf, 2, k] - z,
                )
                x1, y1, z1 = (
                    corners[leaf, 3, k] - x,
                    corners[leaf, 4, k] - y,
                    corners[leaf, 5, k] - z,
                )
                x2, y2, z2 = (
                    corners[leaf, 6, k] - x,
                    corners[leaf, 7, k] - y,
                    corners[leaf, 8, k] - z,
                )
                low_x, high_x = least(x0, x1, x2), most(x0, x1, x2)
                low_y, high_y = least(y0, y1, y2), most(y0, y1, y2)
                low_z, high_z = least(z0, z1, z2), most(z0, z1, z2)
                gap = gap_to_box(0.0, 0.0, 0.0, low_x, low_y, low_z, high_x, high_y, high_z)
                if gap > best * SLACK:
                    continue
                px, py, pz = closest_in_face(x0, y0, z0, x1, y1, z1, x2, y2, z2)
                gap = px * px + py * py + pz * pz
                if gap < best or (gap == best and (found < 0 or face < found)):
                    best, found = gap, face
                    best_x, best_y, best_z = x + px, y + py, z + pz
    return found, best_x, best_y, best_z
