"""`find_room_snap`: the small correction that brings a room which is being moved onto a doorway."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.edit.rooms import check_place, choose_room
from kotorlevel.area.links.seams import TOLERANCE
from kotorlevel.core.remember import remember
from kotorlevel.core.types import Vector

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.links.boundary import AreaBoundary

FIT = 0.05
"""Metres by which two doorways may differ in length, and in where they run to."""
_SHORTEST = 0.1
"""Metres; shorter edges are corners of walls rather than doorways."""
_FARTHEST = 100.0
"""Metres that a correction may be asked for; more is no small one."""
_MOST_PAIRS = 1_000_000
"""Pairs of edges that are compared, so that a lying area costs no more than a moment."""


@dataclass(frozen=True)
class RoomSnap:
    """How a room must be moved so that ``edge`` of it lies on ``other_edge`` of the room ``other``.

    ``offset`` is the whole way, ``correction`` how much of it was added, in metres; ``at`` is where
    the two edges meet then. Their ends are up to ``residual`` metres apart: where it is more than
    a millimetre, they can be linked only after one of them is moved or split.
    """

    offset: Vector
    edge: int
    other: int
    other_edge: int
    at: Vector
    correction: float
    residual: float

    @property
    def links(self) -> bool:
        """True where the two edges can be linked as they are."""
        return self.residual <= TOLERANCE


@dataclass(frozen=True, eq=False)
class _Open:
    """The edges of an area that a room could be put to: rows of its boundary, sorted by x."""

    boundary: AreaBoundary
    rows: NDArray[np.int64]
    meets: NDArray[np.int64]
    """(N,) for every edge the room that it meets, or -1."""


def find_room_snap(
    area: Area, which: int | str, offset: Vector, within: float = 1.0
) -> RoomSnap | None:
    """The nearest place for a room that is moved by ``offset``, with a doorway on another's.

    At most ``within`` metres from where it would be. A doorway is a boundary edge without a wall,
    or with a link; of other rooms those count that lead to this room or nowhere, and lie on no
    third one. Edges that fit so that they can be linked come first, then the nearest ones. None
    where nothing fits. Raises `KeyError` for a room that is not there, `ValueError` for numbers
    that are no place::

        snap = kl.find_room_snap(area, "m55aa_02", (3.1, 0.2, 0))
        if snap is not None:
            move = kl.move_room(area, "m55aa_02", snap.offset, objects=True)
    """
    room = choose_room(area, which)
    check_place(offset, "the way")
    if not 0 < within <= _FARTHEST:
        raise ValueError(f"a correction is above 0 and at most {_FARTHEST:g} m, not {within:g}")
    edges = remember(area, "open edges", lambda: _find_open(area))
    boundary = edges.boundary
    is_own = boundary.room[edges.rows] == room.index
    leads, meets = boundary.transition[edges.rows], edges.meets[edges.rows]
    free = (leads == -1) | (leads == room.index)
    free &= (meets == -1) | (meets == room.index)
    own, others = edges.rows[is_own], edges.rows[~is_own & free]
    a, b = _near_in_x(boundary, own, others, float(offset[0]), within)
    return _best(boundary, a, b, np.array(offset, np.float64), within)


def _find_open(area: Area) -> _Open:
    boundary, seams = area.geometry.boundary, area.geometry.seams
    is_open = ~boundary.walled | (boundary.transition != -1)
    rows = np.flatnonzero(is_open & (boundary.length >= _SHORTEST))
    partner = seams.partner
    meets = (
        np.where(partner >= 0, boundary.room[np.maximum(partner, 0)], -1)
        if len(partner)
        else partner
    )
    return _Open(boundary, rows[np.argsort(boundary.middle[rows, 0], kind="stable")], meets)


def _near_in_x(
    boundary: AreaBoundary,
    own: NDArray[np.int64],
    others: NDArray[np.int64],
    x: float,
    within: float,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs of rows whose middles are near in x, if ``own`` are moved by ``x``; both are sorted."""
    there = boundary.middle[others, 0]
    here = boundary.middle[own, 0] + x
    first = np.searchsorted(there, here - within, "left")
    count = np.searchsorted(there, here + within, "right") - first
    kept = np.cumsum(count) <= _MOST_PAIRS
    own, first, count = own[kept], first[kept], count[kept]
    ends = np.cumsum(count)
    numbers = np.arange(int(ends[-1]) if len(ends) else 0)
    numbers += np.repeat(first - (ends - count), count)
    return np.repeat(own, count), others[numbers]


def _best(
    boundary: AreaBoundary,
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    offset: NDArray[np.float64],
    within: float,
) -> RoomSnap | None:
    """Of pairs of rows, own and others, the one to snap to."""
    way = boundary.middle[b] - (boundary.middle[a] + offset)
    far = np.sqrt((way * way).sum(axis=1))
    # Reversed, the two are one segment: what is left of their sum is shared by both ends.
    sums = (boundary.end[a] - boundary.start[a]) + (boundary.end[b] - boundary.start[b])
    left = np.sqrt((sums * sums).sum(axis=1)) / 2
    fits = (far <= within) & (left <= FIT)
    fits &= np.abs(boundary.length[a] - boundary.length[b]) <= FIT
    rows = np.flatnonzero(fits)
    if not len(rows):
        return None
    links = left[rows] <= TOLERANCE
    best = rows[np.lexsort((b[rows], a[rows], far[rows], ~links))[0]]
    one, other = int(a[best]), int(b[best])
    x, y, z = (offset + way[best]).tolist()
    at = boundary.middle[other].tolist()
    return RoomSnap(
        (x, y, z),
        int(boundary.edge[one]),
        int(boundary.room[other]),
        int(boundary.edge[other]),
        (at[0], at[1], at[2]),
        float(far[best]),
        float(left[best]),
    )
