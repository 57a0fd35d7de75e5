"""VIS006: a room of the layout that sees nothing."""

from kotorlevel.checks.rules import Finding, Findings, Options, Severity, VisibilitySubject, rule
from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, short_list


@rule("VIS006", "visibility-missing-room", Severity.INFO, VisibilitySubject)
def visibility_missing_room(subject: VisibilitySubject, _: Options) -> Findings:
    """A room of the layout has no entry in the visibility.

    Why it matters: while the player stands in that room, nothing tells the game which other
    rooms to draw. For rooms that cannot be entered, such as a sky, this is as it should be.

    How to fix: add an entry with the rooms that can be seen from there.
    """
    if subject.layout is None:
        return
    parents = {name_key(entry.name) for entry in subject.visibility.entries} | {EMPTY_NAME}
    missing = [
        (number, printable(room.name))
        for number, room in enumerate(subject.layout.rooms)
        if name_key(room.name) not in parents
    ]
    if missing:
        numbers, names = zip(*missing, strict=True)
        yield Finding(
            f"no entry for {count_of(len(missing), 'room')} of the layout: {short_list(names)}",
            place="room",
            numbers=numbers,
        )
