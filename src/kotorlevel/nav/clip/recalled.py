"""Cutting cells that were cut before: after an edit, most of a floor and its walls is as it was.

What is left of a cell follows from its own corners and the polygons that lie on it, so it is found
again by these, number for number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.memory import recall

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.nav.clip.clipper import ClippedCells
    from kotorlevel.nav.clip.kernels.clip import Polygons
    from kotorlevel.nav.floor.floor import Floor


@dataclass(frozen=True, eq=False)
class CutCell:
    """What is left of one cell; carriers, cuts and polygons are counted from its own first one.

    ``sizes`` (p,) are the numbers of corners of its pieces, ``dead_of`` (p,) the rows of the
    polygons that lie on it, or -1.
    """

    corners: Floats
    sizes: Ints
    carrier: Ints
    dead_of: Ints
    cut_ends: Floats


def recall_cells(
    floor: Floor,
    polygons: Polygons,
    pairs: tuple[Ints, Ints, Ints],
    cut: Callable[[Ints, Ints, Ints], ClippedCells],
) -> tuple[Any, ...]:
    """The columns of `ClippedCells` for ``pairs``: cells, where those of each begin, polygons.

    ``cut`` makes them of some of these pairs.
    """
    cells, first, polygon = pairs
    names = _name_polygons(polygons)
    found = []
    for row, cell in enumerate(cells.tolist()):
        own = polygon[first[row] : first[row + 1]]
        corners = floor.corners[floor.corner_starts[cell] : floor.corner_starts[cell + 1]]
        key = ("cut cell", corners.tobytes(), *(names[number] for number in own.tolist()))
        start = int(floor.corner_starts[cell])
        only = cells[row : row + 1], np.array([0, len(own)]), own

        def make(only: tuple[Ints, Ints, Ints] = only, start: int = start) -> CutCell:
            return _from_first(cut(*only), only[2], start)

        found.append(recall(key, (), make))
    return _join(floor, pairs, found)


def _name_polygons(polygons: Polygons) -> list[bytes]:
    """The corners of each polygon: its lines and boxes follow from them."""
    both = np.stack([polygons.x, polygons.y], axis=1)
    return [both[a:b].tobytes() for a, b in pairwise(polygons.starts.tolist())]


def _from_first(cut: ClippedCells, polygon: Ints, start: int) -> CutCell:
    row_of = {number: row for row, number in enumerate(polygon.tolist())} | {-1: -1}
    return CutCell(
        cut.corners,
        np.diff(cut.corner_starts),
        np.where(cut.carrier >= 0, cut.carrier - start, cut.carrier),
        np.array([row_of[number] for number in cut.dead_of.tolist()], np.int64),
        cut.cut_ends,
    )


def _join(floor: Floor, pairs: tuple[Ints, Ints, Ints], found: list[CutCell]) -> tuple[Any, ...]:
    cells, first, polygon = pairs
    starts = np.concatenate([[0], np.cumsum([len(each.sizes) for each in found])])
    cuts = np.cumsum([0, *(len(each.cut_ends) for each in found)])[:-1]
    counts = [len(each.carrier) for each in found]
    carrier = np.concatenate([each.carrier for each in found])
    own = np.repeat(floor.corner_starts[cells].astype(np.int64), counts)
    carrier = np.where(carrier >= 0, carrier + own, carrier - 2 * np.repeat(cuts, counts))
    dead = np.concatenate([each.dead_of for each in found])
    row = np.repeat(first[:-1], np.diff(starts)) + dead
    sizes = np.concatenate([each.sizes for each in found])
    return (
        cells,
        starts.astype(np.int64),
        np.concatenate([each.corners for each in found]),
        np.concatenate([[0], np.cumsum(sizes)]),
        carrier,
        np.where(dead >= 0, polygon[row], -1),
        np.concatenate([each.cut_ends for each in found]),
    )
