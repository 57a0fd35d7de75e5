"""Rooms that a side renamed: all sides get one name for each, so that names tell rooms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kotorlevel.area.edit.merge.meshes import mesh_middle
from kotorlevel.area.edit.rooms import rename_room
from kotorlevel.area.edit.sound import rename_sound
from kotorlevel.area.matching.rooms import match_rooms
from kotorlevel.core.resource import find_name_fault, name_key, same_name

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.area.edit.merge.three_way import Judge, Places


_MOST_RENAMES = 200
"""Each has to be followed through all files of all sides. No level has as many rooms."""


@dataclass(frozen=True)
class Unified:
    """The sides with one name for each room, and the names that were changed: (old, new).

    ``notes`` are on files of A that have to follow.
    """

    a: Area
    b: Area
    base: Area | None
    renamed: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def unify_names(judge: Judge, a: Area, b: Area, base: Area | None) -> Unified:
    """The areas with the new name of every room that a side renamed, on all sides.

    Layout, door hooks, visibility and the ARE follow. Without a base nobody can tell which name is
    the new one: then rooms go by the names they have. Raises `ValueError` where the other side has
    another room of the new name, and where more were renamed than rooms are in any level.
    """
    if base is None:
        return Unified(a, b, None)
    of_a, of_b = _renames(base, a), _renames(base, b)
    if (count := len(of_a.keys() | of_b.keys())) > _MOST_RENAMES:
        text = f"{count:,} rooms were renamed; at most {_MOST_RENAMES:,} can be followed"
        raise ValueError(f"{text}: give them the same names in all versions first")
    renamed: list[tuple[str, str]] = []
    notes: list[str] = []
    for old in base.rooms:
        key = name_key(old.name)
        if old.is_empty_slot or (key not in of_a and key not in of_b):
            continue
        mine, theirs = of_a.get(key), of_b.get(key)
        name = _choose(judge, old, mine, theirs)
        renamed.append((old.name, name))
        a, more = _rename(a, mine, old.name, name, "A")
        notes += more
        b, _ = _rename(b, theirs, old.name, name, "B")
        base, _ = _rename(base, None, old.name, name, "the base")
    return Unified(a, b, base, tuple(renamed), tuple(notes))


def _renames(base: Area, side: Area) -> dict[str, Room]:
    """The rooms of a side that have another name than in the base, by the key they had there.

    One that no file can have is left alone.
    """
    pairs = match_rooms(base, side).renamed
    return {
        name_key(base.rooms[pair.a].name): side.rooms[pair.b]
        for pair in pairs
        if not base.rooms[pair.a].is_empty_slot
        and not side.rooms[pair.b].is_empty_slot
        and find_name_fault(side.rooms[pair.b].name) is None
    }


def _choose(judge: Judge, old: Room, mine: Room | None, theirs: Room | None) -> str:
    """The name that counts."""
    if mine is None or theirs is None:
        new = mine or theirs
        assert new is not None
        return new.name
    if same_name(mine.name, theirs.name):
        return mine.name
    at: Places = (_middle(mine), _middle(theirs))
    texts = (f"named {room.name}" for room in (mine, theirs))
    return mine.name if judge.settle("name", old.name, *texts, at=at) == "a" else theirs.name


def _middle(room: Room) -> tuple[float, float, float]:
    return mesh_middle(room.mesh) or room.position


def _rename(
    area: Area, room: Room | None, old: str, name: str, where: str
) -> tuple[Area, tuple[str, ...]]:
    """An area in which the room has the new name, and notes; itself where it has it, or no room."""
    now = old if room is None else room.name
    found = area.find_room(now)
    if found is None:
        return area, ()
    if same_name(now, name):  # the ARE may have been forgotten
        return rename_sound(area, old, name), ()
    other = area.find_room(name)
    if other is not None:
        text = f"{old} was renamed to {name}, and {where} has another room of that name"
        raise ValueError(f"{text}: rename one of them first")
    edit = rename_room(area, found.index, name)
    return rename_sound(rename_sound(edit.area, now, name), old, name), edit.notes
