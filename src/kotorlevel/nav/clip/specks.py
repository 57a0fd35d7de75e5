"""A floor without specks: what cutting left over that nobody could stand on or walk to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.nav.floor.assemble import Cells, assemble, take_apart
from kotorlevel.nav.floor.build import find_components

if TYPE_CHECKING:
    from kotorlevel.nav.floor.floor import Floor

_SPECK = 1e-6
"""Square metres: a square millimetre."""


def drop_specks(floor: Floor) -> Floor:
    """The floor without parts that are cut off and smaller than a square millimetre.

    Pieces thinner than what cutting takes for nothing cannot be cut away.
    """
    if not len(floor):
        return floor
    part = find_components(floor)
    kept = np.bincount(part, floor.plan_area)[part] >= _SPECK
    if kept.all():
        return floor
    cells, ways = take_apart(floor)
    rows = kept[cells.owner]
    row_of = np.append(np.where(rows, np.cumsum(rows) - 1, -1), -1)
    cell_of = np.append(np.where(kept, np.cumsum(kept) - 1, -1), -1)
    ways = ways[rows[ways.side]]
    ways = replace(
        ways, side=row_of[ways.side], to=cell_of[ways.to], far_side=row_of[ways.far_side]
    )
    left = Cells(
        cells.corners[rows],
        np.concatenate([[0], np.cumsum(np.diff(cells.starts)[kept])]),
        cells.room[kept],
        cells.face[kept],
        cells.material[kept],
        cells.edge[rows],
    )
    return assemble(left, ways, floor.blockers, floor.unusable, floor.notes)
