"""Where one enters the level that a scene shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.humanoid import BODY
from kotorlevel.nav.floor.assemble import Cells, assemble, open_ways
from kotorlevel.nav.floor.near_cells import NearCells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.nav.floor.graph import FaceGraph


def find_entry_cell(graph: FaceGraph, entry: Sequence[float] | None) -> int:
    """The cell that one enters on, found as `kotorlevel reach` does it.

    -1 where there is no entry, or no floor below it.
    """
    if entry is None or not np.isfinite(entry).all():
        return -1
    cells = graph.cells
    plan = cells.corners[:, :2].reshape(-1, 3, 2)
    place = np.array(entry[:2])
    near = (plan.min(axis=1) <= place + BODY) & (plan.max(axis=1) >= place - BODY)
    chosen = np.flatnonzero(near.all(axis=1))
    if not len(chosen):
        return -1
    found = NearCells(assemble(_some(cells, chosen), _NO_WAYS)).find_foothold(entry)
    return -1 if found is None else int(chosen[found.cell])


_NONE = np.empty(0, np.int64)
_NO_WAYS = open_ways(_NONE, np.empty(0), np.empty(0), _NONE, _NONE, False)


def _some(cells: Cells, chosen: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Cells:
    """Some cells by themselves; all of them are triangles."""
    sides = (3 * chosen[:, None] + np.arange(3)).reshape(-1)
    return Cells(
        cells.corners[sides],
        np.arange(0, len(sides) + 1, 3),
        cells.room[chosen],
        cells.face[chosen],
        cells.material[chosen],
        cells.edge[sides],
    )
