"""Connecting path points along lines that can be walked both ways; union-find of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.floor.spots import Spot
from kotorlevel.nav.pathpoints.sight import Sight, sort_places

if TYPE_CHECKING:
    from kotorlevel.nav.search.search import Search


class UnionFind:
    """The numbers from 0 to ``count``, each alone at first."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def grow(self) -> None:
        """One more number."""
        self._parent.append(len(self._parent))

    def find(self, number: int) -> int:
        """The smallest number of the group."""
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def join(self, a: int, b: int) -> None:
        """Make one group of two."""
        a, b = self.find(a), self.find(b)
        self._parent[max(a, b)] = min(a, b)


Pair = tuple[int, int]


def can_walk(search: Search, a: Spot, b: Spot) -> bool:
    """True when a straight walk leads from a to b, and one back."""
    return bool(search.walk(a, *b)[1] and search.walk(b, *a)[1])


def find_sights(sight: Sight, points: Sequence[Spot], first: int = 0) -> set[Pair]:
    """The pairs of points that see each other, of which one at least is from ``first`` on."""
    at = _plan(points)
    cell = np.array([point.cell for point in points], np.int64)
    places, order = sort_places(at, cell, len(sight.floor))
    found = set()
    for number in range(first, len(points)):
        for other in order[sight.seen(*points[number], places)].tolist():
            if other != number:
                found.add((min(number, other), max(number, other)))
    return found


def connect(points: Sequence[Spot], sight: Sight, search: Search) -> list[Pair]:
    """The pairs of points to connect: of those in sight the ones without a way around.

    A pair is left out where a third point lies between: where both see it, and it is in the circle
    about them (a Gabriel graph). What sees each other hangs together then as before.
    """
    pairs = find_sights(sight, points)
    at = _plan(points)
    while True:
        kept = _without_ways_around(at, pairs)
        blocked = {(a, b) for a, b in kept if not can_walk(search, points[a], points[b])}
        if not blocked:
            return sorted(kept)
        pairs -= blocked


def connect_parts(
    points: Sequence[Spot], pairs: Iterable[Pair], sight: Sight, search: Search
) -> list[Pair]:
    """The shortest pairs in sight that join what ``pairs`` leave apart (Kruskal)."""
    groups = UnionFind(len(points))
    for a, b in pairs:
        groups.join(a, b)
    at = _plan(points)
    apart = [(a, b) for a, b in find_sights(sight, points) if groups.find(a) != groups.find(b)]
    found = []
    for a, b in sorted(
        apart, key=lambda pair: (float(np.hypot(*(at[pair[0]] - at[pair[1]]))), pair)
    ):
        if groups.find(a) != groups.find(b) and can_walk(search, points[a], points[b]):
            groups.join(a, b)
            found.append((a, b))
    return found


def _plan(points: Sequence[Spot]) -> NDArray[np.float64]:
    return np.array([point[:2] for point in points]).reshape(-1, 2)


def _without_ways_around(at: NDArray[np.float64], pairs: Iterable[Pair]) -> list[Pair]:
    seen: dict[int, set[int]] = defaultdict(set)
    for a, b in pairs:
        seen[a].add(b)
        seen[b].add(a)
    kept = []
    for a, b in pairs:
        others = np.array(sorted(seen[a] & seen[b]), np.int64)
        square = float(((at[a] - at[b]) ** 2).sum())
        around = ((at[others] - at[a]) ** 2).sum(axis=1) + ((at[others] - at[b]) ** 2).sum(axis=1)
        if not (around < square * (1 - 1e-9)).any():
            kept.append((a, b))
    return kept
