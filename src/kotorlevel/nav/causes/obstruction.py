"""What is in the way, and the nearest place that is not blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.nav.path import NearPlace, Obstruction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Floats, Point
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.query.ground import Ground


def describe_wall(floor: Floor, wall: int, x: float, y: float) -> Obstruction:
    """What a wall is, with its point nearest to (x, y); of a thing with the thing's own place."""
    begin, along = floor.wall_from[wall], floor.wall_to[wall] - floor.wall_from[wall]
    square = max(float((along[:2] ** 2).sum()), 1e-300)
    part = float(((np.array((x, y)) - begin[:2]) * along[:2]).sum()) / square
    place = (begin + along * min(max(part, 0.0), 1.0)).tolist()
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
    square = np.maximum((along[..., :2] ** 2).sum(axis=2), 1e-300)
    part = np.clip((away * along[..., :2]).sum(axis=2) / square, 0.0, 1.0)
    places = begin + along * part[..., None]
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
    square = np.maximum((along**2).sum(axis=1), 1e-300)
    part = np.clip(((where - begin) * along).sum(axis=1) / square, 0.0, 1.0)
    places = begin + along * part[:, None]
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
