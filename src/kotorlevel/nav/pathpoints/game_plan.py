"""What the game's own planner makes of a way: straight, or along the path points, or not at all.

The game walks straight if the floor allows it. If not, it goes to a path point that it can walk
straight to, from there along connections, and from a point that sees the goal straight to it; and
it searches a small grid about a creature for what stands in its way (FACTS 9). That last part is
left out here. This shows what path points are worth, it does not emulate the game.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.spots import Spot
from kotorlevel.nav.pathpoints.blocked import list_pairs, walk_between
from kotorlevel.nav.pathpoints.stand import Stand, find_stands

if TYPE_CHECKING:
    from kotorlevel.formats.pth import PathPoints
    from kotorlevel.nav.navigator import Navigator
    from kotorlevel.nav.search.search import Search

Stage = Literal["straight", "path-points", "failed"]


def _no_points() -> NDArray[np.float64]:
    return np.empty((0, 3))


@dataclass(frozen=True, eq=False)
class GamePlan:
    """How far the game's planner comes: the ``stage`` at which it found a way, or why it did not.

    ``points`` (N, 3) are the start, the path points and the goal, on the floor; ``path_points``
    the numbers of those that it goes over; ``length`` metres in the plan along them, NaN where
    there is no way. ``reason`` says in words what happened.
    """

    stage: Stage
    reason: str
    points: NDArray[np.float64] = field(default_factory=_no_points, repr=False)
    path_points: tuple[int, ...] = ()
    length: float = math.nan

    @property
    def ok(self) -> bool:
        """True when there is a way."""
        return self.stage != "failed"


def plan_like_the_game(
    navigator: Navigator,
    path_points: PathPoints | None,
    a: Sequence[float],
    b: Sequence[float],
) -> GamePlan:
    """The way that the game would plan from a to b, (x, y) or (x, y, z); None for no PTH."""
    start, goal = navigator.find_spot(a, "a"), navigator.find_spot(b, "b")
    for spot, which, place in ((start, "start", a), (goal, "goal", b)):
        if spot is None:
            where = f"({float(place[0]):.2f}, {float(place[1]):.2f})"
            return GamePlan("failed", f"the {which} {where} is off the floor")
    assert start is not None
    assert goal is not None
    return plan_between(navigator.search, path_points, start, goal)


def plan_between(
    search: Search, path_points: PathPoints | None, start: Spot, goal: Spot
) -> GamePlan:
    """The same between places on a floor."""
    stopped = walk_between(search, -1, -1, Stand((start,), 0.0), Stand((goal,), 0.0))
    if stopped is None:
        return _plan("straight", search.floor, [start, goal], (), "the straight line is free")
    blocked = f"the straight line is blocked after {stopped.distance:.2f} m at {_words(stopped.at)}"
    if path_points is None or not len(path_points):
        return GamePlan("failed", f"{blocked}, and there are no path points")
    stands = find_stands(search.floor, path_points)
    first = _nearest_in_sight(search, start, stands, leaving=True)
    last = _nearest_in_sight(search, goal, stands, leaving=False)
    for found, which in ((first, "start"), (last, "goal")):
        if found is None:
            text = f"{blocked}, and no path point is in straight sight of the {which}"
            return GamePlan("failed", text)
    assert first is not None
    assert last is not None
    return _along_net(search, path_points, stands, (start, first, last, goal), blocked)


def _along_net(
    search: Search,
    path_points: PathPoints,
    stands: list[Stand],
    ends: tuple[Spot, int, int, Spot],
    blocked: str,
) -> GamePlan:
    start, first, last, goal = ends
    route = find_route(path_points, first, last)
    if route is None:
        text = f"{blocked}; point {first} is the nearest in sight of the start and point {last} "
        text += "of the goal, but no connections lead from one to the other"
        return GamePlan("failed", text, path_points=(first, last))
    for here, there in pairwise(route):
        wall = walk_between(search, here, there, stands[here], stands[there])
        if wall is not None or not stands[there].spots:
            where = f" at {_words(wall.at)}" if wall is not None else ": one of them is on no floor"
            text = f"{blocked}; the connection from point {here} to point {there} is blocked{where}"
            return GamePlan("failed", text, path_points=tuple(route))
    spots = [start, *(stands[number].spots[0] for number in route), goal]
    text = f"{blocked}; over {len(route)} path point{'s' if len(route) > 1 else ''}"
    return _plan("path-points", search.floor, spots, tuple(route), text)


def _nearest_in_sight(
    search: Search, spot: Spot, stands: list[Stand], *, leaving: bool
) -> int | None:
    """The nearest point that can be walked straight to, or that one can come from; or None."""
    here = Stand((spot,), 0.0)
    away = [
        (math.hypot(each.spots[0].x - spot.x, each.spots[0].y - spot.y), number)
        for number, each in enumerate(stands)
        if each.spots
    ]
    for _, number in sorted(away):
        start, end = (here, stands[number]) if leaving else (stands[number], here)
        if walk_between(search, -1, -1, start, end) is None:
            return number
    return None


def find_route(path_points: PathPoints, first: int, last: int) -> list[int] | None:
    """The points of the shortest way over connections from one point to another, or None."""
    leads: dict[int, list[int]] = {}
    for a, b in list_pairs(path_points):
        leads.setdefault(a, []).append(b)
    places = path_points.points.astype(np.float64)
    best = {first: 0.0}
    before = {first: first}
    heap = [(0.0, first)]
    while heap:
        length, at = heapq.heappop(heap)
        if at == last:
            break
        if length > best[at]:
            continue
        for there in leads.get(at, ()):
            total = length + float(np.hypot(*(places[there] - places[at])))
            if total < best.get(there, math.inf):
                best[there], before[there] = total, at
                heapq.heappush(heap, (total, there))
    if last not in before:
        return None
    route = [last]
    while route[-1] != first:
        route.append(before[route[-1]])
    return route[::-1]


def _plan(
    stage: Stage, floor: Floor, spots: list[Spot], numbers: tuple[int, ...], reason: str
) -> GamePlan:
    points = np.array([(s.x, s.y, floor.height(s.cell, s.x, s.y)) for s in spots])
    length = float(np.hypot(*np.diff(points[:, :2], axis=0).T).sum())
    return GamePlan(stage, reason, points, numbers, length)


def _words(place: tuple[float, float]) -> str:
    return f"({place[0]:.2f}, {place[1]:.2f})"
