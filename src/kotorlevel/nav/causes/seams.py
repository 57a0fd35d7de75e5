"""Causes between rooms that could be one: at seams without a proper link, and near misses."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.causes.cause import Cause, Edge, Kind, WrongLink
from kotorlevel.nav.causes.wall_gaps import closest_points

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.links.near_misses import NearMiss
    from kotorlevel.area.links.seams import Seams
    from kotorlevel.nav.floor.floor import Floor

_WALLS_ON_AN_EDGE = 8
"""Pieces of one edge that are looked at: obstacles may part it."""

_MOST_PAIRS = 10_000
"""Pairs of edges that are looked at: more than anybody would mend by hand."""

_SLACK = 0.01
"""Metres by which walls may be farther apart than the edges they lie on."""


class WallIndex:
    """Finds the walls of a floor by the edge of the mesh that they lie on."""

    def __init__(self, floor: Floor, part: NDArray[np.int64]) -> None:
        self._floor = floor
        self._of_wall = part[floor.wall_owner]
        self._room = floor.room[floor.wall_owner].astype(np.int64)
        self._size = int(floor.wall_edge.max(initial=0)) + 1
        keys = np.where(floor.wall_edge < 0, -1, self._room * self._size + floor.wall_edge)
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def on(self, room: int, edge: int) -> NDArray[np.int64]:
        """(n,) the walls on an edge that nothing else blocks; a few of them, where it is parted."""
        if not 0 <= edge < self._size:
            return np.empty(0, np.int64)
        key = room * self._size + edge
        low, high = np.searchsorted(self._keys, [key, key + 1]).tolist()
        walls = self._order[low : min(high, low + _WALLS_ON_AN_EDGE)]
        return walls[self._floor.wall_blocker[walls] < 0]

    def part_pairs(self, one: Edge, other: Edge, most: float) -> set[tuple[int, int]]:
        """The parts that two edges keep apart, where no more than ``most`` metres are between."""
        floor = self._floor
        pairs = [(a, b) for a in self.on(*one).tolist() for b in self.on(*other).tolist()]
        pairs = [(a, b) for a, b in pairs if self._of_wall[a] != self._of_wall[b]]
        if not pairs:
            return set()
        a, b = np.array(pairs, np.int64).T
        here, there = closest_points(
            floor.wall_from[a], floor.wall_to[a], floor.wall_from[b], floor.wall_to[b]
        )
        near = np.linalg.norm(here - there, axis=1) <= most + _SLACK
        return set(
            zip(self._of_wall[a[near]].tolist(), self._of_wall[b[near]].tolist(), strict=True)
        )


@dataclass(frozen=True)
class _Found:
    """One pair of edges with what is wrong with it."""

    kind: Kind
    one: Edge
    other: Edge
    at: tuple[float, float, float]
    length: float
    size: float = 0.0
    link: WrongLink | None = None
    miss: NearMiss | None = None


def find_seam_causes(
    area: Area, index: WallIndex, seams: Seams, misses: Iterable[NearMiss]
) -> list[Cause]:
    """The causes at seams and near misses, one for each kind and pair of parts and rooms."""
    groups: dict[tuple[object, ...], list[_Found]] = defaultdict(list)
    every = itertools.chain(_unlinked(area, seams), _missed(misses))
    for found in itertools.islice(every, _MOST_PAIRS):
        rooms = found.one[0], found.other[0]
        for parts in index.part_pairs(found.one, found.other, found.size):
            groups[found.kind, parts, rooms].append(found)
    return [
        _cause(parts, rooms, several)  # type: ignore[arg-type]
        for (_, parts, rooms), several in groups.items()
    ]


def _cause(parts: tuple[int, int], rooms: tuple[int, int], several: Sequence[_Found]) -> Cause:
    nearest = min(several, key=lambda found: (found.size, found.one))
    return Cause(
        nearest.kind,
        parts,
        rooms,
        nearest.at,
        (
            tuple(dict.fromkeys(found.one for found in several)),
            tuple(dict.fromkeys(found.other for found in several)),
        ),
        nearest.size,
        length=sum(found.length for found in several),
        link=nearest.link,
        miss=nearest.miss,
    )


def _unlinked(area: Area, seams: Seams) -> Iterator[_Found]:
    """Pairs of edges that meet, of which neither leads to the other's room.

    Links of one direction are told by the passages of the floor.
    """
    boundary = seams.boundary
    first, second = seams.first, seams.second
    leads = boundary.transition[first] == boundary.room[second]
    leads |= boundary.transition[second] == boundary.room[first]
    for row in np.flatnonzero(~leads).tolist():
        a, b = int(first[row]), int(second[row])
        wrong = next((side for side in (a, b) if boundary.transition[side] >= 0), None)
        kind: Kind = "wall" if seams.closed[row] else "no-link"
        link = None
        if wrong is not None:
            kind = "wrong-room"
            met = int(boundary.room[b if wrong == a else a])
            link = wrong_link(area, int(boundary.room[wrong]), int(boundary.edge[wrong]), met)
        x, y, z = boundary.middle[a].tolist()
        edges = [(int(boundary.room[side]), int(boundary.edge[side])) for side in (a, b)]
        yield _Found(kind, edges[0], edges[1], (x, y, z), float(boundary.length[a]), link=link)


def wrong_link(area: Area, room: int, edge: int, met: int) -> WrongLink:
    """An edge that meets room ``met`` and leads to another one."""
    mesh = area.rooms[room].mesh
    leads = -1 if mesh is None else int(mesh.transitions.reshape(-1)[edge])
    has_floor = 0 <= leads < len(area.rooms) and area.rooms[leads].mesh is not None
    return WrongLink(room, edge, leads, met, has_floor)


def _missed(misses: Iterable[NearMiss]) -> Iterator[_Found]:
    """Edges that almost meet."""
    for miss in misses:
        if miss.linked:
            continue
        # With a door in it a gap is one all the same; the reason names the door.
        kind: Kind = "gap" if miss.kind == "door" or miss.kind == "door hook" else miss.kind
        size = math.hypot(miss.gap, miss.step)
        ends = (miss.room, miss.edge), (miss.other_room, miss.other_edge)
        yield _Found(kind, *ends, miss.at, miss.shared, size, miss=miss)
