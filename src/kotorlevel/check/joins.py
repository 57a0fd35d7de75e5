"""Every row with each of its places in a sorted table, a bounded number of them at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

_Numbers: TypeAlias = NDArray[np.intp]

_CHUNK = 1 << 18


def joined(start: _Numbers, counts: _Numbers) -> Iterator[tuple[_Numbers, _Numbers]]:
    """Row i with the places start[i], start[i] + 1, …, counts[i] of them; the rows in order.

    In chunks of about a quarter of a million, so that a crowd costs time but not memory.
    """
    ends = np.cumsum(counts)
    shift = start - ends + counts
    begin, done = 0, 0
    while begin < len(counts) and done < ends[-1]:
        end = max(begin + 1, int(np.searchsorted(ends, done + _CHUNK, "right")))
        rows = np.repeat(np.arange(begin, end), counts[begin:end])
        yield rows, shift[rows] + np.arange(done, done + len(rows))
        begin, done = end, int(ends[end - 1])
