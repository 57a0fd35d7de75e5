"""Corners that were moved: which place of A became which of B, where both are new to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.mesh.matching.near import find_near

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints

_ROUNDED = 0.001
_NEAR = 0.5
_MOST_PAIRS = 4_000_000
_MOST_ROUNDS = 100


class PlaceMap:
    """What became of the places of A: ``to`` (n,) gives each place's number in B, -1 for unknown.

    ``points`` (n, 3) are where the places are; ``corners_a`` and ``corners_b`` the faces, as
    numbers of places, that have no counterpart at the same place.
    """

    def __init__(
        self, points: Floats, corners_a: Ints, corners_b: Ints, used_a: Ints, used_b: Ints
    ) -> None:
        count = len(points)
        self.points, self.corners_a, self.corners_b = points, corners_a, corners_b
        in_a, in_b = np.zeros(count, bool), np.zeros(count, bool)
        in_a[used_a.reshape(-1)] = True
        in_b[used_b.reshape(-1)] = True
        self.to = np.where(in_a & in_b, np.arange(count), -1)
        self.taken = in_a & in_b
        self.only_a, self.only_b = in_a & ~in_b, in_b & ~in_a

    def find(self, numbers_a: Ints, numbers_b: Ints, *, alike: bool) -> Ints:
        """``to``, found in all ways; ``numbers_*`` are the places of the vertices by number.

        ``alike`` says that most faces of both have the same numbers of vertices.
        """
        self.by_nearness(_ROUNDED)
        if alike:
            self.by_number(numbers_a, numbers_b)
        self.by_faces()
        self.by_nearness(_NEAR)
        self.by_faces()
        return self.to

    def by_nearness(self, reach: float) -> None:
        """Places that are each other's nearest, no farther than ``reach`` metres apart."""
        here = np.flatnonzero(self.only_a & (self.to < 0))
        there = np.flatnonzero(self.only_b & ~self.taken)
        if not len(here) or not len(there):
            return
        if reach > _ROUNDED and len(here) * len(there) > _MOST_PAIRS:
            return  # such a mesh was made anew, not moved
        forth = find_near(self.points[here], self.points[there], reach)
        back = find_near(self.points[there], self.points[here], reach)
        rows = np.flatnonzero(forth >= 0)
        rows = rows[back[forth[rows]] == rows]
        self._take(here[rows], there[forth[rows]])

    def by_number(self, numbers_a: Ints, numbers_b: Ints) -> None:
        """Vertices of one number, where the numbers of others mean the same place in both."""
        if len(numbers_a) != len(numbers_b):
            return
        agree = numbers_a == numbers_b
        known = self.to[numbers_a] >= 0
        if 4 * (known & ~agree).sum() > agree.sum():
            return
        open_ = self.only_a[numbers_a] & self.only_b[numbers_b]
        self._take(*_lone_pairs(numbers_a[open_], numbers_b[open_], self.to, self.taken))

    def by_faces(self) -> None:
        """The third corner of faces that share a known side; from face to face, like a wave."""
        for _ in range(_MOST_ROUNDS):
            known = self.to[self.corners_a]
            rows = np.flatnonzero((known >= 0).sum(axis=1) == 2)
            if not len(rows):
                return
            third = (known[rows] < 0).argmax(axis=1)
            p = known[rows, (third + 1) % 3]
            q = known[rows, (third + 2) % 3]
            u = self.corners_a[rows, third]
            sides = np.concatenate([np.roll(self.corners_b, -turn, axis=1) for turn in range(3)])
            sides = sides[self.only_b[sides[:, 2]] & ~self.taken[sides[:, 2]]]
            size = len(self.points)
            keys = sides[:, 0] * size + sides[:, 1]
            order = np.argsort(keys, kind="stable")
            keys, thirds = keys[order], sides[order, 2]
            at = np.searchsorted(keys, p * size + q)
            found = (at < len(keys)) & (
                keys[np.minimum(at, len(keys) - 1)] == p * size + q if len(keys) else False
            )
            asked = np.bincount(u, minlength=size)
            u, w = u[found], thirds[at[found]]
            ours = self.only_a[u]
            before = int(self.taken.sum())
            self._take(*_lone_pairs(u[ours], w[ours], self.to, self.taken, asked))
            if int(self.taken.sum()) == before:
                return

    def _take(self, here: Ints, there: Ints) -> None:
        self.to[here] = there
        self.taken[there] = True


def _lone_pairs(
    u: Ints, w: Ints, to: Ints, taken: Flags, asked: Ints | None = None
) -> tuple[Ints, Ints]:
    """Of proposals u → w those that most speak for on both sides; none where opinions are even.

    ``asked`` is how many were asked for each u: at least half of them must say the same.
    """
    free = (to[u] < 0) & ~taken[w]
    pairs, votes = np.unique(np.stack([u[free], w[free]], axis=1), axis=0, return_counts=True)
    if asked is not None:
        enough = 2 * votes >= asked[pairs[:, 0]]
        pairs, votes = pairs[enough], votes[enough]
    for side in (0, 1):
        if not len(pairs):
            break
        order = np.lexsort((-votes, pairs[:, side]))
        pairs, votes = pairs[order], votes[order]
        first = np.r_[True, pairs[1:, side] != pairs[:-1, side]]
        even = np.r_[(pairs[1:, side] == pairs[:-1, side]) & (votes[1:] == votes[:-1]), False]
        keep = first & ~even
        pairs, votes = pairs[keep], votes[keep]
    return pairs[:, 0], pairs[:, 1]
