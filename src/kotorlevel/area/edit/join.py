"""Links and sight for rooms that have come to another place."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.links.relink import link_seams, list_link_changes, with_transitions

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.rooms import RoomEdit
    from kotorlevel.area.links.relink import LinkChange


def join_room(edit: RoomEdit, index: int) -> RoomEdit:
    """The edit with a room linked to all that it meets, and in sight of those that are new to it.

    Links from or to it that meet nothing are left alone, and counted in a note.
    """
    return join_rooms(edit, [index])


def join_rooms(edit: RoomEdit, indexes: Collection[int]) -> RoomEdit:
    """The edit with several rooms linked to all that they meet, as `join_room` does with one."""
    area, report = link_seams(edit.area, rooms=indexes)
    area = _in_sight(area, report.changes)
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


def relink_room(before: Area, edit: RoomEdit, index: int) -> RoomEdit:
    """The edit with the links of one room made anew: to all that it meets, and to nothing else.

    Links from and to it that do not meet there are taken out, on both sides. But those stay that
    lead to a room without a walkmesh, of which nobody knows, and those that almost met already in
    the area ``before``, and do so still.
    """
    moved = edit.area
    boundary, seams = moved.geometry.boundary, moved.geometry.seams
    area, report = link_seams(moved, rooms=[index])
    gone = (boundary.transition != -1) & (seams.partner < 0)
    gone &= (boundary.room == index) | (boundary.transition == index)
    gone[seams.crowded] = False
    unjudged = [*report.absent, *(room for room, _ in boundary.unusable)]
    gone &= ~np.isin(boundary.transition, unjudged)
    if not report.complete:  # then nobody can say that a link meets nothing
        gone[:] = False
    almost = _almost(before) & _almost(moved)
    for row in np.flatnonzero(gone).tolist():
        gone[row] = (int(boundary.room[row]), int(boundary.edge[row])) not in almost
    rows = np.flatnonzero(gone)
    wanted = np.where(gone, -1, boundary.transition)
    cleared = list_link_changes(boundary, seams.partner, wanted, rows)
    area = with_transitions(_in_sight(area, report.changes), boundary, wanted, rows)
    return replace(edit, area=area, links=(*edit.links, *report.changes, *cleared))


def _almost(area: Area) -> set[tuple[int, int]]:
    """The edges (room, edge) that almost meet another, and are linked there."""
    misses = [miss for miss in area.geometry.near_misses.found if miss.linked]
    own = {(miss.room, miss.edge) for miss in misses}
    return own | {(miss.other_room, miss.other_edge) for miss in misses}


def _in_sight(area: Area, links: Iterable[LinkChange]) -> Area:
    """The area in which rooms that were linked see each other."""
    visibility = area.visibility
    pairs = {(change.room, change.now) for change in links}
    for one, other in sorted({(min(pair), max(pair)) for pair in pairs}):
        name, neighbour = area.rooms[one].name, area.rooms[other].name
        if visibility is not None and name in visibility and neighbour in visibility:
            visibility = visibility.with_visible(name, neighbour)
    return area if visibility is area.visibility else area.with_visibility(visibility)


def _target(area: Area, room: int, edge: int) -> int:
    mesh = area.rooms[room].mesh
    return -1 if mesh is None else int(mesh.transitions.reshape(-1)[edge])
