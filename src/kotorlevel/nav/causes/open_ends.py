"""Where a floor leads to rooms that nothing is known of, because their walkmesh is not at hand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Vector
from kotorlevel.nav.causes.cause import Cause

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.nav.floor.floor import Floor


@dataclass(frozen=True)
class OpenEnd:
    """An edge at ``at`` of ``room`` that leads to room ``leads``."""

    room: int
    edge: int
    leads: int
    at: Vector


def find_open_ends(
    area: Area,
    floor: Floor,
    part: NDArray[np.int64],
    unknown: Collection[int] | None = None,
) -> dict[int, dict[int, OpenEnd]]:
    """Part (C,) → ``unknown`` room → the first of the part's edges that leads there."""
    rooms = area.unknown_rooms if unknown is None else unknown
    if not rooms:
        return {}
    leads = _wall_transitions(area, floor)
    walls = np.flatnonzero(np.isin(leads, list(rooms)))
    pairs = np.stack([part[floor.wall_owner[walls]], leads[walls]], axis=1)
    first = np.sort(np.unique(pairs, axis=0, return_index=True)[1])
    ends: dict[int, dict[int, OpenEnd]] = {}
    for (owner, led), wall in zip(pairs[first].tolist(), walls[first].tolist(), strict=True):
        x, y, z = ((floor.wall_from[wall] + floor.wall_to[wall]) / 2).tolist()
        room = int(floor.room[floor.wall_owner[wall]])
        end = OpenEnd(room, int(floor.wall_edge[wall]), led, (x, y, z))
        ends.setdefault(owner, {})[led] = end
    return ends


def _wall_transitions(area: Area, floor: Floor) -> NDArray[np.int64]:
    """(W,) the room that the edge of each wall leads to, or -1."""
    leads = np.full(len(floor.wall_edge), -1, np.int64)
    room = floor.room[floor.wall_owner]
    for index in np.unique(room).tolist():
        mesh = area.rooms[index].mesh
        rows = np.flatnonzero((room == index) & (floor.wall_edge >= 0))
        if mesh is not None:
            leads[rows] = mesh.transitions.reshape(-1)[floor.wall_edge[rows]]
    return leads


def join_open_ends(ends: dict[int, dict[int, OpenEnd]]) -> dict[int, Cause]:
    """Part → what may be a way from part 0 to it, through rooms that nobody has seen.

    Where both lead to the same room it is that one; else the first of each. The place is where
    part 0 ends.
    """
    if 0 not in ends:
        return {}
    starts = ends[0]
    causes = {}
    for part in sorted(ends.keys() - {0}):
        shared = next((room for room in starts if room in ends[part]), None)
        here, there = (
            next(iter(some.values())) if shared is None else some[shared]
            for some in (starts, ends[part])
        )
        causes[part] = Cause(
            "absent",
            (0, part),
            (here.room, there.room),
            here.at,
            (((here.room, here.edge),), ((there.room, there.edge),)),
            unknown=tuple(dict.fromkeys((here.leads, there.leads))),
        )
    return causes
