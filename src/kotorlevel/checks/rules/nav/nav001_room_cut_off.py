"""NAV001: rooms that cannot be walked to."""

import numpy as np

from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.area.ways import find_ways, severity_of_part, way_in
from kotorlevel.checks.facts.mesh.places import figure
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule

LEAST = 1.0
"""Square metres; nobody misses a room with less."""

MOST = 40
"""Rooms that are told one by one."""


@rule("NAV001", "room-cut-off", Severity.WARNING, AreaSubject)
def room_cut_off(subject: AreaSubject, options: Options) -> Findings:
    """No way leads from the entry of the module into a room.

    Why it matters: the player never gets there, unless a script takes him. Doors count as open,
    and a room that may be reached through rooms which are not at hand is not told. Where no fault
    at a seam keeps it apart it may be meant, and is an info.

    How to fix: mend what is named as the nearest way in; `kotorlevel reach` lists all of them.
    """
    ways = find_ways(subject, options)
    if ways is None:
        return
    from kotorlevel.nav.reach.islands import cell_areas

    floor = ways.floor
    is_reached = np.isin(floor.room, np.unique(floor.room[ways.reached.cells]))
    areas, told = cell_areas(floor), 0
    for room in np.unique(floor.room[~is_reached]).tolist():
        cells = floor.room == room
        parts = np.unique(ways.part_of[cells]).tolist()
        # The largest part comes first: it is what people call the room.
        part = ways.cut_off[parts[0]]
        size = float(areas[cells].sum())
        if size < LEAST or not all(ways.certain[row] for row in parts):
            continue
        told += 1
        if told <= MOST:
            name = room_name(subject, room)
            text = f"no way leads from the entry to {name} ({figure(size)} m²)"
            yield Finding(
                f"{text}{way_in(subject, part)}",
                place="room",
                numbers=(room,),
                at=part.ways[0].at if part.ways else part.island.point,
                severity=severity_of_part(part),
                file=subject.file_of(subject.area.rooms[room]),
            )
    if told > MOST:
        yield Finding(
            f"no way leads from the entry to {told - MOST:,} more rooms", more=told - MOST
        )
