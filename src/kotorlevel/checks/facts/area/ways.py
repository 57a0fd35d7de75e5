"""Where one can walk to from the entry of an area, for the rules that ask."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.geometry import table_key
from kotorlevel.checks.facts.area.causes import rule_of, suggest_remedy
from kotorlevel.checks.finding import Severity
from kotorlevel.core.distinct import distinct
from kotorlevel.core.remember import remember
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of
from kotorlevel.mesh.materials import Materials
from kotorlevel.nav.floor.floor import Floor

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.checks.options import Options
    from kotorlevel.checks.subjects import AreaSubject
    from kotorlevel.nav.causes.find import CutOff
    from kotorlevel.nav.reach.islands import Reached


@dataclass(frozen=True, eq=False)
class Ways:
    """The floor of an area, what of it is reached from the entry, and what is cut off.

    ``part_of`` (C,) is for each cell its row of ``cut_off``, -1 where it is reached. ``certain``
    tells for each of these whether no way can lead there through rooms that nobody has seen.
    """

    floor: Floor
    reached: Reached
    cut_off: tuple[CutOff, ...]
    part_of: NDArray[np.int64]
    certain: tuple[bool, ...]


def find_ways(subject: AreaSubject, options: Options) -> Ways | None:
    """What can be walked to, with all doors open; None where no entry on a floor is known."""
    area, surfaces = subject.area, options.surfaces
    return remember(area, ("ways", table_key(area, surfaces)), lambda: _look(area, surfaces))


def _look(area: Area, surfaces: Materials | None) -> Ways | None:
    from kotorlevel.nav.causes.find import Surroundings, find_cut_off
    from kotorlevel.nav.floor.build import build_floor
    from kotorlevel.nav.floor.near_cells import NearCells
    from kotorlevel.nav.reach.islands import find_reachable

    if area.entry is None:
        return None
    floor = build_floor(area, surfaces)
    start = NearCells(floor).find_foothold(area.entry)
    if start is None:
        return None  # there is a rule of its own for that
    reached = find_reachable(floor, start.cell)
    # Links from and to rooms whose edges cannot be told are as good as unknown.
    doubtful = {index for index, _ in floor.unusable}
    known = Surroundings(surfaces, area.unknown_rooms | doubtful)
    cut_off = tuple(find_cut_off(area, floor, reached.cells, known))
    part_of = np.full(len(floor), -1, np.int64)
    for row, part in enumerate(cut_off):
        part_of[part.island.cells] = row
    return Ways(floor, reached, cut_off, part_of, _certain(cut_off, doubtful))


def _certain(cut_off: tuple[CutOff, ...], doubtful: set[int]) -> tuple[bool, ...]:
    """(n,) whether neither a part nor one that it is behind may be reached after all."""
    sure = [
        not part.uncertain and not doubtful.intersection(room for room, _, _ in part.island.rooms)
        for part in cut_off
    ]
    after: dict[int, list[int]] = defaultdict(list)
    for row, part in enumerate(cut_off):
        if part.behind is not None:
            after[part.behind].append(row)
    waiting = [row for row, is_sure in enumerate(sure) if not is_sure]
    while waiting:
        fresh = [row for row in after[waiting.pop()] if sure[row]]
        for row in fresh:
            sure[row] = False
        waiting += fresh
    return tuple(sure)


# Rooms and parts of them

LEAST_ROOM = 1.0
"""Square metres; nobody misses a room with less."""

LEAST_PART = 2.0
"""Square metres; less is the top of a crate, or a corner behind it."""


def list_rooms_cut_off(ways: Ways) -> Iterator[tuple[int, CutOff, float, bool]]:
    """Rooms that nothing of is reached: number, largest part, square metres, whether it is sure."""
    from kotorlevel.nav.reach.islands import cell_areas

    floor = ways.floor
    is_reached = np.isin(floor.room, distinct(floor.room[ways.reached.cells]))
    areas = cell_areas(floor)
    for room in distinct(floor.room[~is_reached]).tolist():
        cells = floor.room == room
        # The largest part comes first: it is what people call the room.
        parts = distinct(ways.part_of[cells]).tolist()
        if (size := float(areas[cells].sum())) >= LEAST_ROOM:
            sure = all(ways.certain[row] for row in parts)
            yield room, ways.cut_off[parts[0]], size, sure


def list_parts_cut_off(ways: Ways) -> Iterator[tuple[int, int, float]]:
    """Parts of rooms that can be entered: row of the part, room, square metres there."""
    entered = set(distinct(ways.floor.room[ways.reached.cells]).tolist())
    for row, part in enumerate(ways.cut_off):
        for room, size, _ in part.island.rooms if ways.certain[row] else ():
            if room in entered and size >= LEAST_PART:
                yield row, room, size


@dataclass(frozen=True)
class EntryReach:
    """Whether the player gets everywhere in an area, with all doors open.

    Of its ``rooms`` with a floor so many are ``cut_off``, ``by_fault`` or perhaps on purpose, and
    of ``unsure`` ones nobody can tell without the walkmeshes that are not here. ``parts`` are
    square metres of the other rooms that are cut off.
    """

    area: str
    rooms: int
    cut_off: int
    by_fault: int
    unsure: int
    parts: float

    def describe(self, *, is_broken: bool = False) -> str:
        """``6 of 8 rooms cannot be reached from the entry``, as a sentence.

        In an area that ``is_broken`` nothing is said to be meant so.
        """
        name, rooms = printable(self.area), count_of(self.rooms, "room")
        if self.cut_off:
            text = f"{self.cut_off:,} of {rooms} cannot be reached from the entry of {name}"
        elif self.unsure:
            reached = self.rooms - self.unsure
            text = f"{reached:,} of {rooms} can be reached from the entry of {name}"
        elif self.parts:
            text = f"Every room of {name} can be reached from the entry, but for"
            text += f" {self.parts:,.0f} m² of floor"
        else:
            text = f"Everything in {name} can be reached from the entry"
        if self.unsure:
            text += f"; of {self.unsure:,} nobody can tell while walkmeshes are missing here"
        may_be_meant = not (self.by_fault or is_broken) and (self.cut_off or self.parts)
        return f"{text}; that may be meant." if may_be_meant else f"{text}."


def find_entry_reach(subject: AreaSubject, options: Options) -> EntryReach | None:
    """How far the player gets; None where no entry on a floor is known. Rules have asked before."""
    ways = find_ways(subject, options)
    if ways is None:
        return None
    rooms = [*list_rooms_cut_off(ways)]
    sure = [part for _, part, _, is_sure in rooms if is_sure]
    return EntryReach(
        subject.area.name,
        len(distinct(ways.floor.room)),
        cut_off=len(sure),
        by_fault=sum(severity_of_part(part) > Severity.INFO for part in sure),
        unsure=len(rooms) - len(sure),
        parts=sum(size for *_, size in list_parts_cut_off(ways)),
    )


# What is told of them


def severity_of_part(part: CutOff) -> Severity:
    """A warning where a fault keeps the part apart; else it may be meant, and is an info."""
    is_fault = bool(part.ways) and bool(rule_of(part.ways[0]))
    return Severity.WARNING if is_fault else Severity.INFO


def way_in(subject: AreaSubject, part: CutOff) -> str:
    """``; nearest way in: the seam with hall at (4.0, 2.0)…``; nothing where there is none."""
    from kotorlevel.nav.causes.words import describe_cause

    if not part.ways:
        return ""
    names = [room.name for room in subject.area.rooms]
    behind = "; the floor there is cut off itself" if part.behind is not None else ""
    return f"; nearest way in: {describe_cause(part.ways[0], names, rule_of, into=True)}{behind}"


def remedy_of_part(subject: AreaSubject, part: CutOff) -> str:
    """What opens the nearest way in; nothing where the rule has to say it."""
    names = [room.name for room in subject.area.rooms]
    return suggest_remedy(part.ways[0], names) if part.ways else ""
