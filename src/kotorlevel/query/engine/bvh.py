"""Boxes in boxes, eight at a time: which faces a ray could meet.

Not the file's tree: stored boxes are not trusted (FACTS 4), and eight boxes side by side are
compared at once by the processor.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

WIDTH = 8
"""Boxes in a node, and faces in a leaf."""
_BITS = 3
_LINE = 64
"""Bytes that a processor fetches at once."""


class Bvh(NamedTuple):
    """A complete tree, the root first, then level by level; nodes from ``inner`` on are leaves.

    ``boxes`` (inner, 7, 8) float32: low x, y, z and high x, y, z of the eight children; ``first``
    (inner,) the number of the first child. ``corners`` (leaves, 10, 8) float32: x, y, z of the
    three corners of eight faces; ``faces`` (leaves, 8) their numbers, -1 where there is none (all
    corners NaN, which nothing meets). The last rows of ``boxes`` and ``corners`` hold the bits of
    what is in ``first`` and ``faces``: where memory is slow, what is needed together must be
    together. ``depth``: levels above the leaves.
    """

    boxes: NDArray[np.float32]
    first: NDArray[np.int32]
    corners: NDArray[np.float32]
    faces: NDArray[np.int32]
    inner: int
    depth: int


def build_bvh(corners: NDArray[np.float32]) -> Bvh:
    """The tree over the faces ``corners`` (F, 3, 3): halves by the median, level by level."""
    order, bounds = _halve(corners)
    leaves = len(bounds) - 1
    faces = np.full((leaves, WIDTH), -1, np.int32)
    in_leaf = make_lanes(leaves, 10)
    leaf = np.repeat(np.arange(leaves), np.diff(bounds))
    slot = np.arange(len(order)) - bounds[leaf]
    faces[leaf, slot] = order
    in_leaf[leaf, :9, slot] = corners[order].reshape(-1, 9)
    in_leaf.view(np.int32)[:, 9] = faces
    boxes, first, depth = _stack_boxes(*_leaf_boxes(corners, order, bounds))
    boxes.view(np.int32)[:, 6] = first[:, None]
    return Bvh(boxes, first, in_leaf, faces, len(boxes), depth)


def make_lanes(count: int, rows: int) -> NDArray[np.float32]:
    """(count, rows, 8) NaN, from the beginning of a line of the processor's cache on.

    So that eight numbers are never in two lines.
    """
    size = count * rows * WIDTH
    space = np.full(size + _LINE // 4, np.nan, np.float32)
    skipped = -space.ctypes.data % _LINE // 4
    return space[skipped : skipped + size].reshape(count, rows, WIDTH)


def _halve(corners: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(F,) the faces in the order of the leaves, and (leaves + 1,) where each leaf begins."""
    centres = corners.astype(np.float64).sum(axis=1)
    order = np.arange(len(corners))
    bounds = np.array([0, len(corners)])
    while (sizes := np.diff(bounds)).max(initial=0) > WIDTH:
        starts = bounds[:-1]
        here = centres[order]
        extent = np.maximum.reduceat(here, starts) - np.minimum.reduceat(here, starts)
        group = np.repeat(np.arange(len(starts)), sizes)
        along = here[np.arange(len(order)), extent.argmax(axis=1)[group]]
        order = order[np.lexsort((along, group))]
        halved = np.empty(2 * len(starts) + 1, np.int64)
        halved[:-1:2], halved[1::2], halved[-1] = starts, starts + sizes // 2, len(corners)
        bounds = halved
    return order, bounds


def _leaf_boxes(
    corners: NDArray[np.float32], order: NDArray[np.int64], bounds: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(leaves, 3) low and high corners of the leaves' boxes.

    Grown by more than the rounding of any query, or a ray along the seam of two faces could miss
    the box of the one that it hits.
    """
    if not len(order):
        return np.full((1, 3), np.inf, np.float32), np.full((1, 3), -np.inf, np.float32)
    exact = corners.astype(np.float64)
    low = np.minimum.reduceat(exact.min(axis=1)[order], bounds[:-1])
    high = np.maximum.reduceat(exact.max(axis=1)[order], bounds[:-1])
    margin = 1e-7 * (1 + np.abs(exact).max())
    largest = np.finfo(np.float32).max
    low = np.clip(low - margin, -largest, largest).astype(np.float32)
    high = np.clip(high + margin, -largest, largest).astype(np.float32)
    down, up = np.float32(-np.inf), np.float32(np.inf)
    return np.nextafter(low, down), np.nextafter(high, up)


def _stack_boxes(
    low: NDArray[np.float32], high: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.int32], int]:
    """Boxes and first children of all nodes above the leaves, and the number of their levels."""
    bits = (len(low) - 1).bit_length()
    levels = []
    while bits:
        # Only the root may have fewer than eight children.
        fan = 1 << min(_BITS, bits)
        parents = len(low) // fan
        boxes = np.empty((parents, 7, WIDTH), np.float32)
        boxes[:, :3], boxes[:, 3:] = np.inf, -np.inf
        boxes[:, :3, :fan] = low.reshape(parents, fan, 3).transpose(0, 2, 1)
        boxes[:, 3:6, :fan] = high.reshape(parents, fan, 3).transpose(0, 2, 1)
        levels.append((boxes, fan))
        low, high = low.reshape(parents, fan, 3).min(axis=1), high.reshape(parents, fan, 3).max(1)
        bits -= min(_BITS, bits)
    levels.reverse()
    first, after = [np.empty(0, np.int64)], 1
    for boxes, fan in levels:
        first.append(after + fan * np.arange(len(boxes)))
        after += fan * len(boxes)
    stacked = make_lanes(sum(len(boxes) for boxes, _ in levels), 7)
    if levels:
        np.concatenate([boxes for boxes, _ in levels], out=stacked)
    return stacked, np.concatenate(first).astype(np.int32), len(levels)
