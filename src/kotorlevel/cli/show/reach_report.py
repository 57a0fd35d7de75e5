"""What ``kotorlevel reach`` finds out, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable
from kotorlevel.core.types import Vector
from kotorlevel.core.words import short_list
from kotorlevel.nav.causes.find import CutOff, Surroundings, find_cut_off
from kotorlevel.nav.causes.open_ends import find_unknown_rooms
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.near_cells import NearCells
from kotorlevel.nav.reach.doors import DoorReach, find_door_reach
from kotorlevel.nav.reach.islands import cell_areas, find_reachable, list_islands
from kotorlevel.nav.reach.traps import Trap, find_traps

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.nav.reach.islands import Reached

StartKind = Literal["entry", "given", "largest"]

_LOOK_AROUND = 10.0
"""Metres within which the nearest floor is named."""


@dataclass(frozen=True)
class Asked:
    """What is asked: where to start, which doors are closed, what is a speck, what is floor."""

    start: tuple[float, ...] | None = None
    all_closed: bool = False
    closed: tuple[str, ...] = ()
    least_area: float = 0.0
    surfaces: Materials | None = None


@dataclass(frozen=True)
class Start:
    """Where it was started: how that was chosen, the place, and the cell of the floor."""

    kind: StartKind
    at: Vector
    cell: int


@dataclass(frozen=True, eq=False)
class ReachReport:
    """Everything that `reach` tells.

    ``cut_off`` are parts as large as asked, ``specks`` the areas of smaller ones. ``room_areas``
    are m² by room, and ``reached_areas`` what is reached of these. ``closed`` are the names of
    doors that were closed; None where all were.
    """

    area: Area
    start: Start
    reached: Reached
    room_areas: dict[int, float]
    reached_areas: dict[int, float]
    cut_off: tuple[CutOff, ...]
    specks: tuple[float, ...]
    traps: tuple[Trap, ...]
    doors: tuple[DoorReach, ...]
    closed: tuple[str, ...] | None
    notes: tuple[str, ...]

    @property
    def whole_area(self) -> float:
        """m² of all floor."""
        return sum(self.room_areas.values())


def find_out(area: Area, asked: Asked) -> ReachReport:
    """What can be reached in an area. Raises `CommandError` where there is no floor to start on."""
    if all(room.mesh is None for room in area.rooms):
        names = short_list([printable(room.name) for room in area.rooms if not room.is_empty_slot])
        looked = f"; looked for {names} (.wok)" if names else ""
        raise CommandError(f"{printable(area.name)}: none of its rooms has a walkmesh here{looked}")
    floor = _close(area, build_floor(area, asked.surfaces), asked)
    if not len(floor):
        raise CommandError(f"{printable(area.name)}: no room has a floor that can be walked on")
    notes = [*_missing_rooms(area), *_unusable_rooms(area, floor), *floor.notes]
    start = _find_start(area, floor, asked, notes)
    reached = find_reachable(floor, start.cell)
    known = Surroundings(surfaces=asked.surfaces)
    parts = find_cut_off(area, floor, reached.cells, known)
    # The largest come first, so that what is left out has no number that others name.
    cut_off = tuple(part for part in parts if part.island.area >= asked.least_area)
    return ReachReport(
        area,
        start,
        reached,
        _by_room(floor, np.ones(len(floor), bool)),
        _by_room(floor, reached.cells),
        cut_off,
        tuple(part.island.area for part in parts[len(cut_off) :]),
        tuple(find_traps(floor, reached)),
        tuple(find_door_reach(area.doors, floor, reached.cells)),
        None if asked.all_closed else asked.closed,
        tuple(notes),
    )


def _by_room(floor: Floor, cells: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> dict[int, float]:
    rooms = np.unique(floor.room)
    sums = np.bincount(floor.room[cells], cell_areas(floor)[cells], int(rooms.max(initial=0)) + 1)
    return {int(room): float(sums[room]) for room in rooms}


def _close(area: Area, floor: Floor, asked: Asked) -> Floor:
    """The floor with the doors closed that are to be."""
    if not asked.all_closed and not asked.closed:
        return floor
    if not area.doors:
        raise CommandError(
            f"{printable(area.name)}: no doors are known here; name the module with --module"
        )
    from kotorlevel.nav.clip.obstacles import apply_obstacles, find_doors

    try:
        closed = find_doors(area, "all" if asked.all_closed else asked.closed)
    except ValueError as error:
        raise CommandError(f"--closed: {error}") from None
    others = [f"door {door.index}" for door in area.doors if door.index not in closed]
    return apply_obstacles(floor, area, open_doors=others or "none", fast=False)


def _missing_rooms(area: Area) -> list[str]:
    unknown = sorted(find_unknown_rooms(area))
    if not unknown:
        return []
    names = short_list([printable(area.rooms[index].name) for index in unknown])
    return [
        f"{printable(area.name)}: {len(unknown)} of {len(area.rooms)} rooms without a walkmesh "
        f"here, so nothing is known there: {names}"
    ]


def _unusable_rooms(area: Area, floor: Floor) -> list[str]:
    return [
        f"{printable(area.rooms[index].name)}: its links cannot be told: {printable(reason, 300)}"
        for index, reason in floor.unusable
    ]


def _find_start(area: Area, floor: Floor, asked: Asked, notes: list[str]) -> Start:
    cells = NearCells(floor)
    if asked.start is not None:
        found = cells.find_foothold(asked.start)
        if found is None:
            raise CommandError(_nowhere(cells, asked.start))
        return Start("given", found.point, found.cell)
    module = area.module
    if module is not None and same_name(module.area, area.name):
        found = cells.find_foothold(module.entry)
        if found is not None:
            return Start("entry", found.point, found.cell)
        x, y, _ = module.entry
        notes.append(
            f"the entry ({x:.1f}, {y:.1f}) is on no floor that is known here; started on the "
            "largest part of the floor instead (or give a place with --from)"
        )
    else:
        notes.append(
            "no entry is known; started on the largest part of the floor (name the module with "
            "--module, or give a place with --from)"
        )
    island = list_islands(floor)[0]
    cell = island.cells[np.argmax(floor.plan_area[island.cells])]
    return Start("largest", island.point, int(cell))


def _nowhere(cells: NearCells, place: tuple[float, ...]) -> str:
    text = f"--from {','.join(f'{number:g}' for number in place)}: no floor there"
    near = cells.find_foothold(place, _LOOK_AROUND)
    if near is None:
        return f"{text}, and none within {_LOOK_AROUND:.0f} m"
    return f"{text}; the nearest is at {','.join(f'{number:.2f}' for number in near.point)}"
