"""The cells of a floor about a place in the plan, and the one that somebody there stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.core.humanoid import BODY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kotorlevel.nav.floor.floor import Floor

_MOST_CELLS = 5_000
"""Cells about one place that are looked at."""

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
        floor, place = self._floor, np.array((x, y), np.float64)
        close = (self._low <= place + within) & (self._high >= place - within)
        cells = np.flatnonzero(close.all(axis=1))[:_MOST_CELLS]
        counts = np.diff(floor.corner_starts)[cells].astype(np.int64)
        if not len(cells):
            return Near(cells, np.empty(0), np.empty((0, 3)))
        firsts = np.cumsum(counts) - counts
        rows = np.repeat(floor.corner_starts[cells] - firsts, counts) + np.arange(counts.sum())
        start = floor.corners[rows]
        following = np.arange(1, len(rows) + 1)
        following[firsts + counts - 1] = firsts
        along, away = start[following] - start, place - start[:, :2]
        part = (away * along[:, :2]).sum(axis=1)
        part = np.clip(part / np.maximum((along[:, :2] ** 2).sum(axis=1), 1e-24), 0.0, 1.0)
        gaps = np.linalg.norm(away - along[:, :2] * part[:, None], axis=1)
        # The nearest side of each cell; a sort is stable, so it is the first of equal ones.
        order = np.lexsort((gaps, np.repeat(np.arange(len(cells)), counts)))
        side = order[firsts]
        distance, point = gaps[side], start[side] + along[side] * part[side][:, None]
        is_left = along[:, 0] * away[:, 1] >= along[:, 1] * away[:, 0]
        inside = np.logical_and.reduceat(is_left, firsts)
        distance[inside] = 0.0
        point[inside] = [
            (x, y, floor.height(cell, x, y)) for cell in cells[inside].tolist()
        ] or np.empty((0, 3))
        near = distance <= within
        return Near(cells[near], distance[near], point[near])

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
