"""Rooms that would meet their neighbours if they were moved: all that is known of how.

By their place in the layout, or a little (`shifted`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.links.seams import Seams, find_seams
from kotorlevel.checks.facts.area.shifted import find_shifted
from kotorlevel.core.distinct import distinct

if TYPE_CHECKING:
    from kotorlevel.area.links.boundary import AreaBoundary
    from kotorlevel.checks.subjects import AreaSubject

SIGNS = (1, -1)
"""What the position is to be added with: it was never added, or it was added twice."""


@dataclass(frozen=True)
class Misplaced:
    """How a room has to be moved: by ``offset`` metres, ``sign`` times its position.

    Then so many ``edges`` meet the rooms of ``others``. With ``sign`` 0 it is only a little off;
    ``linked`` tells that its edges are linked all the same.
    """

    sign: int
    offset: tuple[float, float, float]
    edges: int
    others: frozenset[int]
    linked: bool = False

    @property
    def may_be_chance(self) -> bool:
        """True where the position may be that of a room that was moved from the origin.

        One doorway, or one number, is soon met by a room that somebody put elsewhere on purpose.
        """
        return self.edges < 2 or sum(map(bool, self.offset)) < 2


def find_misplaced(subject: AreaSubject) -> dict[int, Misplaced]:
    """Room index → how it is misplaced. Only rooms that meet nothing where they are."""
    found: dict[int, Misplaced] = {}
    for sign in SIGNS:
        for room, (edges, others) in _gains(subject, sign).items():
            x, y, z = (sign * part + 0.0 for part in subject.area.rooms[room].position)  # never -0
            found.setdefault(room, Misplaced(sign, (x, y, z), edges, frozenset(others)))
    for room, shifted in find_shifted(subject).items():
        found.setdefault(
            room,
            Misplaced(0, shifted.offset, shifted.edges, shifted.others, shifted.linked),
        )
    return found


def _gains(subject: AreaSubject, sign: int) -> dict[int, tuple[int, set[int]]]:
    """Room → how many of its edges would meet which rooms, moved by ``sign`` times its position.

    Only rooms that meet nothing where they are.
    """
    moved, first_moved = _with_moved(subject, subject.area.geometry.seams, sign)
    found = find_seams(moved)
    gains: dict[int, tuple[int, set[int]]] = {}
    for rows in zip(found.first.tolist(), found.second.tolist(), strict=True):
        for row, other in (rows, rows[::-1]):
            if row >= first_moved:
                number, others = gains.get(int(moved.room[row]), (0, set()))
                gains[int(moved.room[row])] = number + 1, others | {int(moved.room[other])}
    return gains


def _with_moved(subject: AreaSubject, seams: Seams, sign: int) -> tuple[AreaBoundary, int]:
    """Edges that meet nothing and have no wall, and those of rooms without a seam again, moved.

    The second is the first row of the moved ones. They are of the same room as before: a room
    cannot meet itself.
    """
    boundary, area = seams.boundary, subject.area
    meets = distinct(boundary.room[seams.partner >= 0])
    free = (seams.partner < 0) & ~boundary.walled
    positions = np.array([room.position for room in area.rooms], np.float64).reshape(-1, 3)
    is_placed = np.flatnonzero(np.isfinite(positions).all(axis=1) & positions.any(axis=1))
    can_move = free & np.isin(boundary.room, is_placed) & ~np.isin(boundary.room, meets)
    if not can_move.any():
        free = can_move  # then nothing has to be compared
    rows = np.concatenate([np.flatnonzero(free), np.flatnonzero(can_move)])
    first_moved = int(free.sum())
    start, end = boundary.start[rows], boundary.end[rows]
    offset = sign * positions[boundary.room[rows[first_moved:]]]
    start[first_moved:] += offset
    end[first_moved:] += offset
    names = ("room", "edge", "transition", "walled")
    rest = {name: getattr(boundary, name)[rows] for name in names}
    return replace(boundary, start=start, end=end, **rest), first_moved
