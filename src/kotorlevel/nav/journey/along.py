"""What a path leads through and over: doors, and steps between rooms."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Point
from kotorlevel.nav.clip.obstacles import DoorObstacles, door_obstacles
from kotorlevel.nav.clip.solid import find_hull
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.spots import nearest_part

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.objects import Door
    from kotorlevel.nav.path import Path

_ON_LINK = 0.15
"""Metres: rooms that do not quite meet are up to 0.1 m apart (FACTS 3)."""


_WORTH_A_WORD = 0.1
"""Metres up or down; rooms of the games meet within as much (FACTS 3)."""


def find_doors_passed(path: Path, area: Area, floor: Floor) -> list[Door]:
    """The doors in the order of the path: those that would stop it if they were closed.

    ``floor`` is the whole one, without a body. A door beside the way does not count.
    """
    shut = door_obstacles(area, floor, "none")
    places = [*_links_crossed(path, floor, shut), *_leaves_crossed(path, shut)]
    first: dict[int, float] = {}
    for index, metres in sorted(places, key=lambda place: place[1]):
        first.setdefault(index, metres)
    doors = {door.index: door for door in area.doors}
    return [doors[index] for index in first]


def _links_crossed(path: Path, floor: Floor, shut: DoorObstacles) -> Iterator[tuple[int, float]]:
    """Number of a door and metres to it, for each link of the path that the door closes."""
    links = np.flatnonzero(shut.passages >= 0)
    rooms, beyond = floor.room[floor.owner[links]], floor.room[floor.to[links]]
    for crossed in path.transitions:
        rows = links[(rooms == crossed.room) & (beyond == crossed.to)]
        start, along = floor.right[rows], floor.left[rows] - floor.right[rows]
        nearest = start + along * nearest_part(start, along, crossed.place)[:, None]
        near = np.linalg.norm(nearest - crossed.place, axis=1)
        if len(rows) and near.min() <= _ON_LINK:
            blocker = shut.blockers[shut.passages[rows[np.argmin(near)]]]
            yield blocker.index, _metres_to(path.points, *crossed.place)


def _metres_to(points: NDArray[np.float64], x: float, y: float, z: float) -> float:
    """Metres along the path to the place on it that is nearest to a point."""
    start, along = points[:-1], np.diff(points, axis=0)
    length = np.hypot(along[:, 0], along[:, 1])
    part = nearest_part(start, along, (x, y, z))
    gaps = np.linalg.norm(start + along * part[:, None] - (x, y, z), axis=1)
    at = int(np.argmin(gaps))
    return float(length[:at].sum() + part[at] * length[at])


def _leaves_crossed(path: Path, shut: DoorObstacles) -> Iterator[tuple[int, float]]:
    """Number of a door and metres to it, for each leaf that stands across the path when closed."""
    for leaf in shut.obstacles:
        shape, done = find_hull(leaf.points), 0.0
        if len(shape) < 3:
            continue
        for start, end in zip(path.points[:-1].tolist(), path.points[1:].tolist(), strict=True):
            length = math.hypot(end[0] - start[0], end[1] - start[1])
            part = _enters(shape, start, end)
            if part is not None and leaf.low <= start[2] + (end[2] - start[2]) * part <= leaf.high:
                yield leaf.blocker.index, done + part * length
            done += length


def _enters(shape: NDArray[np.float64], start: list[float], end: list[float]) -> float | None:
    """The part of a segment after which it is inside of a convex shape; None where it never is."""
    ahead = np.roll(shape, -1, axis=0) - shape
    normal = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)  # to the inside: counter-clockwise
    at_start = ((np.array(start[:2]) - shape) * normal).sum(axis=1)
    at_end = ((np.array(end[:2]) - shape) * normal).sum(axis=1)
    low, high = 0.0, 1.0
    for before, after in zip(at_start.tolist(), at_end.tolist(), strict=True):
        if before < 0 and after < 0:
            return None
        if before < 0:
            low = max(low, before / (before - after))
        elif after < 0:
            high = min(high, before / (before - after))
    return low if low <= high else None


class Step(NamedTuple):
    """The floor of room ``to`` is ``rise`` metres above that of ``room``, at a place of both."""

    room: int
    to: int
    at: Point
    rise: float


def find_steps(path: Path, area: Area) -> list[Step]:
    """The steps of more than 10 cm at the links that a path crosses, in its order.

    The game takes the height of the face that one is on, and of no other (FACTS 9): a link leads
    over a step of any height.
    """
    crossings = [
        (here, there) for here, there in pairwise(path.face_rows.tolist()) if here[0] != there[0]
    ]
    found = []
    for (here, there), crossed in zip(crossings, path.transitions, strict=True):
        heights = [_height(area, room, face, crossed.place) for room, face in (here, there)]
        rise = heights[1] - heights[0]
        if abs(rise) > _WORTH_A_WORD:  # False for a face that is upright
            found.append(Step(crossed.room, crossed.to, crossed.place, rise))
    return found


def _height(area: Area, room: int, face: int, at: Point) -> float:
    """The z of the plane of a face at a place; NaN where the face is upright."""
    mesh = area.rooms[room].mesh
    if mesh is None:
        return float("nan")
    a, b, c = mesh.vertices[mesh.faces[face]].astype(np.float64)
    across = np.cross(b - a, c - a)
    if across[2] == 0:
        return float("nan")
    away = (at[0] - a[0]) * across[0] + (at[1] - a[1]) * across[1]
    return float(a[2] - away / across[2])
