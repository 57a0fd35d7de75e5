"""LYT005: a room that is listed twice."""

from kotorlevel.checks.facts.text import layout_lines
from kotorlevel.checks.rules import Finding, Findings, LayoutSubject, Options, Severity, rule
from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.core.text import printable
from kotorlevel.formats.lyt import LayoutRoom


@rule("LYT005", "duplicate-room", Severity.WARNING, LayoutSubject)
def duplicate_room(subject: LayoutSubject, _: Options) -> Findings:
    """A room is in the layout more than once.

    Why it matters: the model is drawn in each place, but its walkmesh has one place only: elsewhere
    there is no floor. Visibility cannot tell the two apart.

    How to fix: rename or remove one of them. Links between rooms are room numbers, so a removed
    room must leave an empty slot (`****`) or every later link must follow.
    """
    numbers: dict[str, list[int]] = {}
    for number, room in enumerate(subject.layout.rooms):
        if room.name != EMPTY_NAME:
            numbers.setdefault(name_key(room.name), []).append(number)
    repeated = [same for same in numbers.values() if len(same) > 1]
    lines = layout_lines(subject.layout, LayoutRoom) if repeated else []
    for same in repeated:
        again = subject.layout.rooms[same[1]]
        yield Finding(
            f"{printable(again.name)} is there {len(same)} times",
            place="room",
            numbers=tuple(same),
            line=lines[same[1]],
        )
