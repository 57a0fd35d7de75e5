"""Which faces of two meshes are the same, by where their corners are and not by their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.matching.rows import match_in_order, row_ids

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Ints


@dataclass(frozen=True, eq=False)
class Pairing:
    """For each face of one mesh the same face of another: ``partner`` (F,), -1 where there is none.

    Corner k of a face is corner ``(turn + k) % 3`` of its partner, and ``(turn - k) % 3`` of one
    that looks the other way: ``is_flipped`` (F,).
    """

    partner: Ints
    turn: Ints
    is_flipped: Flags

    @property
    def corner_numbers(self) -> Ints:
        """(F, 3) which corner of its partner each corner of a face is; of any without partner."""
        step = np.where(self.is_flipped, -1, 1)[:, None] * np.arange(3)
        numbers: Ints = (self.turn[:, None] + step) % 3
        return numbers

    def corners(self, faces: NDArray[np.integer]) -> Ints:
        """(F, 3) the vertices that the partners have at the same corners, -1 without partner."""
        if not len(faces):
            return np.full((len(self.partner), 3), -1, np.int64)
        rows = np.maximum(self.partner, 0)[:, None]
        found: Ints = faces[rows, self.corner_numbers].astype(np.int64)
        return np.where(self.partner[:, None] >= 0, found, -1)


def pair_by_place(
    places: Ints,
    others: Ints,
    kinds: Ints | None = None,
    other_kinds: Ints | None = None,
    *,
    either_way: bool = False,
) -> Pairing:
    """Which faces (F, 3) are which of ``others`` (G, 3): on the same three places, the same way up.

    Corners are numbers of places, -1 for one that the other mesh has not. Where several faces lie
    on the same places, those of one kind go together first, and otherwise in their order. With
    ``either_way`` what is left is compared with faces that look the other way.
    """
    pairing = _pair_one_way(places, others, kinds, other_kinds)
    left = np.flatnonzero(pairing.partner < 0)
    free = np.setdiff1d(np.arange(len(others)), pairing.partner)
    if not either_way or not len(left) or not len(free):
        return pairing
    own_kinds = None if kinds is None else kinds[left]
    free_kinds = None if other_kinds is None else other_kinds[free]
    back = _pair_one_way(places[left][:, ::-1], others[free], own_kinds, free_kinds)
    hit = back.partner >= 0
    pairing.partner[left[hit]] = free[back.partner[hit]]
    pairing.turn[left[hit]] = (back.turn[hit] + 2) % 3
    pairing.is_flipped[left[hit]] = True
    return pairing


def _pair_one_way(
    places: Ints, others: Ints, kinds: Ints | None, other_kinds: Ints | None
) -> Pairing:
    turned, first = lowest_first(places)
    other_turned, other_first = lowest_first(others)
    partner = np.full(len(places), -1, np.int64)
    key = row_ids(np.concatenate([turned, other_turned]))
    own, there = key[: len(places)], key[len(places) :]
    rounds = [(own, there)]
    if kinds is not None and other_kinds is not None:
        size = int(max(kinds.max(initial=0), other_kinds.max(initial=0))) + 1
        rounds.insert(0, (own * size + kinds, there * size + other_kinds))
    is_open: Flags = np.all(places >= 0, axis=1)
    is_free = np.ones(len(others), bool)
    for a, b in rounds:
        mine, theirs = np.flatnonzero(is_open), np.flatnonzero(is_free)
        found = match_in_order(a[mine], b[theirs])
        hit = found >= 0
        partner[mine[hit]] = theirs[found[hit]]
        is_open[mine[hit]] = False
        is_free[theirs[found[hit]]] = False
    has = np.flatnonzero(partner >= 0)
    turn = np.zeros(len(places), np.int64)
    turn[has] = (other_first[partner[has]] - first[has]) % 3
    return Pairing(partner, turn, np.zeros(len(places), bool))


def lowest_first(corners: Ints) -> tuple[Ints, Ints]:
    """Faces (F, 3) turned until their lowest corner comes first, and (F,) which corner that is.

    Where a face has its lowest corner twice, the one before the lower of the others.
    """
    size = int(corners.max(initial=0)) + 2
    order = (corners + 1) * size + np.roll(corners, -1, axis=1)
    first = np.argmin(order, axis=1) if len(corners) else np.empty(0, np.int64)
    sides = (np.arange(3) + first[:, None]) % 3
    return np.take_along_axis(corners, sides, axis=1), first
