"""Which parts of a floor hang together (union-find), and what can be reached from a cell."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Vector
from kotorlevel.mesh.components import component_roots, label_components
from kotorlevel.nav.floor.build import find_components
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.graph import Joined


class RoomShare(NamedTuple):
    """What of a room is meant: its index, m² (along the slope), and the part of all its floor."""

    room: int
    area: float
    share: float


@dataclass(frozen=True, eq=False)
class Island:
    """A part of the floor that hangs together.

    ``number`` counts islands from the largest, ``cells`` (n,) are the numbers of its cells.
    ``area`` is m² of the faces themselves, ``plan_area`` that of their plan; ``rooms`` the rooms it
    lies in, largest share of it first. ``low`` and ``high`` are its bounds, ``point`` is a point
    on it: the middle of its largest cell.
    """

    number: int
    cells: NDArray[np.int64] = field(repr=False)
    area: float
    plan_area: float
    rooms: tuple[RoomShare, ...]
    low: Vector
    high: Vector
    point: Vector


@dataclass(frozen=True, eq=False)
class Reached:
    """What can be walked to from the cell ``start``; links of one direction count one way only.

    ``cells`` (C,) tells which cells; ``one_way`` (C,) those of them that no way leads back from.
    ``area`` and ``plan_area`` are m² as in `Island`, ``rooms`` those with any part reached.
    """

    start: int
    cells: NDArray[np.bool_] = field(repr=False)
    one_way: NDArray[np.bool_] = field(repr=False)
    area: float
    plan_area: float
    rooms: tuple[RoomShare, ...]


def cell_areas(floor: Floor) -> NDArray[np.float64]:
    """(C,) m² of each cell itself, along its slope."""
    a, b, _ = floor.plane.T
    area: NDArray[np.float64] = floor.plan_area * np.sqrt(1 + a * a + b * b)
    return area


def list_islands(
    floor: Floor, labels: NDArray[np.integer] | None = None, least_area: float = 0.0
) -> list[Island]:
    """The islands of a floor of at least ``least_area`` m², the largest first.

    ``labels`` (C,) numbers from 0 that say what belongs together, below 0 for cells to leave out;
    by default everything that passages join, in whichever direction.
    """
    if labels is None:
        labels = find_components(floor)
    areas = cell_areas(floor)
    count = int(labels.max(initial=-1)) + 1
    chosen = np.flatnonzero(labels >= 0)
    chosen = chosen[np.argsort(labels[chosen], kind="stable")]
    starts = np.searchsorted(labels[chosen], np.arange(count + 1))
    sums = np.bincount(labels[chosen], areas[chosen], count)
    room_areas = _room_areas(floor, areas)
    order = [
        label
        for label in np.argsort(-sums, kind="stable").tolist()
        if sums[label] >= least_area and starts[label] < starts[label + 1]
    ]
    return [
        _island(floor, number, chosen[starts[label] : starts[label + 1]], areas, room_areas)
        for number, label in enumerate(order)
    ]


def _island(
    floor: Floor,
    number: int,
    cells: NDArray[np.int64],
    areas: NDArray[np.float64],
    room_areas: NDArray[np.float64],
) -> Island:
    largest = cells[np.argmax(floor.plan_area[cells])]
    begin, end = floor.corner_starts[cells], floor.corner_starts[cells + 1]
    counts = end - begin
    shift = np.repeat(begin - np.cumsum(counts) + counts, counts)
    corners = floor.corners[shift + np.arange(len(shift))]
    return Island(
        number,
        cells,
        float(areas[cells].sum()),
        float(floor.plan_area[cells].sum()),
        _shares(floor.room[cells], areas[cells], room_areas),
        _vector(corners.min(axis=0)),
        _vector(corners.max(axis=0)),
        _vector(floor.centre[largest]),
    )


def _vector(point: NDArray[np.float64]) -> Vector:
    x, y, z = point.tolist()
    return x, y, z


def _room_areas(floor: Floor, areas: NDArray[np.float64]) -> NDArray[np.float64]:
    """(R,) m² of all floor of each room."""
    return np.bincount(floor.room, areas).astype(np.float64)


def _shares(
    room: NDArray[np.int32], areas: NDArray[np.float64], room_areas: NDArray[np.float64]
) -> tuple[RoomShare, ...]:
    """The rooms of some cells, largest first."""
    numbers, place = np.unique(room, return_inverse=True)
    sums = np.bincount(place.reshape(-1), areas, len(numbers))
    whole = room_areas[numbers]
    shares = np.divide(sums, whole, out=np.ones(len(sums)), where=whole > 0)
    return tuple(
        RoomShare(int(numbers[row]), float(sums[row]), min(float(shares[row]), 1.0))
        for row in np.argsort(-sums, kind="stable").tolist()
    )


def find_parts(floor: Floor) -> NDArray[np.intp]:
    """(C,) numbers of the parts inside of which one can walk from everywhere to everywhere.

    Parts are joined by passages that lead both ways: where a link leads one way only, two parts
    meet, though they may be one island.
    """
    return _parts(floor, is_mutual(floor))


def _parts(floor: Joined, mutual: NDArray[np.bool_]) -> NDArray[np.intp]:
    owner, to = floor.owner[mutual].astype(np.intp), floor.to[mutual].astype(np.intp)
    return label_components(component_roots(len(floor), owner, to))


def is_mutual(floor: Joined) -> NDArray[np.bool_]:
    """(P,) passages whose two cells are joined in both directions."""
    owner, to = floor.owner.astype(np.int64), floor.to.astype(np.int64)
    ahead, back = owner * len(floor) + to, to * len(floor) + owner
    ordered = np.sort(ahead)
    place = np.minimum(np.searchsorted(ordered, back), max(len(ordered) - 1, 0))
    return ordered[place] == back if len(ordered) else np.zeros(0, bool)


def find_reachable(floor: Floor, cell: int) -> Reached:
    """What can be walked to from a cell, and what of it one cannot come back from."""
    if not 0 <= cell < len(floor):
        raise IndexError(f"there is no cell {cell}: the floor has {len(floor):,}")
    parts = Parts.of(floor)
    cells = parts.reached_from(cell)
    back = _follow(int(parts.part[cell]), parts.after, parts.before)
    one_way = cells & ~np.isin(parts.part, back)
    areas = cell_areas(floor)
    return Reached(
        int(cell),
        cells,
        one_way,
        float(areas[cells].sum()),
        float(floor.plan_area[cells].sum()),
        _shares(floor.room[cells], areas[cells], _room_areas(floor, areas)),
    )


class Parts(NamedTuple):
    """The parts of `find_parts`, and how one gets from part to part.

    ``part`` (C,) is that of each cell; from ``before`` (n,) one comes to ``after`` (n,), and not
    back that way.
    """

    part: NDArray[np.intp]
    before: NDArray[np.intp]
    after: NDArray[np.intp]

    @staticmethod
    def of(floor: Joined) -> Parts:
        """Those of a floor."""
        mutual = is_mutual(floor)
        part = _parts(floor, mutual)
        return Parts(part, part[floor.owner[~mutual]], part[floor.to[~mutual]])

    def islands(self) -> NDArray[np.intp]:
        """(C,) the number of each cell's island, as `find_components` puts them together."""
        count = int(self.part.max(initial=-1)) + 1
        return label_components(component_roots(count, self.before, self.after))[self.part]

    def reached_from(self, cell: int) -> NDArray[np.bool_]:
        """(C,) the cells that can be walked to from a cell."""
        return np.isin(self.part, _follow(int(self.part[cell]), self.before, self.after))


def _follow(start: int, before: NDArray[np.intp], after: NDArray[np.intp]) -> list[int]:
    """Every number that pairs (before, after) lead to from ``start``, and itself (flood fill)."""
    leads: dict[int, set[int]] = defaultdict(set)
    for here, there in zip(before.tolist(), after.tolist(), strict=True):
        leads[here].add(there)
    found, waiting = {start}, [start]
    while waiting:
        fresh = leads.get(waiting.pop(), set()) - found
        found |= fresh
        waiting += fresh
    return sorted(found)
