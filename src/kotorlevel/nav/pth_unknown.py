"""What cannot be told of path points because rooms are not at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.nav.cut_ends import find_unknown_rooms
from kotorlevel.query.ground import Ground

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.area.area import Area
    from kotorlevel.formats.pth import PathPoints
    from kotorlevel.nav.floor import Floor
    from kotorlevel.nav.pth_stand import Stand


def find_uncertain_points(
    area: Area | None, path_points: PathPoints, stands: list[Stand]
) -> list[bool]:
    """(N,) whether a point may stand on the floor of a room that is not at hand.

    It may not where a room that is at hand has a face under it: a wall, or what is not walked on.
    """
    places = path_points.points.astype(np.float64)
    lost = np.array([not stand.spots for stand in stands], bool) & np.isfinite(places).all(axis=1)
    if area is None or not lost.any() or not find_unknown_rooms(area):
        return [False] * len(stands)
    found = Ground(area, fast=False).find_faces(np.where(lost[:, None], places, 0.0))
    open_ground: list[bool] = (lost & (found.face < 0)).tolist()
    return open_ground


def find_uncertain_walls(area: Area | None, floor: Floor) -> NDArray[np.bool_]:
    """(W,) the walls behind which a room may go on that is not at hand."""
    uncertain = np.zeros(len(floor.wall_edge), bool)
    rooms = find_unknown_rooms(area) if area is not None else frozenset()
    if area is None or not rooms:
        return uncertain
    owner = floor.room[floor.wall_owner]
    for index in np.unique(owner).tolist():
        mesh = area.rooms[index].mesh
        rows = np.flatnonzero((owner == index) & (floor.wall_edge >= 0))
        if mesh is not None:
            leads = mesh.transitions.reshape(-1)[floor.wall_edge[rows]]
            uncertain[rows] = np.isin(leads, list(rooms))
    return uncertain
