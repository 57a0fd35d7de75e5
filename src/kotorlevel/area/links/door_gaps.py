"""Doorways without a floor: edges of two rooms that face each other, and a door between them.

A door's frame is deep, and a walkmesh may end on either side of it. Nobody can walk over such a
gap, however it is linked: one of the floors has to be extended.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.links.near_misses import (
    HIGHEST_STEP,
    PARALLEL,
    WIDEST_GAP,
    Measured,
    NearMiss,
    NearMisses,
    in_order,
    may_be_open,
    measure,
)
from kotorlevel.area.links.portals import distance_in_plan
from kotorlevel.area.links.seams import TOLERANCE, Seams

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.links.boundary import AreaBoundary
    from kotorlevel.core.types import Ints, Vector


WIDEST_DOOR_GAP = 1.5
"""Metres: the frames of doors are not deeper."""

_FROM_GAP = 0.25
"""Metres in the plan from the gap to the place of its door, which may be at one side of it."""
_FROM_FLOOR = 1.0
"""Metres in height, the same; more is another storey."""
_NARROWEST = 0.3
"""Metres that have to lie side by side, or half of a shorter edge: less is a corner."""
_HALF_A_DOOR = 1.5
"""Metres: doors are 2 to 3 m wide, and the edge of a doorway may be in several parts."""
_REACH = math.hypot(WIDEST_DOOR_GAP + _FROM_GAP, _HALF_A_DOOR)
"""Metres in the plan from a door to the edges of its doorway, at most."""
_MOST_DOORS, _MOST_AT_A_DOOR = 1_000, 512
"""An area has some dozens of doors, and a doorway some edges."""


class Doorstep(NamedTuple):
    """Where a door stands, or by the layout could stand."""

    kind: Literal["door", "door hook"]
    name: str
    position: Vector


def list_doorsteps(area: Area) -> list[Doorstep]:
    """The doors of the area; where no GIT places any, the door hooks of its layout (FACTS 7)."""
    if area.git is not None or area.doors:
        return [Doorstep("door", d.tag or d.template, d.position) for d in area.doors]
    return [
        Doorstep("door hook", hook.name, hook.position)
        for hook in area.layout.door_hooks
        if len(hook.position) == 3
    ]


def add_door_gaps(misses: NearMisses, area: Area, seams: Seams) -> NearMisses:
    """The near misses with the gaps that are wider than those, and have a door in them.

    Edges that meet or almost meet something already are not looked at, nor those with a wall on
    them or that lead to a third room.
    """
    boundary = seams.boundary
    is_free = (seams.partner < 0) & (boundary.length > 2 * TOLERANCE)
    is_free[seams.crowded] = False
    taken = {(m.room, m.edge) for m in misses.found}
    taken |= {(m.other_room, m.other_edge) for m in misses.found}
    edges = _Edges(boundary, np.flatnonzero(is_free))
    doors = list_doorsteps(area)
    complete = misses.complete and len(doors) <= _MOST_DOORS
    found: dict[tuple[int, int, int, int], NearMiss] = {}
    for door in doors[:_MOST_DOORS]:
        rows = edges.about(door)
        if len(rows) > _MOST_AT_A_DOOR:
            complete = False
            continue
        for miss in _gaps_at(door, seams, rows):
            if taken.isdisjoint([(miss.room, miss.edge), (miss.other_room, miss.other_edge)]):
                found.setdefault(in_order(miss), miss)
    return NearMisses(tuple(sorted((*misses.found, *found.values()), key=in_order)), complete)


class _Edges:
    """The edges that doorways may consist of, to be found by their boxes."""

    def __init__(self, boundary: AreaBoundary, rows: Ints) -> None:
        self._boundary, self._rows = boundary, rows
        start, end = boundary.start[rows], boundary.end[rows]
        slack = np.array([_REACH, _REACH, _FROM_FLOOR])
        # A column for each axis: a door is compared with all of them.
        self._low = np.ascontiguousarray((np.minimum(start, end) - slack).T)
        self._high = np.ascontiguousarray((np.maximum(start, end) + slack).T)

    def about(self, door: Doorstep) -> Ints:
        """The rows of the boundary that are near to a door."""
        place = np.array(door.position, np.float64)
        near = np.ones(len(self._rows), bool)
        for value, low, high in zip(place, self._low, self._high, strict=True):
            near &= (low <= value) & (value <= high)
        rows = self._rows[near]
        distance = distance_in_plan(place, self._boundary.start[rows], self._boundary.end[rows])
        reached: Ints = rows[distance <= _REACH]
        return reached


def _gaps_at(door: Doorstep, seams: Seams, rows: Ints) -> Iterator[NearMiss]:
    """The pairs of ``rows`` that face each other at a door, of rooms that do so across it."""
    boundary = seams.boundary
    i, j = np.triu_indices(len(rows), 1)
    a, b = rows[i], rows[j]
    apart = boundary.room[a] != boundary.room[b]
    apart &= may_be_open(boundary, a, b)
    for one, other in ((a, b), (b, a)):
        leads = boundary.transition[one]
        apart &= (leads == -1) | (leads == boundary.room[other])
    a, b = a[apart], b[apart]
    found = measure(boundary, a, b)
    faces = (found.gap > WIDEST_GAP) & (found.gap <= WIDEST_DOOR_GAP)
    shorter = np.minimum(boundary.length[a], boundary.length[b])
    faces &= (found.step <= HIGHEST_STEP) & (found.shared >= np.minimum(_NARROWEST, shorter / 2))
    faces &= found.cosine < -PARALLEL
    along, across = _off_middle(door, boundary.end[a] - boundary.start[a], found)
    faces &= across <= found.gap / 2 + _FROM_GAP
    # The door is in the gap of one pair at least; of the same rooms others may be parts of it.
    hit = faces & (along <= found.shared / 2)
    rooms = np.stack([boundary.room[a], boundary.room[b]], axis=1)
    facing = {(here, there) for here, there in rooms[hit].tolist()}
    for row in np.flatnonzero(faces & (along <= found.shared / 2 + _HALF_A_DOOR)).tolist():
        if tuple(rooms[row].tolist()) in facing:
            yield found.near_miss(boundary, int(a[row]), int(b[row]), row, door.kind, door.name)


def _off_middle(
    door: Doorstep, direction: NDArray[np.float64], found: Measured
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(M,) and (M,) metres in the plan from the middle of each gap to a door, along and across."""
    length = np.maximum(np.hypot(direction[:, 0], direction[:, 1]), 1e-12)
    unit = direction[:, :2] / length[:, None]
    off = np.array(door.position[:2]) - found.at[:, :2]
    along = np.abs((off * unit).sum(axis=1))
    across = np.abs(off[:, 0] * unit[:, 1] - off[:, 1] * unit[:, 0])
    return along, across
