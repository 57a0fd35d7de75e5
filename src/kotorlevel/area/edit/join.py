"""Links and sight for rooms that have come to another place."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from kotorlevel.area.links.relink import link_seams

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.rooms import RoomEdit


def join_room(edit: RoomEdit, index: int) -> RoomEdit:
    """The edit with a room linked to all that it meets, and in sight of those that are new to it.

    Links from or to it that meet nothing are left alone, and counted in a note.
    """
    return join_rooms(edit, [index])


def join_rooms(edit: RoomEdit, indexes: Collection[int]) -> RoomEdit:
    """The edit with several rooms linked to all that they meet, as `join_room` does with one."""
    area, report = link_seams(edit.area, rooms=indexes)
    visibility = area.visibility
    pairs = {(change.room, change.now) for change in report.changes}
    for one, other in sorted({(min(pair), max(pair)) for pair in pairs}):
        name, neighbour = area.rooms[one].name, area.rooms[other].name
        if visibility is not None and name in visibility and neighbour in visibility:
            visibility = visibility.with_visible(name, neighbour)
    if visibility is not area.visibility:
        area = area.with_visibility(visibility)
    chosen = set(indexes)
    loose = sum(
        room in chosen or _target(area, room, edge) in chosen for room, edge in report.nowhere
    )
    which = area.rooms[next(iter(chosen))].name if len(chosen) == 1 else "these rooms"
    links = "1 link" if loose == 1 else f"{loose:,} links"
    meet = "meets" if loose == 1 else "meet"
    text = f"{links} from or to {which} {meet} nothing there (relink(clear=True))"
    notes = (*edit.notes, text) if loose else edit.notes
    return replace(edit, area=area, links=edit.links + report.changes, notes=notes)


def _target(area: Area, room: int, edge: int) -> int:
    mesh = area.rooms[room].mesh
    return -1 if mesh is None else int(mesh.transitions.reshape(-1)[edge])
