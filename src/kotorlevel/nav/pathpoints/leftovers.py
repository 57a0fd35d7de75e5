"""What of a floor is in sight of no point: exactly, not by samples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.pathpoints.kernels.shadow import MOST_CORNERS, MOST_PARTS
from kotorlevel.nav.pathpoints.sight import Sight, load_sight_kernels

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.nav.floor.spots import Spot


_SLACK = 1e-9


class Leftovers:
    """The parts of cells that no point sees, as convex polygons; ``wanted`` (C,) says of which.

    ``parts``: cell → its parts, (n, 2) each.
    """

    def __init__(self, sight: Sight, wanted: NDArray[np.bool_], points: Iterable[Spot]) -> None:
        self._sight = sight
        self._cutter = _Cutter(sight.compiled)
        hidden = wanted.copy()
        noted = [(np.empty(0, np.int64), np.empty((0, 6)))]
        noted += [self._look(point, hidden) for point in points]
        cell = np.concatenate([cells for cells, _ in noted])
        views = np.concatenate([views for _, views in noted])
        rows = np.flatnonzero(hidden[cell])
        rows = rows[np.argsort(cell[rows], kind="stable")]
        cell, views = cell[rows], views[rows]
        starts = np.searchsorted(cell, np.arange(len(hidden) + 1))
        self.parts: dict[int, list[Floats]] = {}
        for number in np.flatnonzero(hidden).tolist():
            ring = _ring(sight.floor, number)
            left = self._cutter.cut(ring, views, int(starts[number]), int(starts[number + 1]))
            if left:
                self.parts[number] = left

    def _look(self, point: Spot, hidden: NDArray[np.bool_]) -> tuple[Ints, Floats]:
        """(n,) hidden cells and (n, 6) what a point sees of them; what it sees whole is not."""
        cells, seen = self._sight.views(*point)
        rows = np.flatnonzero(hidden[cells])
        cells, seen = cells[rows], seen[rows]
        hidden[cells[_sees_whole(self._sight.floor, cells, seen, point)]] = False
        kept = hidden[cells]
        return cells[kept], _with_eye(point, seen[kept])

    def add(self, point: Spot) -> None:
        """One more point: what it sees is no leftover."""
        cells, seen = self._sight.views(*point)
        views = _with_eye(point, seen)
        if int(cells[0]) in self.parts:
            del self.parts[int(cells[0])]  # its own cell
        for row, cell in enumerate(cells.tolist()):
            if cell in self.parts:
                left = [
                    part
                    for old in self.parts[cell]
                    for part in self._cutter.cut(old, views, row, row + 1)
                ]
                self.parts[cell] = left
                if not left:
                    del self.parts[cell]

    def largest(self) -> tuple[float, float, int] | None:
        """The middle of the largest leftover and its cell; None where there is none."""
        sizes = [
            (-_area(part), cell, row)
            for cell, parts in self.parts.items()
            for row, part in enumerate(parts)
        ]
        if not sizes:
            return None
        _, cell, row = min(sizes)
        x, y = self.parts[cell][row].mean(axis=0).tolist()
        return x, y, cell

    def middles(self) -> tuple[Floats, Ints]:
        """(n, 2) the middles of all leftovers, and (n,) their cells."""
        found = [
            (part.mean(axis=0), cell) for cell in sorted(self.parts) for part in self.parts[cell]
        ]
        at = np.array([middle for middle, _ in found]).reshape(-1, 2)
        return at, np.array([cell for _, cell in found], np.int64)

    def area_in(self, cell: int) -> float:
        """What is hidden of one cell, in m²."""
        return sum(_area(part) for part in self.parts.get(cell, ()))


class _Cutter:
    """`kernels.shadow` with its room to work in."""

    def __init__(self, compiled: bool) -> None:
        self._cut = load_sight_kernels(compiled).cut_views
        self._stack = np.empty((MOST_PARTS, MOST_CORNERS, 2))
        self._parts = np.empty((MOST_PARTS, MOST_CORNERS, 2))
        self._sizes = np.empty(MOST_PARTS, np.int64)
        self._after = np.empty(MOST_PARTS, np.int64)
        self._found = np.empty(MOST_PARTS, np.int64)

    def cut(self, ring: Floats, views: Floats, first: int, last: int) -> list[Floats]:
        """The parts of a convex polygon that the views from ``first`` to ``last`` do not show."""
        self._sizes[0] = size = min(len(ring), MOST_CORNERS)
        self._stack[0, :size] = ring[:size]
        work = self._stack, self._sizes, self._after
        count = self._cut(*work, views, first, last, self._parts, self._found)
        return [self._parts[row, : self._found[row]].copy() for row in range(count)]


def _with_eye(point: Spot, views: Floats) -> Floats:
    """(n, 6) the views with the place they are from in front."""
    return np.column_stack([np.full(len(views), point.x), np.full(len(views), point.y), views])


def _ring(floor: Floor, cell: int) -> Floats:
    ring: Floats = floor.corners[floor.corner_starts[cell] : floor.corner_starts[cell + 1], :2]
    return ring


def _sees_whole(floor: Floor, cells: Ints, views: Floats, point: Spot) -> NDArray[np.bool_]:
    """(n,) whether a view shows all corners of its cell."""
    if not len(cells):
        return np.zeros(0, bool)
    starts = floor.corner_starts[cells].astype(np.int64)
    counts = floor.corner_starts[cells + 1] - starts
    firsts = np.cumsum(counts) - counts
    rows = np.repeat(starts - firsts, counts) + np.arange(int(counts.sum()))
    low_x, low_y, high_x, high_y = np.repeat(views, counts, axis=0).T
    x, y = (floor.corners[rows, :2] - point[:2]).T
    right = low_x * y - low_y * x >= -_SLACK * np.hypot(low_x, low_y)
    left = x * high_y - y * high_x >= -_SLACK * np.hypot(high_x, high_y)
    whole: NDArray[np.bool_] = np.logical_and.reduceat(right & left, firsts)
    return whole


def _area(part: Floats) -> float:
    x, y = (part - part[0]).T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
