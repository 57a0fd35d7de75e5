"""ARE001: rooms of the layout without a walkmesh."""

from dataclasses import replace

from kotorlevel.area.area import Room
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list

RESTORE = "restore the file from its source or a copy; FIL001 says where reading stopped"
"""What helps where a walkmesh cannot be read."""


@rule("ARE001", "room-without-walkmesh", Severity.INFO, AreaSubject)
def room_without_walkmesh(subject: AreaSubject, _: Options) -> Findings:
    """A room of the layout has no walkmesh.

    Why it matters: there is no floor in that room, and what a check finds out about its doors and
    links is only half of the truth. Mods ship what they change, so this is as it should be where
    the game has the rest; with the game at hand it is a warning. A file that is there and gives no
    walkmesh is an error: the player cannot walk there.

    How to fix: check together with the game, which has the other rooms. Where it has none, either,
    add the WOK; a room that is only scenery gets one without faces.
    """
    rooms = [room for room in subject.area.rooms if not room.is_empty_slot]
    without = [room for room in rooms if room.mesh is None]
    broken = [room for room in without if room.error is not None]
    if broken:
        has = counted(len(broken), "room has a file", "rooms have files")
        text = f"{has} that cannot be read, and so no floor: {_names(broken)}"
        yield replace(_finding(text, broken, Severity.ERROR), remedy=RESTORE)
    absent = [room for room in without if room.error is None]
    if absent:
        has = "room has" if len(rooms) == 1 else "rooms have" if len(absent) > 1 else "rooms has"
        text = f"{len(absent):,} of {len(rooms):,} {has} no walkmesh: {_names(absent)}"
        yield _finding(text, absent, Severity.WARNING if subject.area.is_complete else None)


def _finding(text: str, rooms: list[Room], severity: Severity | None) -> Finding:
    numbers = tuple(room.index for room in rooms)
    return Finding(text, place="room", numbers=numbers, severity=severity)


def _names(rooms: list[Room]) -> str:
    return short_list([printable(room.name) for room in rooms])
