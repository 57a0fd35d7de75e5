"""Faces that are the same: equal corners, wherever the face stands in its file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.mesh.matching.faces import pair_by_place

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Ints


@dataclass(frozen=True, eq=False)
class FacePairs:
    """Faces (n,) of A and of B that are the same.

    ``corners`` (n, 3) says which corner of B's face each corner of A's is, ``turned`` (n,) which
    faces look the other way.
    """

    a: Ints
    b: Ints
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
    pairing = pair_by_place(corners_a, corners_b, surfaces_a, surfaces_b, either_way=True)
    rows = np.flatnonzero(pairing.partner >= 0)
    return FacePairs(
        rows, pairing.partner[rows], pairing.corner_numbers[rows], pairing.is_flipped[rows]
    )


def join_pairs(one: FacePairs, other: FacePairs) -> FacePairs:
    """Both, by the number in A."""
    order = np.argsort(np.concatenate([one.a, other.a]))
    return FacePairs(
        np.concatenate([one.a, other.a])[order],
        np.concatenate([one.b, other.b])[order],
        np.concatenate([one.corners, other.corners])[order],
        np.concatenate([one.turned, other.turned])[order],
    )
