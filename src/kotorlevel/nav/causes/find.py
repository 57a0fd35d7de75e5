"""What cuts parts of a floor off: the nearest way into each, and the causes between two places."""

import heapq
import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.area.links.boundary import AreaBoundary
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.nav.causes.cause import Cause
from kotorlevel.nav.causes.gaps import find_gap_causes
from kotorlevel.nav.causes.passages import (
    find_blocker_causes,
    find_one_way_causes,
    find_open_ends,
    join_open_ends,
)
from kotorlevel.nav.causes.seams import WallIndex, find_seam_causes, wrong_link
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.reach.islands import Island, find_parts, find_reachable, list_islands
from kotorlevel.query.ground import ground_of

_MOST_WAYS = 8
"""Ways in that are told of one part."""

_Cost = tuple[int, float, int, int]

_WALL = 1.0
"""Metres of floor to make that are rather meant to be missing than a wall to be opened."""

_THICKEST_WALL = 1.0
"""Metres between two rooms that are a wall, and not an empty space."""


@dataclass(frozen=True, eq=False)
class CutOff:
    """A part of the floor that cannot be reached, and the ways in that there could be.

    ``ways`` are what is in the way, the nearest first. The first of them may lead from a part that
    is cut off itself: ``behind`` is the number of that island in the list, or None. ``uncertain``
    tells that a way may lead through rooms that nothing is known of.
    """

    island: Island
    ways: tuple[Cause, ...] = ()
    behind: int | None = None
    uncertain: bool = False

    def __repr__(self) -> str:
        perhaps = "perhaps " if self.uncertain else ""
        return f"<CutOff {perhaps}{self.island.area:,.1f} m², {self.cause!r}>"

    @property
    def cause(self) -> Cause | None:
        """What is in the nearest way in; None where none was found."""
        return self.ways[0] if self.ways else None


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What is known about an area beside its floor; whatever is not given is found out.

    ``unknown`` are rooms that may have a floor which is not at hand, by index.
    """

    surfaces: Materials | None = None
    unknown: Collection[int] | None = None


def find_cut_off(
    source: Walkmesh | Area,
    floor: Floor,
    reached: NDArray[np.bool_],
    known: Surroundings | None = None,
) -> list[CutOff]:
    """The parts of ``floor`` outside of ``reached`` (C,), the largest first, and what is between.

    ``source`` is what the floor was made of, and ``reached`` as `find_reachable` says. Each part
    is given the way in that needs the least: from the floor that is reached, or over other parts.
    """
    part = number_parts(floor, reached)
    if not part.any():
        return []
    causes = list_causes(source, floor, part, known)
    return _told(list_islands(floor, part - 1), part, causes)


def list_causes(
    source: Walkmesh | Area,
    floor: Floor,
    part: NDArray[np.int64],
    known: Surroundings | None = None,
) -> list[Cause]:
    """All that is between the parts (C,) of a floor, as `number_parts` has them.

    Every part is joined to part 0 by these, directly or over others, if it is near enough.
    """
    known = known or Surroundings()
    causes: list[Cause] = [*find_one_way_causes(floor, part), *find_blocker_causes(floor, part)]
    if isinstance(source, Area):
        causes = [_tell_where_it_leads(source, cause) for cause in causes]
        seams, misses = source.geometry.seams, source.geometry.near_misses
        causes += find_seam_causes(source, WallIndex(floor, part), seams, misses.found)
        ends = find_open_ends(source, floor, part, known.unknown)
        causes += join_open_ends(ends).values()
    ground = ground_of(source)
    surfaces = known.surfaces or source.surfaces
    gaps = find_gap_causes(source, floor, part, causes, ground, surfaces)
    return causes + (_tell_walls(gaps, seams.boundary) if isinstance(source, Area) else gaps)


def _tell_walls(causes: list[Cause], boundary: AreaBoundary) -> list[Cause]:
    """The causes, with those between two rooms told by the wall that stands there."""
    rows = np.flatnonzero(boundary.walled)
    walled = set(zip(boundary.room[rows].tolist(), boundary.edge[rows].tolist(), strict=True))
    return [
        replace(cause, kind="walled") if _is_walled(cause, walled) else cause for cause in causes
    ]


def _is_walled(cause: Cause, walled: set[tuple[int, int]]) -> bool:
    is_near = cause.rooms[0] != cause.rooms[1] and cause.size <= _THICKEST_WALL
    return (
        is_near and not cause.surfaces and any(walled.issuperset(own) for own in cause.edges if own)
    )


def _tell_where_it_leads(area: Area, cause: Cause) -> Cause:
    """A link of one direction, of which the other side leads to a wrong room."""
    if cause.kind != "one-way" or not cause.edges[0]:
        return cause
    room, edge = cause.edges[0][0]
    mesh = area.rooms[room].mesh
    leads = -1 if mesh is None else int(mesh.transitions.reshape(-1)[edge])
    return cause if leads < 0 else replace(cause, link=wrong_link(area, room, edge, cause.rooms[1]))


def _told(
    islands: list[Island],
    part: NDArray[np.int64],
    causes: Sequence[Cause],
) -> list[CutOff]:
    """The islands with the ways into each."""
    through_unknown = {cause.parts[1] for cause in causes if cause.kind == "absent"}
    into = _ways_into(causes)
    nearest = _nearest_ways(into)
    parts = [int(part[island.cells[0]]) for island in islands]
    numbers = {number: island.number for number, island in zip(parts, islands, strict=True)}
    told = []
    for number, island in zip(parts, islands, strict=True):
        first = nearest.get(number)
        ways = [] if first is None else [first]
        # From parts that are cut off themselves only the nearest way is worth a word.
        others = [cause for cause in into[number] if cause is not first and cause.parts[0] == 0]
        ways += sorted(others, key=lambda cause: (cause.order, cause.at))[: _MOST_WAYS - 1]
        behind = numbers.get(first.parts[0]) if first else None
        told.append(CutOff(island, tuple(ways), behind, number in through_unknown))
    return told


def number_parts(floor: Floor, reached: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(C,) 0 for what is reached, and numbers from 1 for the other parts."""
    parts = find_parts(floor).astype(np.int64)
    part = np.zeros(len(floor), np.int64)
    part[~reached] = np.unique(parts[~reached], return_inverse=True)[1].reshape(-1) + 1
    return part


