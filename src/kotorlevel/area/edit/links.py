"""Links by hand: two edges that shall lead to each other, or no longer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.edit.kits.doorways import open_doorways
from kotorlevel.area.edit.rooms import choose_room
from kotorlevel.area.links.relink import LinkReport, change_links, refuse_unreadable
from kotorlevel.area.links.seams import TOLERANCE
from kotorlevel.core.words import length, short_list

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.area.links.boundary import AreaBoundary

RoomEdge = tuple[int | str, int]
"""A room by its index or name, and an edge of it: 3 · face + side."""


def link_edges(
    area: Area, first: RoomEdge, second: RoomEdge, tolerance: float = TOLERANCE
) -> tuple[Area, LinkReport]:
    """The area with two edges of different rooms leading to each other, and what was changed.

    The notes of the report tell what keeps one from crossing there all the same: edges that do not
    meet within ``tolerance`` metres, or a wall; and whose link was taken over::

        area, report = kl.link_edges(area, ("m55aa_02", 57), ("m55aa_03", 12))
        report.notes

    Raises `KeyError` for a room that is not there, `ValueError` for an edge that is no boundary
    edge, and for two edges of one room.
    """
    boundary = area.geometry.boundary
    one, other = _find_row(area, first), _find_row(area, second)
    if boundary.room[one] == boundary.room[other]:
        raise ValueError("both edges are of one room: a link leads from one room to another")
    wanted = boundary.transition.copy()
    wanted[one], wanted[other] = boundary.room[other], boundary.room[one]
    partner = np.full(len(boundary), -1, np.int64)
    partner[one], partner[other] = other, one
    notes = [*_meeting(boundary, one, other, tolerance), *_left_behind(area, one, other)]
    area, report = _changed(area, partner, wanted)
    return area, replace(report, notes=tuple(notes))


def unlink_edges(area: Area, *edges: RoomEdge) -> tuple[Area, LinkReport]:
    """The area without the links of these edges and of those that they meet, and what was changed.

    The edge across is the one that lies on it, and leads back::

        area, report = kl.unlink_edges(area, ("m55aa_02", 57))

    Raises `KeyError` for a room that is not there, `ValueError` for an edge that is no boundary
    edge, or leads nowhere.
    """
    boundary, seams = area.geometry.boundary, area.geometry.seams
    wanted = boundary.transition.copy()
    partner = np.full(len(boundary), -1, np.int64)
    rows = [_find_row(area, edge) for edge in edges]
    notes = []
    for row in rows:
        across = int(seams.partner[row])
        answers = across >= 0 and boundary.transition[across] == boundary.room[row]
        name = _name(area, boundary, row)
        if boundary.transition[row] == -1 and not answers:
            raise ValueError(f"{name} leads nowhere")
        wanted[row] = -1
        if answers:
            wanted[across] = -1
        elif across not in rows:
            notes.append(f"{name}: no edge that lies on it leads back")
    area, report = _changed(area, partner, wanted)
    return area, replace(report, notes=tuple(notes))


def _changed(
    area: Area, partner: NDArray[np.int64], wanted: NDArray[np.int64]
) -> tuple[Area, LinkReport]:
    seams = len(area.geometry.seams)
    area, changes = change_links(area, partner, wanted)
    return area, LinkReport(seams=seams, changes=changes)


def _find_row(area: Area, which: RoomEdge) -> int:
    """The row of the boundary that is meant."""
    room, edge = choose_room(area, which[0]), which[1]
    refuse_unreadable([room])
    if room.mesh is None:
        raise ValueError(f"{room.name} has no walkmesh here: it has no edges")
    boundary = area.geometry.boundary
    rows = np.flatnonzero((boundary.room == room.index) & (boundary.edge == edge))
    if not len(rows):
        raise ValueError(_no_edge(area, room, edge))
    return int(rows[0])


def _no_edge(area: Area, room: Room, edge: int) -> str:
    reasons = dict(area.geometry.boundary.unusable)
    if room.index in reasons:
        return f"the edges of {room.name} cannot be told: {reasons[room.index]}"
    assert room.mesh is not None
    doorways = [each.edges[0] for each in open_doorways(room.mesh)]
    hint = f"; its doorways are at {short_list([*map(str, doorways)])}" if doorways else ""
    return f"edge {edge} of {room.name} is no boundary edge of its floor{hint}"


def _meeting(boundary: AreaBoundary, one: int, other: int, tolerance: float) -> list[str]:
    """What keeps one from crossing there."""
    start = boundary.start[one] - boundary.end[other]
    end = boundary.end[one] - boundary.start[other]
    apart = max(float(np.sqrt(start @ start)), float(np.sqrt(end @ end)))
    notes = []
    if apart > tolerance:
        notes.append(
            f"their ends do not meet, they are up to {length(apart)} apart: nobody can cross there "
            "until the floors are moved together"
        )
    walls = int(boundary.walled[one]) + int(boundary.walled[other])
    if walls:
        notes.append(f"a wall stands there{'' if walls == 1 else ', on both sides'}")
    return notes


def _left_behind(area: Area, one: int, other: int) -> list[str]:
    """Edges that lay on one of the two and led back to it: they are one-sided now."""
    boundary, seams = area.geometry.boundary, area.geometry.seams
    notes = []
    for row, mate in ((one, other), (other, one)):
        across = int(seams.partner[row])
        if across not in (-1, mate) and boundary.transition[across] == boundary.room[row]:
            left = _name(area, boundary, across)
            notes.append(f"{left} lies on {_name(area, boundary, row)}, and still leads there")
    return notes


def _name(area: Area, boundary: AreaBoundary, row: int) -> str:
    return f"edge {int(boundary.edge[row])} of {area.rooms[int(boundary.room[row])].name}"
