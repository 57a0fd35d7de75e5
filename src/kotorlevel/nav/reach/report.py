"""`find_reach`: what of an area can be walked to, what is cut off, by what, and what mends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.core.distinct import distinct
from kotorlevel.core.errors import InputError
from kotorlevel.core.text import printable
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of
from kotorlevel.mesh.materials import Materials
from kotorlevel.nav.arguments import Doors, check_walkmeshes, find_open_doors
from kotorlevel.nav.causes.cause import Cause
from kotorlevel.nav.causes.find import CutOff, Surroundings, find_cut_off
from kotorlevel.nav.causes.passages import find_one_way_causes
from kotorlevel.nav.causes.words import describe_unknown
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.near_cells import NearCells
from kotorlevel.nav.journey.places import Asked, find_end, list_ends
from kotorlevel.nav.reach.doors import DoorReach, find_door_reach
from kotorlevel.nav.reach.islands import (
    Island,
    Reached,
    cell_areas,
    find_parts,
    find_reachable,
    list_islands,
)

StartKind = Literal["entry", "given", "largest"]

_LOOK_AROUND = 10.0
"""Metres within which the nearest floor is named."""


@dataclass(frozen=True)
class ReachStart:
    """Where it was started: how that was chosen, the place, and the cell of the floor.

    ``note`` says why it is the "largest" part of the floor.
    """

    kind: StartKind
    at: Vector
    cell: int
    note: str = ""


@dataclass(frozen=True, eq=False)
class Reach:
    """What can be walked to in an area.

    ``cut_off`` are the parts that cannot be, the largest first, each with the ways in that there
    could be and what is in the way; ``specks`` the m² of those that are smaller than asked.
    ``traps`` are parts that one can enter, but not leave. ``room_areas`` are m² of floor by room,
    ``reached_areas`` what is reached of these. ``notes`` say what is not known.
    """

    area: Area
    start: ReachStart
    reached: Reached
    room_areas: dict[int, float]
    reached_areas: dict[int, float]
    cut_off: tuple[CutOff, ...] = ()
    specks: tuple[float, ...] = ()
    traps: tuple[Trap, ...] = ()
    doors: tuple[DoorReach, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        size = f"{self.reached.area:,.0f} of {self.whole_area:,.0f} m²"
        return (
            f"<Reach in {self.area.name!r}: {size}, {count_of(len(self.cut_off), 'part')} cut off>"
        )

    def __str__(self) -> str:
        return self.describe()

    @property
    def whole_area(self) -> float:
        """m² of all floor."""
        return sum(self.room_areas.values())

    @property
    def rooms(self) -> tuple[str, ...]:
        """The names of the rooms with any part reached."""
        return tuple(self.area.rooms[room].name for room, m2 in self.reached_areas.items() if m2)

    @property
    def unknown_rooms(self) -> frozenset[int]:
        """The rooms that may have a floor which is not at hand."""
        return self.area.unknown_rooms

    def describe(self) -> str:
        """What is reached, and each part that is not with what mends it, in words."""
        from kotorlevel.nav.reach.words import describe_reach

        return describe_reach(self)


def find_reach(
    area: Area,
    start: Asked | None = None,
    *,
    open_doors: Doors = "all",
    closed_doors: Doors = (),
    least_area: float = 0.0,
    surfaces: Materials | None = None,
) -> Reach:
    """What can be walked to from ``start``: a place or a name, as `find_journey` takes them.

    By default that is the module's entry, or else the largest part of the floor. Closed doors are
    in the way; links of one direction count one way only, as in the game. Parts with fewer than
    ``least_area`` m² are only summed up. ``surfaces`` decides what can be walked on.

        reach = kl.find_reach(kl.load_area("my_mod"), closed_doors=["gate"])
        for part in reach.cut_off:
            print(part.island.area, part.cause, part.cause and part.cause.remedy)

    Raises `InputError` where there is no floor to start on.
    """
    floor = _find_floor(area, surfaces, find_open_doors(area, open_doors, closed_doors))
    begin = _find_start(area, floor, start)
    reached = find_reachable(floor, begin.cell)
    known = Surroundings(surfaces)
    parts = find_cut_off(area, floor, reached.cells, known)
    # The largest come first, so that what is left out has no number that others name.
    cut_off = tuple(part for part in parts if part.island.area >= least_area)
    return Reach(
        area,
        begin,
        reached,
        _by_room(floor, np.ones(len(floor), bool)),
        _by_room(floor, reached.cells),
        cut_off,
        tuple(part.island.area for part in parts[len(cut_off) :]),
        tuple(find_traps(floor, reached)),
        tuple(find_door_reach(area.doors, floor, reached.cells)),
        tuple(_list_notes(area, floor)),
    )


def _find_floor(area: Area, surfaces: Materials | None, open_doors: str | tuple[str, ...]) -> Floor:
    check_walkmeshes(area)
    floor = build_floor(area, surfaces)
    if open_doors != "all":
        from kotorlevel.nav.clip.obstacles import apply_obstacles

        floor = apply_obstacles(floor, area, open_doors=open_doors, fast=False)
    if not len(floor):
        raise InputError(f"{printable(area.name)}: no room has a floor that can be walked on")
    return floor


def _by_room(floor: Floor, cells: NDArray[np.bool_]) -> dict[int, float]:
    rooms = distinct(floor.room)
    sums = np.bincount(floor.room[cells], cell_areas(floor)[cells], int(rooms.max(initial=0)) + 1)
    return {int(room): float(sums[room]) for room in rooms}


def _list_notes(area: Area, floor: Floor) -> list[str]:
    unusable = [
        f"{printable(area.rooms[index].name)}: its links cannot be told: {printable(reason, 300)}"
        for index, reason in floor.unusable
    ]
    return [*filter(None, [describe_unknown(area)]), *unusable, *floor.notes]


def _find_start(area: Area, floor: Floor, asked: Asked | None) -> ReachStart:
    cells = NearCells(floor)
    if asked is not None:
        at = list_ends(find_end(area, asked, "start"), floor, floor, 0.0)[0].at
        found = cells.find_foothold(at)
        if found is None:
            raise InputError(_nowhere(cells, at), argument="start")
        return ReachStart("given", found.point, found.cell)
    note = "no entry is known; started on the largest part of the floor"
    if area.entry is not None:
        found = cells.find_foothold(area.entry)
        if found is not None:
            return ReachStart("entry", found.point, found.cell)
        x, y, _ = area.entry
        note = (
            f"the entry ({x:.1f}, {y:.1f}) is on no floor that is known here; started on the "
            "largest part of the floor instead"
        )
    island = list_islands(floor)[0]
    cell = island.cells[np.argmax(floor.plan_area[island.cells])]
    return ReachStart("largest", island.point, int(cell), note)


def _nowhere(cells: NearCells, place: tuple[float, ...]) -> str:
    text = f"{','.join(f'{number:g}' for number in place)}: no floor there"
    near = cells.find_foothold(place, _LOOK_AROUND)
    if near is None:
        return f"{text}, and none within {_LOOK_AROUND:.0f} m"
    return f"{text}; the nearest is at {','.join(f'{number:.2f}' for number in near.point)}"


@dataclass(frozen=True, eq=False)
class Trap:
    """A part of the floor without a way back, and the ``links`` that lead in and not out.

    Seen from each of these, the part is the first side: there the way back is missing.
    """

    island: Island
    links: tuple[Cause, ...]


def find_traps(floor: Floor, reached: Reached) -> list[Trap]:
    """The parts of what is ``reached`` that one cannot come back from, the largest first."""
    if not reached.one_way.any():
        return []
    parts = find_parts(floor)
    part = np.zeros(len(floor), np.int64)
    numbers = np.unique(parts[reached.one_way], return_inverse=True)[1].reshape(-1)
    part[reached.one_way] = numbers + 1
    causes = find_one_way_causes(floor, part)
    return [
        Trap(island, tuple(cause for cause in causes if cause.parts[0] == part[island.cells[0]]))
        for island in list_islands(floor, part - 1)
    ]
