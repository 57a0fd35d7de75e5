"""Faces that are the same: equal corners, wherever the face stands in its file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.mesh.diff.keys import Numbers, match_rows

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Ints


@dataclass(frozen=True, eq=False)
class FacePairs:
    """Faces (n,) of A and of B that are the same.

    ``corners`` (n, 3) says which corner of B's face each corner of A's is, ``turned`` (n,) which
    faces look the other way.
    """

    a: Numbers
    b: Numbers
    corners: Ints
    turned: Flags

    @property
    def sides(self) -> Ints:
        """(n, 3) which side of B's face each side of A's is."""
        here, there = self.corners, self.corners[:, [1, 2, 0]]
        return np.where((here + 1) % 3 == there, here, there)


def match_faces(corners_a: Ints, corners_b: Ints, surfaces_a: Ints, surfaces_b: Ints) -> FacePairs:
    """Faces with the same corners, given as numbers of places (F, 3).

    Where several have the same, those of the same surface go together, then those that look the
    same way, then any.
    """
    left_a, left_b = np.arange(len(corners_a)), np.arange(len(corners_b))
    found: list[tuple[Numbers, Numbers]] = []
    first_a, first_b = _lowest_first(corners_a), _lowest_first(corners_b)
    painted_a, painted_b = np.c_[first_a, surfaces_a], np.c_[first_b, surfaces_b]
    sorted_a, sorted_b = np.sort(corners_a, axis=1), np.sort(corners_b, axis=1)
    for a, b in ((painted_a, painted_b), (first_a, first_b), (sorted_a, sorted_b)):
        here, there = match_rows(a[left_a], b[left_b])
        found.append((left_a[here], left_b[there]))
        left_a, left_b = np.delete(left_a, here), np.delete(left_b, there)
    rows_a = np.concatenate([here for here, _ in found])
    rows_b = np.concatenate([there for _, there in found])
    order = np.argsort(rows_a)
    rows_a, rows_b = rows_a[order], rows_b[order]
    corners, turned = _corner_numbers(corners_a[rows_a], corners_b[rows_b])
    return FacePairs(rows_a, rows_b, corners, turned)


def _lowest_first(corners: Ints) -> Ints:
    """The corners turned round until the lowest comes first: the same for the same face."""
    if not len(corners):
        return corners
    start = corners.argmin(axis=1)
    return np.take_along_axis(corners, (start[:, None] + np.arange(3)) % 3, axis=1)


def _corner_numbers(a: Ints, b: Ints) -> tuple[Ints, Flags]:
    """Which corner of ``b`` each of ``a`` (n, 3) is, and which faces run the other way round."""
    count = len(a)
    numbers = np.tile(np.arange(3), (count, 1))
    turned = np.zeros(count, bool)
    open_ = np.ones(count, bool)
    for is_turned in (False, True):
        for start in range(3):
            step = (start - np.arange(3)) % 3 if is_turned else (start + np.arange(3)) % 3
            fits = open_ & (b[:, step] == a).all(axis=1)
            numbers[fits] = step
            turned[fits] = is_turned
            open_ &= ~fits
    return numbers, turned


def join_pairs(one: FacePairs, other: FacePairs) -> FacePairs:
    """Both, by the number in A."""
    order = np.argsort(np.concatenate([one.a, other.a]))
    return FacePairs(
        np.concatenate([one.a, other.a])[order],
        np.concatenate([one.b, other.b])[order],
        np.concatenate([one.corners, other.corners])[order],
        np.concatenate([one.turned, other.turned])[order],
    )
