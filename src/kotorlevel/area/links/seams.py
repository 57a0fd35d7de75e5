"""Seams: where boundary edges of two rooms meet, so that one could walk across.

Two edges meet when they are the same segment, run in opposite directions, and belong to different
rooms; each end may be off by a tolerance. The games' own links do so within 1 mm (FACTS 3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.links.grid import HALF_AROUND, Cells

if TYPE_CHECKING:
    from kotorlevel.area.links.boundary import AreaBoundary

TOLERANCE = 0.001
"""Metres."""

_MOST_AT_A_PLACE = 64
"""Edges with their middle in one cell that are compared with each other; two are normal."""


@dataclass(frozen=True, eq=False)
class Seams:
    """Pairs of rows of ``boundary`` that meet: ``first`` (M,) and ``second`` (M,).

    ``crowded`` are rows that meet more than one other, and those that they meet: which one is
    meant cannot be told, so they are in no pair.
    """

    boundary: AreaBoundary
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    crowded: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.first)

    @cached_property
    def partner(self) -> NDArray[np.int64]:
        """(N,) for each row of the boundary the row that it meets, or -1."""
        partner = np.full(len(self.boundary), -1, np.int64)
        partner[self.first], partner[self.second] = self.second, self.first
        return partner

    @cached_property
    def closed(self) -> NDArray[np.bool_]:
        """(M,) pairs with a wall on them, and without a link: nobody is meant to walk there.

        Of 35 links in 14 rooms of the games none has a face behind its edge that cannot be walked
        on, and 579 of the 581 other boundary edges have one; in 13 room kits 26 of 60 marked edges
        have one, each of them the side wall of a doorway, marked by mistake. So two rooms with a
        wall between them stay apart, even where their floors touch.
        """
        b, one, other = self.boundary, self.first, self.second
        linked = (b.transition[one] == b.room[other]) | (b.transition[other] == b.room[one])
        closed: NDArray[np.bool_] = (b.walled[one] | b.walled[other]) & ~linked
        return closed


def find_seams(boundary: AreaBoundary, tolerance: float = TOLERANCE) -> Seams:
    """All pairs of edges of different rooms that meet within ``tolerance`` metres at both ends.

    Edges shorter than twice the tolerance are left out: they would meet everything about them.
    """
    if not 0 < tolerance < 1:
        raise ValueError(f"the tolerance is {tolerance}: it must be above 0 and below 1 m")
    usable = np.flatnonzero(boundary.length > 2 * tolerance)
    middle = boundary.middle[usable, :2]
    firsts, seconds = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    crowd = np.zeros(len(usable), bool)
    cells = Cells(middle, tolerance)
    for rows, others, clipped in cells.around(middle, HALF_AROUND, _MOST_AT_A_PLACE):
        crowd |= clipped
        a, b = usable[rows], usable[others]
        meets = boundary.room[a] != boundary.room[b]
        a, b = a[meets], b[meets]
        meets = _close(boundary.start[a], boundary.end[b], tolerance)
        meets &= _close(boundary.end[a], boundary.start[b], tolerance)
        firsts.append(np.minimum(a[meets], b[meets]))
        seconds.append(np.maximum(a[meets], b[meets]))
    return _sorted_out(boundary, np.concatenate(firsts), np.concatenate(seconds), usable[crowd])


def _sorted_out(
    boundary: AreaBoundary,
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    crowd: NDArray[np.int64],
) -> Seams:
    """The pairs in order, without the edges that meet several or lie in a ``crowd``."""
    # Within one cell each pair comes from both sides.
    pairs = np.unique(np.stack([a, b], axis=1), axis=0)
    count = np.bincount(pairs.reshape(-1), minlength=len(boundary))
    count[crowd] += 2
    alone = (count[pairs] == 1).all(axis=1)
    crowded = np.union1d(pairs[~alone].reshape(-1), crowd)
    return Seams(boundary, pairs[alone, 0], pairs[alone, 1], crowded)


def _close(a: NDArray[np.float64], b: NDArray[np.float64], tolerance: float) -> NDArray[np.bool_]:
    x, y, z = (a - b).T
    close: NDArray[np.bool_] = x * x + y * y + z * z <= tolerance * tolerance
    return close
