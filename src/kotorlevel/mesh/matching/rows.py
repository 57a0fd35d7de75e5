"""Equal rows of tables, found by sorting: O(n log n)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Ints


def row_ids(rows: NDArray[Any]) -> Ints:
    """(n,) a number from 0 for each row of (n, k): equal for equal rows, rising with them."""
    ids = np.zeros(len(rows), np.int64)
    if not rows.size:
        return ids
    packed = _packed(rows)
    if packed is not None:
        return np.unique(packed, return_inverse=True)[1].reshape(-1).astype(np.int64)
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]
    ids[order[1:]] = np.cumsum((ordered[1:] != ordered[:-1]).any(axis=1))
    return ids


def _packed(rows: NDArray[Any]) -> Ints | None:
    """(n,) whole numbers of a row in one number, far quicker to sort; None where they are large."""
    if not np.issubdtype(rows.dtype, np.integer):
        return None
    low = int(rows.min())
    size = int(rows.max()) - low + 1
    if size ** rows.shape[1] >= 2**62 or abs(low) >= 2**62:
        return None
    packed = np.zeros(len(rows), np.int64)
    for column in rows.T:
        packed = packed * size + (column.astype(np.int64) - low)
    return packed


def match_in_order(wanted: Ints, there: Ints) -> Ints:
    """(n,) the row of ``there`` (m,) with the same number and the same rank among equal, or -1."""
    if not len(wanted) or not len(there):
        return np.full(len(wanted), -1, np.int64)
    order = np.argsort(there, kind="stable")
    ordered = there[order]
    spot = np.searchsorted(ordered, wanted) + count_before(wanted)
    inside = np.minimum(spot, len(order) - 1)
    hit: Flags = (spot < len(order)) & (ordered[inside] == wanted)
    return np.where(hit, order[inside], -1)


def match_rows(a: NDArray[Any], b: NDArray[Any]) -> tuple[Ints, Ints]:
    """Numbers of equal rows of ``a`` (n, k) and ``b`` (m, k); each once, repeats by their order."""
    ids = row_ids(np.concatenate([a, b]))
    found = match_in_order(ids[: len(a)], ids[len(a) :])
    here = np.flatnonzero(found >= 0)
    return here, found[here]


def count_before(ids: Ints) -> Ints:
    """(n,) how many equal numbers stand before each."""
    order = np.argsort(ids, kind="stable")
    ordered = ids[order]
    ranks = np.empty(len(ids), np.int64)
    ranks[order] = np.arange(len(ids)) - np.searchsorted(ordered, ordered)
    return ranks
