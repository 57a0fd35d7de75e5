"""Where one can walk to from the entry of an area, for the rules that ask."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.geometry import table_key
from kotorlevel.checks.facts.area.causes import rule_of
from kotorlevel.checks.finding import Severity
from kotorlevel.core.remember import remember
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
