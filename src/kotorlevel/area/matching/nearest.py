"""Pairs of places that belong together: the closest two first, each place once."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

_MOST_PAIRS = 1_000_000
"""Distances that are all computed; of more places only those that lie alike along x are."""
_WINDOW = 32


def pair_nearest(
    a: NDArray[np.float64], b: NDArray[np.float64], limit: float = math.inf
) -> list[tuple[int, int]]:
    """Pairs of rows of ``a`` (n, k) and ``b`` (m, k), no farther apart than ``limit`` metres.

    Greedy: the closest pair first, then the closest of what is left; of equally close ones that
    with the lowest numbers. Places that are not finite are nobody's. Sorted by the number in a.
    """
    here = np.flatnonzero(np.isfinite(a).all(axis=1))
    there = np.flatnonzero(np.isfinite(b).all(axis=1))
    if not len(here) or not len(there):
        return []
    rows, columns = _candidates(a[here], b[there])
    gaps = np.linalg.norm(a[here][rows] - b[there][columns], axis=1)
    close = gaps <= limit
    rows, columns, gaps = rows[close], columns[close], gaps[close]
    pairs = []
    free_a, free_b = np.ones(len(here), bool), np.ones(len(there), bool)
    for at in np.lexsort((columns, rows, gaps)).tolist():
        row, column = int(rows[at]), int(columns[at])
        if free_a[row] and free_b[column]:
            free_a[row] = free_b[column] = False
            pairs.append((int(here[row]), int(there[column])))
            if len(pairs) == min(len(here), len(there)):
                break
    return sorted(pairs)


def _candidates(
    a: NDArray[np.float64], b: NDArray[np.float64]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Which rows of ``a`` are compared with which of ``b``: all, or the next ones along x."""
    if len(a) * len(b) <= _MOST_PAIRS:
        rows, columns = np.divmod(np.arange(len(a) * len(b)), len(b))
        return rows, columns
    order = np.argsort(b[:, 0], kind="stable")
    start = np.searchsorted(b[order, 0], a[:, 0]) - _WINDOW // 2
    places = np.clip(start[:, None] + np.arange(_WINDOW), 0, len(b) - 1)
    rows = np.repeat(np.arange(len(a)), _WINDOW)
    return rows, order[places.reshape(-1)]
