"""NAV001: rooms that cannot be walked to."""

from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.area.ways import (
    find_ways,
    list_rooms_cut_off,
    remedy_of_part,
    severity_of_part,
    way_in,
)
from kotorlevel.checks.facts.mesh.places import figure
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule

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
    told = 0
    for room, part, size, is_sure in list_rooms_cut_off(ways):
        if not is_sure:
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
                remedy=remedy_of_part(subject, part),
            )
    if told > MOST:
        yield Finding(
            f"no way leads from the entry to {told - MOST:,} more rooms", more=told - MOST
        )
