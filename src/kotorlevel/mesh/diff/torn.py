"""Faces that were torn off a vertex: one corner went, while others stay where it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.mesh.diff.faces import FacePairs

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints

_NEAR = 0.5
"""Metres that the corner may have gone: what is farther away is another face."""


def match_torn(corners_a: Ints, corners_b: Ints, points: Floats) -> FacePairs:
    """Faces that share a side, and whose third corners are near each other.

    ``corners_a`` and ``corners_b`` (n, 3) are numbers of ``points``, of faces that have no
    counterpart. Only where one face of each mesh has that side, and each face once.
    """
    sides_a, sides_b = _sides(corners_a), _sides(corners_b)
    size = len(points) + 1
    keys_a, keys_b = (s[:, 1] * size + s[:, 2] for s in (sides_a, sides_b))
    rows_a, rows_b = _lone(keys_a), _lone(keys_b)
    _, here, there = np.intersect1d(
        keys_a[rows_a], keys_b[rows_b], assume_unique=True, return_indices=True
    )
    a, b = sides_a[rows_a[here]], sides_b[rows_b[there]]
    far = np.linalg.norm(points[a[:, 3]] - points[b[:, 3]], axis=1)
    order = np.argsort(far, kind="stable")
    order = order[far[order] <= _NEAR]
    chosen = _once(a[order, 0], b[order, 0])
    a, b = a[order][chosen], b[order][chosen]
    turn = b[:, 4] - a[:, 4]
    numbers = (np.arange(3) + turn[:, None]) % 3
    found = np.argsort(a[:, 0])
    return FacePairs(
        a[found, 0].astype(np.intp),
        b[found, 0].astype(np.intp),
        numbers[found],
        np.zeros(len(found), bool),
    )


def _sides(corners: Ints) -> Ints:
    """(3 n, 5): face, the two ends of a side, the corner across, and the number of the side."""
    count = len(corners)
    parts = [
        np.c_[np.arange(count), np.roll(corners, -side, axis=1), np.full(count, side)]
        for side in range(3)
    ]
    rows: Ints = np.concatenate(parts).astype(np.int64)
    return rows


def _lone(keys: Ints) -> Ints:
    """The rows of keys that occur once."""
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    return np.asarray(first[counts == 1], np.int64)


def _once(a: Ints, b: Ints) -> list[int]:
    """Rows in their order in which neither face has occurred before."""
    seen_a: set[int] = set()
    seen_b: set[int] = set()
    kept = []
    for row, (x, y) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        if x not in seen_a and y not in seen_b:
            seen_a.add(x)
            seen_b.add(y)
            kept.append(row)
    return kept
