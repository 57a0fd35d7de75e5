"""Where a walk must end: what is in the way there, and the nearest place that would do."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.floor.spots import Spot, nearest_part
from kotorlevel.nav.path import NearPlace, Obstruction, Path, Status, Stop

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Point
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.nav.floor.locate import Place
    from kotorlevel.nav.search.search import Search
    from kotorlevel.query.ground import Ground


Which = Literal["start", "goal"]


def explain_off(ground: Ground, place: Place, which: Which) -> Path:
    """A start or goal where there is no floor at all."""
    x, y, z = place
    status: Status = "start-off-floor" if which == "start" else "goal-off-floor"
    stop = Stop(which, (x, y, math.nan if z is None else z))
    return Path(status, nearest=_nearest_floor(ground, place), stop=stop)


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
    status: Status = "start-blocked" if which == "start" else "goal-blocked"
    stop = Stop(which, point, radius, clearance)
    return Path(status, nearest=None if near is None else near[0], stop=stop)


def explain_closed(
    search: Search,
    start: Spot,
    goal: Spot,
    line: NDArray[np.float64],
    names: tuple[str, ...],
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
    return Path("blocked-by-door", nearest=near, blocker=blocker, stop=Stop(names=names))


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
    search: Search, start: Spot, goal: Spot, radius: float, names: tuple[str, ...]
) -> Path:
    """A goal to which no way leads: how near one can come to it, and what is in the way there."""
    floor = search.floor
    reached = search.kernels.flood(search.plan, start.cell)
    stop = Stop(radius=radius, names=names, leads_back=_leads_out_only(search, reached, goal))
    found = find_nearest_place(floor, reached, _point(floor, goal))
    if found is None:
        return Path("unreachable", stop=stop)
    near, wall = found
    room = _room_of(floor, reached, near.point, wall)
    blocker = None if wall < 0 else describe_wall(floor, wall, goal.x, goal.y)
    return Path("unreachable", nearest=near, blocker=blocker, stop=replace(stop, room=room))


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


def describe_wall(floor: Floor, wall: int, x: float, y: float) -> Obstruction:
    """What a wall is, with its point nearest to (x, y); of a thing with the thing's own place."""
    begin, along = floor.wall_from[wall], floor.wall_to[wall] - floor.wall_from[wall]
    place = (begin + along * nearest_part(begin[:2], along[:2], (x, y))).tolist()
    row = int(floor.wall_blocker[wall])
    room, edge = int(floor.room[floor.wall_owner[wall]]), int(floor.wall_edge[wall])
    if row < 0:
        return Obstruction("wall", "", room, edge, tuple(place))
    thing = floor.blockers[row]
    return Obstruction(thing.kind, thing.name, room, edge, thing.at or tuple(place), thing.index)


def find_nearest_in_plan(ground: Ground, x: float, y: float) -> Point | None:
    """The point nearest to (x, y) in the plan of what can be walked on; None without any.

    Of floors above each other the first in the order of the rooms, as in the game (FACTS 9).
    """
    faces = ground.faces
    corners = faces.corners[faces.walkable & faces.has_height].astype(np.float64)
    if not len(corners):
        return None
    begin, along = corners, np.roll(corners, -1, axis=1) - corners
    away = (x, y) - begin[..., :2]
    places = begin + along * nearest_part(begin[..., :2], along[..., :2], (x, y))[..., None]
    gaps = np.hypot(places[..., 0] - x, places[..., 1] - y)
    turns = along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0]
    is_inside = (turns.min(axis=1) >= 0) | (turns.max(axis=1) <= 0)
    face = int(np.argmin(np.where(is_inside, 0.0, gaps.min(axis=1))))
    if not is_inside[face]:
        return _vector(places[face, np.argmin(gaps[face])])
    a, b, c = corners[face]
    normal = np.cross(b - a, c - a)
    z = a[2] - ((x - a[0]) * normal[0] + (y - a[1]) * normal[1]) / normal[2]
    return x, y, float(z)


def find_nearest_place(
    floor: Floor, cells: NDArray[np.bool_], point: Point
) -> tuple[NearPlace, int] | None:
    """The place on ``cells`` (C,) nearest to ``point`` in space, and its wall; -1 if it has none.

    None if there are no such cells. The nearest place is on a wall or straight above or below.
    """
    where = np.array(point)
    walls = np.flatnonzero(cells[floor.wall_owner])
    begin = floor.wall_from[walls]
    along = floor.wall_to[walls] - begin
    places = begin + along * nearest_part(begin, along, where)[:, None]
    away = np.linalg.norm(places - where, axis=1)
    best: tuple[NearPlace, int] | None = None
    if len(walls):
        i = int(np.argmin(away))
        best = NearPlace(_vector(places[i]), float(away[i])), int(walls[i])
    for cell in _cells_at(floor, cells, where):
        z = floor.height(cell, point[0], point[1])
        if best is None or abs(z - point[2]) < best[0].distance:
            best = NearPlace((point[0], point[1], z), abs(z - point[2])), -1
    return best


def _cells_at(floor: Floor, cells: NDArray[np.bool_], where: Floats) -> list[int]:
    """The cells that have (x, y) in the plan."""
    if not len(floor):
        return []
    starts = floor.corner_starts[:-1]
    following = np.arange(1, len(floor.corners) + 1)
    following[floor.corner_starts[1:] - 1] = starts
    away = where[:2] - floor.corners[:, :2]
    along = floor.corners[following, :2] - floor.corners[:, :2]
    is_left = along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0] >= 0
    inside = np.logical_and.reduceat(is_left, starts) & cells
    found: list[int] = np.flatnonzero(inside).tolist()
    return found


def _vector(row: Floats) -> Point:
    x, y, z = row.tolist()
    return x, y, z
