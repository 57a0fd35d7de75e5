"""Ways across faces without area in the plan: upright steps, and slivers that are only a line.

Nobody can stand on such a face, but the game walks over it from the one neighbour to the other
(FACTS 2 and 3): in the plan both lie on the same line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints, Plan


_LONGEST_CHAIN = 64
"""Slivers that are looked at from one side."""
_MOST_LOOKS = 200_000
"""The same in one room; the games have at most a dozen such faces in one."""
_SHORTEST = 1e-6
"""Metres."""


class SliverWays(NamedTuple):
    """Ways from edge ``a`` to edge ``b``, over the part ``low`` to ``high`` of a; all (n,)."""

    a: Ints
    b: Ints
    low: Floats
    high: Floats


def find_sliver_ways(
    plan: Floats, adjacency: NDArray[np.int32], is_sliver: NDArray[np.bool_], turn: Ints
) -> SliverWays:
    """The ways from cells to cells that lie on the other side of slivers.

    ``plan`` (D, 3, 2) are the corners of all faces of the domain, ``adjacency`` (D, 3) theirs, and
    ``turn`` (D,) 1 for a cell, -1 for one that is wound clockwise in the plan, 0 for all others.
    """
    across = adjacency.reshape(-1).astype(np.int64)
    face = np.repeat(np.arange(len(plan)), 3)
    outer = np.flatnonzero((turn[face] != 0) & (across >= 0) & is_sliver[across // 3])
    walk = _Walk(plan, across, is_sliver, turn)
    found = [way for edge in outer.tolist() for way in walk.ways_from(edge)]
    if not found:
        none = np.empty(0, np.int64)
        return SliverWays(none, none, np.empty(0), np.empty(0))
    a, b, low, high = zip(*found, strict=True)
    return SliverWays(np.array(a), np.array(b), np.array(low), np.array(high))


class _Walk:
    """Goes from side to side of slivers; see `find_sliver_ways`."""

    def __init__(
        self, plan: Floats, across: Ints, is_sliver: NDArray[np.bool_], turn: Ints
    ) -> None:
        self._plan, self._across = plan, across
        self._is_sliver, self._turn = is_sliver, turn
        self._looks = _MOST_LOOKS

    def ways_from(self, edge: int) -> Iterator[tuple[int, int, float, float]]:
        """The ways over one edge of a cell: edges, and the part of the first."""
        start, end = self._ends(edge)
        along = end[0] - start[0], end[1] - start[1]
        square = along[0] * along[0] + along[1] * along[1]
        if square <= 0:
            return
        least = _SHORTEST / square**0.5
        waiting = deque([(int(self._across[edge]), 0.0, 1.0)])
        passed: dict[int, list[tuple[float, float]]] = {}
        chain = _LONGEST_CHAIN
        while waiting and chain > 0 and self._looks > 0:
            chain, self._looks = chain - 1, self._looks - 1
            entered, low, high = waiting.popleft()
            for side in range(3 * (entered // 3), 3 * (entered // 3) + 3):
                beyond = int(self._across[side])
                if side == entered or beyond < 0:
                    continue
                parts = [
                    ((x - start[0]) * along[0] + (y - start[1]) * along[1]) / square
                    for x, y in self._ends(side)
                ]
                part = max(low, min(parts)), min(high, max(parts))
                if part[1] - part[0] <= least:
                    continue
                if self._faces_away(beyond, edge):
                    yield edge, beyond, *part
                elif self._is_sliver[beyond // 3]:
                    before = passed.setdefault(beyond // 3, [])
                    if not any(a <= part[0] and part[1] <= b for a, b in before):
                        before.append(part)
                        waiting.append((beyond, *part))

    def _ends(self, edge: int) -> tuple[Plan, Plan]:
        face, side = divmod(edge, 3)
        (ax, ay), (bx, by) = self._plan[face, side].tolist(), self._plan[face, side - 2].tolist()
        return (ax, ay), (bx, by)

    def _faces_away(self, edge: int, other: int) -> bool:
        """Whether both are edges of cells, which lie on different sides of them.

        A floor that folds back below itself is not gone on with: there is nowhere to go.
        """
        turns = int(self._turn[edge // 3]) * int(self._turn[other // 3])
        (ax, ay), (bx, by) = self._ends(edge)
        (cx, cy), (dx, dy) = self._ends(other)
        return turns * ((bx - ax) * (dx - cx) + (by - ay) * (dy - cy)) < 0
