"""The stored box tree as a graph: how deep it is, and whether it is a tree at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def find_tree_depth(nodes: NDArray[np.void]) -> int | None:
    """The number of levels below and including node 0; None if a child is visited twice.

    Children outside the table count as absent. A cycle or a shared child ends the walk.
    """
    seen = np.zeros(len(nodes), bool)
    level = np.arange(min(1, len(nodes)))
    depth = 0
    while len(level):
        if seen[level].any():
            return None
        seen[level] = True
        depth += 1
        children = np.concatenate([nodes["left"][level], nodes["right"][level]])
        inside = children[(children >= 0) & (children < len(nodes))]
        level = np.unique(inside)
        if len(level) < len(inside):
            return None
    return depth
