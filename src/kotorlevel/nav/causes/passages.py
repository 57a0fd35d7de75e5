"""Causes that the floor itself tells: one-way links, what stands in the way, unknown rooms."""

import itertools
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.core.distinct import distinct
from kotorlevel.core.types import Vector
from kotorlevel.nav.causes.cause import Cause, Edge, Kind
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.reach.islands import is_mutual

_MOST_PARTS = 12
"""Parts about one door that are joined with each other: two are normal."""


def find_one_way_causes(floor: Floor, part: NDArray[np.int64]) -> list[Cause]:
    """The links that lead one way between parts (C,), one for each pair of parts and rooms.

    Each is seen from the side that has no way: the way in is what is missing.
    """
    rows = np.flatnonzero((part[floor.owner] != part[floor.to]) & ~is_mutual(floor))
    groups: dict[tuple[int, ...], list[int]] = {}
    for row in rows.tolist():
        here, there = int(floor.to[row]), int(floor.owner[row])
        key = int(part[here]), int(part[there]), int(floor.room[here]), int(floor.room[there])
        groups.setdefault(key, []).append(row)
    return [_one_way(floor, key, several) for key, several in groups.items()]


def _one_way(floor: Floor, key: tuple[int, ...], rows: list[int]) -> Cause:
    here, there, room, other_room = key
    x, y, z = ((floor.left[rows[0]] + floor.right[rows[0]]) / 2).tolist()
    edges = [edge for row in rows if (edge := _edge_at(floor, row)) is not None]
    return Cause(
        "one-way",
        (here, there),
        (room, other_room),
        (x, y, z),
        (tuple(dict.fromkeys(edges)), ()),
        length=float(np.linalg.norm(floor.left[rows] - floor.right[rows], axis=1).sum()),
    )


def _edge_at(floor: Floor, passage: int) -> Edge | None:
    """The edge, of the cell that a passage leads to, from which no way leads back."""
    cell = int(floor.to[passage])
    walls = np.arange(floor.wall_starts[cell], floor.wall_starts[cell + 1])
    walls = walls[floor.wall_edge[walls] >= 0]
    if not len(walls):
        return None
    middle = (floor.left[passage] + floor.right[passage]) / 2
    away = np.linalg.norm((floor.wall_from[walls] + floor.wall_to[walls]) / 2 - middle, axis=1)
    return int(floor.room[cell]), int(floor.wall_edge[walls[np.argmin(away)]])


def find_blocker_causes(floor: Floor, part: NDArray[np.int64]) -> list[Cause]:
    """A cause for each door or placeable, and each pair of the parts (C,) that touch it."""
    walls = np.flatnonzero(floor.wall_blocker >= 0)
    blocker, owner = floor.wall_blocker[walls], part[floor.wall_owner[walls]]
    causes = []
    for number in distinct(blocker).tolist():
        own = blocker == number
        parts, first = np.unique(owner[own], return_index=True)
        cells = floor.wall_owner[walls[own][first]]
        rooms = dict(zip(parts.tolist(), floor.room[cells].tolist(), strict=True))
        ends = floor.wall_from[walls[own]], floor.wall_to[walls[own]]
        thing = floor.blockers[number]
        x, y, z = thing.at or ((ends[0] + ends[1]) / 2).mean(axis=0).tolist()
        kind: Kind = "door" if thing.kind == "door" else "placeable"
        causes += [
            Cause(kind, (a, b), (rooms[a], rooms[b]), (x, y, z), blocker=thing)
            for a, b in itertools.combinations(parts.tolist()[:_MOST_PARTS], 2)
        ]
    return causes


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
    for index in distinct(room).tolist():
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
