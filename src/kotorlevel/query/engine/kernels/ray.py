"""Where a ray meets a face.

The test of a face is the watertight one of Woop, Benthin and Wald (2013), in double precision: the
sides of a face are seen along the ray, and both faces of an edge get the same number for it, so
that no ray slips between them. A face seen edge-on is not met; neither is one without area.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kotorlevel.query.engine.kernels.lanes import tree_at

if TYPE_CHECKING:
    from kotorlevel.query.engine.bvh import Bvh

FAR = 1e200
"""Stands for 1/0: a ray along a plane of the box is between its planes always or never."""

WIDTH = 8
"""As in `tree`."""

SLACK = 1.000000000000002
"""More than the rounding of the distance to a box."""


ROUNDING = 1e-14
"""More than the rounding of the area of a face, as part of its distance times its size."""

TOUCH = 1e-9
"""Metres: a ray whose origin is that near to a face starts on it."""


class Ray(NamedTuple):
    """A ray, with what every box and every face needs of it.

    ``x``, ``y``, ``z`` the origin and ``per_x`` … one over the unit direction; ``near_x`` … the row
    of `Bvh.boxes` that it meets first. ``a``, ``b``, ``c``: the axes in cyclic order, c being the
    main one; ``at_a`` … the origin along them; ``shear_a``, ``shear_b`` and ``per_c`` turn the ray
    into the third axis.
    """

    x: float
    y: float
    z: float
    per_x: float
    per_y: float
    per_z: float
    near_x: int
    near_y: int
    near_z: int
    a: int
    b: int
    c: int
    at_a: float
    at_b: float
    at_c: float
    shear_a: float
    shear_b: float
    per_c: float


def aim(x: float, y: float, z: float, dx: float, dy: float, dz: float) -> Ray:
    """The ray from (x, y, z) along a direction of any length but zero."""
    longest = max(abs(dx), abs(dy), abs(dz))
    dx, dy, dz = dx / longest, dy / longest, dz / longest
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    dx, dy, dz = dx / length, dy / length, dz / length
    per_x = 1.0 / dx if abs(dx) * FAR > 1.0 else FAR
    per_y = 1.0 / dy if abs(dy) * FAR > 1.0 else FAR
    per_z = 1.0 / dz if abs(dz) * FAR > 1.0 else FAR
    near_x = 0 if per_x > 0.0 else 3
    near_y = 1 if per_y > 0.0 else 4
    near_z = 2 if per_z > 0.0 else 5
    if abs(dz) >= abs(dx) and abs(dz) >= abs(dy):
        a, b, c, at_a, at_b, at_c, shear_a, shear_b, per_c = 0, 1, 2, x, y, z, dx, dy, per_z
    elif abs(dx) >= abs(dy):
        a, b, c, at_a, at_b, at_c, shear_a, shear_b, per_c = 1, 2, 0, y, z, x, dy, dz, per_x
    else:
        a, b, c, at_a, at_b, at_c, shear_a, shear_b, per_c = 2, 0, 1, z, x, y, dz, dx, per_y
    shear_a, shear_b = shear_a * per_c, shear_b * per_c
    boxes = (x, y, z, per_x, per_y, per_z, near_x, near_y, near_z)
    faces = (a, b, c, at_a, at_b, at_c, shear_a, shear_b, per_c)
    return Ray(*(boxes + faces))


def enter_box(
    ray: Ray,
    end: float,
    near_x: float,
    near_y: float,
    near_z: float,
    far_x: float,
    far_y: float,
    far_z: float,
) -> float:
    """How far a ray goes before it enters a box, 0 inside; infinity if not before ``end``."""
    enter = (near_x - ray.x) * ray.per_x
    other = (near_y - ray.y) * ray.per_y
    enter = enter if enter > other else other
    other = (near_z - ray.z) * ray.per_z
    enter = enter if enter > other else other
    enter = enter if enter > 0.0 else 0.0
    leave = (far_x - ray.x) * ray.per_x
    other = (far_y - ray.y) * ray.per_y
    leave = leave if leave < other else other
    other = (far_z - ray.z) * ray.per_z
    leave = leave if leave < other else other
    leave = leave * SLACK
    leave = leave if leave < end else end
    return enter if enter <= leave else math.inf


def weigh_sides(
    ray: Ray,
    a0: float,
    b0: float,
    c0: float,
    a1: float,
    b1: float,
    c1: float,
    a2: float,
    b2: float,
    c2: float,
) -> tuple[float, float, float, float, float]:
    """On which side of each side of a face the ray passes, the distance times their sum, and noise.

    The corners come along the axes of the ray. Seen along the ray, the first three numbers are
    twice the areas between it and the sides: all of one sign if it goes through. Their sum is the
    area of the face; one that is not above the last number may be nothing but rounding.
    """
    z0 = c0 - ray.at_c
    z1 = c1 - ray.at_c
    z2 = c2 - ray.at_c
    x0 = (a0 - ray.at_a) - ray.shear_a * z0
    y0 = (b0 - ray.at_b) - ray.shear_b * z0
    x1 = (a1 - ray.at_a) - ray.shear_a * z1
    y1 = (b1 - ray.at_b) - ray.shear_b * z1
    x2 = (a2 - ray.at_a) - ray.shear_a * z2
    y2 = (b2 - ray.at_b) - ray.shear_b * z2
    u = x2 * y1 - y2 * x1
    v = x0 * y2 - y0 * x2
    w = x1 * y0 - y1 * x0
    size = max(abs(x0), abs(y0), abs(x1), abs(y1), abs(x2), abs(y2))
    noise = ROUNDING * size * (size + max(abs(z0), abs(z1), abs(z2)))
    return u, v, w, (u * z0 + v * z1 + w * z2) * ray.per_c, noise


def distance_to_face(
    ray: Ray, start: float, back: bool, u: float, v: float, w: float, scaled: float, noise: float
) -> float:
    """How far a ray goes to a face, of which `weigh_sides` told the rest; NaN if it misses it.

    A face before ``start`` counts as missed, and one seen from behind unless ``back``.
    """
    low = u if u < v else v
    low = low if low < w else w
    high = u if u > v else v
    high = high if high > w else w
    area = u + v + w
    solid = abs(area) > noise
    distance = scaled / (area if solid else 1.0)
    hit = ((low >= 0.0) | (high <= 0.0)) & solid & (distance >= start - TOUCH)
    hit = hit & (back | (area * ray.per_c > 0.0))
    distance = distance if distance > start else start
    return distance if hit else math.nan


def cast_rays(  # noqa: C901 (see below)
    tree: Bvh,
    allowed: Any,
    origins: Any,
    directions: Any,
    start: float,
    ends: Any,
    back: bool,
    any_hit: bool,
    faces: Any,
    distances: Any,
) -> None:
    """The nearest allowed face of each ray between ``start`` and ``ends`` (N,) metres.

    ``origins`` and ``directions`` (N, 3) in; ``faces`` and ``distances`` (N,) out, -1 and NaN for
    none. At the same distance the lowest number wins; with ``any_hit`` any face does.

    One long loop: where arrays are handed to a function inside of it, the compiler counts
    references to them at every step, and that takes as long as the rest. The lengths of ``near``
    and ``met`` are not known when this is compiled: the compiler then compares several boxes or
    faces at a time instead of writing the loops out.
    """
    boxes, first, corners, numbers = tree.boxes, tree.first, tree.corners, tree.faces
    inner, width = tree.inner, numbers.shape[1]
    near, met = np.empty(width), np.empty(width)
    size = (tree.depth + 1) * width + 1
    stack, entries = np.empty(size, np.int64), np.empty(size)
    for i in range(len(origins)):
        x, y, z = origins[i, 0], origins[i, 1], origins[i, 2]
        ray = aim(x, y, z, directions[i, 0], directions[i, 1], directions[i, 2])
        a, b, c = ray.a, ray.b, ray.c
        near_x, near_y, near_z = ray.near_x, ray.near_y, ray.near_z
        far_x, far_y, far_z = 3 - near_x, 5 - near_y, 7 - near_z
        best, found = ends[i], -1
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
                        boxes[node, near_x, k],
                        boxes[node, near_y, k],
                        boxes[node, near_z, k],
                        boxes[node, far_x, k],
                        boxes[node, far_y, k],
                        boxes[node, far_z, k],
                    )
                # The children that were met go on the stack, the nearest last. Each is written
                # and only then counted: nothing for the processor to guess wrong.
                end = top
                for k in range(WIDTH):
                    entry = near[k]
                    stack[end], entries[end] = first[node] + k, entry
                    end += 1 if entry < math.inf else 0
                for k in range(top + 1, end):
                    child, entry = stack[k], entries[k]
                    at = k
                    while at > top and entries[at - 1] < entry:
                        stack[at], entries[at] = stack[at - 1], entries[at - 1]
                        at -= 1
                    stack[at], entries[at] = child, entry
                top = end
                continue
            leaf = node - inner
            for k in range(len(met)):
                u, v, w, scaled, noise = weigh_sides(
                    ray,
                    corners[leaf, a, k],
                    corners[leaf, b, k],
                    corners[leaf, c, k],
                    corners[leaf, a + 3, k],
                    corners[leaf, b + 3, k],
                    corners[leaf, c + 3, k],
                    corners[leaf, a + 6, k],
                    corners[leaf, b + 6, k],
                    corners[leaf, c + 6, k],
                )
                met[k] = distance_to_face(ray, start, back, u, v, w, scaled, noise)
            for k in range(WIDTH):
                distance = met[k]
                if distance <= best:
                    face = numbers[leaf, k]
                    if allowed[face] and (distance < best or found < 0 or face < found):
                        best, found = distance, face
            if any_hit and found >= 0:
                break
        faces[i] = found
        distances[i] = best if found >= 0 else math.nan


def point_along(
    x: float, y: float, z: float, dx: float, dy: float, dz: float, distance: float
) -> tuple[float, float, float]:
    """The point so many metres from (x, y, z) in the direction (dx, dy, dz), of any length."""
    longest = max(abs(dx), abs(dy), abs(dz))
    dx, dy, dz = dx / longest, dy / longest, dz / longest
    scale = distance / math.sqrt(dx * dx + dy * dy + dz * dz)
    return x + dx * scale, y + dy * scale, z + dz * scale


def ask_ray(
    handle: Any,
    allowed: Any,
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    dz: float,
    start: float,
    end: float,
    back: bool,
    any_hit: bool,
) -> tuple[int, float, float, float, float]:
    """`cast_rays` for one ray, and the point: it and arrays of one row cost less in here."""
    tree = tree_at(handle)
    origin, direction, ends = np.empty((1, 3)), np.empty((1, 3)), np.empty(1)
    origin[0, 0], origin[0, 1], origin[0, 2] = x, y, z
    direction[0, 0], direction[0, 1], direction[0, 2] = dx, dy, dz
    ends[0] = end
    face, distance = np.empty(1, np.int64), np.empty(1)
    cast_rays(tree, allowed, origin, direction, start, ends, back, any_hit, face, distance)
    return face[0], distance[0], *point_along(x, y, z, dx, dy, dz, distance[0])


def list_hits(
    tree: Bvh,
    allowed: Any,
    ray: Ray,
    start: float,
    end: float,
    back: bool,
    faces: Any,
    distances: Any,
    on_side: Any,
) -> int:
    """How many allowed faces the ray meets between ``start`` and ``end``; as many as fit go out.

    ``on_side`` tells whether the ray goes through a side or corner, where it meets the next face
    as well.
    """
    boxes, first, corners, numbers = tree.boxes, tree.first, tree.corners, tree.faces
    far_x, far_y, far_z = 3 - ray.near_x, 5 - ray.near_y, 7 - ray.near_z
    a, b, c = ray.a, ray.b, ray.c
    stack = np.empty((tree.depth + 1) * WIDTH + 1, np.int64)
    stack[0], top, count = 0, 1, 0
    while top > 0:
        top -= 1
        node = stack[top]
        for k in range(WIDTH):
            if node < tree.inner:
                x0, y0, z0 = (
                    boxes[node, ray.near_x, k],
                    boxes[node, ray.near_y, k],
                    boxes[node, ray.near_z, k],
                )
                x1, y1, z1 = boxes[node, far_x, k], boxes[node, far_y, k], boxes[node, far_z, k]
                if enter_box(ray, end, x0, y0, z0, x1, y1, z1) < math.inf:
                    stack[top] = first[node] + k
                    top += 1
                continue
            leaf = node - tree.inner
            x0, y0, z0 = corners[leaf, a, k], corners[leaf, b, k], corners[leaf, c, k]
            x1, y1, z1 = corners[leaf, a + 3, k], corners[leaf, b + 3, k], corners[leaf, c + 3, k]
            x2, y2, z2 = corners[leaf, a + 6, k], corners[leaf, b + 6, k], corners[leaf, c + 6, k]
            u, v, w, scaled, noise = weigh_sides(ray, x0, y0, z0, x1, y1, z1, x2, y2, z2)
            distance = distance_to_face(ray, start, back, u, v, w, scaled, noise)
            if distance <= end and allowed[numbers[leaf, k]]:
                if count < len(faces):
                    faces[count], distances[count] = numbers[leaf, k], distance
                    on_side[count] = u == 0.0 or v == 0.0 or w == 0.0
                count += 1
    return count
