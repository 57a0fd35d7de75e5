"""Equal rows of two tables, found by sorting: O(n log n)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints

Places = NDArray[np.float32]
Numbers = NDArray[np.intp]


def row_ids(rows: NDArray[Any]) -> Ints:
    """(n,) a number from 0 for each row of (n, k): equal for equal rows, rising with them."""
    count = len(rows)
    ids = np.zeros(count, np.int64)
    if not count or not rows.shape[1]:
        return ids
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]
    ids[order[1:]] = np.cumsum((ordered[1:] != ordered[:-1]).any(axis=1))
    return ids


def place_ids(a: Places, b: Places) -> tuple[Ints, Ints, int]:
    """The numbers of the places of vertices (V, 3) of two meshes, and how many places there are.

    The same place, to the last bit, has the same number in both; 0.0 and -0.0 are one.
    """
    both = np.concatenate([a, b]).astype(np.float32) + np.float32(0)
    ids = row_ids(np.ascontiguousarray(both).view(np.uint32).reshape(-1, 3))
    return ids[: len(a)], ids[len(a) :], int(ids.max(initial=-1)) + 1


def match_rows(a: NDArray[Any], b: NDArray[Any]) -> tuple[Numbers, Numbers]:
    """Numbers of equal rows of ``a`` (n, k) and ``b`` (m, k); each once, repeats by their order."""
    ids = row_ids(np.concatenate([a, b]))
    mine, theirs = ids[: len(a)], ids[len(a) :]
    size = len(ids) + 1
    _, here, there = np.intersect1d(
        mine * size + _ranks(mine),
        theirs * size + _ranks(theirs),
        assume_unique=True,
        return_indices=True,
    )
    return here.astype(np.intp), there.astype(np.intp)


def _ranks(ids: Ints) -> Ints:
    """(n,) how many equal numbers stand before each."""
    order = np.argsort(ids, kind="stable")
    ordered = ids[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]]) if len(ids) else order
    sizes = np.diff(np.r_[starts, len(ids)])
    ranks = np.empty(len(ids), np.int64)
    ranks[order] = np.arange(len(ids)) - np.repeat(starts, sizes)
    return ranks


def snap_places(points: NDArray[Any], to: NDArray[Any], reach: float) -> Numbers:
    """(n,) for each of ``points`` (n, 3) the row of ``to`` (m, 3) within ``reach``, or -1.

    A grid of cells twice as wide: each point looks into the eight cells that it can reach.
    """
    found = np.full(len(points), -1, np.intp)
    if not len(points) or not len(to):
        return found
    here, there = points.astype(np.float64), to.astype(np.float64)
    best = np.full(len(points), np.inf)
    low = np.minimum(here.min(axis=0), there.min(axis=0)) - 2 * reach
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
            better = (gaps <= reach) & (gaps < best[rows])
            best[rows[better]] = gaps[better]
            found[rows[better]] = column[better]
    return found


_MOST_IN_CELL = 64
"""Places in one cell that are looked at: thousands at one spot are no mesh."""


_FARTHEST = 2.0**52
"""Cells from the lowest place: beyond that all are one, as a number has no digits for more."""


def _hash(places: Floats) -> Ints:
    """(n,) a number for the cell that each place (n, 3), in cells, is in."""
    cells = np.clip(np.floor(places), -_FARTHEST, _FARTHEST).astype(np.int64)
    with np.errstate(over="ignore"):
        hashed: Ints = (
            cells[:, 0] * 73_856_093 ^ cells[:, 1] * 19_349_663 ^ cells[:, 2] * 83_492_791
        )
    return hashed
