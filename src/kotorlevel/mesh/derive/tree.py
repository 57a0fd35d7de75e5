"""The box tree over all faces, built by the rules of the games' own tool (FACTS 4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.distinct import distinct
from kotorlevel.formats.bwm.tables import NODE
from kotorlevel.mesh.derive.order import stable_order
from kotorlevel.mesh.derive.planes import face_corners
from kotorlevel.mesh.derive.quicksort import quicksort_order

if TYPE_CHECKING:
    from kotorlevel.core.types import Ints

_GROWTH = 0.01
"""Metres by which a box is larger than what it holds, on every side."""

_UNKNOWN_1C = 4

_MOST_LIKE_THE_TOOL = 4096
"""Faces, more than nearly all rooms have: beyond that the order of ties is not worth its time."""


def derive_tree(
    vertices: NDArray[np.floating[Any]], faces: NDArray[np.integer[Any]], growth: float = _GROWTH
) -> NDArray[np.void]:
    """The nodes (2F - 1,) of the box tree over ``faces`` (F, 3); dtype ``NODE``.

    ``vertices`` is (V, 3) f32 in metres. One face a leaf, every face once, root first, in
    pre-order. Corners that are not finite give boxes that are not; the tree is still a tree.
    Boxes are larger than what they hold by ``growth``: those in models are not (FACTS 11).
    """
    corners = face_corners(vertices, faces)
    count = len(corners)
    nodes = np.zeros(max(2 * count - 1, 0), NODE)
    nodes["unknown_1c"] = _UNKNOWN_1C
    nodes["face"] = nodes["left"] = nodes["right"] = -1
    if not count:
        return nodes
    levels = _levels(count)
    with np.errstate(invalid="ignore", over="ignore"):
        bounds, order = _sort_faces(corners, levels, len(nodes))
        # Rounding keeps order, so growing every node's bounds gives the union of its leaves.
        nodes["box_min"] = bounds[:, :3].astype(np.float64) - growth
        nodes["box_max"] = growth - bounds[:, 3:].astype(np.float64)
        _set_children(nodes, levels)
    for level in levels[-2:]:
        leaf = level.sizes == 1
        nodes["face"][level.nodes[leaf]] = order[level.starts[leaf]]
    return nodes


@dataclass(frozen=True)
class _Level:
    """The nodes of one depth, left to right: each holds a stretch of the sorted faces."""

    nodes: Ints
    starts: Ints
    sizes: Ints

    def children(self) -> _Level:
        """The next depth: the halves of every node with more than one face."""
        inner = self.sizes > 1
        nodes, starts, sizes = self.nodes[inner], self.starts[inner], self.sizes[inner]
        half = sizes // 2
        # Pre-order: the right child comes after the 2 · half - 1 nodes of the left one.
        return _Level(
            np.stack([nodes + 1, nodes + 2 * half], axis=1).ravel(),
            np.stack([starts, starts + half], axis=1).ravel(),
            np.stack([half, sizes - half], axis=1).ravel(),
        )


def _levels(count: int) -> list[_Level]:
    """The depths of the tree of ``count`` faces: its shape depends on nothing else.

    Sizes in one depth differ by one at most, so all leaves are in the last two.
    """
    level = _Level(np.zeros(1, np.int64), np.zeros(1, np.int64), np.full(1, count, np.int64))
    levels = []
    while level.nodes.size:
        levels.append(level)
        level = level.children()
    return levels


def _sort_faces(
    corners: NDArray[np.float32], levels: list[_Level], node_count: int
) -> tuple[NDArray[np.float32], Ints]:
    """The bounds (N, 6) of the nodes, low and negated high, and the faces (F,) as sorted.

    Depth by depth, every stretch is sorted along its own axis. Ties come out as from the games'
    tool up to `_MOST_LIKE_THE_TOOL` faces; in larger meshes they keep the order of the depth above.
    """
    count = len(corners)
    ranks = _centroid_ranks(corners)
    # High ends are negated: one minimum then serves all six columns.
    a, b, c = corners.transpose(1, 0, 2)
    low, high = np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)
    bounds = np.concatenate([low, -high], axis=1)
    node_bounds = np.empty((node_count, 6), np.float32)
    order = np.arange(count, dtype=np.int64)
    for level in levels[:-1]:
        around = np.minimum.reduceat(bounds, level.starts, axis=0)
        node_bounds[level.nodes] = around
        axis = _main_axis(-around[:, 3:].astype(np.float64) - around[:, :3])
        keys = np.take(ranks, np.repeat(axis * count, level.sizes) + order)
        keys += np.repeat(np.arange(len(axis), dtype=np.int64) * count, level.sizes)
        moved = stable_order(keys, len(axis) * count)
        if count <= _MOST_LIKE_THE_TOOL:
            _order_ties(moved, keys, level)
        order = np.take(order, moved)
        bounds = np.take(bounds, moved, axis=0)
    node_bounds[levels[-1].nodes] = bounds[levels[-1].starts]
    return node_bounds, order


def _order_ties(moved: Ints, keys: Ints, level: _Level) -> None:
    """Set the stretches of ``moved`` with equal ``keys`` in them to the order of the tool."""
    ordered = keys[moved]
    tied = np.flatnonzero(ordered[1:] == ordered[:-1])
    stretches = distinct(np.searchsorted(level.starts, tied, side="right") - 1)
    for start, size in zip(
        level.starts[stretches].tolist(), level.sizes[stretches].tolist(), strict=True
    ):
        stretch = slice(start, start + size)
        own = keys[stretch] - keys[stretch].min()
        if own.any():
            moved[stretch] = np.array(quicksort_order(own.tolist())) + start
        else:
            moved[stretch] = _order_equals(size) + start


@lru_cache(8)
def _order_equals(size: int) -> Ints:
    """The order of keys that are all the same; a depth has stretches of two sizes at most."""
    return np.array(quicksort_order([0] * size))


def _centroid_ranks(corners: NDArray[np.float32]) -> Ints:
    """The rank (3F,) of each face's centroid along x, then y, then z; equal ones share."""
    a, b, c = corners.transpose(1, 2, 0).astype(np.float64, order="C")
    ranks = np.empty((3, len(corners)), np.int64)
    for rank, along in zip(ranks, (a + b + c) / 3, strict=True):
        order = np.argsort(along)
        ascending = along[order]
        rank[order[0]] = 0
        rank[order[1:]] = np.cumsum(ascending[1:] > ascending[:-1])
    return ranks.ravel()


