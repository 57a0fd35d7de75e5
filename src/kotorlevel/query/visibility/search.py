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
        still: list[Pair] = []
        for start in range(0, len(left), size):
            some = left[start : start + size]
            clear = _try_pairs(ground, points, some, range(tried, tried + count), mutual)
            found |= clear
            still += [pair for pair in some if pair not in clear]
            done += len(some) * count + len(clear) * (lines - tried - count)
            if progress is not None:
                progress(done, whole)
        left, tried = still, tried + count
    return found


def _try_pairs(
    ground: Ground,
    points: Mapping[int, RoomPoints],
    pairs: Sequence[Pair],
    numbers: range,
    mutual: bool,
) -> dict[Pair, Line]:
    """The first clear line of each pair among those with these ``numbers``."""
    count = len(numbers)
    ends = [_lines_between(points[a], points[b], numbers, mutual) for a, b in pairs]
    starts = np.concatenate([start for start, _ in ends])
    stops = np.concatenate([stop for _, stop in ends])
    clear = ground.lines_of_sight(starts, stops).clear.reshape(len(pairs), count)
    found = {}
    for row in np.flatnonzero(clear.any(axis=1)).tolist():
        line = row * count + int(clear[row].argmax())
        found[pairs[row]] = (_point(starts[line]), _point(stops[line]))
    return found


def _lines_between(
    a: RoomPoints, b: RoomPoints, numbers: range, mutual: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(N, 3) and (N, 3) the ends of the lines with these numbers.

    Two of three begin, and two of three end, at openings; the rest over the floor. If ``mutual``,
    every other line has its eye at the end.
    """
    chance = spread(len(numbers), STEPS_3, numbers.start + 1)
    kind = (chance[:, 0] * 9).astype(np.int64)
    turned = (np.arange(numbers.start, numbers.stop) % 2 == 1)[:, None] & mutual
    begin_open, end_open = (kind // 3 < 2)[:, None], (kind % 3 < 2)[:, None]
    begin, end = chance[:, 1], chance[:, 2]
    froms = np.where(turned, _pick(a.floor, begin), _pick(a.eyes, begin))
    targets = np.where(turned, _pick(b.eyes, end), _pick(b.floor, end))
    if len(a.openings):
        froms = np.where(begin_open, _pick(a.openings, begin), froms)
    if len(b.openings):
        targets = np.where(end_open, _pick(b.openings, end), targets)
    return froms, targets


def _pick(points: NDArray[np.float64], chance: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 3) a point for each number from 0 to 1."""
    return points[(chance * len(points)).astype(np.int64)]


def _point(row: NDArray[np.float64]) -> Point:
    x, y, z = row.tolist()
    return x, y, z
