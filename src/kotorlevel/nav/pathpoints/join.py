"""More path points, so that those of an island hang together without long ways around."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.core.humanoid import BODY
from kotorlevel.nav.floor.spots import Spot
from kotorlevel.nav.pathpoints.candidates import settle
from kotorlevel.nav.pathpoints.net import Pair, UnionFind, find_sights

if TYPE_CHECKING:
    from kotorlevel.nav.pathpoints.cover import Cover


DETOUR = 1.5
"""How many times as long as the way over a place that two points see the way in the net may be."""

_FREE = 2.0
"""Metres more that are nothing to speak of."""


class _Way(NamedTuple):
    """The way from point ``a`` to ``b`` over a sample that both see, in metres."""

    length: float
    a: int
    b: int
    sample: int


def join_parts(cover: Cover, known: Iterable[Pair] = (), detour: float = DETOUR) -> None:
    """Add points until no way in the net is too long, and all of an island hang together.

    The net is what sees each other, and ``known`` pairs. Two points are near if they see one
    place: that becomes a point where the way between them is ``detour`` times as long otherwise.
    """
    net = _Net(cover)
    for a, b in [*known, *find_sights(cover.sight, cover.points)]:
        net.join(a, b)
    for way in _list_ways(cover):
        if net.is_longer(way.a, way.b, way.length * detour + _FREE):
            for spot in _settled(cover, [cover.sample(way.sample)]):
                net.add(spot)
    _join_by_paths(cover, net)


def _list_ways(cover: Cover) -> list[_Way]:
    """For each two points that see one place the shortest way over such a place, shortest first."""
    places, clearance = cover.samples.places.at, cover.samples.clearance
    seen = np.concatenate([np.empty(0, np.int64), *cover.seen])
    seer = np.repeat(np.arange(len(cover.points)), [len(rows) for rows in cover.seen])
    seer = seer[np.argsort(seen, kind="stable")]
    starts = np.searchsorted(np.sort(seen), np.arange(len(places) + 1))
    at = np.array([point[:2] for point in cover.points]).reshape(-1, 2)
    ways = []
    for point, rows in enumerate(cover.seen):
        counts = starts[rows + 1] - starts[rows]
        sample = np.repeat(rows, counts)
        begin = np.repeat(starts[rows] - np.cumsum(counts) + counts, counts)
        other = seer[begin + np.arange(len(sample))]
        sample, other = sample[other > point], other[other > point]
        length = np.hypot(*(places[sample] - at[point]).T)
        length += np.hypot(*(places[sample] - at[other]).T)
        # A place with more room is worth a few steps.
        length += 2 * np.maximum(BODY - clearance[sample], 0.0)
        order = np.lexsort((sample, length, other))
        first = order[np.diff(other[order], prepend=-1) != 0]
        columns = length[first].tolist(), other[first].tolist(), sample[first].tolist()
        ways += [_Way(metres, point, b, place) for metres, b, place in zip(*columns, strict=True)]
    return sorted(ways)


class _Net:
    """Who sees whom among the points of a cover, and how far it is."""

    def __init__(self, cover: Cover) -> None:
        self._cover = cover
        self._lengths: dict[int, dict[int, float]] = defaultdict(dict)
        self.groups = UnionFind(len(cover.points))

    def join(self, a: int, b: int) -> None:
        points = self._cover.points
        length = math.hypot(points[a].x - points[b].x, points[a].y - points[b].y)
        self._lengths[a][b] = self._lengths[b][a] = length
        self.groups.join(a, b)

    def add(self, spot: Spot) -> None:
        """One more point, joined to all that it sees."""
        number = len(self._cover.points)
        self._cover.add(spot)
        self.groups.grow()
        for a, b in find_sights(self._cover.sight, self._cover.points, number):
            self.join(a, b)

    def is_longer(self, a: int, b: int, limit: float) -> bool:
        """True when no way of at most ``limit`` metres leads from a to b."""
        if self.groups.find(a) != self.groups.find(b):
            return True
        if math.isinf(limit):
            return False
        points = self._cover.points
        goal = points[b]
        best = {a: 0.0}
        heap = [(0.0, a)]
        while heap:
            length, at = heapq.heappop(heap)
            if at == b:
                return False
            if length > best[at]:
                continue
            for other, step in self._lengths[at].items():
                there = length + step
                ahead = math.hypot(points[other].x - goal.x, points[other].y - goal.y)
                if there + ahead <= limit and there < best.get(other, math.inf):
                    best[other] = there
                    heapq.heappush(heap, (there, other))
        return True


def _settled(cover: Cover, spots: Sequence[Spot]) -> list[Spot]:
    at = np.array([spot[:2] for spot in spots]).reshape(-1, 2)
    cell = np.array([spot.cell for spot in spots], np.int64)
    at, cell, _ = settle(cover.sight.floor, cover.search, at, cell)
    return [Spot(x, y, home) for (x, y), home in zip(at.tolist(), cell.tolist(), strict=True)]


def _join_by_paths(cover: Cover, net: _Net) -> None:
    """Join what no place joins by the turns of shortest paths."""
    parts, cells = cover.sight.parts, cover.sight.floor.to
    firsts: dict[int, int] = {}
    for number in range(len(cover.points)):
        goal = cover.points[number]
        first = firsts.setdefault(int(parts[goal.cell]), number)
        if net.groups.find(first) == net.groups.find(number):
            continue
        corridor = cover.search.find_corridor(cover.points[first], goal)
        if corridor is None:
            continue
        turns = zip(corridor.turns.tolist(), corridor.positions.tolist(), strict=True)
        spots = [Spot(x, y, int(cells[corridor.passages[row]])) for (x, y), row in turns]
        for spot in _settled(cover, spots):
            net.add(spot)
