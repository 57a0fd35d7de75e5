"""Where one walks from room to room: edges with a transition, and the edges they lead onto."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.links.seams import TOLERANCE, Seams

if TYPE_CHECKING:
    from kotorlevel.area.links.boundary import AreaBoundary
    from kotorlevel.area.links.near_misses import NearMisses

_MOST_AT_A_PLACE = 64


class Crossings(NamedTuple):
    """Ways from row ``a`` to row ``b`` of the boundary, over the part ``low`` to ``high`` of a.

    All (N,); parts go from 0 at the start of the edge to 1 at its end. ``whole`` tells that both
    edges are one and the same, so that their ends are the same points.
    """

    a: NDArray[np.int64]
    b: NDArray[np.int64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    whole: NDArray[np.bool_]


def find_crossings(seams: Seams, misses: NearMisses) -> Crossings:
    """The ways across all boundary edges that lead to a room.

    The game follows the transition of the edge alone (FACTS 3), so each direction counts for
    itself. An edge leads onto the edge of that room that it meets; where none is the same segment,
    onto those that lie along it: the games' own links miss each other by up to 0.1 m.
    """
    boundary = seams.boundary
    rows = np.flatnonzero(boundary.transition >= 0)
    partner = seams.partner[rows]
    meets = (partner >= 0) & (boundary.room[partner] == boundary.transition[rows])
    a, b = rows[meets], partner[meets]
    pairs = list(_among_crowded(boundary, seams))
    a = np.concatenate([a, np.array([one for one, _ in pairs], np.int64)])
    b = np.concatenate([b, np.array([other for _, other in pairs], np.int64)])
    count = len(a)
    near_a, near_b = _almost(boundary, misses)
    low, high = _shared_part(boundary, near_a, near_b)
    wide = high > low
    return Crossings(
        np.concatenate([a, near_a[wide]]),
        np.concatenate([b, near_b[wide]]),
        np.concatenate([np.zeros(count), low[wide]]),
        np.concatenate([np.ones(count), high[wide]]),
        np.arange(count + int(wide.sum())) < count,
    )


def _among_crowded(boundary: AreaBoundary, seams: Seams) -> Iterator[tuple[int, int]]:
    """Pairs of edges of which one leads to the other's room, where several lie on one place."""
    places: dict[tuple[int, int], list[int]] = defaultdict(list)
    cells = np.floor(boundary.middle[seams.crowded, :2] / TOLERANCE)
    cells = np.clip(cells, -1e15, 1e15).astype(np.int64)  # a level is nowhere near that
    for row, (x, y) in zip(seams.crowded.tolist(), cells.tolist(), strict=True):
        places[x, y].append(row)
    for row, (x, y) in zip(seams.crowded.tolist(), cells.tolist(), strict=True):
        if boundary.transition[row] < 0:
            continue
        for cell in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            for other in places.get(cell, ())[:_MOST_AT_A_PLACE]:
                if _leads_onto(boundary, row, other):
                    yield row, other


def _leads_onto(boundary: AreaBoundary, a: int, b: int) -> bool:
    if boundary.room[b] != boundary.transition[a]:
        return False
    ends = boundary.start[a] - boundary.end[b], boundary.end[a] - boundary.start[b]
    return all(float(np.linalg.norm(end)) <= TOLERANCE for end in ends)


def _almost(
    boundary: AreaBoundary, misses: NearMisses
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(M,) and (M,) rows that almost meet and of which the first leads to the second's room."""
    ways: list[tuple[int, int, int, int]] = []
    for miss in misses.found:
        if miss.kind != "direction":
            ways.append((miss.room, miss.edge, miss.other_room, miss.other_edge))
            ways.append((miss.other_room, miss.other_edge, miss.room, miss.edge))
    if not ways:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    room_a, edge_a, room_b, edge_b = np.array(ways, np.int64).T
    # Rows are in the order of rooms and then of edge numbers.
    size = int(boundary.edge.max()) + 1
    keys = boundary.room * size + boundary.edge
    a = np.searchsorted(keys, room_a * size + edge_a)
    b = np.searchsorted(keys, room_b * size + edge_b)
    leads = boundary.transition[a] == boundary.room[b]
    return a[leads], b[leads]


def _shared_part(
    boundary: AreaBoundary, a: NDArray[np.int64], b: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(M,) and (M,) from where to where, as parts of edge a, edge b lies along it in the plan."""
    start, along = boundary.start[a, :2], boundary.end[a, :2] - boundary.start[a, :2]
    square = np.maximum((along * along).sum(axis=1), 1e-24)
    ends = [
        ((point - start) * along).sum(axis=1) / square
        for point in (boundary.start[b, :2], boundary.end[b, :2])
    ]
    return np.maximum(np.minimum(*ends), 0.0), np.minimum(np.maximum(*ends), 1.0)
