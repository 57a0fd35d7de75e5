"""Edits of an area's rooms that keep everything consistent.

Transitions of walkmeshes are numbers of the layout, and a visibility goes by names. Whoever adds,
removes, renames or reorders rooms has to change both; each function here does all of it, and
returns a new area with what it did. A walkmesh that is there and cannot be read is no reason to go
on without it: an edit that it would have to follow raises `ValueError`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area, Room
from kotorlevel.area.edit.new_models import remove_new_model, rename_new_model
from kotorlevel.area.edit.sound import remove_sound, rename_sound
from kotorlevel.area.links.relink import LinkChange, refuse_unreadable
from kotorlevel.core.resource import (
    EMPTY_NAME,
    TYPE_IDS,
    find_name_fault,
    find_safe_filename,
    same_name,
)
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of
from kotorlevel.formats.lyt import DoorHook, Layout, LayoutRoom
from kotorlevel.formats.lyt.reader import COMMENT_MARKS
from kotorlevel.formats.vis import Visibility
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.walkmesh import Walkmesh

FARTHEST = 1e6
"""Metres from the origin; the games' areas stay within a thousand, and float32 has no
millimetres out here."""


@dataclass(frozen=True)
class RoomEdit:
    """The area after an edit, and what was done to it beside the edit itself.

    ``renumbered`` is the number of transitions that got another number, ``cleared`` those that
    were taken out (room, edge, number) because they led to a room that is gone, or to a number
    that no room had and a new one gets. ``links`` are those that `join.join_room` set, ``notes``
    what else is worth knowing.
    """

    area: Area
    renumbered: int = 0
    cleared: tuple[tuple[int, int, int], ...] = ()
    links: tuple[LinkChange, ...] = ()
    notes: tuple[str, ...] = ()


def new_area(name: str) -> Area:
    """An area without rooms, to add some to: its layout; the visibility comes with the first one.

    Raises `ValueError` for a name that no resource of the games can have::

        kit = kl.add_template(kl.new_area("m55aa"), "m55aa_01", kl.read_walkmesh("hall.wok"))
        kl.write_area(kit.edit.area, "my_mod")
    """
    fault = find_name_fault(name)
    if fault is not None:
        raise ValueError(f"{name!r} is no name for an area: {fault}")
    return Area(name, Layout())


def choose_room(area: Area, which: int | str) -> Room:
    """The room of that index or name. Raises `KeyError`, also for a name that several have."""
    if isinstance(which, str):
        same = [room.index for room in area.rooms if same_name(room.name, which)]
        if len(same) > 1:
            numbers = ", ".join(map(str, same))
            raise KeyError(
                f"{which!r} is there {len(same)} times: name it by its number, {numbers}"
            )
    return area.room(which)


def check_place(values: Sequence[float], what: str) -> None:
    """Raise `ValueError` for what is no place in an area: not finite, or absurdly far away."""
    if not all(math.isfinite(value) and abs(value) <= FARTHEST for value in values):
        shown = ", ".join(f"{value:g}" for value in values)
        text = f"{what} is ({shown}): the numbers must be finite, and at most {FARTHEST:,.0f} m"
        raise ValueError(text)


def reorder_rooms(area: Area, order: Sequence[int]) -> RoomEdit:
    """The area whose room i is the old room ``order[i]``; every link follows."""
    layout = area.layout.reordered(LayoutRoom, order)
    return _arranged(area, layout, list(order))


def remove_room(area: Area, which: int | str) -> RoomEdit:
    """The area without a room: rooms behind it move up, links to it are cleared.

    Its door hooks, its visibility and what the ARE says of it go with it.
    """
    room = choose_room(area, which)
    layout = _without_hooks(area, room).removed(LayoutRoom, room.index)
    order = [index for index in range(len(area.rooms)) if index != room.index]
    return _without_traces(area, _arranged(area, layout, order), room)


def empty_room(area: Area, which: int | str) -> RoomEdit:
    """The area with ``****`` in the place of a room: other rooms keep their numbers.

    Links to it are cleared; its door hooks, its visibility and what the ARE says of it go with it.
    """
    room = choose_room(area, which)
    if room.is_empty_slot:
        return RoomEdit(area)
    kept = replace(area.layout.rooms[room.index], name=EMPTY_NAME)
    layout = _without_hooks(area, room).replaced(room.index, kept)
    rooms = list(area.rooms)
    rooms[room.index] = Room(room.index, EMPTY_NAME, room.position)
    mapping = np.arange(len(rooms))
    mapping[room.index] = -1
    edit = _with_transitions(replace(area, layout=layout, rooms=tuple(rooms)), mapping)
    return _without_traces(area, edit, room)


def add_room(
    area: Area, name: str, mesh: Walkmesh | None, position: Vector, at: int | None = None
) -> RoomEdit:
    """The area with one more room, before number ``at`` or at the end.

    ``mesh`` stands where it is to stand: walkmeshes are in area space, and ``position`` is for the
    model alone (FACTS 1). Its own transitions are kept; `join_room` sets those that meet a room.
    The visibility gets an entry for it, in which it sees no other; the first room makes one.
    """
    _check_new_name(area, name)
    check_place(position, "the position")
    if mesh is not None and not mesh.is_area:
        raise ValueError("this is the walkmesh of an object, not of a room")
    layout = area.layout.added(LayoutRoom(name, position), at)
    count = len(area.rooms)
    place = count if at is None else at
    order = [*range(place), -1, *range(place, count)]
    edit = _arranged(area, layout, order, Room(place, name, position, mesh))
    visibility = edit.area.visibility
    if visibility is None and not area.rooms:
        visibility = Visibility()
    if visibility is not None and name not in visibility:
        edit = replace(edit, area=edit.area.with_visibility(visibility.added(name)))
    return edit


def rename_room(area: Area, which: int | str, name: str) -> RoomEdit:
    """The area with another name for a room, in layout, door hooks, visibility and ARE.

    Its walkmesh is written under the new name. Its model has to be renamed as well.
    """
    room = choose_room(area, which)
    if room.is_empty_slot:
        raise ValueError("an empty slot has no name to change; add a room instead")
    if not same_name(room.name, name):
        _check_new_name(area, name)
    elif room.name == name:
        return RoomEdit(area)
    refuse_listed_again(area, room)
    if not same_name(room.name, name):
        refuse_unreadable([room])
    layout = area.layout.renamed(LayoutRoom, room.index, name)
    rooms = list(area.rooms)
    if same_name(room.name, name):
        rooms[room.index] = replace(room, name=name)
    else:  # A new name is a new file: the mesh counts as changed.
        rooms[room.index] = replace(room, name=name, resource=None, loaded=None)
    changed = replace(area, layout=layout, rooms=tuple(rooms))
    visibility = area.visibility
    if visibility is not None and room.name in visibility:
        changed = changed.with_visibility(visibility.renamed(room.name, name))
    if same_name(room.name, name):
        return RoomEdit(changed)
    note = f"the model {room.name}.mdl and .mdx must be renamed to {name}, too"
    with_model = rename_new_model(changed, room.name, name)
    notes = (note,) if with_model is changed else ()
    notes = (*notes, *_unused_note(room), *_missing_note(room, "renamed"))
    renamed = rename_sound(with_model, room.name, name)
    if renamed is not with_model:
        notes = (*notes, f"{area.name}.are has it under its new name, too")
    return RoomEdit(renamed, notes=notes)


def shift_room(area: Area, which: int | str, offset: Vector) -> RoomEdit:
    """The area with a room moved by ``offset``: its layout position, door hooks and walkmesh.

    Links, and what stands on it, stay: see `move_room`.
    """
    check_place(offset, "the way")
    room = choose_room(area, which)
    refuse_unreadable([room])
    if room.mesh is not None:
        refuse_listed_again(area, room)
    x, y, z = (a + b for a, b in zip(room.position, offset, strict=True))
    check_place((x, y, z), "the new position")
    layout = area.layout.moved(LayoutRoom, room.index, (x, y, z))
    for number, hook in enumerate(layout.door_hooks):
        if same_name(hook.room, room.name):
            a, b, c = (p + q for p, q in zip(hook.position, offset, strict=True))
            layout = layout.moved(DoorHook, number, (a, b, c))
    mesh = None if room.mesh is None else room.mesh.translated(offset)
    rooms = list(area.rooms)
    rooms[room.index] = replace(room, position=(x, y, z), mesh=mesh)
    moved = replace(area, layout=layout, rooms=tuple(rooms))
    return RoomEdit(moved, notes=_missing_note(room, "moved"))


def _arranged(area: Area, layout: Layout, order: list[int], new: Room | None = None) -> RoomEdit:
    """The area whose room i is the old room ``order[i]``, or ``new`` for -1."""
    mapping = np.full(len(area.rooms), -1, np.intp)
    rooms = []
    for index, old in enumerate(order):
        if old < 0:
            assert new is not None
            rooms.append(new)
            continue
        mapping[old] = index
        rooms.append(replace(area.rooms[old], index=index))
    return _with_transitions(replace(area, layout=layout, rooms=tuple(rooms)), mapping, new)


def _with_transitions(area: Area, mapping: NDArray[np.intp], new: Room | None = None) -> RoomEdit:
    """The area with transition t made ``mapping[t]``.

    Numbers that no room had stay as they are, unless a room gets them now: then they would lead
    to it, which nobody meant, and they are cleared.
    """
    meshes: dict[int, Walkmesh | None] = {}
    cleared: list[tuple[int, int, int]] = []
    renumbered = 0
    for room in area.rooms:
        if room.mesh is None or room is new:
            continue
        old = room.mesh.transitions
        known = (old >= 0) & (old < len(mapping))
        now = old.astype(np.int64)
        now[known] = mapping[old[known]]
        now[~known & (old >= 0) & (old < len(area.rooms))] = -1
        changed = now != old
        if not changed.any():
            continue
        gone = np.flatnonzero((changed & (now == -1)).reshape(-1))
        numbers = old.reshape(-1)[gone].tolist()
        cleared += [(room.index, e, n) for e, n in zip(gone.tolist(), numbers, strict=True)]
        renumbered += int(changed.sum()) - len(gone)
        # Not `edited`: only the numbers change, so faces keep their order.
        meshes[room.index] = replace(room.mesh, transitions=read_only(now.astype(np.int32)))
    is_moved = not np.array_equal(mapping, np.arange(len(mapping)))
    if is_moved:
        refuse_unreadable(area.rooms)
    notes = _absent_note(area, new) if is_moved else ()
    return RoomEdit(area.with_meshes(meshes), renumbered, tuple(cleared), notes=notes)


def _without_hooks(area: Area, room: Room) -> Layout:
    """The layout without the door hooks of a room; those that another has by its name stay."""
    layout = area.layout
    if room.is_empty_slot or _is_listed_again(area, room):
        return layout
    for number in range(len(layout.door_hooks) - 1, -1, -1):
        if same_name(layout.door_hooks[number].room, room.name):
            layout = layout.removed(DoorHook, number)
    return layout


def _without_traces(before: Area, edit: RoomEdit, room: Room) -> RoomEdit:
    """The edit that took a room out, with what went along: sight, sound; hooks and links told."""
    area = edit.area
    hooks = len(before.layout.door_hooks) - len(area.layout.door_hooks)
    notes = [f"{count_of(hooks, 'door hook')} of it went along"] if hooks else []
    if edit.cleared:
        notes.append(f"{count_of(len(edit.cleared), 'link')} that led to it cleared")
    if not room.is_empty_slot and area.find_room(room.name) is None:  # nor another of its name
        if seers := _seers(area, room):
            see = "sees" if seers == 1 else "see"
            notes.append(f"{count_of(seers, 'room')} no longer {see} it")
        area = remove_new_model(_without_sight(area, room.name), room.name)
        silent = remove_sound(area, room.name)
        notes += [f"its entry in {area.name}.are went along"] if silent is not area else []
        area = silent
    return replace(edit, area=area, notes=(*edit.notes, *notes, *_unused_note(room)))


def _seers(area: Area, room: Room) -> int:
    """How many other rooms the visibility draws it from."""
    if area.visibility is None:
        return 0
    return sum(area.visibility.lists(other.name, room.name) for other in area.rooms)


def _without_sight(area: Area, name: str) -> Area:
    """The area whose visibility does not know the room; another room of that name keeps it."""
    visibility: Visibility | None = area.visibility
    if visibility is None or name not in visibility or area.find_room(name) is not None:
        return area
    return area.with_visibility(visibility.removed(name))


def refuse_listed_again(area: Area, room: Room) -> None:
    """Raise `ValueError` for a room that another of the same name shares its walkmesh with."""
    if _is_listed_again(area, room):
        raise ValueError(f"the layout lists {room.name!r} more than once: both are one file")


def _is_listed_again(area: Area, room: Room) -> bool:
    return any(same_name(r.name, room.name) and r.index != room.index for r in area.rooms)


def _check_new_name(area: Area, name: str) -> None:
    if name == EMPTY_NAME:
        raise ValueError(f"{EMPTY_NAME} is no name, but an empty slot")
    if (fault := find_name_fault(name)) is not None:
        raise ValueError(fault)
    if name.startswith(COMMENT_MARKS) or find_safe_filename(name, TYPE_IDS["wok"]) is None:
        raise ValueError(f"{name!r} cannot be the name of a file; take letters, digits and _")
    if area.find_room(name) is not None:
        raise ValueError(f"there is a room {name!r} already")


def _unused_note(room: Room) -> tuple[str, ...]:
    """Files that an edit leaves where they are, though nothing needs them any more."""
    if room.is_empty_slot or room.resource is None:
        return ()
    return (f"{room.resource.filename} is not needed any more; it stays where it is",)


def _missing_note(room: Room, done: str) -> tuple[str, ...]:
    if room.mesh is not None or room.is_empty_slot:
        return ()
    return (f"the walkmesh of {room.name} is not here: it has to be {done}, too",)


def _absent_note(area: Area, new: Room | None) -> tuple[str, ...]:
    absent = [r for r in area.rooms if r.mesh is None and not r.is_empty_slot and r is not new]
    if not absent:
        return ()
    one = len(absent) == 1
    rooms = "1 room has" if one else f"{len(absent):,} rooms have"
    links = f"links in {'it' if one else 'them'} could not follow"
    return (f"{rooms} no walkmesh here, so {links}; give the game as well",)
