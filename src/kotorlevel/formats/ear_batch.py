"""Ear clipping of many small polygons of one size at once: the same triangles as one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints

MOST_CORNERS = 16
"""With so few corners a clipper never gives up: it looks at no corner too often."""


def clip_together(flat: Floats, smallest: float) -> Ints:
    """The triangles (P, N - 2, 3), as corners of each polygon, of polygons ``flat`` (P, N, 2).

    Each step looks at one corner of every polygon that is not done: the one with the shortest
    diagonal of those that wait. An area of ``smallest`` or less is none.
    """
    batch = _EarBatch(flat, smallest)
    while len(batch.rows):
        batch.step()
    return batch.fan_rest()


class _EarBatch:
    """``before`` and ``behind`` (P, N) are the corners beside each, ``left`` those not clipped.

    ``blunt`` corners are not convex: no others can lie inside an ear. ``waiting`` are to be looked
    at, again and again while something is ``clipped`` meanwhile. ``rows`` are not done.
    """

    def __init__(self, flat: Floats, smallest: float) -> None:
        count, size = flat.shape[:2]
        numbers = np.arange(size)
        self.flat, self.smallest = flat, smallest
        self.before = np.tile((numbers - 1) % size, (count, 1))
        self.behind = np.tile((numbers + 1) % size, (count, 1))
        self.left = np.ones((count, size), bool)
        self.waiting = self.left.copy()
        self.clipped = np.ones(count, bool)
        every = np.arange(count)[:, None]
        self.lengths = self._diagonals(every, numbers)
        self.blunt = self._turns(every, numbers) <= smallest
        self.found = np.empty((count, size - 2, 3), np.int64)
        self.cuts = np.zeros(count, np.int64)
        self.rows = every[:, 0] if size > 3 else every[:0, 0]

    def _at(self, rows: Ints, corners: Ints) -> tuple[Floats, Floats]:
        places = self.flat[rows, corners]
        return places[..., 0], places[..., 1]

    def _turns(self, rows: Ints, corners: Ints) -> Floats:
        """Twice the area of the triangle at each corner; above 0 where it is convex."""
        ax, ay = self._at(rows, self.before[rows, corners])
        bx, by = self._at(rows, corners)
        cx, cy = self._at(rows, self.behind[rows, corners])
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    def _diagonals(self, rows: Ints, corners: Ints) -> Floats:
        ax, ay = self._at(rows, self.before[rows, corners])
        cx, cy = self._at(rows, self.behind[rows, corners])
        x, y = cx - ax, cy - ay
        return x * x + y * y

    def step(self) -> None:
        """Look at one corner of every polygon, and clip where it is an ear."""
        rows = self.rows
        idle = rows[~self.waiting[rows].any(axis=1)]
        if len(idle):
            idle = idle[self.clipped[idle]]  # of the others no ear is left: they cross themselves
            self.waiting[idle] = self.left[idle]
            self.clipped[idle] = False
            self.rows = rows = rows[self.waiting[rows].any(axis=1)]
        corner = np.where(self.waiting[rows], self.lengths[rows], np.inf).argmin(axis=1)
        self.waiting[rows, corner] = False
        is_ear = self._are_ears(rows, corner)
        if is_ear.any():
            self._clip(rows[is_ear], corner[is_ear])

    def _are_ears(self, rows: Ints, corner: Ints) -> Flags:
        """True where no other corner lies in the triangle at a corner or on its diagonal."""
        blunt = self.blunt[rows]
        ends = self.before[rows, corner], corner, self.behind[rows, corner]
        (ax, ay), (bx, by), (cx, cy) = (
            tuple(value[:, None] for value in self._at(rows, end)) for end in ends
        )
        x, y = self.flat[rows, :, 0], self.flat[rows, :, 1]
        least = -self.smallest
        inside = blunt & ((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= least)
        inside &= (cx - bx) * (y - by) - (cy - by) * (x - bx) >= least
        inside &= (ax - cx) * (y - cy) - (ay - cy) * (x - cx) >= least
        for end_x, end_y in ((ax, ay), (bx, by), (cx, cy)):  # at one place with an end: not inside
            inside &= (x != end_x) | (y != end_y)
        here = np.arange(len(rows))
        # There and back again has no area, and is in everybody's way.
        return np.where(blunt[here, corner], self.lengths[rows, corner] == 0, ~inside.any(axis=1))

    def _clip(self, rows: Ints, corner: Ints) -> None:
        first, last = self.before[rows, corner], self.behind[rows, corner]
        self.found[rows, self.cuts[rows]] = np.stack((first, corner, last), axis=1)
        self.cuts[rows] += 1
        self.clipped[rows] = True
        self.behind[rows, first], self.before[rows, last] = last, first
        self.left[rows, corner] = self.blunt[rows, corner] = False
        for beside in (first, last):
            self.blunt[rows, beside] = self._turns(rows, beside) <= self.smallest
            self.lengths[rows, beside] = self._diagonals(rows, beside)
            self.waiting[rows, beside] = True
        done = self.cuts[self.rows] == self.flat.shape[1] - 3
        self.rows = self.rows[~done]

    def fan_rest(self) -> Ints:
        """All triangles: what is left of each polygon is a fan around its first corner."""
        rows, most = np.arange(len(self.flat)), self.found.shape[1]
        first = self.left.argmax(axis=1)
        corner = self.behind[rows, first]
        while len(rows):
            following = self.behind[rows, corner]
            self.found[rows, self.cuts[rows]] = np.stack((first[rows], corner, following), axis=1)
            self.cuts[rows] += 1
            more = self.cuts[rows] < most
            rows, corner = rows[more], following[more]
        return self.found
