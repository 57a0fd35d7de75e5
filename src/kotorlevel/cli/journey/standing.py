"""Where one stands who is at something: a door in a wall, a crate, the middle of a room."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.types import Point
from kotorlevel.nav.floor.build import find_components
from kotorlevel.nav.floor.near_cells import NearCells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.cli.journey.names import Named
    from kotorlevel.nav.floor.floor import Floor


BESIDE = {"door": 1.5, "placeable": 2.5, "creature": 1.0, "waypoint": 1.0, "entry": 1.0}
"""Metres about a thing within which one is at it; in the plan and in height."""

_MOST_SIDES = 4
"""Parts of the floor that are tried: the two sides of a closed door, and some more."""

_INSIDE = 0.001
"""Metres from the border of a cell, so that nobody stands on the line itself."""

_TRIED_CELLS = 64
"""Large cells of a room of which the middle that is farthest from walls is taken."""


def find_standing(floor: Floor, thing: Named, radius: float) -> list[Point]:
    """The nearest point to a thing on each part of the floor beside it, the nearest first.

    ``floor`` is the one on which the middle of a body of that ``radius`` can be. Empty where
    nothing is near.
    """
    x, y, *z = thing.at
    within = BESIDE[thing.kind] + radius
    near = NearCells(floor).around(x, y, within)
    above = np.abs(near.point[:, 2] - z[0]) if z else np.zeros(len(near.cell))
    rows = np.lexsort((near.cell, above, np.round(near.distance, 6)))
    rows = rows[above[rows] <= within]
    part = find_components(floor)[near.cell[rows]]
    first = np.sort(np.unique(part, return_index=True)[1])
    return [
        _inside(floor, int(near.cell[row]), near.point[row], near.distance[row] > 0)
        for row in rows[first[:_MOST_SIDES]].tolist()
    ]


def _inside(floor: Floor, cell: int, point: NDArray[np.float64], is_border: bool) -> Point:
    """A point of a cell, a millimetre inwards if it is on the border."""
    x, y, _ = point.tolist()
    middle_x, middle_y, _ = floor.centre[cell].tolist()
    away = math.hypot(middle_x - x, middle_y - y)
    if is_border and away > 0:
        share = min(1.0, _INSIDE / away)
        x, y = x + (middle_x - x) * share, y + (middle_y - y) * share
    return x, y, floor.height(cell, x, y)


def find_middle(floor: Floor, whole: Floor, room: int, name: str) -> Point:
    """A point well inside the floor of a room, on the largest part of it.

    ``floor`` is the one for the body, ``whole`` that without one, for rooms too narrow for it.
    Raises `CommandError` where there is no floor.
    """
    for each in (floor, whole):
        cells = np.flatnonzero(each.room == room)
        if not len(cells):
            continue
        part = find_components(each)[cells]
        cells = cells[part == np.bincount(part, each.plan_area[cells]).argmax()]
        cells = cells[np.argsort(-each.plan_area[cells], kind="stable")[:_TRIED_CELLS]]
        space = _distance_to_walls(each, room, each.centre[cells])
        x, y, z = each.centre[cells[np.argmax(space)]].tolist()
        return x, y, z
    raise CommandError(f"room {name}: it has no floor here that one can walk on")


def _distance_to_walls(floor: Floor, room: int, points: NDArray[np.float64]) -> list[float]:
    """(n,) metres in the plan from points (n, 3) to the nearest wall of the room."""
    walls = np.flatnonzero(floor.room[floor.wall_owner] == room)
    start, along = floor.wall_from[walls, :2], (floor.wall_to - floor.wall_from)[walls, :2]
    square = np.maximum((along * along).sum(axis=1), 1e-300)
    distances = []
    for x, y, _ in points.tolist():
        away = (x, y) - start
        part = np.clip((away * along).sum(axis=1) / square, 0.0, 1.0)
        gaps = away - along * part[:, None]
        distances.append(float(np.hypot(gaps[:, 0], gaps[:, 1]).min(initial=math.inf)))
    return distances
