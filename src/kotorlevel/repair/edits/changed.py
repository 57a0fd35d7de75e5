"""An area with an edited walkmesh, and notes on what came of it: links, edges, faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.core.words import count_of
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.edit.guards import looks_down
from kotorlevel.mesh.edit.vertices import SAME_PLACE
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.repair.edits.operation import Applied, PassingNote


def changed(area: Area, index: int, mesh: Walkmesh, text: str, *notes: str) -> Applied:
    """The area with the edited mesh, without links that no file could hold any more.

    Links that are gone, and linked edges that were parted, are told behind ``notes``.
    """
    room = area.rooms[index]
    before = room.mesh
    mesh = _with_links_that_can_be(mesh)
    if before is None or mesh is before:
        return Applied(area, f"{room.name}: {text}", notes)
    told = (*notes, *_tell_links(area, index, before, mesh))
    return Applied(area.with_mesh(index, mesh), f"{room.name}: {text}", told)


def reshaped(area: Area, index: int, mesh: Walkmesh, text: str, *notes: str) -> Applied:
    """The same where vertices were moved: also which edges and faces are not what they were."""
    before = area.rooms[index].mesh
    if before is not None and mesh is not before:
        notes = (*notes, *_tell_shape(area, index, before, mesh))
    return changed(area, index, mesh, text, *notes)


def _tell_links(area: Area, index: int, before: Walkmesh, after: Walkmesh) -> Iterator[str]:
    was, now = _count_links(before), _count_links(after)
    for room, count in (was - now).items():
        name, leads_back = _across(area, index, room)
        which = "link" if count == 1 else "links"
        back = "; what leads here from there stays until it is unlinked" if leads_back else ""
        yield f"{count:,} {which} to {name} gone: the edge bounds no floor any more{back}"
    for room in now - was:
        name, leads_back = _across(area, index, room)
        if leads_back:
            text = (
                f"a linked edge is in two parts now, and the edge of {name} across still in one: "
                "relink with split parts that, too"
            )
            yield PassingNote(text, partial(_has_more_links, index=index, room=room))


def _has_more_links(area: Area, index: int, room: int) -> bool:
    """Whether more links lead from a room to another than back."""
    if max(index, room) >= len(area.rooms):
        return False
    here, across = area.rooms[index].mesh, area.rooms[room].mesh
    if here is None or across is None:
        return False
    return _count_links(here)[room] > _count_links(across)[index]


def _count_links(mesh: Walkmesh) -> Counter[int]:
    return Counter(mesh.transitions[mesh.transitions != -1].tolist())


def _across(area: Area, index: int, room: int) -> tuple[str, bool]:
    """The name of a room that a link leads to, and whether links of it lead back."""
    if not 0 <= room < len(area.rooms):
        return f"room {room}", False
    other = area.rooms[room]
    return other.name, other.mesh is not None and bool((other.mesh.transitions == index).any())


def _tell_shape(area: Area, index: int, before: Walkmesh, after: Walkmesh) -> Iterator[str]:
    down = int(looks_down(after).sum()) - int(looks_down(before).sum())
    if down > 0:
        yield f"{count_of(down, 'face')} of floor more that look down or have no area"
    met = _count_meeting(area, before)
    apart = met - _count_meeting(area, after)
    if apart > 0 and _count_links(before) == _count_links(after):
        edges = count_of(apart, "linked edge")
        text = f"{edges} no longer where the room across is: move its corners, too, or relink"
        yield PassingNote(text, partial(_meets_less, index=index, met=met))


def _meets_less(area: Area, index: int, met: int) -> bool:
    mesh = area.rooms[index].mesh if index < len(area.rooms) else None
    return mesh is not None and _count_meeting(area, mesh) < met


def _count_meeting(area: Area, mesh: Walkmesh) -> int:
    """How many linked edges of a mesh have both ends on vertices of the room across."""
    faces, sides = np.nonzero(mesh.transitions >= 0)
    rooms = mesh.transitions[faces, sides]
    met = 0
    for room in np.unique(rooms).tolist():
        other = area.rooms[room].mesh if room < len(area.rooms) else None
        if other is None or not len(other.vertices):
            continue
        face, side = faces[rooms == room], sides[rooms == room]
        both = np.ones(len(face), bool)
        for end in (side, (side + 1) % 3):
            ends = mesh.vertices[mesh.faces[face, end]].astype(np.float64)
            both &= [_is_on(other, point) for point in ends]
        met += int(both.sum())
    return met


def _is_on(mesh: Walkmesh, point: np.ndarray) -> bool:
    return bool((np.abs(mesh.vertices - point).max(axis=1) <= SAME_PLACE).any())


def _with_links_that_can_be(mesh: Walkmesh) -> Walkmesh:
    if mesh.stored is not None or not mesh.is_area or not len(lost := mesh.lost_transitions):
        return mesh
    transitions = mesh.transitions.copy()
    transitions.reshape(-1)[lost] = -1
    return replace(mesh, transitions=read_only(transitions))
