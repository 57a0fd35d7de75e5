"""Which of many boxes in the plan lie over each other, found by grids of matching cell sizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.links.grid import joined

_Numbers: TypeAlias = NDArray[np.intp]
_Pairs: TypeAlias = tuple[_Numbers, _Numbers]

MOST_LOOKS_A_BOX, MOST_LOOKS = 256, 1_000_000
MOST_PAIRS_A_BOX, MOST_PAIRS = 20, 100_000
"""The search ends at so many boxes compared, or pairs found: a part for each box and one for all.

A real floor needs a fraction of that. A thousand faces at one place would need a million pairs.
"""

_MIDDLE = 1 << 30  # cell numbers from -2^30 to 2^30 then fit into one key, two and two


@dataclass(frozen=True, eq=False)
class Boxes:
    """Boxes in the plan: ``low`` and ``high`` (n, 2), neither dimension zero."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]

    @property
    def levels(self) -> NDArray[np.int32]:
        """(n,) the power of two that the longer dimension does not exceed."""
        return np.asarray(np.frexp((self.high - self.low).max(axis=1))[1])

    def take(self, rows: _Numbers) -> Boxes:
        """Some of the boxes."""
        return Boxes(self.low[rows], self.high[rows])


@dataclass(frozen=True, eq=False)
class BoxPairs:
    """Rows of the first boxes, rows of the second; not ``complete`` when there were too many."""

    first: _Numbers
    second: _Numbers
    complete: bool


def find_box_pairs(first: Boxes, second: Boxes | None, least_area: float) -> BoxPairs:
    """The pairs of boxes that share more than ``least_area`` (square metres).

    Without ``second``: pairs among ``first``, each once. A box is filed under the cell that its
    low corner lies in, on a grid whose cells are at least as large as itself; who asks on that
    grid looks into three by three cells at most, whatever the sizes are.
    """
    count = len(first.low) + (0 if second is None else len(second.low))
    looks = MOST_LOOKS + MOST_LOOKS_A_BOX * count
    wanted = MOST_PAIRS + MOST_PAIRS_A_BOX * count
    found: list[_Pairs] = []
    for one, other in _near(first, second):
        looks -= len(one)
        share = np.ones(len(one))
        for axis in (0, 1):  # most pairs fall out at the first
            length = _common(first, one, second or first, other, axis)
            hit = length > 0
            one, other, share = one[hit], other[hit], (share * length)[hit]
        hit = share > least_area
        found.append((one[hit], other[hit]))
        wanted -= len(found[-1][0])
        if looks < 0 or wanted < 0:
            return _collected(found, False)
    return _collected(found, True)


def _common(a: Boxes, one: _Numbers, b: Boxes, other: _Numbers, axis: int) -> NDArray[np.float64]:
    """(n,) how much of an axis both boxes of a pair cover; negative when they are apart."""
    high = np.minimum(a.high[:, axis][one], b.high[:, axis][other])
    return np.asarray(high - np.maximum(a.low[:, axis][one], b.low[:, axis][other]))


def _collected(found: list[_Pairs], complete: bool) -> BoxPairs:
    first, second = (
        np.concatenate([np.empty(0, np.intp), *(pair[column] for pair in found)])
        for column in (0, 1)
    )
    return BoxPairs(first, second, complete)


def _near(first: Boxes, second: Boxes | None) -> Iterator[_Pairs]:
    """Pairs of rows that may overlap: every one that does is among them, once."""
    levels = first.levels
    if second is None:
        for level in np.unique(levels).tolist():
            own = np.flatnonzero(levels == level)
            for one, other in _look(first, own, first, own, level):
                yield one[one < other], other[one < other]
            yield from _look(first, np.flatnonzero(levels < level), first, own, level)
        return
    others = second.levels
    for level in np.union1d(levels, others).tolist():
        filed, asking = np.flatnonzero(others == level), np.flatnonzero(levels <= level)
        yield from _look(first, asking, second, filed, level)
        filed, asking = np.flatnonzero(levels == level), np.flatnonzero(others < level)
        for other, one in _look(second, asking, first, filed, level):
            yield one, other


def _look(
    asking: Boxes, askers: _Numbers, filed: Boxes, rows: _Numbers, level: int
) -> Iterator[_Pairs]:
    """Pairs (asker, filed row) of boxes in neighbouring cells, in chunks."""
    if not len(askers) or not len(rows):
        return
    size = np.ldexp(1.0, level)
    column, line = _cells(filed.low[rows], size).T
    keys = _key(column, line)
    order = np.argsort(keys, kind="stable")
    keys, rows = keys[order], rows[order]
    low, high = _cells(asking.low[askers], size) - 1, _cells(asking.high[askers], size)
    for step in range(3):
        column = low[:, 0] + step
        start = np.searchsorted(keys, _key(column, low[:, 1]))
        stop = np.searchsorted(keys, _key(column, high[:, 1]), "right")
        counts = np.where(column <= high[:, 0], stop - start, 0)
        for asker, place in joined(start, counts):
            yield askers[asker], rows[place]


def _cells(points: NDArray[np.float64], size: float) -> NDArray[np.int64]:
    cells = np.clip(np.floor(points / size), 2 - _MIDDLE, _MIDDLE - 2)
    return cells.astype(np.int64)


def _key(column: NDArray[np.int64], line: NDArray[np.int64]) -> NDArray[np.int64]:
    return (column + _MIDDLE << 32) + (line + _MIDDLE)
