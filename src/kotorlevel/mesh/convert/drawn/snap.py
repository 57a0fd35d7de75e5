"""Which vertex of an older walkmesh each point of a drawing is: modelling programs round."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints

NEAR = 5e-5
"""Metres that a point may be off its vertex, beside what a number of that size is rounded by."""

ROUNDED = 1e-6
"""How much a coordinate is rounded by, as a part of it: a modelling program computes in float32."""

_MOST_IN_A_CELL = 64
"""Vertices that are looked at in one cell, which is smaller than a grain of sand: where more lie
in it, none is the one that is meant."""

_CELLS = list(product((-1, 0, 1), repeat=3))


def find_vertices(points: Floats, vertices: Floats) -> Ints:
    """(n,) for each of ``points`` the row of ``vertices`` at its place, -1 where there is none.

    The nearest within `NEAR` + `ROUNDED` · |coordinate| metres; of several at one place the first.
    """
    found = _equal_rows(points, vertices)
    left = np.flatnonzero(found < 0)
    if len(left) and len(vertices):
        _, first = np.unique(vertices, axis=0, return_index=True)
        first.sort()
        nearest = _nearest_rows(points[left], vertices[first])
        found[left] = np.where(nearest >= 0, first[nearest], -1)
    return found


def _equal_rows(points: Floats, vertices: Floats) -> Ints:
    # Zero has two signs, and modelling programs turn one into the other.
    rows = np.concatenate([vertices, points.astype(np.float32).astype(np.float64)]) + 0.0
    order = np.lexsort((np.arange(len(rows)), *rows.T))
    ordered = rows[order]
    is_new = np.r_[True, (ordered[1:] != ordered[:-1]).any(axis=1)]
    first = order[np.flatnonzero(is_new)][np.cumsum(is_new) - 1]
    found = np.empty(len(rows), np.int64)
    found[order] = np.where(first < len(vertices), first, -1)
    return found[len(vertices) :]


def _nearest_rows(points: Floats, vertices: Floats) -> Ints:
    """(n,) by cells as large as the largest tolerance, and their neighbours."""
    within = NEAR + ROUNDED * np.abs(points).max(axis=1, initial=0.0)
    low = vertices.min(axis=0)
    span = vertices.max(axis=0) - low
    size = np.maximum(within.max(), span.max() / 2**20)
    cells = np.floor((vertices - low) / size).astype(np.int64)
    width = cells.max(axis=0) + 3
    factors = np.array([width[1] * width[2], width[2], 1])
    keys = (cells + 1) @ factors
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    inside = ((points >= low - 2 * size) & (points <= low + span + 2 * size)).all(axis=1)
    wanted = np.floor((np.where(inside[:, None], points, low) - low) / size).astype(np.int64)
    best, nearest = np.where(inside, within, -1.0), np.full(len(points), -1, np.int64)
    for step in _CELLS:
        cell = wanted + np.array(step)
        exists = ((cell >= 0) & (cell < width - 2)).all(axis=1) & inside
        key = (cell + 1) @ factors
        first = np.searchsorted(ordered, key)
        last = np.where(exists, np.searchsorted(ordered, key, "right"), first)
        crowd = int((last - first).max(initial=0))
        for turn in range(min(crowd, _MOST_IN_A_CELL)):
            rows = np.flatnonzero(first + turn < last)
            vertex = order[first[rows] + turn]
            off = np.linalg.norm(points[rows] - vertices[vertex], axis=1)
            closer = (off < best[rows]) | ((off == best[rows]) & (nearest[rows] < 0))
            best[rows[closer]] = off[closer]
            nearest[rows[closer]] = vertex[closer]
    return nearest
