"""Door hooks, tracks and obstacles of two layouts; entries of one name are told apart by order."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeVar

from kotorlevel.core.resource import name_key
from kotorlevel.formats.lyt import DoorHook
from kotorlevel.formats.lyt.layout import Entry

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.places import Moves
    from kotorlevel.area.edit.merge.three_way import Judge

_Key = tuple[str, str, int]
_Place = tuple[float, ...]
AnyEntry = TypeVar("AnyEntry", bound="Entry")

_MOVED_ALIKE = 0.0005
"""Metres that a hook may be off after a move of its room, which rounds."""


def merge_hooks(
    judge: Judge,
    a: Sequence[DoorHook],
    b: Sequence[DoorHook],
    base: Sequence[DoorHook],
    moves: Mapping[str, Moves],
) -> tuple[DoorHook, ...]:
    """The door hooks of both sides, where their rooms stand now: ``moves`` by the room's key."""
    moved_a, moved_b = _moved(a, moves, "a"), _moved(b, moves, "b")
    moved_base = _moved(base, moves, "base")
    merged = merge_entries(judge, "door hook", moved_a, moved_b, moved_base, loosely=moves)
    # Those that only went along stay as the side that moved them has written them.
    written = [hook for hook in (*a, *b) if name_key(hook.room) in moves]
    return tuple(
        next((each for each in written if _is_same_hook(each, hook)), hook)
        if name_key(hook.room) in moves
        else hook
        for hook in merged
    )


def merge_entries(
    judge: Judge,
    kind: str,
    a: Sequence[AnyEntry],
    b: Sequence[AnyEntry],
    base: Sequence[AnyEntry],
    *,
    loosely: Collection[str] = (),
) -> tuple[AnyEntry, ...]:
    """The entries of both sides: A's in their order, then those that B alone has.

    Without a base that is empty: then nothing counts as taken out. In rooms of ``loosely`` places
    that differ by what a move rounds are the same.
    """
    of_a, of_b, of_base = _by_key(a), _by_key(b), _by_key(base)
    merged = []
    for key in dict.fromkeys([*of_a, *of_b]):
        mine, theirs, old = of_a.get(key), of_b.get(key), of_base.get(key)
        is_same = _is_near if key[0] in loosely else operator.eq
        if mine is not None and theirs is not None:
            before = None if old is None else _place(old)
            places = _place(mine), _place(theirs)
            at = mine.position, theirs.position
            side = judge.choose(kind, key[0], *places, before, _tell(key), is_same, at)
            merged.append(mine if side == "a" else theirs)
        elif (only := _taken(judge, kind, key, mine, theirs, old, is_same)) is not None:
            merged.append(only)
    return tuple(merged)


def hook_places(hooks: Sequence[DoorHook], room: str) -> set[tuple[str, _Place]]:
    """The doors and places of a room's hooks, by its key."""
    return {(name_key(hook.name), _place(hook)) for hook in hooks if name_key(hook.room) == room}


def entry_places(entries: Sequence[AnyEntry]) -> dict[_Key, _Place]:
    """Where each entry stands, whatever its order and comments."""
    return {key: _place(entry) for key, entry in _by_key(entries).items()}


def _taken(
    judge: Judge,
    kind: str,
    key: _Key,
    mine: AnyEntry | None,
    theirs: AnyEntry | None,
    old: AnyEntry | None,
    is_same: Callable[[_Place, _Place], bool],
) -> AnyEntry | None:
    """An entry that one side has, or None where the other took it out."""
    only = mine or theirs
    assert only is not None
    if old is None:
        return only
    if is_same(_place(only), _place(old)):
        return None
    tell = _tell(key)
    texts = [tell(_place(entry)) if entry else f"{key[1]} removed" for entry in (mine, theirs)]
    at = mine.position if mine else None, theirs.position if theirs else None
    return mine if judge.settle(kind, key[0], *texts, at=at) == "a" else theirs


def _by_key(entries: Sequence[AnyEntry]) -> dict[_Key, AnyEntry]:
    """The entries by room, name and how many of these stand before."""
    found: dict[_Key, AnyEntry] = {}
    seen: dict[tuple[str, str], int] = {}
    for entry in entries:
        room = name_key(entry.room) if isinstance(entry, DoorHook) else ""
        name = room, name_key(entry.name)
        seen[name] = seen.get(name, 0) + 1
        found[*name, seen[name]] = entry
    return found


def _moved(
    hooks: Sequence[DoorHook], moves: Mapping[str, Moves], side: Literal["a", "b", "base"]
) -> list[DoorHook]:
    return [_moved_hook(hook, moves.get(name_key(hook.room)), side) for hook in hooks]


def _moved_hook(hook: DoorHook, moves: Moves | None, side: str) -> DoorHook:
    way = (0.0, 0.0, 0.0) if moves is None else getattr(moves, side)
    if not any(way):
        return hook
    x, y, z = (p + q for p, q in zip(hook.position, way, strict=True))
    return replace(hook, position=(x, y, z))


def _is_same_hook(one: DoorHook, other: DoorHook) -> bool:
    names = [(name_key(hook.room), name_key(hook.name)) for hook in (one, other)]
    return names[0] == names[1] and _is_near(_place(one), _place(other))


def _is_near(one: _Place, other: _Place) -> bool:
    return len(one) == len(other) and all(
        abs(p - q) <= _MOVED_ALIKE for p, q in zip(one, other, strict=True)
    )


def _place(entry: Entry) -> _Place:
    if isinstance(entry, DoorHook):
        return (*entry.position, *entry.orientation, entry.unknown)
    return entry.position


def _tell(key: _Key) -> Callable[[_Place], str]:
    """What says in words where an entry stands."""
    return lambda place: f"{key[1]} at ({', '.join(f'{value:g}' for value in place[:3])})"
