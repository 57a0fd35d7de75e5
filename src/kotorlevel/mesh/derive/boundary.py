"""The boundary edges in file order, and the closed loops they form."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

_Numbers = NDArray[np.intp]


@dataclass(frozen=True)
class Boundary:
    """Loop after loop: the edges, and where each loop ends."""

    edges: NDArray[np.int32]
    """(E,) i32 edge numbers, 3 · face + side."""
    loops: NDArray[np.int32]
    """(L,) i32 row of ``edges`` after each loop's last one; the last equals E."""


def derive_boundary(adjacency: NDArray[np.integer[Any]]) -> Boundary:
    """The boundary edges and loops of ``adjacency`` (W, 3): edge across or -1.

    Each loop starts at its lowest edge number, and the loops are in the order of their first
    edges (FACTS 4). Raises ValueError if the table is not mutual: without that the loops need
    not close.
    """
    across = _checked(adjacency)
    edges = np.flatnonzero(across < 0)
    following = _following(across, edges)
    first = _lowest_of_cycle(following)
    left = _steps_to_end(following, first)

    is_first = first == np.arange(len(edges))
    ends = np.cumsum(np.bincount(first, minlength=len(edges)))
    rows = np.empty(len(edges), np.int32)
    rows[ends[first] - left] = edges
    return Boundary(rows, ends[is_first].astype(np.int32))


def _checked(adjacency: NDArray[np.integer[Any]]) -> _Numbers:
    """The table as (3W,) intp. Raises `ValueError` naming the first edge that is wrong."""
    table = np.asarray(adjacency)
    if table.ndim != 2 or table.shape[1] != 3:
        raise ValueError(f"adjacency must have the shape (W, 3), not {table.shape}")
    across = table.ravel().astype(np.intp, copy=False)
    own = np.arange(len(across))
    outside = (across < -1) | (across >= len(across))
    paired = (across >= 0) & ~outside
    wrong = outside | (paired & (across[np.where(paired, across, 0)] != own))
    if wrong.any():
        edge = int(np.argmax(wrong))
        raise ValueError(
            f"adjacency is not mutual: edge {edge} names {across[edge]}, "
            f"which does not name it back (edges are 0 to {len(across) - 1})"
        )
    return across


def _following(across: _Numbers, edges: _Numbers) -> _Numbers:
    """The row of ``edges`` (E,) that continues each boundary edge; a permutation.

    The rule stays in the faces about one corner (FACTS 3): turn to the next side; while that
    has a neighbour, cross it and turn again. A step through a mutual table can be undone, so
    the way from a boundary edge always comes to another one, although it may be as long as the
    mesh. All ways are followed at once, in strides that double: the rounds are few and bounded.
    """
    own = np.arange(len(across))
    turned = own + 1
    turned[2::3] -= 3
    at = turned[edges]
    stride = np.where(across < 0, own, turned[across])
    for _ in range(len(across).bit_length()):
        if not (across[at] >= 0).any():
            break
        at, stride = stride[at], stride[stride]
    return np.searchsorted(edges, at)


def _lowest_of_cycle(following: _Numbers) -> _Numbers:
    """The lowest number (E,) in each element's cycle of the permutation ``following``.

    After i rounds an element knows the lowest of the 2^i from itself on. When a round changes
    nothing, every 2^i-th element agrees, and their stretches cover the cycle.
    """
    lowest = np.arange(len(following))
    stride = following
    while True:
        lower = np.minimum(lowest, lowest[stride])
        if np.array_equal(lower, lowest):
            return lowest
        lowest, stride = lower, stride[stride]


def _steps_to_end(following: _Numbers, first: _Numbers) -> _Numbers:
    """How many elements (E,) are left in each cycle from an element on, itself included.

    Cycles are cut before their ``first`` element. A stop after the last row ends every way.
    """
    count = len(following)
    stride = np.append(np.where(following == first, count, following), count)
    left = np.append(np.ones(count, np.intp), 0)
    for _ in range(count.bit_length()):
        if not (stride != count).any():
            break
        left, stride = left + left[stride], stride[stride]
    return left[:-1]
