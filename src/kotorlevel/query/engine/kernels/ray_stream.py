"""What many rays meet: `ray.cast_rays`, quicker, and the same to the last bit.

Rays are prepared in blocks, all of a block at once. Boxes and faces are first compared eight at a
time in single precision (`lanes`), grown by more than that rounds; what is left of the faces is
asked in double precision, as ever.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.query.engine.kernels.lanes import (
    enter_boxes,
    float_bits,
    graze_faces,
    lowest_bit,
)
from kotorlevel.query.engine.kernels.ray import FAR, Ray, distance_to_face, weigh_sides

if TYPE_CHECKING:
    from kotorlevel.query.engine.bvh import Bvh

BLOCK = 64
"""Rays that are prepared together."""

LARGEST = 1e12
"""Metres: places beyond are left to `ray.cast_rays`, as single precision could overflow."""

NEVER = 1e20
"""As `ray.FAR`, in single precision."""

ROUNDS = 2.0**-21
"""More than single precision rounds in any sum here, as part of the largest number in it."""

LONGER = 1.0000003
"""More than single precision rounds a distance."""

LEFT = -2
"""Instead of a face, for a ray that was left to `ray.cast_rays`."""

UNUSED = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0, 0, 0)
"""What boxes need of a `ray.Ray`, and faces do not."""

CHILDREN, NUMBERS = 6, 9
"""Rows of `Bvh.boxes` and `Bvh.corners` that hold numbers of nodes, and of faces."""

PREPARED = 25
SINGLE = 14
"""Rows of a block, and those of them that are needed in single precision, too.

