"""Which side of which face lies across each side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.derive.order import stable_order

if TYPE_CHECKING:
    from kotorlevel.core.types import Ints

_LABEL_LIMIT = 1 << 30  # two vertex numbers and two flags then fit into 63 bits


@dataclass(frozen=True)
class Adjacency:
    """The sides across, and the edges for which there was more than one choice or none."""

    table: NDArray[np.int32]
    """(domain, 3) i32: number of the edge across, 3 · face + side, or -1, as the games' tool
    wrote it: where several faces qualify, the last one. There it need not be mutual."""
    pairs: NDArray[np.int32]
    """The same for who cuts or draws: where several qualify the i-th of one direction meets the
    i-th of the other, and what is left over is a border. Always mutual."""
    crowded: NDArray[np.int64]
    """(k,) ascending edge numbers that could not be paired one to one: more than two edges on
    the same two vertices, two of them in the same direction, or both of one face."""


def derive_adjacency(faces: NDArray[np.integer[Any]], domain: int) -> Adjacency:
    """The edge across each side of the first ``domain`` of ``faces`` (F, 3).

    A side from vertex a to vertex b meets a side from b to a: by number, never by position
    (FACTS 2, 4). A face with a repeated corner counts only where no other face qualifies, and a
    face is never its own neighbour.
    """
    if not 0 <= domain <= len(faces):
        raise ValueError(f"the domain has {domain} faces, the mesh has {len(faces)}")
    start = _labels(np.asarray(faces)[:domain])
    end = np.roll(start, -1, axis=1)
    repeated = np.repeat((start == end).any(axis=1), 3)
    start, end = start.ravel(), end.ravel()
    edges = np.flatnonzero(start != end)
    pairs = np.full(3 * domain, -1, np.int32)
    if not edges.size:
        none = pairs.reshape(domain, 3)
        return Adjacency(none, none, np.empty(0, np.int64))

    size = int(start.max()) + 1
    keys = np.minimum(start, end) * size + np.maximum(start, end)
    keys = (keys * 2 + (start > end)) * 2 + repeated
    order = stable_order(keys[edges], 4 * size * size)
    edges = edges[order]
    across, is_crowded = _pair(keys[edges], edges)
    pairs[edges] = across
    crowded = np.sort(edges[is_crowded])
    table = pairs
    if len(crowded):
        table = pairs.copy()
        table[crowded] = _last_owners(keys[crowded], crowded)
    return Adjacency(table.reshape(domain, 3), pairs.reshape(domain, 3), crowded)


def _last_owners(keys: Ints, edges: Ints) -> Ints:
    """The last edge (n,) that runs against each of ``edges``, of a whole face if there is one."""
    ways = keys >> 1  # the two vertices and the direction
    order = np.lexsort((edges, ~keys & 1, ways))
    ordered, owners = ways[order], edges[order]
    last = np.searchsorted(ordered, ways ^ 1, side="right") - 1
    last -= owners[last] // 3 == edges // 3  # a face with a repeated corner, once at most
    exists = (last >= 0) & (ordered[last] == ways ^ 1)
    return np.where(exists, owners[last], -1)


def _labels(corners: NDArray[np.integer[Any]]) -> Ints:
    """``corners`` (n, 3) as int64, renumbered if they are too large to be packed."""
    if corners.size and (corners.min() < 0 or corners.max() >= _LABEL_LIMIT):
        # The shape of NumPy's inverse differs between versions.
        corners = np.unique(corners, return_inverse=True)[1].reshape(corners.shape)
    return corners.astype(np.int64)


def _pair(keys: Ints, edges: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """The edge across each of ``edges`` (n,) or -1, and which edges are crowded (n,) bool.

    ``keys`` ascend. Edges on the same two vertices lie together, those in the one direction
    before those in the other, so that the partner is found by counting.
    """
    count = len(keys)
    pairs = keys >> 2
    backward = (keys & 2).astype(np.bool_)
    is_first = np.empty(count, np.bool_)
    is_first[0] = True
    np.not_equal(pairs[1:], pairs[:-1], out=is_first[1:])
    group = np.cumsum(is_first) - 1
    starts = np.flatnonzero(is_first)
    sizes = np.diff(starts, append=count)
    forwards = np.add.reduceat(~backward, starts, dtype=np.int64)

    shift = forwards[group]
    partner = np.arange(count) + np.where(backward, -shift, shift)
    exists = partner < np.where(backward, (starts + forwards)[group], (starts + sizes)[group])
    across = edges[np.where(exists, partner, 0)]
    own_face = exists & (across // 3 == edges // 3)
    across[~exists | own_face] = -1
    one_to_one = (sizes == 1) | ((sizes == 2) & (forwards == 1))
    return across, ~one_to_one[group] | own_face
