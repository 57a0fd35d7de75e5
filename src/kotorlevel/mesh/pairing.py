"""Which faces of two meshes are the same, by where their corners are and not by their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Ints


@dataclass(frozen=True, eq=False)
class Pairing:
    """For each face of one mesh the same face of another: ``partner`` (F,), -1 where there is none.

    Corner k of a face is corner ``(k + turn) % 3`` of its partner.
    """

    partner: Ints
    turn: Ints

    def corners(self, faces: NDArray[np.integer]) -> Ints:
        """(F, 3) the vertices that the partners have at the same corners, -1 without partner."""
        if not len(faces):
            return np.full((len(self.partner), 3), -1, np.int64)
        sides = (np.arange(3) + self.turn[:, None]) % 3
        found: Ints = faces[np.maximum(self.partner, 0)[:, None], sides].astype(np.int64)
        return np.where(self.partner[:, None] >= 0, found, -1)


def pair_by_place(
    places: Ints, others: Ints, kinds: Ints | None = None, other_kinds: Ints | None = None
) -> Pairing:
    """Which faces (F, 3) are which of ``others`` (G, 3): on the same three places, the same way up.

    Corners are numbers of places, -1 for one that the other mesh has not. Where several faces lie
    on the same places, those of one kind go together first, and otherwise in their order.
    """
    turned, first = _turned(places)
    other_turned, other_first = _turned(others)
    partner = np.full(len(places), -1, np.int64)
    key = row_keys(np.concatenate([turned, other_turned]))
    own, there = key[: len(places)], key[len(places) :]
    rounds = [(own, there)]
    if kinds is not None and other_kinds is not None:
        size = int(max(kinds.max(initial=0), other_kinds.max(initial=0))) + 1
        rounds.insert(0, (own * size + kinds, there * size + other_kinds))
    is_open: Flags = np.all(places >= 0, axis=1)
    is_free = np.ones(len(others), bool)
    for a, b in rounds:
        mine, theirs = np.flatnonzero(is_open), np.flatnonzero(is_free)
        found = _match_in_order(a[mine], b[theirs])
        hit = found >= 0
        partner[mine[hit]] = theirs[found[hit]]
        is_open[mine[hit]] = False
        is_free[theirs[found[hit]]] = False
    if not len(others):
        return Pairing(partner, np.zeros(len(places), np.int64))
    turn = (other_first[np.maximum(partner, 0)] - first) % 3
    return Pairing(partner, np.where(partner >= 0, turn, 0))


def row_keys(rows: Ints) -> Ints:
    """(n,) a number for each of ``rows`` (n, k), which hold numbers from -1: the same for equal."""
    size = int(rows.max(initial=0)) + 2
    if size ** rows.shape[1] < 2**62:  # far quicker than comparing rows
        packed = np.zeros(len(rows), np.int64)
        for column in rows.T:
            packed = packed * size + (column + 1)
        return np.unique(packed, return_inverse=True)[1].reshape(-1).astype(np.int64)
    return np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _turned(places: Ints) -> tuple[Ints, Ints]:
    """Faces that begin with their lowest corner, and which corner that is.

    With the one before the lower next, where a face has its lowest corner twice.
    """
    size = int(places.max(initial=0)) + 2
    order = (places + 1) * size + np.roll(places, -1, axis=1)
    first = np.argmin(order, axis=1) if len(places) else np.empty(0, np.int64)
    sides = (np.arange(3) + first[:, None]) % 3
    return np.take_along_axis(places, sides, axis=1), first


def _match_in_order(wanted: Ints, there: Ints) -> Ints:
    """(n,) the row of ``there`` with the same key and the same rank among equal ones, or -1."""
    if not len(wanted) or not len(there):
        return np.full(len(wanted), -1, np.int64)
    order = np.argsort(there, kind="stable")
    ordered = there[order]
    spot = np.searchsorted(ordered, wanted) + _count_before(wanted)
    inside = np.minimum(spot, len(order) - 1)
    hit: Flags = (spot < len(order)) & (ordered[inside] == wanted)
    return np.where(hit, order[inside], -1)


def _count_before(keys: Ints) -> Ints:
    """(n,) how many of the same key stand before each."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    ranks = np.empty(len(keys), np.int64)
    ranks[order] = np.arange(len(keys)) - np.searchsorted(ordered, ordered)
    return ranks
