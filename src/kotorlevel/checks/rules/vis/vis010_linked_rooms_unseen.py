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
    when it is entered. Where one of the two does see the other it is an info: of 378 pairs of
    linked rooms in shipped areas 7 are so, and none is listed neither way.

    How to fix: list each of the two under the other: `kotorlevel fix` does it. `kotorlevel vis
    AREA build` lists them, too, and all others that can be seen; what is listed stays.
    """
    area = subject.area
    if area.visibility is None:
        return
    file = subject.part_file("vis")
    fix = entries_fix(area.visibility)
    unseen = sorted(find_unseen(area), key=lambda pair: pair.there or pair.back)
    for pair in unseen[:_NAMED]:
        numbers = pair.first, pair.second
        text = _describe(pair, *(printable(area.rooms[index].name) for index in numbers))
        severity = Severity.INFO if pair.there or pair.back else Severity.WARNING
        yield Finding(text, "room", numbers, pair.at, severity=severity, file=file, fix=fix)
    if len(unseen) > _NAMED:
        more = len(unseen) - _NAMED
        text = f"{count_of(more, 'more pair')} of linked rooms that do not see each other"
        is_bad = any(not pair.there and not pair.back for pair in unseen[_NAMED:])
        severity = Severity.WARNING if is_bad else Severity.INFO
        yield Finding(text, file=file, fix=fix, more=more, severity=severity)


def _describe(pair: Unseen, one: str, other: str) -> str:
    """What is missing between two linked rooms."""
    if not pair.there and not pair.back:
        return f"{one} and {other} are linked, but do not see each other"
    if pair.there:
        one, other = other, one
    return f"{one} is linked to {other}, but does not see it"
