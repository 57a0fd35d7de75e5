"""Links that cannot be walked both ways: one-sided ones, and those that meet nothing."""

from collections import Counter
from collections.abc import Iterable, Sequence

from kotorlevel.area.area import Area
from kotorlevel.area.edit.merge.rooms import Chosen, is_slot
from kotorlevel.area.links.relink import link_seams
from kotorlevel.core.resource import name_key

LooseLink = tuple[str, str]
"""The room's key, and that of the room that it leads to, "" for none."""


def count_loose_links(area: Area) -> Counter[LooseLink]:
    """How many edges lead to where the other side does not answer, or that meet nothing there.

    By rooms, since the edges of an edited walkmesh have other numbers. Links to rooms without a
    walkmesh are not judged.
    """
    _, report = link_seams(area)
    found = list(report.nowhere)
    for change in report.changes:
        other = change.other_room, change.other_edge
        if _target(area, *other) == change.room:
            found.append(other)
    return Counter(_named(area, room, edge) for room, edge in found)


def _named(area: Area, room: int, edge: int) -> LooseLink:
    target = _target(area, room, edge)
    known = 0 <= target < len(area.rooms)
    return name_key(area.rooms[room].name), name_key(area.rooms[target].name) if known else ""


def _target(area: Area, room: int, edge: int) -> int:
    mesh = area.rooms[room].mesh
    return -1 if mesh is None else int(mesh.transitions.reshape(-1)[edge])


def list_notes(a: Area, b: Area, chosen: Sequence[Chosen]) -> tuple[str, ...]:
    """What could not follow, or may not be meant."""
    notes = []
    if name_key(a.name) != name_key(b.name):
        notes.append(f"these are {a.name} and {b.name}; the result is {a.name}")
    order = [name_key(each.place.name) for each in chosen]
    absent = [each for each in chosen if each.mesh is None and not is_slot(each)]
    if absent and order != [name_key(room.name) for room in a.rooms][: len(order)]:
        one = len(absent) == 1
        which = "1 room has" if one else f"{len(absent):,} rooms have"
        links = f"links in {'it' if one else 'them'} could not follow"
        notes.append(f"{which} no walkmesh on any side, so {links}")
    return tuple(notes)


def loose_note(merged: Area, sides: Iterable[Area], *, linked: bool) -> tuple[str, ...]:
    """A note on links that could be walked both ways on a side, and now cannot."""
    before: Counter[LooseLink] = Counter()
    for side in sides:
        before |= count_loose_links(side)
    number = (count_loose_links(merged) - before).total()
    if not number:
        return ()
    text = f"{number:,} links are one-sided or lead nowhere now, and were not so before"
    if number == 1:
        text = "1 link is one-sided or leads nowhere now, and was not so before"
    how = "relink()" if linked else "merge with link=True, or relink()"
    return (f"{text} ({how})",)
