"""Two layouts: rooms, door hooks, tracks and obstacles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.area.area import Area, Room
from kotorlevel.area.diff.values import Change
from kotorlevel.area.matching.nearest import pair_nearest
from kotorlevel.area.matching.rooms import RoomMatch, match_rooms
from kotorlevel.core.resource import name_key
from kotorlevel.formats.lyt import DoorHook, Layout
from kotorlevel.formats.lyt.layout import Entry

if TYPE_CHECKING:
    from kotorlevel.core.types import Vector

_STILL = 1e-6
_NOUNS = {"door_hooks": "hook", "tracks": "track", "obstacles": "obstacle"}


def bare_area(layout: Layout) -> Area:
    """An area of nothing but a layout."""
    rooms = (Room(i, room.name, room.position) for i, room in enumerate(layout.rooms))
    return Area("", layout, rooms=tuple(rooms))


def diff_layouts(a: Layout, b: Layout, file: str = "") -> list[Change]:
    """What changed from one layout to another, without walkmeshes to tell rooms by."""
    match = match_rooms(bare_area(a), bare_area(b))
    found = [*list_room_changes(match, a, b, file), *list_entry_changes(match, a, b, file)]
    if not found and a.to_bytes() != b.to_bytes():
        found.append(Change("form-changed", file, thing=_form(a, b)))
    return found


def layout_form(a: Layout, b: Layout) -> str:
    """In what two layouts that place the same differ."""
    return _form(a, b)


def _form(a: Layout, b: Layout) -> str:
    parts = []
    if a.preamble != b.preamble or a.epilogue != b.epilogue:
        parts.append("lines before or behind the layout")
    if a.section_comments != b.section_comments or any(
        x.comments != y.comments
        for kind in ("rooms", *_NOUNS)
        for x, y in zip(getattr(a, kind), getattr(b, kind), strict=False)
    ):
        parts.append("comments")
    if a.others != b.others:
        parts.append("a section that the game does not read")
    return ", ".join(parts) or "line ends, spaces, counts or spelling"


def list_room_changes(match: RoomMatch, a: Layout, b: Layout, file: str) -> list[Change]:
    """Rooms added, removed, renamed, moved and reordered."""
    found = []
    for number in match.removed:
        room = a.rooms[number]
        kind = "slot-removed" if room.name == "****" else "room-removed"
        found.append(Change(kind, file, room.name, old=number, at=room.position))
    for number in match.added:
        room = b.rooms[number]
        kind = "slot-added" if room.name == "****" else "room-added"
        found.append(Change(kind, file, room.name, new=number, at=room.position))
    taken = {pair.a for pair in match.reordered}
    for pair in match.pairs:
        old, new = a.rooms[pair.a], b.rooms[pair.b]
        if pair.renamed:
            found.append(Change("room-renamed", file, new.name, old=old.name, new=new.name))
        if far := _way(old.position, new.position):
            offset, distance = far
            moved = Change(
                "room-moved",
                file,
                new.name,
                old=list(old.position),
                new=list(new.position),
                offset=offset,
                distance=distance,
                at=new.position,
            )
            found.append(moved)
        if pair.a in taken and old.name != "****":
            found.append(Change("room-reordered", file, new.name, old=pair.a, new=pair.b))
    if shifted := [pair for pair in match.renumbered if pair.a not in taken]:
        numbers = [[pair.a, pair.b] for pair in shifted]
        found.append(Change("rooms-renumbered", file, count=len(shifted), new=numbers))
    return found


def _way(a: Vector, b: Vector) -> tuple[Vector, float] | None:
    """From where to where, and how far; None for no way at all."""
    x, y, z = (q - p for p, q in zip(a, b, strict=True))
    far = math.hypot(x, y, z)
    return ((x, y, z), far) if far > _STILL else None


def list_entry_changes(match: RoomMatch, a: Layout, b: Layout, file: str) -> list[Change]:
    """Door hooks, tracks and obstacles: of one room and name the nearest to each other are one."""
    renamed = {
        name_key(a.rooms[pair.a].name): name_key(b.rooms[pair.b].name) for pair in match.renamed
    }
    found: list[Change] = []
    for section, noun in _NOUNS.items():
        old, new = getattr(a, section), getattr(b, section)
        groups: dict[tuple[str, str], tuple[list[Entry], list[Entry]]] = {}
        for side, entries in enumerate((old, new)):
            for entry in entries:
                key = _room_key(entry, renamed if not side else {}), name_key(entry.name)
                groups.setdefault(key, ([], []))[side].append(entry)
        for here, there in groups.values():
            found += _list_changes(noun, here, there, file)
    return found


def _room_key(entry: Entry, renamed: dict[str, str]) -> str:
    room = name_key(entry.room) if isinstance(entry, DoorHook) else ""
    return renamed.get(room, room)


def _list_changes(
    noun: str, here: Sequence[Entry], there: Sequence[Entry], file: str
) -> list[Change]:
    places = (
        np.array([entry.position for entry in entries], np.float64).reshape(-1, 3)
        for entries in (here, there)
    )
    pairs = pair_nearest(*places)  # type: ignore[arg-type]
    gone, new = {i for i, _ in pairs}, {j for _, j in pairs}
    found = [
        _entry_change(f"{noun}-removed", entry, file)
        for i, entry in enumerate(here)
        if i not in gone
    ]
    found += [
        _entry_change(f"{noun}-added", entry, file) for j, entry in enumerate(there) if j not in new
    ]
    for i, j in pairs:
        found += _pair_changes(noun, here[i], there[j], file)
    return found


def _pair_changes(noun: str, old: Entry, new: Entry, file: str) -> list[Change]:
    far = _way(old.position, new.position)
    before, after = _rest(old), _rest(new)
    if far is None and before == after:
        return []
    data: dict[str, Any] = {"old": list(old.position), "new": list(new.position)}
    if far is not None:
        data |= {"offset": far[0], "distance": far[1]}
    else:
        data = {"old": before, "new": after}
    return [_entry_change(f"{noun}-changed", new, file, **data)]


def _entry_change(kind: str, entry: Entry, file: str, **data: Any) -> Change:
    room = entry.room if isinstance(entry, DoorHook) else ""
    return Change(kind, file, room, entry.name, at=entry.position, **data)


def _rest(entry: Entry) -> list[float]:
    if isinstance(entry, DoorHook):
        return [*entry.orientation, float(entry.unknown), *entry.extra]
    return []
