"""`find_doorways`: the openings between rooms, where doors could stand."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.links.portals import distance_in_plan
from kotorlevel.core.types import Vector

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.links.boundary import AreaBoundary
    from kotorlevel.core.types import Floats

_STRAIGHT = math.cos(math.radians(10))
"""Edges that turn by more are two openings."""
_SAME = 0.002
"""Metres: where one edge ends and the next begins."""
_DOOR_REACH, _DOOR_STEP = 1.5, 1.0
"""Metres in the plan and in height from a door to the opening that it stands in."""


@dataclass(frozen=True)
class Opening:
    """A straight opening between two rooms: its middle on the floor, and how wide it is in metres.

    ``bearing`` is the way its edges run, in radians: a door that stands in it has that bearing
    (so do all 102 doors of 29 areas of the games that stand in one, or half a turn more).
    ``edges`` are those of ``room``, which lead to ``other``. ``linked`` tells whether a walkmesh
    says so. ``door`` is the number of the door that stands there, -1 for none.
    """

    place: Vector
    bearing: float
    width: float
    room: int
    other: int
    edges: tuple[int, ...]
    linked: bool = True
    door: int = -1

    @property
    def degrees(self) -> float:
        """The bearing in degrees."""
        return math.degrees(self.bearing)


def find_doorways(area: Area) -> list[Opening]:
    """The openings between the rooms of an area, by room: "a door here" can be offered at each.

    An opening is told once, from the room of the lower number where both sides have it::

        free = [each for each in kl.find_doorways(area) if each.door < 0]
        area, door = kl.add_door(area, "dan13_door01", free[0].place, free[0].bearing)
    """
    portals = area.geometry.portals
    boundary = portals.boundary
    sides: dict[tuple[int, int], list[tuple[int, bool]]] = defaultdict(list)
    rows = zip(portals.rows.tolist(), portals.other.tolist(), portals.stored.tolist(), strict=True)
    for row, other, stored in rows:
        sides[int(boundary.room[row]), other].append((row, stored))
    doors = np.array([door.position for door in area.doors], np.float64).reshape(-1, 3)
    found = []
    for (room, other), own in sides.items():
        if room > other and (other, room) in sides:
            continue  # told from the other side
        linked = {row for row, stored in own if stored}
        runs = _straight_runs(boundary, [row for row, _ in own])
        found += [_opening(boundary, run, other, linked, doors) for run in runs]
    return sorted(found, key=lambda each: (each.room, each.other, each.edges))


def _straight_runs(boundary: AreaBoundary, rows: Iterable[int]) -> list[list[int]]:
    """The rows of one room that follow each other in a line."""
    left = dict.fromkeys(rows)
    starts = {_place(boundary.start[row]): row for row in left}
    ends = {_place(boundary.end[row]): row for row in left}
    runs = []
    while left:
        row = next(iter(left))
        del left[row]
        run = [row]
        while (after := starts.get(_place(boundary.end[run[-1]]), -1)) in left:
            if not _is_straight(boundary, run[-1], after):
                break
            del left[after]
            run.append(after)
        while (before := ends.get(_place(boundary.start[run[0]]), -1)) in left:
            if not _is_straight(boundary, before, run[0]):
                break
            del left[before]
            run.insert(0, before)
        runs.append(run)
    return runs


def _place(point: np.ndarray) -> tuple[int, ...]:
    return tuple(np.rint(point / _SAME).astype(np.int64).tolist())


def _is_straight(boundary: AreaBoundary, one: int, other: int) -> bool:
    a, b = (boundary.end[row, :2] - boundary.start[row, :2] for row in (one, other))
    size = math.hypot(*a) * math.hypot(*b)
    return size > 0 and float(a @ b) >= _STRAIGHT * size


def _opening(
    boundary: AreaBoundary, run: list[int], other: int, linked: set[int], doors: Floats
) -> Opening:
    start, end = boundary.start[run[0]], boundary.end[run[-1]]
    x, y, z = ((start + end) / 2).tolist()
    along = end - start
    return Opening(
        (x, y, z),
        math.atan2(along[1], along[0]),
        float(np.sqrt(along @ along)),
        int(boundary.room[run[0]]),
        other,
        tuple(boundary.edge[run].tolist()),
        any(row in linked for row in run),
        _door_in(doors, start, end),
    )


def _door_in(doors: Floats, start: np.ndarray, end: np.ndarray) -> int:
    """The row of the door (n, 3) nearest to an opening, -1 where none stands in it."""
    away = distance_in_plan(doors, start[None], end[None])
    near = np.abs((start[2] + end[2]) / 2 - doors[:, 2]) <= _DOOR_STEP
    near &= away <= _DOOR_REACH
    if not near.any():
        return -1
    return int(np.flatnonzero(near & (away == away[near].min()))[-1])
