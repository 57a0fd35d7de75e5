"""Shortest paths in mazes of unit squares, found the slow and obvious way, in exact fractions.

Everything that can be seen from everything, by cutting lines with squares; then Dijkstra. Nothing
in here knows of cells, passages or funnels.
"""

from __future__ import annotations

import heapq
import itertools
import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Exact = tuple[Fraction, Fraction]
Corner = tuple[int, int]


def exact(x: float, y: float) -> Exact:
    """The point as fractions."""
    return Fraction(x), Fraction(y)


class SlowMaze:
    """A mask of squares, asked slowly."""

    def __init__(self, mask: NDArray[np.bool_]) -> None:
        self.mask = mask
        self._seen: dict[tuple[Exact, Exact, Fraction], bool] = {}
        rows, columns = mask.shape
        self.blocked = [
            (column, row)
            for row in range(-1, rows + 1)
            for column in range(-1, columns + 1)
            if not self.is_floor(column, row)
        ]
        corners = itertools.product(range(columns + 1), range(rows + 1))
        # Around a corner with one square missing paths turn, and nowhere else.
        self.turns = [corner for corner in corners if sum(self._around(*corner)) == 3]

    def is_floor(self, column: int, row: int) -> bool:
        """Whether a square is floor."""
        rows, columns = self.mask.shape
        return 0 <= column < columns and 0 <= row < rows and bool(self.mask[row, column])

    def has(self, x: float, y: float, slack: float = 0.0) -> bool:
        """Whether a point is on the floor, or so near to it."""
        spots = [(x + a * slack, y + b * slack) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        return any(self.is_floor(math.floor(a), math.floor(b)) for a, b in spots)

    def _around(self, x: int, y: int) -> list[bool]:
        """Whether the squares around a corner are floor: NE, NW, SW, SE."""
        return [self.is_floor(x - (i in (1, 2)), y - (i in (2, 3))) for i in range(4)]

    def sees(self, a: Exact, b: Exact, slack: Fraction = Fraction(0)) -> bool:
        """Whether the line between two points is all on the floor; it may touch walls.

        ``slack`` makes what is not floor smaller by so much.
        """
        asked = (a, b, slack)
        if asked not in self._seen:
            self._seen[asked] = self._is_clear(a, b, slack)
        return self._seen[asked]

    def _is_clear(self, a: Exact, b: Exact, slack: Fraction) -> bool:
        xs, ys = (sorted((a[axis], b[axis])) for axis in (0, 1))
        columns, rows = (range(math.floor(low), math.ceil(high)) for low, high in (xs, ys))
        for column, row in itertools.product(columns, rows):
            low_x, high_x = column + slack, column + 1 - slack
            low_y, high_y = row + slack, row + 1 - slack
            if not self.is_floor(column, row) and _crosses(a, b, low_x, high_x, low_y, high_y):
                return False
        if any(self._is_pinch(*corner) for corner in _corners_on(a, b)):
            return False
        return not self._runs_between(a, b)

    def _is_pinch(self, x: int, y: int) -> bool:
        one, two, three, four = self._around(x, y)
        return one == three and two == four and one != two

    def _runs_between(self, a: Exact, b: Exact) -> bool:
        """Whether a line along the grid has no floor on either side of it anywhere."""
        for axis in (0, 1):
            if a[axis] == b[axis] and a[axis].denominator == 1 and a != b:
                line, other = int(a[axis]), 1 - axis
                low, high = sorted((a[other], b[other]))
                for at in range(math.floor(low), math.ceil(high)):
                    sides = (
                        ((line, at), (line - 1, at)) if axis == 0 else ((at, line), (at, line - 1))
                    )
                    if not any(self.is_floor(*side) for side in sides):
                        return True
        return False

    def shortest(self, a: Exact, b: Exact) -> float:
        """The length of the shortest path between points inside of squares; infinite for none."""
        if self.sees(a, b):
            return _length(a, b)
        goal = (-1, -1)
        best: dict[Corner, float] = {}
        heap = [(_length(a, _exact(c)), c) for c in self.turns if self.sees(a, _exact(c))]
        heapq.heapify(heap)
        while heap:
            length, corner = heapq.heappop(heap)
            if corner in best:
                continue
            best[corner] = length
            if corner == goal:
                return length
            here = _exact(corner)
            if self.sees(here, b):
                heapq.heappush(heap, (length + _length(here, b), goal))
            for other in self.turns:
                if other not in best and self.sees(here, _exact(other)):
                    heapq.heappush(heap, (length + _length(here, _exact(other)), other))
        return math.inf

    def islands(self) -> NDArray[np.int64]:
        """(rows, columns) a number for each square of floor: the same where one can walk."""
        label = np.zeros(self.mask.shape, np.int64)
        for row, column in zip(*np.nonzero(self.mask), strict=True):
            if not label[row, column]:
                label[row, column] = label.max() + 1
                waiting = [(int(row), int(column))]
                while waiting:
                    r, c = waiting.pop()
                    for rr, cc in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                        if self.is_floor(cc, rr) and not label[rr, cc]:
                            label[rr, cc] = label[r, c]
                            waiting.append((rr, cc))
        return label


def _exact(corner: Corner) -> Exact:
    return Fraction(corner[0]), Fraction(corner[1])


def _length(a: Exact, b: Exact) -> float:
    return math.hypot(float(b[0] - a[0]), float(b[1] - a[1]))


def _crosses(
    a: Exact, b: Exact, low_x: Fraction, high_x: Fraction, low_y: Fraction, high_y: Fraction
) -> bool:
    """Whether the line passes through the inside of a box, by clipping it."""
    first, last = Fraction(0), Fraction(1)
    for axis, low, high in ((0, low_x, high_x), (1, low_y, high_y)):
        start, along = a[axis], b[axis] - a[axis]
        if along == 0:
            if not low < start < high:
                return False
            continue
        one, other = sorted(((low - start) / along, (high - start) / along))
        first, last = max(first, one), min(last, other)
    return first < last


def _corners_on(a: Exact, b: Exact) -> list[tuple[int, int]]:
    """The corners of squares that a line runs through, without its ends."""
    found = []
    along_x, along_y = b[0] - a[0], b[1] - a[1]
    for x in range(math.ceil(min(a[0], b[0])), math.floor(max(a[0], b[0])) + 1):
        for y in range(math.ceil(min(a[1], b[1])), math.floor(max(a[1], b[1])) + 1):
            away_x, away_y = x - a[0], y - a[1]
            if (
                along_x * away_y == along_y * away_x
                and (away_x or away_y)
                and (along_x - away_x or along_y - away_y)
            ):
                found.append((x, y))
    return found
