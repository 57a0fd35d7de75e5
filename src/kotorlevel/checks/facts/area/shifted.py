"""Rooms that stand a little off: moved by one small offset, all their doorways would meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.links.near_misses import HIGHEST_STEP, NearMiss
from kotorlevel.checks.facts.area.closing import edges_of, list_linked_edges

if TYPE_CHECKING:
    from kotorlevel.checks.subjects import AreaSubject

FARTHEST_SHIFT = HIGHEST_STEP
"""Metres: from there on edges do not almost meet, they are somewhere else."""

SAME_WAY = 0.002
"""Metres by which the ways of two corners may differ and still be one: float32 far from the origin
is no finer than that after two roundings."""

_MOST_PASSES = 16
"""How long a row of rooms may be of which each can be told only by the one before."""


@dataclass(frozen=True)
class Shifted:
    """A room that is off: by ``offset`` metres it has to be moved for ``edges`` of it to meet.

    These are edges of the rooms of ``others``. ``linked`` tells that all of them are linked as
    they are.
    """

    offset: tuple[float, float, float]
    edges: int
    others: frozenset[int]
    linked: bool


@dataclass(frozen=True)
class _Way:
    """How far a room would have to go for one of its edges to lie on one of another room."""

    other: int
    edge: int
    offset: NDArray[np.float64]
    linked: bool


def find_shifted(subject: AreaSubject) -> dict[int, Shifted]:
    """Room index → how it is off. Only rooms that meet nothing where they are.

    All its doorways must agree, and it must be clear that it is this room and not the other: the
    other meets something, or the doorways are to several rooms. One doorway that is not linked
    tells too little: then two corners may be off as well as the room.
    """
    if not subject.area.geometry.near_misses.found:
        return {}
    anchored = _meets_something(subject)
    ways = _ways(subject)
    order = sorted(ways, key=lambda room: (-len(ways[room]), room))
    found: dict[int, Shifted] = {}
    for _ in range(_MOST_PASSES):
        before = len(found)
        for room in order:
            if room in anchored:
                continue
            if (shifted := _shifted(ways[room], anchored)) is not None:
                found[room] = shifted
                # So they will stand, and others can be told by them; those beside it are not off.
                anchored |= {room, *shifted.others}
        if len(found) == before:
            break
    return dict(sorted(found.items()))


def _shifted(ways: Sequence[_Way], anchored: set[int]) -> Shifted | None:
    """How a room with these ways is off; None where they do not agree or tell too little."""
    others = frozenset(way.other for way in ways)
    linked = all(way.linked for way in ways)
    edges = len({way.edge for way in ways})
    if (others.isdisjoint(anchored) and len(others) < 2) or (edges < 2 and not linked):
        return None
    offset = np.mean([way.offset for way in ways], axis=0)
    if max(np.linalg.norm(way.offset - offset) for way in ways) > SAME_WAY:
        return None
    x, y, z = (round(value, 4) + 0.0 for value in offset.tolist())  # never -0
    return Shifted((x, y, z), edges, others, linked)


def _meets_something(subject: AreaSubject) -> set[int]:
    """The rooms with a seam: who moves them tears it open."""
    seams = subject.area.geometry.seams
    return set(seams.boundary.room[seams.partner >= 0].tolist())


def _ways(subject: AreaSubject) -> dict[int, list[_Way]]:
    """Room → the ways of its doorways; none for one of whose links no way makes a seam."""
    boundary = subject.area.geometry.seams.boundary
    rows = {
        edge: row
        for row, edge in enumerate(
            zip(boundary.room.tolist(), boundary.edge.tolist(), strict=True),
        )
    }
    ways: dict[int, list[_Way]] = {}
    hopeless: set[int] = set()
    for miss in _worth_closing(subject.area.geometry.near_misses.found):
        here, there = (rows[edge] for edge in edges_of(miss))
        ends = [
            boundary.end[there] - boundary.start[here],
            boundary.start[there] - boundary.end[here],
        ]
        offset = (ends[0] + ends[1]) / 2
        fits = float(np.linalg.norm(ends[0] - ends[1])) <= SAME_WAY
        if not fits or float(np.linalg.norm(offset)) > FARTHEST_SHIFT:
            if miss.linked:
                hopeless |= {miss.room, miss.other_room}
            continue
        one = _Way(miss.other_room, miss.edge, offset, miss.linked)
        other = _Way(miss.room, miss.other_edge, -offset, miss.linked)
        ways.setdefault(miss.room, []).append(one)
        ways.setdefault(miss.other_room, []).append(other)
    return {room: each for room, each in ways.items() if room not in hopeless}


def _worth_closing(misses: Sequence[NearMiss]) -> list[NearMiss]:
    """Near misses that a move could close; of an edge that is linked over one only that."""
    linked = list_linked_edges(misses)
    kinds = ("gap", "overlap", "step", "part")
    return [
        miss
        for miss in misses
        if miss.kind in kinds and (miss.linked or linked.isdisjoint(edges_of(miss)))
    ]
