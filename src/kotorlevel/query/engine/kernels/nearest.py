"""The point of the floor that is closest to a point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.query.engine.bvh import Bvh

WIDTH = 8
"""As in `tree`."""


def gap_to_box(
    x: float, y: float, z: float, x0: float, y0: float, z0: float, x1: float, y1: float, z1: float
) -> float:
    """The square of the distance from a point to a box, 0 inside."""
    dx = max(x0 - x, 0.0, x - x1)
    dy = max(y0 - y, 0.0, y - y1)
    dz = max(z0 - z, 0.0, z - z1)
    return dx * dx + dy * dy + dz * dz


def along_side(
    ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> tuple[float, float, float]:
    """The point from a to b that is closest to the origin."""
    dx, dy, dz = bx - ax, by - ay, bz - az
    length = dx * dx + dy * dy + dz * dz
    part = -(ax * dx + ay * dy + az * dz) / length if length > 0.0 else 0.0
    part = min(max(part, 0.0), 1.0)
    return ax + part * dx, ay + part * dy, az + part * dz


def closest_in_face(
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    cx: float,
    cy: float,
    cz: float,
) -> tuple[float, float, float]:
    """The point of a face that is closest to the origin.

    Where the foot of the perpendicular is in the face it is that, else the closest of its sides.
    """
    ux, uy, uz = bx - ax, by - ay, bz - az
    vx, vy, vz = cx - ax, cy - ay, cz - az
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    square = nx * nx + ny * ny + nz * nz
    if square > 0.0:
        # The normal's parts that fall to each corner: all positive above the face.
        wa = nx * (by * cz - bz * cy) + ny * (bz * cx - bx * cz) + nz * (bx * cy - by * cx)
        wb = nx * (cy * az - cz * ay) + ny * (cz * ax - cx * az) + nz * (cx * ay - cy * ax)
        wc = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx)
        if wa >= 0.0 and wb >= 0.0 and wc >= 0.0:
            total = wa + wb + wc
            if total > 0.0:
                wa, wb, wc = wa / total, wb / total, wc / total
                return (
                    wa * ax + wb * bx + wc * cx,
                    wa * ay + wb * by + wc * cy,
                    wa * az + wb * bz + wc * cz,
                )
    px, py, pz = along_side(ax, ay, az, bx, by, bz)
    qx, qy, qz = along_side(bx, by, bz, cx, cy, cz)
    if qx * qx + qy * qy + qz * qz < px * px + py * py + pz * pz:
        px, py, pz = qx, qy, qz
    qx, qy, qz = along_side(cx, cy, cz, ax, ay, az)
    if qx * qx + qy * qy + qz * qz < px * px + py * py + pz * pz:
        px, py, pz = qx, qy, qz
    return px, py, pz


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
                px, py, pz = closest_in_face(x0, y0, z0, x1, y1, z1, x2, y2, z2)
                gap = px * px + py * py + pz * pz
                if gap < best or (gap == best and (found < 0 or face < found)):
                    best, found = gap, face
                    best_x, best_y, best_z = x + px, y + py, z + pz
    return found, best_x, best_y, best_z
