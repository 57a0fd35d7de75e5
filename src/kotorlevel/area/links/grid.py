"""Things that may lie at one place, by square cells of the plan; no pair is found twice."""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

_Numbers: TypeAlias = NDArray[np.int64]

ALL_AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
HALF_AROUND = ((0, 0), (0, 1), (1, -1), (1, 0), (1, 1))
"""A cell and half of its neighbours; the other half is met from the other side."""

_CHUNK = 1 << 18
_MARGIN = 1 + 1e-6
"""Cells are a hair larger than asked, so that rounding never puts a pair two cells apart."""


class Cells:
    """Points (N, 2) in square cells. Points at most ``size`` apart are in cells that touch.

    Cells are known by their rank among those in use: numbers of any size can be told apart, and
    only cells that hold something cost memory.
    """

    def __init__(self, points: NDArray[np.float64], size: float) -> None:
        self._size = size * _MARGIN
        cells = self._cells(points)
        self._columns, column = np.unique(cells[:, 0], return_inverse=True)
        self._rows, row = np.unique(cells[:, 1], return_inverse=True)
        key = column.reshape(-1) * len(self._rows) + row.reshape(-1)
        self._order = np.argsort(key, kind="stable")
        self._keys = key[self._order]

    def _cells(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.floor(points / self._size)

    def around(
        self,
        points: NDArray[np.float64],
        steps: tuple[tuple[int, int], ...] = ALL_AROUND,
        most: int = 2**31,
    ) -> Iterator[tuple[_Numbers, _Numbers, NDArray[np.bool_]]]:
        """Rows of ``points`` (M, 2) with the numbers of points in the cells that are ``steps`` off.

        A bounded number at a time, so that a crowd costs no memory. Of a cell with more than
        ``most`` points only so many are given; the third array (M,) tells for which rows.
        """
        own = self._cells(points)
        for step in steps:
            wanted = own + step
            # Where numbers are so large that a step is lost in them there is no cell beside.
            known = (wanted - own == step).all(axis=1)
            column, has_column = _ranks(self._columns, wanted[:, 0])
            row, has_row = _ranks(self._rows, wanted[:, 1])
            key = column * len(self._rows) + row
            first = np.searchsorted(self._keys, key, "left")
            count = np.searchsorted(self._keys, key, "right") - first
            count[~(known & has_column & has_row)] = 0
            clipped = count > most
            for rows, places in joined(first, np.minimum(count, most)):
                yield rows, self._order[places], clipped
            if clipped.any():
                yield np.empty(0, np.int64), np.empty(0, np.int64), clipped


def _ranks(
    known: NDArray[np.float64], values: NDArray[np.float64]
) -> tuple[_Numbers, NDArray[np.bool_]]:
    """Where each value is in ``known``, and whether it is there."""
    rank = np.minimum(np.searchsorted(known, values), max(len(known) - 1, 0))
    there = known[rank] == values if len(known) else np.zeros(len(values), bool)
    return rank, there


def sweep(
    low: NDArray[np.float64], high: NDArray[np.float64]
) -> Iterator[tuple[_Numbers, _Numbers]]:
    """The pairs of intervals from ``low`` (n,) to ``high`` (n,) that overlap or touch, each once.

    By sweep and prune: who begins while another has not ended. For some thousand boxes in the
    plan this is all that is needed before they are compared along the other axis.
    """
    order = np.argsort(low, kind="stable")
    last = np.searchsorted(low[order], high[order], "right")
    after = np.arange(1, len(order) + 1)
    for rows, places in joined(after, last - after):
        yield order[rows], order[places]


def joined(start: _Numbers, counts: _Numbers) -> Iterator[tuple[_Numbers, _Numbers]]:
    """Row i with the places start[i], start[i] + 1, …, counts[i] of them; the rows in order.

    In chunks of about a quarter of a million, so that a crowd costs time but not memory.
    """
    ends = np.cumsum(counts)
    shift = start - ends + counts
    begin, done = 0, 0
    while begin < len(counts) and done < ends[-1]:
        end = max(begin + 1, int(np.searchsorted(ends, done + _CHUNK, "right")))
        rows = np.repeat(np.arange(begin, end), counts[begin:end])
        yield rows, shift[rows] + np.arange(done, done + len(rows))
        begin, done = end, int(ends[end - 1])
