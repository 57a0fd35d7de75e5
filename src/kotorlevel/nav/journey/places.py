"""Where a journey begins and ends: at a point, at a thing beside which one stands, in a room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.area.named import Kind, Named, find_named
from kotorlevel.core.errors import InputError
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable
from kotorlevel.core.types import Point
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.nav.arguments import check_place
from kotorlevel.nav.floor.build import find_components
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.near_cells import NearCells
from kotorlevel.nav.floor.spots import nearest_part

Asked = Sequence[float] | str
"""A place as it is asked for: two or three numbers, or a name."""


BESIDE = {"door": 1.5, "placeable": 2.5, "creature": 1.0, "waypoint": 1.0, "entry": 1.0}
"""Metres about a thing within which one is at it; in the plan and in height."""

_MOST_SIDES = 4
"""Parts of the floor that are tried: the two sides of a closed door, and some more."""

_INSIDE = 0.001
"""Metres from the border of a cell, so that nobody stands on the line itself."""

_TRIED_CELLS = 64
"""Large cells of a room of which the middle that is farthest from walls is taken."""


@dataclass(frozen=True)
class JourneyEnd:
    """Where a journey begins or ends: ``at`` (x, y and perhaps z), and what is there.

    ``thing`` is None where numbers were given, else ``away`` is metres in the plan from it to the
    place where one stands.
    """

    at: tuple[float, ...]
    thing: Named | None = None
    away: float = 0.0

    @property
    def kind(self) -> Kind:
        """What it is: a "point", or the kind of the thing."""
        return "point" if self.thing is None else self.thing.kind


def find_end(source: Walkmesh | Area, asked: Asked, argument: str, name: str = "") -> JourneyEnd:
    """The place that is asked for, as far as it can be told without the floor.

    ``name`` is that of a single walkmesh. Raises `InputError` where a name means nothing.
    """
    if not isinstance(asked, str):
        x, y, z = check_place(asked, argument)
        return JourneyEnd((x, y) if z is None else (x, y, z))
    if not isinstance(source, Area):
        if name and same_name(asked.removeprefix("room:"), name):
            return JourneyEnd((), Named("room", 0, (name,)))
        known = f"knows no names but room:{printable(name)}" if name else "knows no names"
        raise InputError(f"{printable(asked)}: a single walkmesh {known}", lacks="area")
    thing = find_named(source, asked)
    if thing.kind == "room" and source.rooms[thing.index].mesh is None:
        room = printable(thing.names[0])
        raise InputError(f"room {room}: its walkmesh is not here; add {room}.wok", lacks="walkmesh")
    return JourneyEnd(thing.at, thing)


def list_ends(end: JourneyEnd, floor: Floor, whole: Floor, radius: float) -> list[JourneyEnd]:
    """The places that are meant, the best first; of a place given by numbers only itself.

    ``floor`` is the one for a body of that radius, ``whole`` the one for a point.
    """
    thing = end.thing
    if thing is None:
        return [end]
    if thing.kind == "room":
        return [JourneyEnd(find_middle(floor, whole, thing), thing)]
    x, y, *_ = thing.at
    found = [
        JourneyEnd(at, thing, math.hypot(at[0] - x, at[1] - y))
        for at in find_standing(floor, thing, radius)
    ]
    return found or [end]


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


def find_middle(floor: Floor, whole: Floor, room: Named) -> Point:
    """A point well inside the floor of a room, on the largest part of it.

    ``floor`` is the one for the body, ``whole`` that without one, for rooms too narrow for it.
    Raises `InputError` where there is no floor.
    """
    for each in (floor, whole):
        cells = np.flatnonzero(each.room == room.index)
        if not len(cells):
            continue
        part = find_components(each)[cells]
        cells = cells[part == np.bincount(part, each.plan_area[cells]).argmax()]
        cells = cells[np.argsort(-each.plan_area[cells], kind="stable")[:_TRIED_CELLS]]
        space = _distance_to_walls(each, room.index, each.centre[cells])
        x, y, z = each.centre[cells[np.argmax(space)]].tolist()
        return x, y, z
    raise InputError(f"room {printable(room.names[0])}: it has no floor here that one can walk on")


def _distance_to_walls(floor: Floor, room: int, points: NDArray[np.float64]) -> list[float]:
    """(n,) metres in the plan from points (n, 3) to the nearest wall of the room."""
    walls = np.flatnonzero(floor.room[floor.wall_owner] == room)
    start, along = floor.wall_from[walls, :2], (floor.wall_to - floor.wall_from)[walls, :2]
    distances = []
    for point in points[:, :2]:
        gaps = point - start - along * nearest_part(start, along, point)[:, None]
        distances.append(float(np.hypot(gaps[:, 0], gaps[:, 1]).min(initial=math.inf)))
    return distances
