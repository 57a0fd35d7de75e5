"""Edges that lie on each other, end to end, without sharing their vertices."""

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.links.grid import joined, sweep

_CELL = 16.0
"""The side of a cell in tolerances: most edges then need to look into one cell only."""

_SMALLEST_CELL = 1e-6
_LOOKS_AN_EDGE, _LOOKS = 16, 1_000_000
"""How many edges are compared with one in a cell, at most: the first, and the share of all in
the second. A floor has two edges at a place."""

_WRAP = 2.0**40
_MIX = np.array([73_856_093, 19_349_663, 83_492_791], np.int64)


class Seams(NamedTuple):
    """(n,) which edges lie on another; not ``complete`` when too many were at one place."""

    unwelded: NDArray[np.bool_]
    complete: bool


def find_seams(
    points: NDArray[np.float64],
    ends: NDArray[np.integer],
    owners: NDArray[np.integer],
    tolerance: float,
) -> Seams:
    """Which edges run back along another face's edge, each end within ``tolerance`` metres.

    ``points`` (V, 3) are vertices, ``ends`` (n, 2) their numbers where each edge starts and ends,
    ``owners`` (n,) the faces. Edges with the same two vertices do not count, nor do edges that
    are no longer than the tolerance.
    """
    start, end = points[ends[:, 0]], points[ends[:, 1]]
    long = ~_within(start, end, tolerance)
    unwelded = np.zeros(len(ends), bool)
    if len(ends) ** 2 <= _LOOKS:  # no place can be too crowded, and cells would take longer
        rows = np.flatnonzero(long)
        middle = (start + end)[rows, 0] / 2
        for one, other in sweep(middle - tolerance, middle + tolerance):
            a, b = rows[one], rows[other]
            hit = (owners[a] != owners[b]) & (ends[a] != ends[b][:, ::-1]).any(axis=1)
            a, b = a[hit], b[hit]
            hit = _within(start[a], end[b], tolerance) & _within(end[a], start[b], tolerance)
            unwelded[a[hit]] = unwelded[b[hit]] = True
        return Seams(unwelded, True)
    middle = (start + end) / 2
    size = max(_CELL * tolerance, _SMALLEST_CELL)
    reach = tolerance * (1 + 1e-6)
    keys = _hashes(middle / size).sum(axis=1)
    order = np.argsort(keys, kind="stable")
    filed = keys[order]
    low, high = _hashes((middle - reach) / size), _hashes((middle + reach) / size)
    most = _LOOKS_AN_EDGE + _LOOKS // max(1, len(ends))
    complete = True
    for upper in product((False, True), repeat=3):  # the cells about a middle, each once
        fresh = np.flatnonzero(long & ((low != high) | ~np.array(upper)).all(axis=1))
        wanted = np.where(upper, high[fresh], low[fresh]).sum(axis=1)
        first = np.searchsorted(filed, wanted)
        counts = np.searchsorted(filed, wanted, "right") - first
        complete = complete and bool((counts <= most).all())
        for row, place in joined(first, np.minimum(counts, most)):
            a, b = fresh[row], order[place]
            hit = long[b] & (owners[a] != owners[b]) & (ends[a] != ends[b][:, ::-1]).any(axis=1)
            a, b = a[hit], b[hit]
            hit = _within(start[a], end[b], tolerance)
            hit &= _within(end[a], start[b], tolerance)
            unwelded[a[hit]] = unwelded[b[hit]] = True
    return Seams(unwelded, complete)


def _within(a: NDArray[np.float64], b: NDArray[np.float64], tolerance: float) -> NDArray[np.bool_]:
    x, y, z = (a - b).T
    return np.asarray(x * x + y * y + z * z <= tolerance * tolerance)


def _hashes(cells: NDArray[np.float64]) -> NDArray[np.int64]:
    """(n, 3) a number for each part of a cell (n, 3); their sum may be that of another cell."""
    return np.asarray(np.fmod(np.floor(cells), _WRAP).astype(np.int64) * _MIX)
