"""A visibility from the pairs that were computed, changing no more of the present one than needed.

What the present visibility says of rooms that nothing can be computed for stays; so do comments,
spellings, and the order of what was listed before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kotorlevel.core.resource import name_key
from kotorlevel.formats.vis import Visibility, VisRoom

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from kotorlevel.area.area import Area

Pair = tuple[int, int]


def list_visibility(
    area: Area, pairs: Iterable[Pair], unknown: Collection[int], *, keep: bool = False
) -> Visibility:
    """The visibility of these pairs of room indices, in the order of the layout.

    ``unknown`` rooms keep what the present visibility says of them, and get what ``pairs`` has
    for them; with ``keep`` all rooms do. Names that are no rooms of the layout are kept, with their
    entries at the end.
    """
    present = area.visibility or Visibility()
    names: dict[str, str] = {}
    for room in area.rooms:
        if not room.is_empty_slot:
            names.setdefault(name_key(room.name), _spelling(present, room.name))
    keys = [name_key(room.name) for room in area.rooms]
    known = set(names) - {keys[index] for index in unknown}
    sure = set() if keep else known
    wanted: dict[str, set[str]] = {key: set() for key in names}
    for a, b in pairs:
        if keys[a] != keys[b]:
            wanted[keys[a]].add(keys[b])
    entries = []
    for key, name in names.items():
        seen = _seen(present, key, wanted[key], sure, names)
        is_listed = key in map(name_key, present.parents)
        if is_listed or key in known or seen:
            entries.append(VisRoom(name, seen, _comments(present, key)))
    strange = [entry for entry in present.entries if name_key(entry.name) not in names]
    made = (*entries, *strange)
    if made == present.entries and area.visibility is not None:
        return area.visibility  # byte for byte as it was read
    return replace(present, entries=made, problems=())


def _seen(
    present: Visibility, key: str, wanted: set[str], sure: set[str], names: dict[str, str]
) -> tuple[str, ...]:
    """What a room sees: what is listed and stays, in its order, then what is new.

    What is listed goes if both rooms are ``sure`` and ``wanted`` lacks it.
    """
    listed: dict[str, str] = {}
    for entry in present.entries:
        if name_key(entry.name) == key:
            for name in entry.sees:
                listed.setdefault(name_key(name), name)
    kept = {
        other: name
        for other, name in listed.items()
        if other in wanted or key not in sure or other not in sure
    }
    if key in sure:
        kept.pop(key, None)  # a room is always drawn while the player is in it
    new = (names[other] for other in names if other in wanted and other not in kept)
    return (*kept.values(), *new)


def _spelling(present: Visibility, name: str) -> str:
    """A room's name as the visibility writes it, if it has it."""
    key = name_key(name)
    return next((known for known in present.rooms if name_key(known) == key), name)


def _comments(present: Visibility, key: str) -> tuple[str, ...]:
    return tuple(
        text for entry in present.entries if name_key(entry.name) == key for text in entry.comments
    )
