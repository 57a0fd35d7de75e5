"""The box trees of a scene's rooms: where each box is, and how deep it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.core.remember import remember

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh

STEPS = 65535
DEEPEST = 255
"""Depth of nodes that lie deeper, or that no other node leads to."""


@dataclass(frozen=True, eq=False)
class SceneTree:
    """All nodes, in the order of rooms and then of their tables.

    ``boxes`` (N, 6) uint16 in 1/65535 of the bounds, lowest then highest corner; ``depths`` (N,)
    uint8 from 0 at the root; ``rooms`` (N,) uint16; ``levels``: how many depths there are.
    """

    boxes: NDArray[np.uint16]
    depths: NDArray[np.uint8]
    rooms: NDArray[np.uint16]
    levels: int


def find_tree(
    meshes: Sequence[Walkmesh | None], bounds: tuple[list[float], list[float]]
) -> SceneTree:
    """The trees of the rooms as stored, or as derived for a mesh that has been edited."""
    boxes, depths, rooms = [np.empty((0, 6), np.uint16)], [np.empty(0, np.uint8)], []
    levels = 0
    for room, mesh in enumerate(meshes):
        nodes = _nodes_of(mesh)
        if mesh is None or nodes is None or not len(nodes):
            continue
        depth, count = remember(mesh, "depths", partial(_depths, nodes))
        levels = max(levels, count)
        boxes.append(_boxes(nodes, bounds))
        depths.append(depth)
        rooms.append(np.full(len(nodes), min(room, STEPS), np.uint16))
    number = np.concatenate([np.empty(0, np.uint16), *rooms])
    return SceneTree(np.concatenate(boxes), np.concatenate(depths), number, levels)


def _nodes_of(mesh: Walkmesh | None) -> NDArray[np.void] | None:
    try:
        return None if mesh is None else mesh.nodes
    except FormatError:  # edited into something that no file can hold
        return None


def _boxes(nodes: NDArray[np.void], bounds: tuple[list[float], list[float]]) -> NDArray[np.uint16]:
    """(N, 6) never smaller than they are, but for what lies outside the bounds."""
    low = np.array(bounds[0])
    extent = np.array(bounds[1]) - low
    scale = STEPS / np.where(extent > 0, extent, 1)
    with np.errstate(all="ignore"):  # stored boxes may be anything
        least = np.floor((nodes["box_min"].astype(np.float64) - low) * scale)
        most = np.ceil((nodes["box_max"].astype(np.float64) - low) * scale)
    both = np.nan_to_num(np.concatenate([least, most], axis=1), posinf=STEPS, neginf=0)
    boxes: NDArray[np.uint16] = np.clip(both, 0, STEPS).astype(np.uint16)
    return boxes


def _depths(nodes: NDArray[np.void]) -> tuple[NDArray[np.uint8], int]:
    """(N,) the depth of each node below node 0, and the number of levels.

    A child that does not exist, or that has been met before, is left out.
    """
    count = len(nodes)
    children = np.stack([nodes["left"], nodes["right"]], axis=1).astype(np.int64)
    depths = np.full(count, DEEPEST, np.uint8)
    seen = np.zeros(count, bool)
    place = np.empty(count, np.int64)
    level = np.zeros(1, np.int64)
    for depth in range(DEEPEST + 1):
        depths[level] = depth
        seen[level] = True
        below = children[level].reshape(-1)
        below = below[(below >= 0) & (below < count)]
        below = below[~seen[below]]
        # Each once: of those with the same number the one that was written last.
        here = np.arange(len(below))
        place[below] = here
        level = below[place[below] == here]
        if not len(level):
            return depths, depth + 1
    return depths, DEEPEST + 1
