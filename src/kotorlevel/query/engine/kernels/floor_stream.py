"""The face under many points: `floor.find_floors`, quicker, and the same to the last bit.

Eight faces at a time are compared in single precision (`lanes`), grown by more than that rounds;
what is left is asked in double precision.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.query.engine.kernels.floor import (
    INSIDE,
    NUDGE,
    OUTSIDE,
    find_cell,
    height_in_face,
    place_in_face,
)
from kotorlevel.query.engine.kernels.lanes import (
    graze_plan,
    lowest_bit,
    prefetch_corners,
    prefetch_places,
)

if TYPE_CHECKING:
    from kotorlevel.query.engine.floor_blocks import FloorBlocks
    from kotorlevel.query.engine.grid import Grid

ROUNDS = 2.0**-21
"""As in `ray_stream`."""

NUMBERS = 6
"""The row of `FloorBlocks.places` that holds numbers of faces."""


BLOCK = 64
"""Points that are asked together: while one waits for memory, so do the others."""


def find_blocks(
    grid: Grid, blocks: FloorBlocks, points: Any, begin: int, count: int, ranges: Any
) -> None:
    """Where the faces around each point begin and end, for points from row ``begin`` on.

    `floor.find_cell` without branches, so that no point waits for the one before it.
    """
    starts, places = blocks.starts, blocks.places
    left, right, bottom, top = grid.left, grid.right, grid.bottom, grid.top
    across, along, columns = grid.columns_per_metre, grid.rows_per_metre, grid.columns
    for j in range(count):
        x, y = points[begin + j, 0], points[begin + j, 1]
        is_on = (left <= x) & (x <= right) & (bottom <= y) & (y <= top)
        x, y = x if is_on else left, y if is_on else bottom
        cell = int((y - bottom) * along) * columns + int((x - left) * across)
        ranges[j, 0] = cell if is_on else -1
    for j in range(count):
        cell = ranges[j, 0]
        ranges[j, 0] = starts[max(cell, 0)]
        ranges[j, 1] = starts[cell + 1]  # nothing if cell is -1
        prefetch_places(places, ranges[j, 0])


def stream_floors(  # noqa: C901 (one loop, as `floor.find_floors`)
    grid: Grid,
    blocks: FloorBlocks,
    every: bool,
    allowed: Any,
    points: Any,
    faces: Any,
    heights: Any,
) -> None:
    """`floor.find_floors`; ``every``: all faces are allowed, and ``allowed`` is not looked at."""
    starts, places, corners = blocks.starts, blocks.places, grid.corners
    numbers = places.view(np.int32)
    noise = np.float32((1.0 + 4.0 * blocks.largest) * ROUNDS)
    ranges, moved = np.empty((BLOCK, 2), np.int64), np.empty(BLOCK)
    for begin in range(0, len(points), BLOCK):
        count = min(BLOCK, len(points) - begin)
        find_blocks(grid, blocks, points, begin, count, ranges)
        for j in range(count):
            x, y = points[begin + j, 0], points[begin + j, 1]
            block, end = ranges[j, 0], ranges[j, 1]
            found, nudge = -1, 0.0
            for again in range(2):
                while block < end:
                    mask = graze_plan(places, block, np.float32(x), np.float32(y), noise)
                    while mask != 0:
                        k = lowest_bit(mask)
                        mask &= mask - 1
                        x0, y0 = places[block, 0, k], places[block, 1, k]
                        x1, y1 = places[block, 2, k], places[block, 3, k]
                        x2, y2 = places[block, 4, k], places[block, 5, k]
                        place = place_in_face(x, y, x0, y0, x1, y1, x2, y2)
                        if place != OUTSIDE:
                            f = numbers[block, NUMBERS, k]
                            if every or allowed[f]:
                                if place == INSIDE:
                                    found, mask, block = f, 0, end
                                elif found < 0:
                                    found = f
                    block += 1
                if found >= 0 or again:
                    break
                nudge = NUDGE
                x, y = x + nudge, y + nudge
                cell = find_cell(grid, x, y)
                block, end = starts[max(cell, 0)], starts[cell + 1]
            faces[begin + j], moved[j] = found, nudge
            prefetch_corners(corners, max(found, 0))
        for j in range(count):
            i, f = begin + j, faces[begin + j]
            heights[i] = math.nan
            if f >= 0:
                x, y = points[i, 0] + moved[j], points[i, 1] + moved[j]
                x0, y0, z0 = corners[f, 0], corners[f, 1], corners[f, 2]
                x1, y1, z1 = corners[f, 3], corners[f, 4], corners[f, 5]
                x2, y2, z2 = corners[f, 6], corners[f, 7], corners[f, 8]
                heights[i] = height_in_face(x, y, x0, y0, z0, x1, y1, z1, x2, y2, z2)
