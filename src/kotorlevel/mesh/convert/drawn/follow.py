"""Vertices that were moved: which point of a drawing each of them is now.

A face that kept two of its corners tells where its third has gone. So from the faces around what
was moved, ring by ring, inwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.mesh.matching.faces import pair_by_place
from kotorlevel.mesh.matching.rows import row_ids

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints

_MOST_WORK = 3_000_000
"""Faces that are looked at in all rings together; beyond, what was moved is new and gone."""

_OUT_OF_ORDER = 0.1
"""The part of the points that may stand in another row than their vertex."""


def follow_moved(points: Floats, faces: Ints, kinds: Ints, own: Ints, others: Ints,
                 other_kinds: Ints, place_of: Ints) -> Ints:  # fmt: skip
    """(n,) ``own`` with the places of points that were moved away from them.

    ``faces`` (F, 3) are rows of ``points``, ``own`` (n,) the place that each point is at in the
    other mesh, -1 for none; ``others`` (G, 3) are the places of its faces, and both have kinds.
    ``place_of`` (V,) are the places of its vertices. A place is followed only where no corner of a
    face is at it any more and all faces agree.
    """
    left, gone = _unpaired(faces, kinds, own, others, other_kinds)
    if not len(left) or not len(gone):
        return own
    used = np.unique(faces)
    own = _follow_order(points, used, own, others, place_of)
    work = 0
    while work < _MOST_WORK:
        rest, still = _unpaired(faces[left], kinds[left], own, others[gone], other_kinds[gone])
        left, gone = left[rest], gone[still]
        if not len(left) or not len(gone):
            break
        work += len(left) + len(gone)
        point, place = _third_corners(own[faces[left]], kinds[left], others[gone],
                                      other_kinds[gone], faces[left])  # fmt: skip
        free = ~_is_taken(own[used], len(place_of))[place]
        point, place = _agreed(point[free], place[free], points)
        if not len(point):
            break
        own[point] = place
    return own


def _is_taken(own: Ints, count: int) -> Flags:
    """(count,) the places at which a corner of a face is."""
    is_taken = np.zeros(count, bool)
    is_taken[own[own >= 0]] = True
    return is_taken


def _follow_order(points: Floats, used: Ints, own: Ints, others: Ints, place_of: Ints) -> Ints:
    """(n,) ``own`` with the places of points by their order, where the order was kept.

    Then a point without place is what stands in its row; OBJ goes through Blender like that.
    """
    own = own.copy()
    rows = used[used < len(place_of)]
    known = own[rows] >= 0
    if not known.any() or (own[rows] != place_of[rows])[known].mean() > _OUT_OF_ORDER:
        return own
    rows = rows[~known]
    free = ~_is_taken(own[used], len(place_of))[place_of[rows]]
    rows = rows[free & np.isin(place_of[rows], others)]
    point, place = _agreed(rows, place_of[rows], points)
    own[point] = place
    return own


def _unpaired(
    faces: Ints, kinds: Ints, own: Ints, others: Ints, other_kinds: Ints
) -> tuple[Ints, Ints]:
    """The faces of both sides that have no partner."""
    partner = pair_by_place(own[faces], others, kinds, other_kinds).partner
    has_partner = np.zeros(len(others), bool)
    has_partner[partner[partner >= 0]] = True
    return np.flatnonzero(partner < 0), np.flatnonzero(~has_partner)


def _third_corners(
    places: Ints, kinds: Ints, others: Ints, other_kinds: Ints, faces: Ints
) -> tuple[Ints, Ints]:
    """Points and the places they may have come from: of faces with the same two other corners.

    Only where there is one such face on either side.
    """
    keys, corner = [], []
    for rows, kind in ((places, kinds), (others, other_kinds)):
        after, before = np.roll(rows, -1, axis=1), np.roll(rows, -2, axis=1)
        known = (after >= 0) & (before >= 0)
        if rows is places:
            known &= rows < 0
        chosen = np.flatnonzero(known.reshape(-1))
        corner.append(chosen)
        keys.append(
            np.stack([after.reshape(-1)[chosen], before.reshape(-1)[chosen], kind[chosen // 3]], 1)
        )
    both = np.concatenate(keys)
    if not len(both):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    which = row_ids(both)
    mine, theirs = which[: len(keys[0])], which[len(keys[0]) :]
    size = int(which.max()) + 1
    once = (np.bincount(mine, minlength=size) == 1) & (np.bincount(theirs, minlength=size) == 1)
    row = np.full(size, -1)
    row[theirs] = np.arange(len(theirs))
    hit = once[mine]
    point = faces.reshape(-1)[corner[0][hit]]
    place = others.reshape(-1)[corner[1][row[mine[hit]]]]
    return point, place


def _agreed(point: Ints, place: Ints, points: Floats) -> tuple[Ints, Ints]:
    """The pairs of which each point has one place, and each place points at one spot."""
    pairs = np.unique(np.stack([point, place], axis=1), axis=0)
    if not len(pairs):
        return pairs[:, 0], pairs[:, 1]
    several = np.bincount(pairs[:, 0])[pairs[:, 0]] > 1
    pairs = pairs[~several]
    order = np.argsort(pairs[:, 1], kind="stable")
    pairs = pairs[order]
    spots = points[pairs[:, 0]]
    differs = (pairs[1:, 1] == pairs[:-1, 1]) & (spots[1:] != spots[:-1]).any(axis=1)
    bad = np.unique(pairs[1:, 1][differs])
    pairs = pairs[~np.isin(pairs[:, 1], bad)]
    return pairs[:, 0], pairs[:, 1]
