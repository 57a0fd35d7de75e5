"""VIS010: rooms that one can walk between, and that do not see each other."""

from kotorlevel.checks.facts.area.linked_sight import Unseen, find_unseen
from kotorlevel.checks.rules import (
    AreaSubject,
    Finding,
    Findings,
    Options,
    Severity,
    rule,
)
from kotorlevel.checks.subjects import entries_fix
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

_NAMED = 12


@rule("VIS010", "linked-rooms-unseen", Severity.WARNING, AreaSubject, fix="safe")
def linked_rooms_unseen(subject: AreaSubject, _: Options) -> Findings:
    """Two rooms are linked, but one of them does not see the other.

    Why it matters: the player looks through the doorway into nothing, and the room appears only
    when it is entered.

    How to fix: list each of the two under the other: `kotorlevel fix` does it. `kotorlevel vis
    AREA build` lists them, too, and all others that can be seen; what is listed stays.
    """
    area = subject.area
    if area.visibility is None:
        return
    vis = area.files.get("vis")
    file = vis.source if vis else subject.name
    fix = entries_fix(area.visibility)
    unseen = find_unseen(area)
    for pair in unseen[:_NAMED]:
        numbers = pair.first, pair.second
        text = _describe(pair, *(printable(area.rooms[index].name) for index in numbers))
        yield Finding(text, place="room", numbers=numbers, at=pair.at, file=file, fix=fix)
    if len(unseen) > _NAMED:
        more = len(unseen) - _NAMED
        text = f"{count_of(more, 'more pair')} of linked rooms that do not see each other"
        yield Finding(text, file=file, fix=fix, more=more)


def _describe(pair: Unseen, one: str, other: str) -> str:
    """What is missing between two linked rooms."""
    if not pair.there and not pair.back:
        return f"{one} and {other} are linked, but do not see each other"
    if pair.there:
        one, other = other, one
    return f"{one} is linked to {other}, but does not see it"
