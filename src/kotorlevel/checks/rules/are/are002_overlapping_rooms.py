"""ARE002: the floors of two rooms at one place."""

from collections.abc import Sequence

import numpy as np

from kotorlevel.area.area import Room
from kotorlevel.checks.facts.area.floor import AreaFloor, area_floor
from kotorlevel.checks.facts.mesh.overlap import Overlaps, find_overlaps, shared_middle
from kotorlevel.checks.facts.mesh.places import counted, figure
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable

MOST_PAIRS = 12
"""Pairs of rooms that get a finding of their own, the largest first; the rest are counted."""


@rule("ARE002", "overlapping-rooms", Severity.WARNING, AreaSubject)
def overlapping_rooms(subject: AreaSubject, options: Options) -> Findings:
    """The floors of two rooms lie over each other.

    Why it matters: who walks in the other room is put on the wrong floor: the game takes the first
    room in the order of the layout that has a face under a point, and takes no notice of heights.

    How to fix: move or cut one of the floors. Stacked rooms in one area are not possible in the
    game; where one of the two is meant to win, it must come first in the layout.
    """
    rooms = subject.area.rooms
    floor = _listed_once(area_floor(subject, options), rooms)
    found = find_overlaps(floor.corners)
    pairs = _pairs_of_rooms(floor, found)
    if not pairs and not found.complete:
        yield Finding("so many faces lie over each other that not all rooms could be compared")
    least = "" if found.complete else "at least "
    for first, second, area, worst in pairs[:MOST_PAIRS]:
        low, high = np.sort(found.heights[worst]).tolist()
        name, other = printable(rooms[first].name), printable(rooms[second].name)
        yield Finding(
            f"{name} and {other} share {least}{figure(area)} m² of floor, at heights "
            f"{figure(low)} and {figure(high)}; the game takes {name}. Move or cut one of them",
            place="room",
            numbers=(first, second),
            at=_place(floor, found, worst),
        )
    if rest := pairs[MOST_PAIRS:]:
        more = counted(len(rest), "more pair of rooms overlaps", "more pairs of rooms overlap")
        numbers = sorted({number for pair in rest for number in pair[:2]})
        yield Finding(f"{least}{more}", place="room", numbers=tuple(numbers), more=len(rest))


def _listed_once(floor: AreaFloor, rooms: Sequence[Room]) -> AreaFloor:
    """The floor without rooms that are listed again: these lie on themselves, as LYT005 says."""
    seen: dict[str, int] = {}
    is_first = np.array(
        [seen.setdefault(name_key(r.name), r.index) == r.index for r in rooms], bool
    )
    kept = is_first[floor.room]
    return AreaFloor(floor.corners[kept], floor.room[kept], floor.number[kept])


def _pairs_of_rooms(floor: AreaFloor, found: Overlaps) -> list[tuple[int, int, float, int]]:
    """Two rooms, their common area, and the row of their largest overlap; the largest first.

    Of two rooms the one that comes first in the layout is first, whichever face was found first.
    """
    one, other = floor.room[found.first], floor.room[found.second]
    first, second = np.minimum(one, other), np.maximum(one, other)
    rows = np.flatnonzero(first != second)
    order = rows[np.lexsort((-found.areas[rows], second[rows], first[rows]))]
    pairs = np.stack([first[order], second[order]], axis=1)
    starts = np.flatnonzero(np.r_[True, (pairs[1:] != pairs[:-1]).any(axis=1)][: len(pairs)])
    areas = np.add.reduceat(found.areas[order], starts) if len(starts) else starts
    ranked = np.argsort(-areas, kind="stable")
    return [
        (int(a), int(b), float(area), int(row))
        for (a, b), area, row in zip(
            pairs[starts][ranked], areas[ranked], order[starts][ranked], strict=True
        )
    ]


def _place(floor: AreaFloor, found: Overlaps, row: int) -> tuple[float, float, float]:
    """The middle of an overlap, on the floor that the game takes."""
    one, other = found.first[row], found.second[row]
    x, y = shared_middle(floor.corners[one], floor.corners[other])
    return x, y, float(found.heights[row, int(floor.room[one] > floor.room[other])])