0 to 2: one over the direction; 3 to 5 and 6 to 8: ``to`` and ``from`` of `lanes.enter_boxes`; 9 to
11: the origin along the axes of the ray; 12 and 13: the shear, negative. 14 and 15: the shear; 16:
``per_c``; 17: the main axis, and 4, 8, 16 where x, y, z fall; 18: the noise; 19 to 21 and 22 to 24:
origin and direction.
"""


def fetch_rays(origins: Any, directions: Any, begin: int, count: int, block: Any) -> None:
    """Origins and directions from row ``begin`` on, column by column."""
    for j in range(count):
        i = begin + j
        block[19 * BLOCK + j] = origins[i, 0]
        block[20 * BLOCK + j] = origins[i, 1]
        block[21 * BLOCK + j] = origins[i, 2]
        block[22 * BLOCK + j] = directions[i, 0]
        block[23 * BLOCK + j] = directions[i, 1]
        block[24 * BLOCK + j] = directions[i, 2]


def prepare_rays(block: Any, single: Any, count: int, largest: float) -> None:
    """What `ray.aim` finds, number for number, and what `lanes` needs, for a block of rays.

    No branches, and one array: so the compiler makes it four rays at a time.
    """
    for j in range(count):
        dx, dy, dz = block[22 * BLOCK + j], block[23 * BLOCK + j], block[24 * BLOCK + j]
        size_x, size_y, size_z = abs(dx), abs(dy), abs(dz)
        longest = size_x if size_x > size_y else size_y
        longest = longest if longest > size_z else size_z
        dx, dy, dz = dx / longest, dy / longest, dz / longest
        length = math.sqrt(dx * dx + dy * dy + dz * dz)
        dx, dy, dz = dx / length, dy / length, dz / length
        size_x, size_y, size_z = abs(dx), abs(dy), abs(dz)
        # Where it is zero, something else is divided by.
        along_x, along_y, along_z = size_x * FAR > 1.0, size_y * FAR > 1.0, size_z * FAR > 1.0
        per_x = 1.0 / (dx if along_x else 1.0)
        per_y = 1.0 / (dy if along_y else 1.0)
        per_z = 1.0 / (dz if along_z else 1.0)
        per_x = per_x if along_x else FAR
        per_y = per_y if along_y else FAR
        per_z = per_z if along_z else FAR
        x, y, z = block[19 * BLOCK + j], block[20 * BLOCK + j], block[21 * BLOCK + j]
        most_z = (size_z >= size_x) & (size_z >= size_y)
        most_x = size_x >= size_y
        at_a, at_b, at_c = y if most_x else z, z if most_x else x, x if most_x else y
        at_a, at_b, at_c = x if most_z else at_a, y if most_z else at_b, z if most_z else at_c
        shear_a, shear_b = dy if most_x else dz, dz if most_x else dx
        shear_a, shear_b = dx if most_z else shear_a, dy if most_z else shear_b
        per_c = per_x if most_x else per_y
        per_c = per_z if most_z else per_c
        shear_a, shear_b = shear_a * per_c, shear_b * per_c
        turn = 0.0 if most_x else 1.0
        turn = 2.0 if most_z else turn
        turn = turn + (0.0 if per_x > 0.0 else 4.0)
        turn = turn + (0.0 if per_y > 0.0 else 8.0)
        turn = turn + (0.0 if per_z > 0.0 else 16.0)
        noise = (1.0 + largest + abs(x) + abs(y) + abs(z)) * ROUNDS
        per_x = per_x if per_x < NEVER else NEVER
        per_y = per_y if per_y < NEVER else NEVER
        per_z = per_z if per_z < NEVER else NEVER
        per_x = per_x if per_x > -NEVER else -NEVER
        per_y = per_y if per_y > -NEVER else -NEVER
        per_z = per_z if per_z > -NEVER else -NEVER
        block[j], block[BLOCK + j], block[2 * BLOCK + j] = per_x, per_y, per_z
        more_x, more_y, more_z = abs(per_x) * noise, abs(per_y) * noise, abs(per_z) * noise
        to_x, to_y, to_z = -x * per_x, -y * per_y, -z * per_z
        block[3 * BLOCK + j] = to_x - more_x
        block[4 * BLOCK + j] = to_y - more_y
        block[5 * BLOCK + j] = to_z - more_z
        block[6 * BLOCK + j] = to_x + more_x
        block[7 * BLOCK + j] = to_y + more_y
        block[8 * BLOCK + j] = to_z + more_z
        block[9 * BLOCK + j], block[10 * BLOCK + j], block[11 * BLOCK + j] = at_a, at_b, at_c
        block[12 * BLOCK + j], block[13 * BLOCK + j] = -shear_a, -shear_b
        block[14 * BLOCK + j], block[15 * BLOCK + j] = shear_a, shear_b
        block[16 * BLOCK + j], block[17 * BLOCK + j], block[18 * BLOCK + j] = per_c, turn, noise
    for j in range(SINGLE * BLOCK):
        single[j] = block[j]


def stream_rays(  # noqa: C901 (one long loop, as `ray.cast_rays`)
    tree: Bvh,
    largest: float,
    every: bool,
    allowed: Any,
    origins: Any,
    directions: Any,
    start: float,
    ends: Any,
    back: bool,
    faces: Any,
    distances: Any,
) -> int:
    """`ray.cast_rays`, and how many rays were left to it: those that start beyond `LARGEST`.

    ``largest`` is the greatest size of a coordinate in the tree, itself no more than `LARGEST`.
    ``every``: all faces are allowed, and ``allowed`` is not looked at.
    """
    boxes, corners, inner = tree.boxes, tree.corners, tree.inner
    children, numbers = boxes.view(np.int32), corners.view(np.int32)
    near = np.empty(8, np.float32)
    near_bits = near.view(np.int32)
    stack = np.empty((tree.depth + 1) * 8 + 1, np.int64)
    block, single = np.zeros(PREPARED * BLOCK), np.zeros(SINGLE * BLOCK, np.float32)
    left = 0
    for i in range(len(origins)):
        j = i % BLOCK
        if j == 0:
            count = min(BLOCK, len(origins) - i)
            fetch_rays(origins, directions, i, count, block)
            prepare_rays(block, single, count, largest)
        if not block[18 * BLOCK + j] < 4.0 * LARGEST * ROUNDS:
            faces[i] = LEFT
            left += 1
            continue
        turn = int(block[17 * BLOCK + j])
        near_x, near_y, near_z = (
            ((turn >> 2) & 1) * 3,
            1 + ((turn >> 3) & 1) * 3,
            2 + ((turn >> 4) & 1) * 3,
        )
        c = turn & 3
        a = c + 1 if c < 2 else 0
        b = a + 1 if a < 2 else 0
        per_x, per_y, per_z = single[j], single[BLOCK + j], single[2 * BLOCK + j]
        to_x, to_y, to_z = single[3 * BLOCK + j], single[4 * BLOCK + j], single[5 * BLOCK + j]
        from_x, from_y, from_z = single[6 * BLOCK + j], single[7 * BLOCK + j], single[8 * BLOCK + j]
        best, found = ends[i], -1
        end = np.float32(min(best, 1e30) * LONGER)
        node, top = 0, 0
        while node >= 0:
            if node < inner:
                mask = enter_boxes(
                    boxes,
                    node,
                    near_x,
                    near_y,
                    near_z,
                    per_x,
                    per_y,
                    per_z,
                    to_x,
                    to_y,
                    to_z,
                    from_x,
                    from_y,
                    from_z,
                    end,
                    near,
                )
                if mask != 0:
                    # The nearest is next; the others go on the stack, the nearest of them last.
                    # Distance and node are one number: that of the nearer is less.
                    first = children[node, CHILDREN, 0]
                    k = lowest_bit(mask)
                    mask &= mask - 1
                    nearest = (np.int64(near_bits[k]) << 32) | (first + k)
                    bottom = top
                    while mask != 0:
                        k = lowest_bit(mask)
                        mask &= mask - 1
                        entry = (np.int64(near_bits[k]) << 32) | (first + k)
                        farther = max(entry, nearest)
                        nearest = min(entry, nearest)
                        at = top
                        while at > bottom and stack[at - 1] < farther:
                            stack[at] = stack[at - 1]
                            at -= 1
                        stack[at] = farther
                        top += 1
                    node = nearest & 0xFFFFFFFF
                    continue
            else:
                leaf = node - inner
                mask = graze_faces(
                    corners,
                    leaf,
                    a,
                    b,
                    c,
                    single[9 * BLOCK + j],
                    single[10 * BLOCK + j],
                    single[11 * BLOCK + j],
                    single[12 * BLOCK + j],
                    single[13 * BLOCK + j],
                    np.float32(block[18 * BLOCK + j]),
                )
                while mask != 0:
                    k = lowest_bit(mask)
                    mask &= mask - 1
                    at_a, at_b, at_c = (
                        block[9 * BLOCK + j],
                        block[10 * BLOCK + j],
                        block[11 * BLOCK + j],
                    )
                    shear_a, shear_b = block[14 * BLOCK + j], block[15 * BLOCK + j]
                    per_c = block[16 * BLOCK + j]
                    main = (a, b, c, at_a, at_b, at_c, shear_a, shear_b, per_c)
                    ray = Ray(*(UNUSED + main))
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
                    distance = distance_to_face(ray, start, back, u, v, w, scaled, noise)
                    if distance <= best:
                        face = numbers[leaf, NUMBERS, k]
                        if (every or allowed[face]) and (
                            distance < best or found < 0 or face < found
                        ):
                            best, found = distance, face
                            end = np.float32(best * LONGER + 1e-30)
            limit = float_bits(end)
            node = -1
            while top > 0 and node < 0:
                top -= 1
                entry = stack[top]
                if entry >> 32 <= limit:
                    node = entry & 0xFFFFFFFF
        faces[i] = found
        distances[i] = best if found >= 0 else math.nan
    return left
