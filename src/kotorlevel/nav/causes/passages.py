"""Causes that the floor itself tells: links of one direction, and what stands in the way."""

import itertools

import numpy as np
from numpy.typing import NDArray

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
    for number in np.unique(blocker).tolist():
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
