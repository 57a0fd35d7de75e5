"""A visibility from the pairs that were computed, changing no more of the present one than needed.

What the present visibility says of rooms that nothing can be computed for stays; so do comments,
spellings, and the order of what was listed before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from kotorlevel.core.resource import name_key
from kotorlevel.formats.vis import Visibility, VisRoom

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

Pair = tuple[int, int]


def list_visibility(
    area: Area, pairs: Iterable[Pair], unknown: Collection[int], *, drop: bool = False
) -> Visibility:
    """The visibility of these pairs of room indices, in the order of the layout.

    What the present visibility lists is kept, and what ``pairs`` has is added. With ``drop`` only
    ``unknown`` rooms keep what else is listed of them. Names that are no rooms of the layout are
    kept, with their entries at the end.
    """
    present = area.visibility or Visibility()
    spelt = {name_key(name): name for name in present.rooms}
    names: dict[str, str] = {}
    for room in area.rooms:
        if not room.is_empty_slot:
            key = name_key(room.name)
            names.setdefault(key, spelt.get(key, room.name))
    keys = [name_key(room.name) for room in area.rooms]
    known = set(names) - {keys[index] for index in unknown}
    sure = known if drop else set()
    wanted: dict[str, set[str]] = defaultdict(set)
    for a, b in pairs:
        if keys[a] != keys[b]:
            wanted[keys[a]].add(keys[b])
    old = _by_room(present)
    places = {key: place for place, key in enumerate(names)}
    entries = []
    for key, name in names.items():
        listed = old.get(key, [])
        order = sorted(wanted.get(key, ()), key=places.__getitem__)
        seen = _seen(listed, key, {other: names[other] for other in order}, sure)
        if listed or key in known or seen:
            comments = tuple(text for entry in listed for text in entry.comments)
            entries.append(VisRoom(name, seen, comments))
    strange = [entry for entry in present.entries if name_key(entry.name) not in names]
    made = (*entries, *strange)
    if made == present.entries and area.visibility is not None:
        return area.visibility  # byte for byte as it was read
    return replace(present, entries=made, problems=())


def _by_room(visibility: Visibility) -> dict[str, list[VisRoom]]:
    """The entries of each room, by its key."""
    found: dict[str, list[VisRoom]] = defaultdict(list)
    for entry in visibility.entries:
        found[name_key(entry.name)].append(entry)
    return found


def _seen(
    entries: Iterable[VisRoom], key: str, wanted: dict[str, str], sure: set[str]
) -> tuple[str, ...]:
    """What a room sees: what its ``entries`` list and stays, in their order, then what is new.

    What is listed goes if both rooms are ``sure`` and ``wanted`` (key → name) lacks it.
    """
    listed: dict[str, str] = {}
    for entry in entries:
        for name in entry.sees:
            listed.setdefault(name_key(name), name)
    kept = {
        other: name
        for other, name in listed.items()
        if other in wanted or key not in sure or other not in sure
    }
    if key in sure:
        kept.pop(key, None)  # a room is always drawn while the player is in it
    return (*kept.values(), *(name for other, name in wanted.items() if other not in kept))
