"""Why there is no path, in words: what is in the way and where, and what place would do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import numpy as np

from kotorlevel.core.text import printable
from kotorlevel.nav.causes.obstruction import (
    describe_wall,
    find_nearest_in_plan,
    find_nearest_place,
)
from kotorlevel.nav.floor.floor import Blocker
from kotorlevel.nav.floor.spots import Spot
from kotorlevel.nav.path import NearPlace, Path

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Point
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.nav.floor.locate import Place
    from kotorlevel.nav.path import Obstruction, Status
    from kotorlevel.nav.search.search import Search
    from kotorlevel.query.ground import Ground

Which = Literal["start", "goal"]


def explain_off(ground: Ground, place: Place, which: Which) -> Path:
    """A start or goal where there is no floor at all."""
    x, y, _ = place
    reason = f"the {which} is off the floor: nobody can stand at ({x:.2f}, {y:.2f})"
    near = _nearest_floor(ground, place)
    if near is not None and near.distance < 0.005:
        reason += ": its face is listed behind those that cannot be walked on, or has no area"
    elif near is not None:
        reason += f"; the nearest floor is {near.distance:.2f} m away at {_at(near.point)}"
    status: Status = "start-off-floor" if which == "start" else "goal-off-floor"
    return Path(status, reason, nearest=near)


def _nearest_floor(ground: Ground, place: Place) -> NearPlace | None:
    """The nearest place that can be walked on: in space, or without a height in the plan."""
    x, y, z = place
    if z is not None:
        found = ground.nearest((x, y, z))
        return None if found is None else NearPlace(found.point, math.dist(found.point, (x, y, z)))
    point = find_nearest_in_plan(ground, x, y)
    return None if point is None else NearPlace(point, math.dist(point[:2], (x, y)))


def explain_blocked(
    floor: Floor, point: Point, which: Which, radius: float, clearance: float | None
) -> Path:
    """A start or goal where something stands, or where the body does not fit.

    ``clearance`` is the distance from the nearest wall in metres, None where nobody can stand.
    """
    near = find_nearest_place(floor, np.ones(len(floor), bool), point)
    if clearance is None:
        reason = f"the {which} {_at(point)} is blocked: something stands there"
    else:
        reason = (
            f"the {which} {_at(point)} is {clearance:.2f} m from a wall; "
            f"a body of {radius:g} m needs more room"
        )
    if near is not None:
        reason += f"; the nearest place is {near[0].distance:.2f} m away at {_at(near[0].point)}"
    status: Status = "start-blocked" if which == "start" else "goal-blocked"
    return Path(status, reason, nearest=None if near is None else near[0])


def explain_closed(
    search: Search,
    start: Spot,
    goal: Spot,
    line: NDArray[np.float64],
    names: dict[int, str],
) -> Path | None:
    """A goal that ``line`` (N, 2) would lead to if a door were open; None if it meets no door."""
    floor, at = search.floor, start
    for x, y in line[1:].tolist():
        _, arrived, cell, wall, gone = search.walk(at, x, y)
        if not arrived:
            length = max(math.hypot(x - at.x, y - at.y), 1e-300)
            part = gone / length
            at = Spot(at.x + (x - at.x) * part, at.y + (y - at.y) * part, int(cell))
            break
        at = Spot(x, y, int(cell))
    else:
        return None
    reached = search.kernels.flood(search.plan, start.cell)
    blocker = _door_at(floor, wall, at) or _nearest_door(floor, reached, at)
    if blocker is None:
        return None
    near = _nearest_to(search, reached, goal)
    label = name_obstruction(blocker)
    reason = f"the door {label} is closed, at {_at(blocker.place)}{_in(names, blocker.room)}"
    return Path("blocked-by-door", reason, nearest=near, blocker=blocker)


def name_obstruction(thing: Obstruction) -> str:
    """``gate (door:3)``."""
    return Blocker(thing.kind, thing.number, thing.name).label


def _door_at(floor: Floor, wall: int, at: Spot) -> Obstruction | None:
    found = None if wall < 0 else describe_wall(floor, wall, at.x, at.y)
    return found if found is not None and found.kind == "door" else None


def _nearest_door(floor: Floor, reached: NDArray[np.bool_], at: Spot) -> Obstruction | None:
    """The door nearest to a spot that one can walk up to."""
    doors = np.array([blocker.kind == "door" for blocker in floor.blockers] + [False])
    walls = np.flatnonzero(doors[floor.wall_blocker] & reached[floor.wall_owner])
    if not len(walls):
        return None
    middle = (floor.wall_from[walls, :2] + floor.wall_to[walls, :2]) / 2
    wall = int(walls[np.argmin(np.hypot(*(middle - (at.x, at.y)).T))])
    return describe_wall(floor, wall, at.x, at.y)


def explain_unreachable(
    search: Search, start: Spot, goal: Spot, radius: float, names: dict[int, str]
) -> Path:
    """A goal to which no way leads: how near one can come to it, and what is in the way there."""
    floor = search.floor
    reached = search.kernels.flood(search.plan, start.cell)
    found = find_nearest_place(floor, reached, _point(floor, goal))
    body = f" for a body of {radius:g} m" if radius > 0 else ""
    reason = f"no way leads there{body}"
    if found is None:
        return Path("unreachable", reason)
    near, wall = found
    reason += f"; the nearest place that can be reached is {_at(near.point)}"
    reason += (
        f"{_in(names, _room_of(floor, reached, near.point, wall))}, {near.distance:.2f} m away"
    )
    blocker = None if wall < 0 else describe_wall(floor, wall, goal.x, goal.y)
    if blocker is not None and blocker.kind != "wall":
        reason += f", where {blocker.kind} {name_obstruction(blocker)} stands"
    elif blocker is not None:
        edge = f" (edge {blocker.edge})" if blocker.edge >= 0 else ""
        reason += f", where the floor ends{edge}"
    if _leads_out_only(search, reached, goal):
        # Where on the way the link is that leads one way only, nobody has looked up here.
        reason += "; from the goal to the start there is a way: a link leads in one direction only"
    return Path("unreachable", reason, nearest=near, blocker=blocker)


def _leads_out_only(search: Search, reached: NDArray[np.bool_], goal: Spot) -> bool:
    """Whether one can walk from the goal to what is reached, though not the other way."""
    return bool((search.kernels.flood(search.plan, goal.cell) & reached).any())


def _room_of(floor: Floor, reached: NDArray[np.bool_], point: Point, wall: int) -> int:
    if wall >= 0:
        return int(floor.room[floor.wall_owner[wall]])
    away = np.hypot(*(floor.centre[:, :2] - point[:2]).T)
    return int(floor.room[np.argmin(np.where(reached, away, np.inf))])


def _nearest_to(search: Search, reached: NDArray[np.bool_], goal: Spot) -> NearPlace | None:
    found = find_nearest_place(search.floor, reached, _point(search.floor, goal))
    return None if found is None else found[0]


def _point(floor: Floor, spot: Spot) -> Point:
    return spot.x, spot.y, floor.height(spot.cell, spot.x, spot.y)


def _at(point: Point) -> str:
    x, y, z = (value + 0.0 if abs(value) >= 0.005 else 0.0 for value in point)
    return f"({x:.2f}, {y:.2f}, {z:.2f})"


def _in(names: dict[int, str], room: int) -> str:
    name = printable(names.get(room, ""))
    return f" in {name}" if name else ""
