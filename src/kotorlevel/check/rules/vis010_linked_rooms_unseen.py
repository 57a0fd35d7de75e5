"""VIS010: rooms that one can walk between, and that do not see each other."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.area.portals import find_portals
from kotorlevel.check.finding import Finding, Severity
from kotorlevel.check.options import Options
from kotorlevel.check.rule import rule
from kotorlevel.check.short_list import count_of
from kotorlevel.check.subjects import AreaSubject
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable
from kotorlevel.formats.vis import Visibility

_NAMED = 12


@rule("VIS010", "linked-rooms-unseen", Severity.WARNING, AreaSubject)
def linked_rooms_unseen(subject: AreaSubject, _: Options) -> Iterator[Finding]:
    """Two rooms are linked, but one of them does not see the other.

    Why it matters: the player looks through the doorway into nothing, and the room appears only
    when it is entered.

    How to fix: list each of the two under the other (`kotorlevel vis AREA build` lists them, and
    all others that can be seen).
    """
    area = subject.area
    if area.visibility is None:
        return
    vis = area.files.get("vis")
    file = vis.source if vis else subject.name
    unseen = []
    for (a, b), at in find_portals(area).links().items():
        one, other = area.rooms[a].name, area.rooms[b].name
        text = "" if same_name(one, other) else _describe(area.visibility, one, other)
        if text:
            unseen.append(Finding(text, place="room", numbers=(a, b), at=at, file=file))
    yield from unseen[:_NAMED]
    if len(unseen) > _NAMED:
        more = count_of(len(unseen) - _NAMED, "more pair")
        yield Finding(f"{more} of linked rooms that do not see each other", file=file)


def _describe(visibility: Visibility, one: str, other: str) -> str:
    """What is missing between two linked rooms; empty if they see each other."""
    a, b = printable(one), printable(other)
    there, back = _sees(visibility, one, other), _sees(visibility, other, one)
    if there and back:
        return ""
    if not there and not back:
        return f"{a} and {b} are linked, but do not see each other"
    if there:
        a, b = b, a
    return f"{a} is linked to {b}, but does not see it"


def _sees(visibility: Visibility, a: str, b: str) -> bool:
    return a in visibility and b in visibility and visibility.sees(a, b)
