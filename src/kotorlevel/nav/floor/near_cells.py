"""The cells of a floor about a place in the plan, and the one that somebody there stands on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.humanoid import BODY

if TYPE_CHECKING:
    from kotorlevel.nav.floor.floor import Floor

_MOST_CELLS = 5_000
"""Cells about one place that are looked at."""
_PAIRS_AT_ONCE = 1 << 20

_ROUNDING = 1e-6


class Near(NamedTuple):
    """Cells about a place (n,), how far they are in the plan, and where they are nearest.

    ``point`` (n, 3) is on the cell: below the place itself where ``distance`` (n,) is 0.
    """

    cell: NDArray[np.int64]
    distance: NDArray[np.float64]
    point: NDArray[np.float64]


class NearCells:
    """A floor prepared to be asked for the cells about a place."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        plan, starts = floor.corners[:, :2], floor.corner_starts[:-1]
        self._low = np.minimum.reduceat(plan, starts) if len(floor) else np.empty((0, 2))
        self._high = np.maximum.reduceat(plan, starts) if len(floor) else np.empty((0, 2))

    def around(self, x: float, y: float, within: float) -> Near:
        """The cells within so many metres in the plan, of whichever height."""
        return self.around_each(np.array([(x, y)], np.float64), within)[0]

    def around_each(self, places: NDArray[np.float64], within: float) -> list[Near]:
        """The same for each of ``places`` (n, 2)."""
        if not len(self._floor):
            return [Near(np.empty(0, np.int64), np.empty(0), np.empty((0, 3)))] * len(places)
        size = max(_PAIRS_AT_ONCE // len(self._floor), 1)
        found: list[Near] = []
        for start in range(0, len(places), size):
            some = places[start : start + size]
            asked, near = self._measure(some, *self._find_close(some, within))
            kept = near.distance <= within
            starts = np.searchsorted(asked[kept], np.arange(len(some) + 1))
            columns: list[Any] = [column[kept] for column in near]
            found += [Near(*(column[a:b] for column in columns)) for a, b in pairwise(starts)]
        return found

    def _find_close(
        self, places: NDArray[np.float64], within: float
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(m,) places and (m,) cells whose boxes are near them, in this order."""
        low, high = places - within, places + within
        close = (self._low[:, 0] <= high[:, :1]) & (self._high[:, 0] >= low[:, :1])
        close &= (self._low[:, 1] <= high[:, 1:]) & (self._high[:, 1] >= low[:, 1:])
        asked, cell = np.nonzero(close)
        counts = np.bincount(asked, minlength=len(places))
        if counts.max(initial=0) > _MOST_CELLS:
            rank = np.arange(len(asked)) - np.repeat(np.cumsum(counts) - counts, counts)
            asked, cell = asked[rank < _MOST_CELLS], cell[rank < _MOST_CELLS]
        return asked, cell

    def _measure(
        self, places: NDArray[np.float64], asked: NDArray[np.int64], cell: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], Near]:
        """How far each cell is from its place, and where it is nearest."""
        floor = self._floor
        counts = np.diff(floor.corner_starts)[cell].astype(np.int64)
        firsts = np.cumsum(counts) - counts
        if not len(cell):
            return asked, Near(cell, np.empty(0), np.empty((0, 3)))
        rows = np.repeat(floor.corner_starts[cell] - firsts, counts) + np.arange(counts.sum())
        start = floor.corners[rows]
        following = np.arange(1, len(rows) + 1)
        following[firsts + counts - 1] = firsts
        group = np.repeat(np.arange(len(cell)), counts)
        along, away = start[following] - start, places[asked[group]] - start[:, :2]
        part = (away * along[:, :2]).sum(axis=1)
        part = np.clip(part / np.maximum((along[:, :2] ** 2).sum(axis=1), 1e-24), 0.0, 1.0)
        gaps = np.linalg.norm(away - along[:, :2] * part[:, None], axis=1)
        # The nearest side of each cell; a sort is stable, so it is the first of equal ones.
        side = np.lexsort((gaps, group))[firsts]
        distance, point = gaps[side], start[side] + along[side] * part[side][:, None]
        is_left = along[:, 0] * away[:, 1] >= along[:, 1] * away[:, 0]
        inside = np.flatnonzero(np.logical_and.reduceat(is_left, firsts))
        distance[inside] = 0.0
        point[inside, :2] = under = places[asked[inside]]
        point[inside, 2] = floor.heights(cell[inside], under)
        return asked, Near(cell, distance, point)

    def find_foothold(self, place: Sequence[float], within: float = BODY) -> Foothold | None:
        """Where somebody at (x, y) or (x, y, z) stands, or None where no floor is ``within`` m.

        With z on the floor nearest to it, without on that of the first room, as in the game.
        """
        x, y, *z = map(float, place)
        near = self.around(x, y, within)
        if not len(near.cell):
            return None
        rooms = self._floor.room[near.cell]
        last = np.abs(near.point[:, 2] - z[0]) if z else rooms
        best = np.lexsort((near.cell, last, np.round(near.distance / _ROUNDING)))[0]
        here = near.point[best].tolist()
        return Foothold(int(near.cell[best]), (here[0], here[1], here[2]))


class Foothold(NamedTuple):
    """A cell, and a point on it."""

    cell: int
    point: tuple[float, float, float]
