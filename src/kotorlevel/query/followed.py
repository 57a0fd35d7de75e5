"""What followed a room that was moved or turned, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kotorlevel.area.instances import GIT_LISTS
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, short_list

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.links.relink import LinkChange
    from kotorlevel.query.standing import Standing


def list_followed(
    before: Area,
    after: Area,
    index: int,
    standing: Standing | None,
    links: Iterable[LinkChange],
) -> list[str]:
    """Door hooks, things, path points and the entry that went along; links and sight that changed.

    ``index`` is the room, ``links`` what was changed.
    """
    room = before.rooms[index]
    hooks = sum(same_name(hook.room, room.name) for hook in before.layout.door_hooks)
    notes = [f"{count_of(hooks, 'door hook')} went along"] if hooks else []
    if standing is not None:
        parts = list_counts(standing.lists)
        notes += [f"what stands on its floor went along: {short_list(parts)}"] if parts else []
        points = count_of(len(standing.path_points), "path point")
        notes += [f"{points} on its floor went along"] if standing.path_points else []
        notes += ["the entry of the player went along"] if before.entry != after.entry else []
    return [*notes, *_link_notes(before, index, links), *_sight_notes(before, after)]


def list_counts(lists: Mapping[str, int]) -> list[str]:
    """``2 doors``, …: how many things of each list of the GIT."""
    return [_count_of_list(name, number) for name, number in lists.items()]


def _count_of_list(name: str, number: int) -> str:
    """``2 doors``: how many things of a list of the GIT."""
    kind = GIT_LISTS.get(name)
    return count_of(number, kind) if kind else f"{number:,} of {printable(name)}"


def _link_notes(area: Area, index: int, links: Iterable[LinkChange]) -> list[str]:
    """Links made and gone, for each room across; a link has two sides, and counts once."""
    made: Counter[int] = Counter()
    gone: Counter[int] = Counter()
    one_sided: Counter[int] = Counter()
    for change in links:
        if change.now != -1 and change.room == index:
            made[change.now] += 1
        elif change.now == -1 and change.room == index:
            gone[change.was] += 1
        elif change.now == -1:
            one_sided[change.room] += 1
    for other, count in one_sided.items():
        gone[other] = max(gone[other], count)
    notes = [
        f"linked to {_name(area, other)} at {count_of(count, 'edge')}"
        for other, count in sorted(made.items())
    ]
    notes += [
        f"{count_of(count, 'link')} with {_name(area, other)} gone: they do not meet any more"
        for other, count in sorted(gone.items())
    ]
    return notes


def _name(area: Area, number: int) -> str:
    if 0 <= number < len(area.rooms):
        return printable(area.rooms[number].name)
    return f"room {number}, which is not there,"


def _sight_notes(before: Area, after: Area) -> list[str]:
    if before.visibility is after.visibility or after.visibility is None:
        return []
    old = set(before.visibility.pairs()) if before.visibility is not None else set()
    new = [pair for pair in after.visibility.pairs() if pair not in old]
    return [f"{printable(a)} sees {printable(b)} now" for a, b in new]
