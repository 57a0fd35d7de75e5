"""The boundary edges in file order, and the loops they form."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Boundary:
    """Loop after loop: the edges, and where each loop ends."""

    edges: NDArray[np.int32]
    """(E,) i32 edge numbers, 3 · face + side."""
    loops: NDArray[np.int32]
    """(L,) i32 row of ``edges`` after each loop's last one; the last equals E."""


def derive_boundary(
    adjacency: NDArray[np.integer[Any]], faces: NDArray[np.integer[Any]]
) -> Boundary:
    """The boundary edges and loops of ``adjacency`` (W, 3), edge across or -1, of ``faces``.

    Each loop starts at the lowest edge that is left, goes on at the lowest one that is left where
    the last ended, and closes where it began (FACTS 3, 4). Where more edges end at a vertex than
    start, which needs a crowded edge, a loop may end without closing.
    """
    table = np.asarray(adjacency)
    if table.ndim != 2 or table.shape[1] != 3 or len(table) > len(faces):
        raise ValueError(f"adjacency of the shape {table.shape} does not fit {len(faces)} faces")
    if table.size and (table.min() < -1 or table.max() >= table.size):
        raise ValueError(f"adjacency names edges outside of 0 to {table.size - 1}")
    starts = np.asarray(faces)[: len(table)]
    open_edges = np.flatnonzero(table.reshape(-1) < 0)
    start = starts.reshape(-1)[open_edges]
    end = np.roll(starts, -1, axis=1).reshape(-1)[open_edges]
    # By vertex, ascending: where the edges that start at the end of each edge are.
    by_start = np.argsort(start, kind="stable")
    ordered = start[by_start]
    group = np.searchsorted(ordered, np.concatenate([start, end])).tolist()
    rows, loops = _walk(group[: len(start)], group[len(start) :], by_start.tolist(), start, end)
    return Boundary(open_edges[rows].astype(np.int32), np.array(loops, np.int32))


def _walk(
    first: list[int],
    following: list[int],
    by_start: list[int],
    start: NDArray[np.integer[Any]],
    end: NDArray[np.integer[Any]],
) -> tuple[list[int], list[int]]:
    """The rows of all edges, loop after loop, and where each loop ends.

    ``first`` and ``following`` are where in ``by_start`` the edges begin that start where an edge
    starts and ends. At a vertex edges are used up in ascending order, so a count is enough.
    """
    starts, ends = start.tolist(), end.tolist()
    used = [False] * len(starts)
    taken = [0] * (len(starts) + 1)
    rows: list[int] = []
    loops: list[int] = []
    for lowest in range(len(starts)):
        row = lowest
        if used[row]:
            continue
        origin = starts[row]
        while True:
            used[row] = True
            taken[first[row]] += 1
            rows.append(row)
            if ends[row] == origin:
                break
            place = following[row] + taken[following[row]]
            if place >= len(by_start) or starts[by_start[place]] != ends[row]:
                break
            row = by_start[place]
        loops.append(len(rows))
    return rows, loops