def _main_axis(lengths: NDArray[np.float64]) -> Ints:
    """The axis 0, 1 or 2 (n,) of the largest of ``lengths`` (n, 3); ties go to the later."""
    x, y, z = lengths.T
    return np.where((x > y) & (x > z), 0, np.where(y > z, 1, 2)).astype(np.int64, copy=False)


def _set_children(nodes: NDArray[np.void], levels: list[_Level]) -> None:
    """Fill in ``left``, ``right`` and ``plane`` of the inner nodes."""
    numbers = np.concatenate([level.nodes for level in levels])
    sizes = np.concatenate([level.sizes for level in levels])
    inner = sizes > 1
    numbers, left = numbers[inner], numbers[inner] + 1
    right = numbers + 2 * (sizes[inner] // 2)
    nodes["left"][numbers] = left
    nodes["right"][numbers] = right

    # Twice the centres, which leaves signs and order as they are.
    centres = nodes["box_min"].astype(np.float64) + nodes["box_max"]
    apart = np.take(centres, right, axis=0) - np.take(centres, left, axis=0)
    axis = _main_axis(np.abs(apart))
    backward = apart[np.arange(len(axis)), axis] <= 0
    # A bit flag, not an axis number: 1, 2, 4 for +x, +y, +z and 8, 16, 32 for the opposite.
    nodes["plane"][numbers] = 1 << (axis + 3 * backward)
