"""Links that cannot be walked both ways: one-sided ones, and those that meet nothing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kotorlevel.area.links.relink import link_seams
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

LooseLink = tuple[str, str]
"""The room's key, and that of the room that it leads to, "" for none."""


def count_loose_links(area: Area) -> Counter[LooseLink]:
    """How many edges lead to where the other side does not answer, or that meet nothing there.

    By rooms, since the edges of an edited walkmesh have other numbers. Links to rooms without a
    walkmesh are not judged.
    """
    _, report = link_seams(area)
    found = list(report.nowhere)
    for change in report.changes:
        other = change.other_room, change.other_edge
        if _target(area, *other) == change.room:
            found.append(other)
    return Counter(_named(area, room, edge) for room, edge in found)


def _named(area: Area, room: int, edge: int) -> LooseLink:
    target = _target(area, room, edge)
    known = 0 <= target < len(area.rooms)
    return name_key(area.rooms[room].name), name_key(area.rooms[target].name) if known else ""


def _target(area: Area, room: int, edge: int) -> int:
    mesh = area.rooms[room].mesh
    return -1 if mesh is None else int(mesh.transitions.reshape(-1)[edge])
