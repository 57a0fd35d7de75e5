"""Which things of the GIT, and which path points, are on the floor of a room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.instances import list_instances
from kotorlevel.query.ground import Ground, ground_of

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.instances import Instance


@dataclass(frozen=True)
class Standing:
    """What is on a room: things of the GIT, numbers of path points, and whether the entry is.

    ``nowhere`` is the number of things in the GIT that stand on no floor of any room.
    """

    instances: tuple[Instance, ...]
    path_points: tuple[int, ...]
    has_entry: bool
    nowhere: int


def find_standing(area: Area, room: int) -> Standing:
    """What stands on a room: where the floor nearest to its height is one of the room's.

    Path points have no height, so they are over the room that the game finds first.
    """
    ground = ground_of(area, fast=None)
    instances = list_instances(area)
    places = np.array([instance.position for instance in instances]).reshape(-1, 3)
    under = ground.find_faces(places[:, :2], places[:, 2]).room.tolist()
    entry = None if area.entry is None or not np.isfinite(area.entry).all() else area.entry
    floor = None if entry is None else ground.find_face(*entry)
    return Standing(
        tuple(each for each, index in zip(instances, under, strict=True) if index == room),
        _path_points_over(area, ground, room),
        floor is not None and floor.room == room,
        under.count(-1),
    )


def _path_points_over(area: Area, ground: Ground, room: int) -> tuple[int, ...]:
    if area.path_points is None:
        return ()
    points = area.path_points.points.astype(np.float64)
    usable = np.flatnonzero(np.isfinite(points).all(axis=1))
    rooms = ground.find_faces(points[usable]).room
    return tuple(usable[rooms == room].tolist())
