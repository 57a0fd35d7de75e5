"""What stands in a room that was moved goes along: things of the GIT, path points, the entry.

A merged room may stand elsewhere than on one of the sides. What that side put on its floor is
taken to where the floor is now, as its door hooks are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.instances import list_instances, move_instances
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Vector
    from kotorlevel.formats.gff import Gff
    from kotorlevel.formats.pth import PathPoints
    from kotorlevel.mesh.walkmesh import Walkmesh

Ways = Mapping[str, "Vector"]
"""Room, by its key → how far what stands in it goes."""

_ABOVE = 0.01
"""Metres that a point may be off a face in the plan: doors stand on edges."""
_MOST = 1_000_000
"""Pairs of points and faces that are compared at a time."""


@dataclass(frozen=True, eq=False)
class Things:
    """What a side puts into the area, where it is to be now.

    ``moved`` are entries of the GIT that went along, by list and number.
    """

    git: Gff | None
    path_points: PathPoints | None
    moved: frozenset[tuple[str, int]] = frozenset()


def move_along(area: Area, ways: Ways) -> Things:
    """The GIT and the path points of a side, moved along with its rooms."""
    ways = {key: way for key, way in ways.items() if any(way)}
    if not ways:
        return Things(area.git, area.path_points)
    moved: set[tuple[str, int]] = set()
    instances = list_instances(area)
    rooms = rooms_under(area, [instance.position for instance in instances])
    for key, way in ways.items():
        chosen = [each for each, room in zip(instances, rooms, strict=True) if room == key]
        area = move_instances(area, chosen, way)
        moved |= {(each.list_name, each.number) for each in chosen}
    return Things(area.git, _moved_points(area, ways), frozenset(moved))


def is_moved(area: Area, place: Vector, ways: Ways) -> bool:
    """True for a place of a side in a room that stands elsewhere now."""
    moved = {key for key, way in ways.items() if any(way)}
    return bool(moved) and rooms_under(area, [place])[0] in moved


def _moved_points(area: Area, ways: Ways) -> PathPoints | None:
    paths = area.path_points
    if paths is None or not len(paths):
        return paths
    points = paths.points.astype(np.float64)
    rooms = rooms_under(area, points.tolist())
    offsets = np.array([ways.get(room, (0.0, 0.0, 0.0))[:2] for room in rooms])
    if not offsets.any() or not np.isfinite(points).all():
        return paths
    return paths.replaced(points + offsets)


def rooms_under(area: Area, places: Sequence[Sequence[float]]) -> list[str]:
    """The key of the room on whose floor each place is, "" for none.

    A place (x, y, z) is on the floor nearest to it in height; one without z on that of the first
    room that has a floor there, as in the game (FACTS 9).
    """
    if not len(places):
        return []
    points = np.asarray(places, np.float64)
    best = np.full(len(points), np.inf)
    found = np.full(len(points), -1)
    for room in area.rooms:
        if room.mesh is None or not room.mesh.geometry.is_sound:
            continue
        gaps = _gaps(room.mesh, points)
        nearer = gaps < best
        best[nearer], found[nearer] = gaps[nearer], room.index
    return ["" if index < 0 else name_key(area.rooms[index].name) for index in found.tolist()]


def _gaps(mesh: Walkmesh, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,) how far each point is above or below the mesh's floor; infinite beside it.

    For points without a height 0 where there is floor.
    """
    corners = mesh.geometry.corners[mesh.surfaces.walkcheck(mesh.materials)]
    gaps = np.full(len(points), np.inf)
    if not len(corners):
        return gaps
    low, high = corners[..., :2].min(axis=(0, 1)), corners[..., :2].max(axis=(0, 1))
    with np.errstate(invalid="ignore"):
        inside = ((points[:, :2] >= low - _ABOVE) & (points[:, :2] <= high + _ABOVE)).all(axis=1)
    near = np.flatnonzero(inside & np.isfinite(points).all(axis=1))
    step = max(_MOST // len(corners), 1)
    for start in range(0, len(near), step):
        some = near[start : start + step]
        gaps[some] = _gaps_to_faces(corners, points[some])
    return gaps


def _gaps_to_faces(
    corners: NDArray[np.float64], points: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(N,) the least distance in height to a face over or under each point."""
    low, high = corners[..., :2].min(axis=1) - _ABOVE, corners[..., :2].max(axis=1) + _ABOVE
    x, y = points[:, 0, None], points[:, 1, None]
    boxed = (x >= low[:, 0]) & (x <= high[:, 0]) & (y >= low[:, 1]) & (y <= high[:, 1])
    point, face = np.nonzero(boxed)
    over = _is_over(corners[face], points[point])
    point, face = point[over], face[over]
    gaps = np.full(len(points), np.inf)
    np.minimum.at(gaps, point, _heights(corners[face], points[point]))
    return gaps


def _is_over(corners: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,) whether each point is over or under its face, or next to it."""
    sides = np.roll(corners, -1, axis=1)[..., :2] - corners[..., :2]
    lengths = np.maximum(np.linalg.norm(sides, axis=2), 1e-12)
    to = points[:, None, :2] - corners[..., :2]
    across = (sides[..., 0] * to[..., 1] - sides[..., 1] * to[..., 0]) / lengths
    inside = (across >= -_ABOVE).all(axis=1) | (across <= _ABOVE).all(axis=1)
    return np.asarray(inside)


def _heights(corners: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) how far each point is above or below its face; 0 for points without a height."""
    if points.shape[1] < 3:
        return np.zeros(len(points))
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    upright = np.abs(normals[:, 2]) < 1e-9
    rise = np.where(upright, 1.0, normals[:, 2])
    offset = points[:, :2] - corners[:, 0, :2]
    height = corners[:, 0, 2] - (offset * normals[:, :2]).sum(axis=1) / rise
    return np.where(upright, np.inf, np.abs(points[:, 2] - height))
