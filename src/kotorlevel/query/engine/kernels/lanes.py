"""Eight boxes or faces at a time, roughly: which of them a ray could meet.

These functions say what is meant; compiled kernels call those of `engine.simd` instead, in which
the processor does all eight at once, in single precision. Neither decides anything: both let
through whatever the ray could meet, with more to spare than they round, and a test in double
precision decides. So their last bits need not agree.
"""

from __future__ import annotations

import math
import struct
from typing import Any

WIDTH = 8
"""As in `bvh`."""


def enter_boxes(
    boxes: Any,
    node: int,
    near_x: int,
    near_y: int,
    near_z: int,
    per_x: float,
    per_y: float,
    per_z: float,
    to_x: float,
    to_y: float,
    to_z: float,
    from_x: float,
    from_y: float,
    from_z: float,
    end: Any,
    near: Any,
) -> int:
    """A bit for each box of a node that a ray enters before ``end``; how far it goes, in ``near``.

    ``near_x`` … are the rows of the sides that it meets first, ``per_x`` … one over its direction.
    ``to_x`` … and ``from_x`` … are what is added to a side times that for the way to a box, and
    through it.
    """
    mask = 0
    for k in range(WIDTH):
        enter = max(
            float(boxes[node, near_x, k]) * per_x + to_x,
            float(boxes[node, near_y, k]) * per_y + to_y,
            float(boxes[node, near_z, k]) * per_z + to_z,
            0.0,
        )
        leave = min(
            float(boxes[node, 3 - near_x, k]) * per_x + from_x,
            float(boxes[node, 5 - near_y, k]) * per_y + from_y,
            float(boxes[node, 7 - near_z, k]) * per_z + from_z,
            end,
        )
        near[k] = enter
        mask |= (1 << k) if enter <= leave else 0
    return mask


def graze_faces(
    corners: Any,
    leaf: int,
    a: int,
    b: int,
    c: int,
    at_a: float,
    at_b: float,
    at_c: float,
    back_a: float,
    back_b: float,
    noise: Any,
) -> int:
    """A bit for each face of a leaf that a ray could go through.

    As `ray.weigh_sides`, with a ``noise`` in metres for every place seen along the ray; ``back_a``
    and ``back_b`` are the shear, negative.
    """
    mask = 0
    for k in range(WIDTH):
        x, y = [], []
        for corner in (0, 3, 6):
            z = float(corners[leaf, c + corner, k]) - at_c
            x.append((float(corners[leaf, a + corner, k]) - at_a) + back_a * z)
            y.append((float(corners[leaf, b + corner, k]) - at_b) + back_b * z)
        u = x[2] * y[1] - y[2] * x[1]
        v = x[0] * y[2] - y[0] * x[2]
        w = x[1] * y[0] - y[1] * x[0]
        slack = 8.0 * noise * (max(map(abs, x + y)) + noise)
        if not math.isnan(u) and (min(u, v, w) >= -slack or max(u, v, w) <= slack):
            mask |= 1 << k
    return mask


def graze_plan(places: Any, block: int, x: Any, y: Any, noise: Any) -> int:
    """A bit for each face of a block of `FloorBlocks` that (x, y) could be in, in the plan."""
    mask = 0
    for k in range(WIDTH):
        x0, x1, x2 = (float(places[block, row, k]) - x for row in (0, 2, 4))
        y0, y1, y2 = (float(places[block, row, k]) - y for row in (1, 3, 5))
        u, v, w = x2 * y1 - y2 * x1, x0 * y2 - y0 * x2, x1 * y0 - y1 * x0
        slack = 8.0 * noise * (max(map(abs, (x0, y0, x1, y1, x2, y2))) + noise)
        if not math.isnan(u) and (min(u, v, w) >= -slack or max(u, v, w) <= slack):
            mask |= 1 << k
    return mask


def prefetch_places(places: Any, block: int) -> None:
    """Have the processor fetch a block of `FloorBlocks`: it will be asked for soon."""


def prefetch_corners(corners: Any, face: int) -> None:
    """The same for the row of a face in `Grid.corners`."""


def tree_at(handle: Any) -> Any:
    """The `Bvh` of a handle: itself. Compiled, it is the one whose arrays are where it says.

    Python takes a microsecond to hand over five arrays, as long as the question takes.
    """
    return handle


def grid_at(handle: Any) -> Any:
    """The `Grid` of a handle, in the same way."""
    return handle


def lowest_bit(mask: int) -> int:
    """The number of the lowest bit that is set; there is one."""
    return (mask & -mask).bit_length() - 1


def float_bits(value: Any) -> int:
    """A positive number as the bits of a float32: of two, the greater has the greater bits."""
    bits: int = struct.unpack("<i", struct.pack("<f", value))[0]
    return bits
