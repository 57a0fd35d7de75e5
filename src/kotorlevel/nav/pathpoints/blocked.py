"""Connections of path points along which one cannot walk."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.floor.spots import Spot

if TYPE_CHECKING:
    from kotorlevel.formats.pth import PathPoints
    from kotorlevel.nav.pathpoints.stand import Stand
    from kotorlevel.nav.search.search import Search


class Blocked(NamedTuple):
    """A connection from point ``start`` to ``end`` that ends at a ``wall`` (-1 if at none).

    ``distance`` are the metres that can be walked, up to ``at``.
    """

    start: int
    end: int
    wall: int
    distance: float
    at: tuple[float, float]


def find_blocked(
    search: Search,
    path_points: PathPoints,
    stands: list[Stand],
    uncertain: list[bool],
    uncertain_walls: NDArray[np.bool_],
) -> tuple[list[Blocked], list[tuple[int, int]]]:
    """The connections that cannot be walked, and those of which nobody knows.

    Where floors lie above each other, one on which the walk succeeds is enough. Connections of
    points off the floor are left out: it is the point that is wrong there.
    """
    blocked, unknown = [], []
    for a, b in list_pairs(path_points):
        if uncertain[a] or uncertain[b]:
            unknown.append((a, b))
            continue
        found = walk_between(search, a, b, stands[a], stands[b])
        if found is None:
            continue
        if found.wall >= 0 and uncertain_walls[found.wall]:
            unknown.append((a, b))
        else:
            blocked.append(found)
    return blocked, unknown


def list_pairs(path_points: PathPoints) -> list[tuple[int, int]]:
    """The connections between points that exist, once each, sorted."""
    pairs = path_points.connections
    real = (pairs >= 0).all(axis=1) & (pairs < len(path_points)).all(axis=1)
    return sorted({(a, b) for a, b in pairs[real].tolist() if a != b})


def walk_between(search: Search, a: int, b: int, start: Stand, end: Stand) -> Blocked | None:
    """What stops the straight walk from one point to another; None where nothing does.

    Also None where one of them is on no floor.
    """
    best: Blocked | None = None
    for spot in start.spots:
        for goal in end.spots:
            _, arrived, _, wall, distance = search.walk(spot, *goal)
            if arrived:
                return None
            if best is None or distance > best.distance:
                best = Blocked(a, b, int(wall), float(distance), _along(spot, goal, distance))
    return best


def _along(start: Spot, goal: Spot, distance: float) -> tuple[float, float]:
    length = float(np.hypot(goal.x - start.x, goal.y - start.y))
    part = distance / length if length > 0 else 0.0
    return start.x + part * (goal.x - start.x), start.y + part * (goal.y - start.y)
