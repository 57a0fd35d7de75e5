"""The nearest of many places, by a grid of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.matching.rows import row_ids

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints

_MOST_IN_CELL = 64
"""Places in one cell that are looked at: thousands at one spot are no mesh."""

_FARTHEST = 2.0**52
"""Cells from the lowest place: beyond that all are one, as a number has no digits for more."""


def find_equal(points: NDArray[Any], to: NDArray[Any]) -> Ints:
    """(n,) for each of ``points`` (n, 3) the first row of ``to`` (m, 3) that is the same, or -1.

    0.0 and -0.0 are one.
    """
    ids = row_ids(np.concatenate([to, points]) + 0.0)
    first = np.full(int(ids.max(initial=-1)) + 1, -1, np.int64)
    there = ids[: len(to)]
    first[there[::-1]] = np.arange(len(to))[::-1]
    return first[ids[len(to) :]]


def find_near(points: NDArray[Any], to: NDArray[Any], reach: float | Floats) -> Ints:
    """(n,) for each of ``points`` (n, 3) the nearest row of ``to`` (m, 3) within ``reach``, or -1.

    ``reach`` is in metres, for all or for each (n,). Of several as near, the first. A grid of
    cells twice as wide as the largest reach: each point looks into the eight that it can reach.
    """
    found = np.full(len(points), -1, np.int64)
    if not len(points) or not len(to):
        return found
    here, there = points.astype(np.float64), to.astype(np.float64)
    reaches = np.broadcast_to(np.asarray(reach, np.float64), len(here))
    low, high = there.min(axis=0), there.max(axis=0)
    near = ((here >= low - reaches[:, None]) & (here <= high + reaches[:, None])).all(axis=1)
    rows = np.flatnonzero(near)
    if len(rows):
        found[rows] = _search(here[rows], there, reaches[rows])
    return found


def _search(here: Floats, there: Floats, reaches: Floats) -> Ints:
    found, best = np.full(len(here), -1, np.int64), reaches.copy()
    reach = float(reaches.max())
    low = there.min(axis=0) - 2 * reach
    # Cells are hashed to a line; what collides is told apart by the distance.
    keys = _hash((there - low) / (2 * reach))
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    for corner in range(8):
        shift = reach * (np.array([corner & 1, corner >> 1 & 1, corner >> 2 & 1]) * 2 - 1)
        probe = _hash((here + shift - low) / (2 * reach))
        start, end = np.searchsorted(keys, probe), np.searchsorted(keys, probe, "right")
        for step in range(min(int((end - start).max(initial=0)), _MOST_IN_CELL)):
            rows = np.flatnonzero(start + step < end)
            column = order[start[rows] + step]
            gaps = np.linalg.norm(here[rows] - there[column], axis=1)
            better = (gaps < best[rows]) | ((gaps == best[rows]) & (found[rows] < 0))
            best[rows[better]] = gaps[better]
            found[rows[better]] = column[better]
    return found


def _hash(places: Floats) -> Ints:
    """(n,) a number for the cell that each place (n, 3), in cells, is in."""
    cells = np.clip(np.floor(places), -_FARTHEST, _FARTHEST).astype(np.int64)
    with np.errstate(over="ignore"):
        hashed: Ints = (
            cells[:, 0] * 73_856_093 ^ cells[:, 1] * 19_349_663 ^ cells[:, 2] * 83_492_791
        )
    return hashed
