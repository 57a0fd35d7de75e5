"""Shortest paths of bodies against a visibility graph over what Shapely (GEOS) leaves of a maze."""

from __future__ import annotations

import heapq
import math

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from kotorlevel.nav.navigator import Navigator
from support.nav.mazes import Frame, Mask, Points, maze, random_mask, rooms_of

ROUND = 24
"""Corners of a quarter of a circle: a path around it is too long by less than 0.02 %."""

NEAR_RIM = 1e-3
"""Metres: whether so near to the rim there is room is not asked."""


class Room:
    """Where the middle of a body can be in a maze of unit squares."""

    def __init__(self, mask: Mask, radius: float) -> None:
        squares = [shapely.box(x, y, x + 1, y + 1) for y, x in zip(*np.nonzero(mask), strict=True)]
        floor = shapely.union_all(squares)
        self.walls = floor.boundary
        self.free = floor.buffer(-radius, quad_segs=ROUND)
        self._loose = self.free.buffer(1e-6)
        shapely.prepare(self._loose)
        self.corners = np.unique(shapely.get_coordinates(self.free), axis=0)
        self._sees = self._seen_from(self.corners)

    def _seen_from(self, points: Points) -> NDArray[np.bool_]:
        """(N, C) which corners each point sees."""
        ends = np.broadcast_to(self.corners, (len(points), *self.corners.shape))
        starts = np.broadcast_to(points[:, None], ends.shape)
        lines = shapely.linestrings(np.stack([starts, ends], axis=2))
        return np.asarray(shapely.covers(self._loose, lines), bool)

    def is_sure(self, point: list[float]) -> bool:
        """Whether a point is not just at the rim."""
        return bool(self.free.boundary.distance(shapely.Point(point)) > NEAR_RIM)

    def has(self, point: list[float]) -> bool:
        return bool(self.free.contains(shapely.Point(point)))

    def shortest(self, a: list[float], b: list[float]) -> float:
        """Metres, infinite where there is no way: Dijkstra over all corners."""
        if self._loose.covers(shapely.LineString([a, b])):
            return math.dist(a, b)
        from_a, from_b = self._seen_from(np.array([a, b]))
        ahead = np.linalg.norm(self.corners - b, axis=1)
        best = np.where(from_a, np.linalg.norm(self.corners - a, axis=1), np.inf)
        heap = [(length, i) for i, length in enumerate(best.tolist()) if length < math.inf]
        heapq.heapify(heap)
        total = math.inf
        while heap:
            length, i = heapq.heappop(heap)
            if length > best[i]:
                continue
            if from_b[i]:
                total = min(total, length + ahead[i])
            onward = length + np.linalg.norm(self.corners - self.corners[i], axis=1)
            shorter = self._sees[i] & (onward < best)
            best[shorter] = onward[shorter]
            for j in np.flatnonzero(shorter).tolist():
                heapq.heappush(heap, (best[j], j))
        return total


@pytest.mark.sampled(2)
@pytest.mark.parametrize("radius", [0.1, 0.2, 0.35, 0.45])
def test_shortest_for_a_body(radius: float) -> None:
    found = unreachable = 0
    for seed in range(6):
        random = np.random.default_rng(seed)
        mask = random_mask(random, 5, 5, random.uniform(0.6, 0.95))
        frame = Frame(random.uniform(-3, 3), *random.uniform(-50, 50, 2).tolist())
        source = maze(mask, seed, frame) if seed % 2 else rooms_of(mask, 3, frame, 0.2)
        room, navigator = Room(mask, radius), Navigator(source, fast=False)
        compiled = Navigator(source, fast=True)
        y, x = (column[random.integers(0, len(column), 24)] for column in np.nonzero(mask))
        points = (np.stack([x, y], axis=1) + random.uniform(0, 1, (24, 2))).tolist()
        for a, b in zip(points[::2], points[1::2], strict=True):
            if not (room.is_sure(a) and room.is_sure(b)):
                continue
            start, goal = frame.place([a, b]).tolist()
            path = navigator.path(start, goal, radius)
            assert compiled.path(start, goal, radius).points.tolist() == path.points.tolist()
            expected = room.shortest(a, b) if room.has(a) and room.has(b) else math.inf
            assert path.ok == math.isfinite(expected), (seed, a, b, path.reason)
            if not path.ok:
                unreachable += 1
                continue
            found += 1
            assert path.plan_length == pytest.approx(expected, rel=1e-3, abs=1e-3), (seed, a, b)
            line = shapely.LineString(frame.unplace(path.points[:, :2]))
            assert line.distance(room.walls) >= radius - 1e-3, (seed, a, b)
    assert found > 5
    assert unreachable > 5
