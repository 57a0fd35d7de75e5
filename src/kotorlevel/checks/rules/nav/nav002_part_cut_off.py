"""NAV002: parts of rooms that cannot be walked to."""

import numpy as np

from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.area.ways import (
    Ways,
    find_ways,
    list_parts_cut_off,
    remedy_of_part,
    severity_of_part,
    way_in,
)
from kotorlevel.checks.facts.mesh.places import figure
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.distinct import distinct

MOST = 40
"""Parts that are told one by one."""


@rule("NAV002", "part-cut-off", Severity.INFO, AreaSubject)
def part_cut_off(subject: AreaSubject, options: Options) -> Findings:
    """A part of a room cannot be reached from the entry, though the room can.

    Why it matters: the player sees a floor and cannot step on it. That may be meant: the ground
    behind a fence, or a balcony. Where a fault in the mesh keeps it apart, it is a warning.

    How to fix: nothing, if it is meant; else mend what is named as the nearest way in.
    """
    ways = find_ways(subject, options)
    if ways is None:
        return
    told = 0
    for row, room, size in list_parts_cut_off(ways):
        told += 1
        if told <= MOST:
            yield _finding(subject, ways, row, room, size)
    if told > MOST:
        text = f"{told - MOST:,} more parts of rooms cannot be reached from the entry"
        yield Finding(text, more=told - MOST)


def _finding(subject: AreaSubject, ways: Ways, row: int, room: int, size: float) -> Finding:
    part, floor = ways.cut_off[row], ways.floor
    own = part.island.cells[floor.room[part.island.cells] == room]
    largest = own[np.argmax(floor.plan_area[own])]
    x, y, z = floor.centre[largest].tolist()
    text = f"{figure(size)} m² of {room_name(subject, room)} cannot be reached from the entry"
    return Finding(
        f"{text}{way_in(subject, part)}",
        place="face",
        numbers=tuple(distinct(floor.face[own]).tolist()),
        at=(x, y, z),
        severity=severity_of_part(part),
        remedy=remedy_of_part(subject, part),
        file=subject.file_of(subject.area.rooms[room]),
    )
