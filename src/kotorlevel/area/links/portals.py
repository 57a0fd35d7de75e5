"""Which rooms are joined by a link or a seam, and where the doorways between them are."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Point
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.links.boundary import AreaBoundary
    from kotorlevel.area.links.seams import Seams

Pair = tuple[int, int]

_DOOR_REACH = 1.5
"""Metres in the plan from a door's place to an edge of its doorway; doors are 2 to 3 m wide."""
_DOOR_STEP = 1.0
"""Metres in height, the same."""
_WALL = 7


@dataclass(frozen=True, eq=False)
class Portals:
    """Boundary edges through which one room leads to another.

    ``boundary`` has all edges of the area; ``rows`` (N,) are those that are portals, and ``other``
    (N,) the rooms on their far sides. ``stored`` (N,) tells that the walkmesh itself says so; the
    others only lie on an edge of that room.
    """

    boundary: AreaBoundary
    rows: NDArray[np.int64]
    other: NDArray[np.int64]
    stored: NDArray[np.bool_]

    def links(self) -> dict[Pair, Point]:
        """Every pair of rooms (lower index first) that is linked → the middle of a doorway.

        Only what walkmeshes say counts: where two floors merely touch there may be a wall.
        """
        links: dict[Pair, Point] = {}
        for row, other in zip(self.rows[self.stored], self.other[self.stored], strict=True):
            here = int(self.boundary.room[row])
            pair = (min(here, int(other)), max(here, int(other)))
            if pair not in links:
                x, y, z = self.boundary.middle[row].tolist()
                links[pair] = (x, y, z)
        return links


def find_portals(area: Area, seams: Seams) -> Portals:
    """The portals of an area: edges with a transition to a room, and seams without a wall."""
    boundary = seams.boundary
    other = np.full(len(boundary), -1, np.int64)
    first, second = seams.first[~seams.closed], seams.second[~seams.closed]
    other[first], other[second] = boundary.room[second], boundary.room[first]
    rooms = np.array([-1 if room.is_empty_slot else room.index for room in area.rooms], np.int64)
    known = (boundary.transition >= 0) & (boundary.transition < len(rooms))
    leads = np.full(len(boundary), -1, np.int64)
    leads[known] = rooms[boundary.transition[known]]
    stored = (leads >= 0) & (leads != boundary.room)
    other = np.where(stored, leads, other)
    rows = np.flatnonzero(other >= 0)
    return Portals(boundary, rows, other[rows], stored[rows])


def count_steps(rooms: Iterable[int], links: Iterable[Pair]) -> dict[int, dict[int, int]]:
    """How many links lead at least from each of ``rooms`` to each room; no entry where no way does.

    Only what can be reached has an entry, so rooms without links cost nothing.
    """
    beside: dict[int, set[int]] = defaultdict(set)
    for a, b in links:
        beside[a].add(b)
        beside[b].add(a)
    steps: dict[int, dict[int, int]] = {}
    for start in rooms:
        found = {start: 0}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            for there in beside.get(here, ()):
                if there not in found:
                    found[there] = found[here] + 1
                    waiting.append(there)
        steps[start] = found
    return steps


def close_doors(area: Area, portals: Portals, height: float) -> list[Walkmesh]:
    """What blocks sight when all doors are closed: their leaves, and panels in their doorways.

    A panel stands on each portal about a door, ``height`` metres high: a leaf need not fill its
    frame, and the door's walkmesh may not be at hand.
    """
    boundary, rows = portals.boundary, portals.rows
    start, end = boundary.start[rows], boundary.end[rows]
    closed = [mesh for door in area.doors if (mesh := door.placed(0)) is not None]
    for door in area.doors:
        place = np.array(door.position, np.float64)
        near = distance_in_plan(place, start, end) <= _DOOR_REACH
        near &= np.abs((start[:, 2] + end[:, 2]) / 2 - place[2]) <= _DOOR_STEP
        for a, b in zip(start[near], end[near], strict=True):
            up = (0.0, 0.0, height)
            corners = [a, b, b + up, a + up]
            closed.append(
                Walkmesh.from_arrays(corners, [(0, 1, 2), (0, 2, 3)], [_WALL] * 2, kind=0)
            )
    return closed


def distance_in_plan(
    place: NDArray[np.float64], start: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(N,) metres from a place to each edge; where numbers are too large for that, not a number.

    Also from each of several places (N, 3) to one edge, or to one each.
    """
    a, along = start[:, :2], end[:, :2] - start[:, :2]
    with np.errstate(over="ignore", invalid="ignore"):
        square = (along * along).sum(axis=1)
        share = ((place[..., :2] - a) * along).sum(axis=1) / np.where(square > 0, square, 1)
        x, y = (a + np.clip(share, 0, 1)[:, None] * along - place[..., :2]).T
        distance: NDArray[np.float64] = np.hypot(x, y)
    return distance
