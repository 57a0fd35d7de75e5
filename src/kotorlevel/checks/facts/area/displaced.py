"""Rooms that stand somewhere else than their links say: the one way that puts them back.

Two edges that lead to each other's rooms, of one length and facing, were one doorway: where they do
not lie at one place, the way from the one to the other is how far a room is off, sideways and up
as well. A room is displaced where all of its doorways agree on that way, and stands where it
should where one of them meets. Rooms that meet each other are one piece and may be off together,
and so may be all that were exported without their positions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.area.room_links import is_cutscene
from kotorlevel.mesh.components import component_roots

if TYPE_CHECKING:
    from kotorlevel.area.links.boundary import AreaBoundary
    from kotorlevel.area.links.seams import Seams
    from kotorlevel.checks.subjects import AreaSubject
    from kotorlevel.core.types import Vector

SAME = 0.004
"""Metres by which edges may differ and still be the two sides of one doorway."""

_LEAST_SHARE = 0.7
"""Of the doorways of a room that have to agree; others may have been edited."""

_MOST_PAIRS = 100_000


@dataclass(frozen=True)
class Displaced:
    """Rooms that have to be moved, each by metres, for ``edges`` of them to meet ``others``.

    ``sign`` is how often their positions in the layout that is: 1 where they were never added, -1
    where they were added twice, 0 where it is some other way, and one for all.
    """

    moves: Mapping[int, Vector]
    edges: int
    others: frozenset[int]
    sign: int = 0


def find_displaced(subject: AreaSubject) -> list[Displaced]:
    """The displaced rooms, those with the most evidence first; then pieces of several rooms."""
    if is_cutscene(subject):
        return []
    seams = subject.area.geometry.seams
    meeting = _meeting(seams)
    ways = _ways(seams.boundary, len(subject.area.rooms), meeting)
    meeting |= {(a, b) for a, found in ways.items() for b, w in found if np.abs(w).max() <= SAME}
    at_home = {room for pair in meeting for room in pair}
    displaced = []
    for room, found in ways.items():
        if room not in at_home:
            known = [(other, way) for other, way in found if other in at_home]
            best = _agree(subject, (room,), known or found, is_sure=bool(known))
            displaced += [best] if best is not None else []
    displaced.sort(key=lambda each: (-each.edges, *each.moves))
    return [*displaced, *_all_unplaced(subject, ways, at_home), *_pieces(subject, ways, meeting)]


def _all_unplaced(subject: AreaSubject, ways: _Ways, at_home: set[int]) -> Iterator[Displaced]:
    """Rooms that meet each other where all of them are moved by their positions in the layout."""
    rooms = subject.area.rooms
    lost = sorted(ways.keys() - at_home)
    position = {room: np.array(rooms[room].position) for room in lost}
    pairs = [(a, b, way) for a in lost for b, way in ways[a] if b in position]
    for sign in (1, -1) if len(lost) > 1 and len(pairs) > 1 else ():
        meet = [
            (a, b)
            for a, b, way in pairs
            if np.abs(way - sign * (position[a] - position[b])).max() <= SAME
        ]
        if len(meet) >= _LEAST_SHARE * len(pairs):
            found = sorted({room for pair in meet for room in pair})
            moves = {room: _vector(sign * position[room]) for room in found}
            yield Displaced(moves, len(meet), frozenset(found), sign)


def _pieces(
    subject: AreaSubject, ways: _Ways, meeting: set[tuple[int, int]]
) -> Iterator[Displaced]:
    """Pieces of rooms that meet each other and are off together; the largest stands where it is."""
    first, second = np.array(sorted(meeting), np.intp).reshape(-1, 2).T
    root = component_roots(len(subject.area.rooms), first, second)
    members: dict[int, list[int]] = defaultdict(list)
    for room in sorted({room for pair in meeting for room in pair} | ways.keys()):
        members[int(root[room])].append(room)
    home = max(members.values(), key=len, default=[])
    for piece in members.values():
        outward = [way for room in piece for way in ways.get(room, ()) if way[0] in home]
        if piece is not home and 1 < len(piece) < len(home) and outward:
            found = _agree(subject, tuple(piece), outward, is_sure=True)
            if found is not None:
                yield found


_Ways = dict[int, list[tuple[int, NDArray[np.float64]]]]
"""Room → for each pair of edges that could be one doorway: the other room, and the way there."""


def _meeting(seams: Seams) -> set[tuple[int, int]]:
    """The pairs of rooms with a doorway that meets the one it leads to."""
    boundary, one, other = seams.boundary, seams.first, seams.second
    mutual = boundary.transition[one] == boundary.room[other]
    mutual &= boundary.transition[other] == boundary.room[one]
    return set(
        zip(boundary.room[one[mutual]].tolist(), boundary.room[other[mutual]].tolist(), strict=True)
    )


def _ways(boundary: AreaBoundary, rooms: int, meeting: set[tuple[int, int]]) -> _Ways:
    """The ways between all rooms but those that are ``meeting``."""
    target = boundary.transition
    rows = np.flatnonzero((target >= 0) & (target < rooms) & (target != boundary.room))
    by_pair: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row in rows.tolist():
        by_pair[int(boundary.room[row]), int(target[row])].append(row)
    ways: _Ways = defaultdict(list)
    budget = _MOST_PAIRS
    for (one, other), own in by_pair.items():
        if (one, other) in meeting or (other, one) in meeting:
            continue
        back = by_pair.get((other, one), [])
        budget -= len(own) * len(back)
        if not back or budget < 0:
            continue
        a, b = np.array(own), np.array(back)
        start, end = boundary.start[a][:, None], boundary.end[a][:, None]
        there, here = boundary.end[b][None], boundary.start[b][None]
        facing = np.abs((end - start) - (here - there)).max(axis=2) <= SAME
        for i, j in np.argwhere(facing).tolist():
            ways[one].append((other, (there[0, j] - start[i, 0] + here[0, j] - end[i, 0]) / 2))
    return ways


def _agree(
    subject: AreaSubject,
    rooms: tuple[int, ...],
    found: list[tuple[int, NDArray[np.float64]]],
    *,
    is_sure: bool,
) -> Displaced | None:
    """The way that most doorways of a room, or of several in one piece, agree on, if they do."""
    ways = np.array([way for _, way in found])
    close = np.abs(ways[:, None] - ways[None]).max(axis=2) <= SAME
    best = int(close.sum(axis=1).argmax())
    agreeing = np.flatnonzero(close[best])
    others = frozenset(found[k][0] for k in agreeing.tolist())
    if len(others) < _LEAST_SHARE * len({other for other, _ in found}):
        return None
    offset = np.median(ways[agreeing], axis=0)
    position = np.array(subject.area.rooms[rooms[0]].position)
    for sign in (1, -1) if len(rooms) == 1 else ():
        if position.any() and np.abs(offset - sign * position).max() <= SAME:
            return Displaced({rooms[0]: _vector(sign * position)}, len(agreeing), others, sign)
    if not is_sure:
        return None  # perhaps it is the other room
    rounded = np.round(offset, 3)
    way = _vector(np.where(np.abs(offset - rounded) < 1e-4, rounded, offset))
    return Displaced(dict.fromkeys(rooms, way), len(agreeing), others)


def _vector(values: NDArray[np.float64]) -> Vector:
    x, y, z = (values + 0.0).tolist()  # never -0
    return x, y, z
