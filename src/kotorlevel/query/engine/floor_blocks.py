"""The faces of each cell of a grid, eight side by side: compared with a point at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.query.engine.bvh import WIDTH, make_lanes

if TYPE_CHECKING:
    from kotorlevel.query.engine.grid import Grid

ROWS = 7


class FloorBlocks(NamedTuple):
    """The faces of cell c are in the blocks from ``starts[c]`` to ``starts[c + 1]``, lowest first.

    ``places`` (blocks, 7, 8) float32: x and y of the three corners of eight faces, lowest y first
    and NaN for none, and the bits of their numbers. ``largest``: the greatest size of an x or y.
    """

    starts: NDArray[np.int32]
    places: NDArray[np.float32]
    largest: float


def build_blocks(grid: Grid) -> FloorBlocks:
    """The blocks of a grid's cells."""
    counts = np.diff(grid.starts)
    starts = np.zeros(len(counts) + 1, np.int32)
    np.cumsum((counts + (WIDTH - 1)) // WIDTH, out=starts[1:])
    places = make_lanes(int(starts[-1]), ROWS)
    cell = np.repeat(np.arange(len(counts)), counts)
    entry = np.arange(len(cell)) - grid.starts[cell]
    block, slot = starts[cell] + entry // WIDTH, entry % WIDTH
    for row, column in enumerate((0, 1, 3, 4, 6, 7)):
        places[block, row, slot] = grid.corners[grid.faces, column]
    places.view(np.int32)[block, ROWS - 1, slot] = grid.faces
    largest = max(abs(x) for x in (grid.left, grid.right, grid.bottom, grid.top))
    return FloorBlocks(starts, places, largest)
