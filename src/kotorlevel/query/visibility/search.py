"""The search for clear lines between rooms: few for each pair at first, then ever more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.query.visibility.points import STEPS_3, RoomPoints, spread

if TYPE_CHECKING:
    from kotorlevel.core.types import Point
    from kotorlevel.query.ground import Ground

    Progress = Callable[[int, int], None]
    """Called with how much is done, and of how much."""

Pair = tuple[int, int]
Line = tuple["Point", "Point"]

_ROUND = 2048
"""Lines for a pair before it is looked whether one of them was clear."""
_FIRST = 64
"""Lines for a pair in the first round, in which most pairs that see each other are found."""
_BATCH = 200_000
"""Lines that are cast together; the memory for them is some 50 MB."""


def find_lines(
    ground: Ground,
    points: Mapping[int, RoomPoints],
    pairs: Sequence[Pair],
    lines: int,
    *,
    mutual: bool,
    progress: Progress | None = None,
) -> dict[Pair, Line]:
    """A clear line from a point of the first room to one of the second, for each pair with one.

    ``points`` has those of all rooms in ``pairs``. At most ``lines`` are tried for a pair. They
    begin at eye height, or if ``mutual``, begin or end there. The first that is clear counts, so
    the answer is the same in every run.
    """
    found: dict[Pair, Line] = {}
    left = list(pairs)
    whole, done, tried = len(left) * lines, 0, 0
    while left and tried < lines:
        count = min(_FIRST if tried == 0 else _ROUND, lines - tried)
        size = max(1, _BATCH // count)
        ends = _Ends(points, range(tried, tried + count), mutual)
        still: list[Pair] = []
        for start in range(0, len(left), size):
            some = left[start : start + size]
            clear = _try_pairs(ground, ends, some)
            found |= clear
            still += [pair for pair in some if pair not in clear]
            done += len(some) * count + len(clear) * (lines - tried - count)
            if progress is not None:
                progress(done, whole)
        left, tried = still, tried + count
    return found


def _try_pairs(ground: Ground, ends: _Ends, pairs: Sequence[Pair]) -> dict[Pair, Line]:
    """The first clear line of each pair among those with these ``ends``."""
    starts = np.concatenate([ends.of_first(a) for a, _ in pairs])
    stops = np.concatenate([ends.of_second(b) for _, b in pairs])
    clear = ground.lines_of_sight(starts, stops).clear.reshape(len(pairs), -1)
    count = clear.shape[1]
    found = {}
    for row in np.flatnonzero(clear.any(axis=1)).tolist():
        line = row * count + int(clear[row].argmax())
        found[pairs[row]] = (_point(starts[line]), _point(stops[line]))
    return found


class _Ends:
    """The ends (N, 3) of the lines with these ``numbers``, of each room once.

    Two of three begin, and two of three end, at openings; the rest over the floor. If ``mutual``,
    every other line has its eye at the end.
    """

    def __init__(self, points: Mapping[int, RoomPoints], numbers: range, mutual: bool) -> None:
        chance = spread(len(numbers), STEPS_3, numbers.start + 1)
        kind = (chance[:, 0] * 9).astype(np.int64)
        self._points = points
        self._turned = (np.arange(numbers.start, numbers.stop) % 2 == 1) & mutual
        self._begin_open, self._end_open = kind // 3 < 2, kind % 3 < 2
        self._begin, self._end = chance[:, 1], chance[:, 2]
        self._firsts: dict[int, NDArray[np.float64]] = {}
        self._seconds: dict[int, NDArray[np.float64]] = {}

    def of_first(self, room: int) -> NDArray[np.float64]:
        """Where the lines begin in a room that is the first of a pair."""
        if room not in self._firsts:
            found = self._choose(room, self._begin, ~self._turned, self._begin_open)
            self._firsts[room] = found
        return self._firsts[room]

    def of_second(self, room: int) -> NDArray[np.float64]:
        """Where they end in one that is the second."""
        if room not in self._seconds:
            found = self._choose(room, self._end, self._turned, self._end_open)
            self._seconds[room] = found
        return self._seconds[room]

    def _choose(
        self,
        room: int,
        chance: NDArray[np.float64],
        has_eye: NDArray[np.bool_],
        is_open: NDArray[np.bool_],
    ) -> NDArray[np.float64]:
        points = self._points[room]
        eyes, floor = _pick(points.eyes, chance), _pick(points.floor, chance)
        found = np.where(has_eye[:, None], eyes, floor)
        if len(points.openings):
            found = np.where(is_open[:, None], _pick(points.openings, chance), found)
        return found


def _pick(points: NDArray[np.float64], chance: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 3) a point for each number from 0 to 1."""
    return points[(chance * len(points)).astype(np.int64)]


def _point(row: NDArray[np.float64]) -> Point:
    x, y, z = row.tolist()
    return x, y, z
