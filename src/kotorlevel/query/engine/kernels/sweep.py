"""The first face that a moving sphere touches.

How far the sphere's centre is from a face is a convex function of the way it has gone: Newton's
method never steps past the first touch, and once the centre moves away from the face it stays away.
So it needs no cases for planes, sides and corners.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.query.engine.kernels.overlap import closest_points, row_of
from kotorlevel.query.engine.kernels.ray import aim, enter_box
from kotorlevel.query.engine.kernels.shapes import TOUCH, closest_in_face

if TYPE_CHECKING:
    from kotorlevel.core.types import Point, Vector
    from kotorlevel.query.engine.bvh import Bvh

WIDTH = 8
"""As in `bvh`."""

CLOSE = 1e-12
"""Metres: so near to a touch, Newton's method has arrived."""

STEPS = 64
"""More than ever needed; a touch in passing takes the most, as a step only halves what is left."""


def touch_distance(
    dx: float,
    dy: float,
    dz: float,
    radius: float,
    end: float,
    best: float,
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    cx: float,
    cy: float,
    cz: float,
) -> float:
    """How far a sphere at the origin goes along the unit vector d until it touches a face.

    NaN if it does not within ``end`` metres. Whatever is past ``best`` may be NaN as well.
    """
    gone = left = 0.0
    for _ in range(STEPS):
        mx, my, mz = gone * dx, gone * dy, gone * dz
        px, py, pz = closest_in_face(
            ax - mx, ay - my, az - mz, bx - mx, by - my, bz - mz, cx - mx, cy - my, cz - mz
        )
        gap = math.sqrt(px * px + py * py + pz * pz)
        left = gap - radius
        if left <= CLOSE:
            return gone
        nears = px * dx + py * dy + pz * dz
        if nears <= 0.0:
            return gone if left <= TOUCH else math.nan
        ahead = gone + left * gap / nears
        if ahead > end:
            # By the tangent it is at least so far from the face at the end.
            if left * (ahead - end) > TOUCH * (ahead - gone):
                return math.nan
            if gone >= end:
                return gone if left <= TOUCH else math.nan
            ahead = end
        if ahead > best:
            return math.nan
        if ahead <= gone:
            return gone
        gone = ahead
    return gone if left <= TOUCH else math.nan


def sweep_spheres(
    tree: Bvh,
    allowed: Any,
    starts: Any,
    units: Any,
    ends: Any,
    radii: Any,
    faces: Any,
    distances: Any,
) -> None:
    """The first allowed face that each sphere touches on its way, and how far it has gone then.

    ``starts`` and ``units`` (N, 3), the directions with length 1, ``ends`` and ``radii`` (N,) in;
    ``faces`` and ``distances`` (N,) out, -1 and NaN for none. Of several at once the lowest number.
    """
    boxes, first, corners, numbers = tree.boxes, tree.first, tree.corners, tree.faces
    inner, width = tree.inner, numbers.shape[1]
    near = np.empty(width)
    size = (tree.depth + 1) * width + 1
    stack, entries = np.empty(size, np.int64), np.empty(size)
    for i in range(len(starts)):
        x, y, z = float(starts[i, 0]), float(starts[i, 1]), float(starts[i, 2])
        dx, dy, dz = float(units[i, 0]), float(units[i, 1]), float(units[i, 2])
        radius, far = float(radii[i]), float(ends[i])
        ray = aim(x, y, z, dx, dy, dz)
        grown = radius + 2.0 * TOUCH
        grow_x = grown if ray.near_x == 0 else -grown
        grow_y = grown if ray.near_y == 1 else -grown
        grow_z = grown if ray.near_z == 2 else -grown
        near_x, near_y, near_z = ray.near_x, ray.near_y, ray.near_z
        far_x, far_y, far_z = 3 - near_x, 5 - near_y, 7 - near_z
        best, found = far, -1
        stack[0], entries[0], top = 0, 0.0, 1
        while top > 0:
            top -= 1
            if entries[top] > best:
                continue
            node = stack[top]
            if node < inner:
                for k in range(len(near)):
                    near[k] = enter_box(
                        ray,
                        best,
                        boxes[node, near_x, k] - grow_x,
                        boxes[node, near_y, k] - grow_y,
                        boxes[node, near_z, k] - grow_z,
                        boxes[node, far_x, k] + grow_x,
                        boxes[node, far_y, k] + grow_y,
                        boxes[node, far_z, k] + grow_z,
                    )
                low = top
                for k in range(WIDTH):  # on the stack, the nearest last
                    if near[k] < math.inf:
                        at = top
                        while at > low and entries[at - 1] < near[k]:
                            stack[at], entries[at] = stack[at - 1], entries[at - 1]
                            at -= 1
                        stack[at], entries[at] = first[node] + k, near[k]
                        top += 1
                continue
            leaf = node - inner
            for k in range(WIDTH):
                face = numbers[leaf, k]
                if face >= 0 and allowed[face]:
                    ax, ay, az = corners[leaf, 0, k], corners[leaf, 1, k], corners[leaf, 2, k]
                    bx, by, bz = corners[leaf, 3, k], corners[leaf, 4, k], corners[leaf, 5, k]
                    cx, cy, cz = corners[leaf, 6, k], corners[leaf, 7, k], corners[leaf, 8, k]
                    distance = touch_distance(
                        dx,
                        dy,
                        dz,
                        radius,
                        far,
                        best,
                        ax - x,
                        ay - y,
                        az - z,
                        bx - x,
                        by - y,
                        bz - z,
                        cx - x,
                        cy - y,
                        cz - z,
                    )
                    if distance < best or (distance == best and (found < 0 or face < found)):
                        best, found = distance, face
        faces[i] = found
        distances[i] = best if found >= 0 else math.nan


def ask_sweep(
    tree: Bvh,
    corners: Any,
    allowed: Any,
    start: Point,
    unit: Vector,
    end: float,
    radius: float,
    point: Any,
) -> tuple[int, float]:
    """`sweep_spheres` for one sphere; the ``point`` (1, 3) where it touches goes out."""
    starts, units, ends, radii = row_of(start), row_of(unit), np.full(1, end), np.full(1, radius)
    faces, distances = np.empty(1, np.int64), np.empty(1)
    sweep_spheres(tree, allowed, starts, units, ends, radii, faces, distances)
    if faces[0] >= 0:
        for k in range(3):
            starts[0, k] = start[k] + unit[k] * distances[0]
        closest_points(corners, starts, np.zeros((1, 3)), np.ones(1, np.int64), faces, point)
    return faces[0], distances[0]
