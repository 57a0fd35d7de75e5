"""How far parts of a floor are from each other: wall to wall, in space."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.links.grid import Cells
from kotorlevel.mesh.components import component_roots

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.nav.floor.floor import Floor


def closest_points(
    start: Floats, end: Floats, other_start: Floats, other_end: Floats
) -> tuple[Floats, Floats]:
    """(n, 3) and (n, 3) the points of two segments each, row by row, that are nearest together."""
    along, other = end - start, other_end - other_start
    ones = _on_segment(start, along, other_start), _on_segment(start, along, other_end)
    others = _on_segment(other_start, other, start), _on_segment(other_start, other, end)
    inside = _between_lines(start, along, other_start, other)
    choices = [
        (inside[0], inside[1]),
        (ones[0], other_start),
        (ones[1], other_end),
        (start, others[0]),
        (end, others[1]),
    ]
    apart = np.stack([np.linalg.norm(a - b, axis=1) for a, b in choices])
    best, rows = np.argmin(apart, axis=0), np.arange(len(start))
    return (
        np.stack([a for a, _ in choices])[best, rows],
        np.stack([b for _, b in choices])[best, rows],
    )


def _on_segment(start: Floats, along: Floats, point: Floats) -> Floats:
    """(n, 3) the nearest points of segments to points."""
    square = (along * along).sum(axis=1)
    part = ((point - start) * along).sum(axis=1) / np.where(square > 0, square, 1.0)
    nearest: Floats = start + along * np.clip(part, 0.0, 1.0)[:, None]
    return nearest


def _between_lines(
    start: Floats, along: Floats, other_start: Floats, other: Floats
) -> tuple[Floats, Floats]:
    """(n, 3) and (n, 3) where the lines come nearest, kept on the segments.

    Where that is beyond an end, or the lines are parallel, an end is nearest: others look there.
    """
    away = start - other_start
    a, b, c = (along * along).sum(axis=1), (along * other).sum(axis=1), (other * other).sum(axis=1)
    d, e = (along * away).sum(axis=1), (other * away).sum(axis=1)
    scale = a * c - b * b
    safe = np.where(scale > 0, scale, 1.0)
    part = np.clip((b * e - c * d) / safe, 0.0, 1.0)
    other_part = np.clip((a * e - b * d) / safe, 0.0, 1.0)
    return start + along * part[:, None], other_start + other * other_part[:, None]


_NEAREST, _FARTHEST = 0.25, 8192.0
"""Metres: what is looked for first, and what is too far to be a level."""

_PARALLEL = 0.996  # the cosine of about five degrees
_AS_NEAR = 0.01
"""Metres that the middle of a gap may be wider than its narrowest place."""

_MOST_PIECES = 1 << 19
_MOST_LOOKS, _LOOKS_A_WALL = 1_000_000, 50
"""How many pairs of pieces are compared at most: so many, and so many more for each wall."""


@dataclass(frozen=True, eq=False)
class WallGaps:
    """Pairs of parts and where they come nearest, all (n,): walls, points (n, 3) and metres.

    ``shared`` is how many metres of the walls lie side by side there; 0 where they are not
    parallel.
    """

    part: Ints
    other_part: Ints
    wall: Ints
    other_wall: Ints
    point: Floats
    other_point: Floats
    distance: Floats
    shared: Floats

    def __len__(self) -> int:
        return len(self.part)


def find_wall_gaps(floor: Floor, part: Ints, a: Ints, b: Ints) -> WallGaps:
    """The gaps that join every part (C,) of the floor to part 0 in the shortest steps.

    Parts are numbers from 0 of the cells. Those that ``a`` and ``b`` (n,) join already are not
    looked at again. What is farther than some kilometres, or lost in a crowd, is left out.
    """
    count = int(part.max(initial=0)) + 1
    owner = part[floor.wall_owner]
    joined = component_roots(count, a, b)
    found: list[WallGaps] = []
    looks, reach = _MOST_LOOKS + _LOOKS_A_WALL * len(owner), _NEAREST
    while reach <= _FARTHEST and looks > 0 and joined[owner].any():
        pieces = _cut_up(floor, reach)
        if pieces is not None:
            gaps, looked = _look(pieces, owner, joined, reach, looks)
            looks -= looked
            found.append(gaps)
            a, b = np.concatenate([a, gaps.part]), np.concatenate([b, gaps.other_part])
            joined = component_roots(count, a, b)
        reach *= 2
    return _along_whole_walls(floor, _merged(found))


def _along_whole_walls(floor: Floor, gaps: WallGaps) -> WallGaps:
    """The gaps in the middle of where the walls face each other, not of the pieces that did."""
    walls = _Pieces(np.arange(len(floor.wall_edge)), floor.wall_from, floor.wall_to, np.inf)
    point, other_point = gaps.point.copy(), gaps.other_point.copy()
    shared = _to_the_middle(walls, gaps.wall, gaps.other_wall, point, other_point)
    distance = np.linalg.norm(point - other_point, axis=1)
    alike = (shared > 0) & (distance <= gaps.distance + _AS_NEAR)
    return replace(
        gaps,
        point=np.where(alike[:, None], point, gaps.point),
        other_point=np.where(alike[:, None], other_point, gaps.other_point),
        shared=np.where(alike, shared, gaps.shared),
    )


@dataclass(frozen=True, eq=False)
class _Pieces:
    """Pieces of walls no longer than ``length``: ``wall`` (n,), ``start`` and ``end`` (n, 3)."""

    wall: Ints
    start: Floats
    end: Floats
    length: float


def _cut_up(floor: Floor, length: float) -> _Pieces | None:
    """All walls in pieces of that many metres at most; None where these would be too many."""
    along = floor.wall_to - floor.wall_from
    counts = np.maximum(np.ceil(np.linalg.norm(along, axis=1) / length), 1.0)
    if counts.sum() > _MOST_PIECES:
        return None
    number = counts.astype(np.int64)
    wall = np.repeat(np.arange(len(number)), number)
    place = np.arange(len(wall)) - np.repeat(np.cumsum(number) - number, number)
    step = along[wall] / number[wall][:, None]
    start = floor.wall_from[wall] + step * place[:, None]
    return _Pieces(wall, start, start + step, length)


def _look(
    pieces: _Pieces, owner: Ints, joined: Ints, reach: float, most: int
) -> tuple[WallGaps, int]:
    """The nearest gaps of at most ``reach`` metres between groups, one for each pair of parts."""
    group = joined[owner[pieces.wall]]
    middle = (pieces.start + pieces.end) / 2
    away = np.flatnonzero(group != 0)
    cells = Cells(middle[:, :2], reach + pieces.length)
    best = _merged([])
    looked = 0
    for asking, others, _ in cells.around(middle[away, :2]):
        looked += len(asking)
        rows = away[asking]
        apart = group[rows] != group[others]
        rows, others = rows[apart], others[apart]
        near = np.abs(middle[rows] - middle[others]).max(axis=1) <= reach + pieces.length
        rows, others = rows[near], others[near]
        for chunk in _chunks(len(rows)):
            measured = _measure(pieces, owner, rows[chunk], others[chunk], reach)
            best = _merged([best, measured])
        if looked > most:
            break
    return best, looked


def _chunks(count: int, size: int = 1 << 16) -> Iterator[slice]:
    return (slice(start, start + size) for start in range(0, count, size))


def _measure(pieces: _Pieces, owner: Ints, rows: Ints, others: Ints, reach: float) -> WallGaps:
    """The gaps between pairs of pieces, of which the lower part comes first."""
    swap = owner[pieces.wall[rows]] > owner[pieces.wall[others]]
    rows, others = np.where(swap, others, rows), np.where(swap, rows, others)
    point, other_point = closest_points(
        pieces.start[rows], pieces.end[rows], pieces.start[others], pieces.end[others]
    )
    shared = _to_the_middle(pieces, rows, others, point, other_point)
    distance = np.linalg.norm(point - other_point, axis=1)
    near = distance <= reach
    wall, other_wall = pieces.wall[rows[near]], pieces.wall[others[near]]
    return WallGaps(
        owner[wall],
        owner[other_wall],
        wall,
        other_wall,
        point[near],
        other_point[near],
        distance[near],
        shared[near],
    )


def _to_the_middle(
    pieces: _Pieces, rows: Ints, others: Ints, point: Floats, other_point: Floats
) -> Floats:
    """(n,) how many metres of two pieces lie side by side; there, move the points to the middle.

    Of two that are parallel all points may be nearest, and the middle says best where it is.
    """
    along, other = pieces.end[rows] - pieces.start[rows], pieces.end[others] - pieces.start[others]
    length, other_length = np.linalg.norm(along, axis=1), np.linalg.norm(other, axis=1)
    unit = along / np.where(length > 0, length, 1.0)[:, None]
    first = ((pieces.start[others] - pieces.start[rows]) * unit).sum(axis=1)
    second = ((pieces.end[others] - pieces.start[rows]) * unit).sum(axis=1)
    low = np.maximum(np.minimum(first, second), 0.0)
    high = np.minimum(np.maximum(first, second), length)
    parallel = np.abs(second - first) >= _PARALLEL * other_length
    shared: Floats = np.where(parallel & (high > low), high - low, 0.0)
    chosen = np.flatnonzero(shared > 0)
    middle = (low + high)[chosen] / 2
    span = second[chosen] - first[chosen]
    part = np.clip((middle - first[chosen]) / np.where(span != 0, span, 1.0), 0.0, 1.0)
    point[chosen] = pieces.start[rows[chosen]] + unit[chosen] * middle[:, None]
    other_point[chosen] = pieces.start[others[chosen]] + other[chosen] * part[:, None]
    return shared


def _merged(several: list[WallGaps]) -> WallGaps:
    """The nearest gap of each pair of parts; of equal ones the longest, then the first."""
    none, nowhere = np.empty(0, np.int64), np.empty((0, 3))
    empty = WallGaps(none, none, none, none, nowhere, nowhere, np.empty(0), np.empty(0))
    names = [column.name for column in fields(WallGaps)]
    columns = [np.concatenate([getattr(e, name) for e in (*several, empty)]) for name in names]
    part, other, wall, other_wall, _, _, distance, shared = columns
    # Not millimetres decide which of two gaps is told, but where one could walk.
    tie = other_wall, wall, -np.round(shared, 3), np.round(distance, 3)
    order = np.lexsort((*tie, other, part))
    fresh = np.ones(len(order), bool)
    fresh[1:] = (np.diff(part[order]) != 0) | (np.diff(other[order]) != 0)
    return WallGaps(*(column[order[fresh]] for column in columns))