def _ways_into(causes: Iterable[Cause]) -> dict[int, list[Cause]]:
    """Part → the causes about it, each seen by one who comes from the other side."""
    into: dict[int, list[Cause]] = defaultdict(list)
    for cause in causes:
        for way in (cause, cause.turned()):
            into[way.parts[1]].append(way)
    return into


def _ways_out_of(into: dict[int, list[Cause]]) -> dict[int, list[Cause]]:
    out_of: dict[int, list[Cause]] = defaultdict(list)
    for cause in itertools.chain.from_iterable(into.values()):
        out_of[cause.parts[0]].append(cause)
    return out_of


def _nearest_ways(into: dict[int, list[Cause]]) -> dict[int, Cause]:
    """Part → the cause through which it comes nearest to part 0, over others where that is less.

    These are the edges of a minimum spanning tree, grown from part 0 (Prim).
    """
    out_of = _ways_out_of(into)
    nearest: dict[int, Cause] = {}
    counter = itertools.count()  # so that equal ones come in the order they were found in
    # Of two causes that are alike, the one behind fewer others comes first.
    heap = [(cause.order, 0, cause.at, next(counter), cause) for cause in out_of[0]]
    heapq.heapify(heap)
    while heap:
        _, behind, *_, cause = heapq.heappop(heap)
        part = cause.parts[1]
        if part and part not in nearest:
            nearest[part] = cause
            for way in out_of[part]:
                heapq.heappush(heap, (way.order, behind + 1, way.at, next(counter), way))
    return nearest


def find_chain(
    source: Walkmesh | Area,
    floor: Floor,
    start: int,
    goal: int,
    known: Surroundings | None = None,
) -> list[Cause]:
    """The causes between the cells ``start`` and ``goal`` of ``floor``, the first on the way first.

    Of all chains of parts that could lead there it is the one with the least ground to make, and
    of these the one with the fewest causes. Empty where one can walk there, or where nothing leads
    there at all.
    """
    part = number_parts(floor, find_reachable(floor, start).cells)
    if not part[goal]:
        return []
    chain = _cheapest_chain(list_causes(source, floor, part, known), int(part[goal]))
    # Through an open link one simply walks on.
    return [cause for cause in chain if cause.kind != "open"]


def _cheapest_chain(causes: Iterable[Cause], goal: int) -> list[Cause]:
    """The causes from part 0 to part ``goal`` that cost least together (Dijkstra)."""
    out_of = _ways_out_of(_ways_into(causes))
    came: dict[int, Cause | None] = {}
    counter = itertools.count()  # so that equal ones come in the order they were found in
    heap: list[tuple[_Cost, int, int, Cause | None]] = [((0, 0.0, 0, 0), next(counter), 0, None)]
    while heap and goal not in came:
        cost, _, part, through = heapq.heappop(heap)
        if part in came:
            continue
        came[part] = through
        for way in out_of[part]:
            heapq.heappush(heap, (_add(cost, way), next(counter), way.parts[1], way))
    chain: list[Cause] = []
    last = came.get(goal)
    while last is not None:
        chain.append(last)
        last = came[last.parts[0]]
    return chain[::-1]


def _add(cost: _Cost, cause: Cause) -> _Cost:
    """What a chain costs with one cause more: guesses, metres without a floor, causes, ranks."""
    if cause.kind == "open":
        return cost
    guesses, metres, number, ranks = cost
    size, rank = cause.order
    size += _WALL * (cause.kind in ("wall", "walled"))
    # A way may lead through several unknown rooms; that these are joined, nobody knows.
    guesses += len(cause.unknown) > 1
    return guesses, round(metres + size, 4), number + 1, ranks + rank
