"""Coarser forms of a triangle mesh by vertex clustering: one vertex stands for a cell of a grid.

No vertex is made: a coarser form is a list of faces between vertices that are there, so that all
forms share one list of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Floats, Ints


def merge_equal(keys: Ints) -> tuple[Ints, Ints]:
    """The first row of each different key, and for each row which of these it is."""
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return first, which.reshape(-1)


def cluster_faces(points: Floats, groups: Ints, faces: Ints, cell: float) -> Ints:
    """``faces`` with one of ``points`` for all of a group in a cell ``cell`` metres wide.

    That is the one nearest to the middle of these. Faces that shrink to a line go, and of equal
    ones all but one.
    """
    owner, count = _cells(points, groups, cell)
    sizes = np.bincount(owner, minlength=count)
    means = np.stack(
        [np.bincount(owner, points[:, axis], count) / sizes for axis in range(3)], axis=1
    )
    away = ((points - means[owner]) ** 2).sum(axis=1)
    order = np.lexsort((away, owner))
    chosen = order[np.cumsum(sizes) - sizes]
    return distinct_faces(chosen[owner[faces]])


def distinct_faces(faces: Ints) -> Ints:
    """``faces`` without those that are a line or a point, each once, its lowest corner first."""
    a, b, c = faces.T
    faces = faces[(a != b) & (b != c) & (c != a)]
    turn = faces.argmin(axis=1)[:, None] + np.arange(3)
    faces = np.take_along_axis(faces, turn % 3, axis=1)
    order = np.lexsort(faces.T[::-1])
    faces = faces[order]
    again = (np.diff(faces, axis=0) == 0).all(axis=1)
    return faces[np.concatenate([[True], ~again])] if len(faces) else faces


def _cells(points: Floats, groups: Ints, cell: float) -> tuple[Ints, int]:
    """A number for the cell and group of each point, and how many numbers there are."""
    places: NDArray[np.int64] = np.floor((points - points.min(axis=0)) / cell).astype(np.int64)
    wide, deep, high = (places.max(axis=0) + 1).tolist()
    keys = ((groups * high + places[:, 2]) * deep + places[:, 1]) * wide + places[:, 0]
    first, owner = merge_equal(keys)
    return owner, len(first)
