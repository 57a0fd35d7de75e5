"""The stored box tree, looked at as it is: nothing about it can be relied on."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.distinct import distinct


@dataclass(frozen=True, eq=False)
class TreeFacts:
    """Questions about the ``nodes`` (N,) of a mesh with ``face_count`` faces."""

    nodes: NDArray[np.void]
    face_count: int

    @cached_property
    def is_leaf(self) -> NDArray[np.bool_]:
        """(N,) nodes that hold a face, whatever children they name."""
        return np.asarray(self.nodes["face"] != -1)

    @cached_property
    def has_flag(self) -> NDArray[np.bool_]:
        """(N,) nodes whose plane is one of the six flags (FACTS 4)."""
        is_flag = np.zeros(34, bool)
        is_flag[[1, 2, 4, 8, 16, 32]] = True
        flags: NDArray[np.bool_] = is_flag[np.minimum(self.nodes["plane"], 33)]
        return flags

    @cached_property
    def children(self) -> NDArray[np.int64]:
        """(N, 2) the left and right child as stored."""
        return np.stack([self.nodes["left"], self.nodes["right"]], axis=1).astype(np.int64)

    @cached_property
    def child_exists(self) -> NDArray[np.bool_]:
        """(N, 2) inner nodes' children that are rows of the table."""
        inside = (self.children >= 0) & (self.children < len(self.nodes))
        return inside & ~self.is_leaf[:, None]

    @cached_property
    def one_based(self) -> bool:
        """True when the child numbers make no tree as stored, but do with 1 taken off each."""
        if len(self.nodes) < 2 or self._is_whole_as_stored:
            return False
        return self._is_whole(self.children - 1)

    @cached_property
    def _is_whole_as_stored(self) -> bool:
        return self._is_whole(self.children)

    def _is_whole(self, children: NDArray[np.int64]) -> bool:
        """True when every node but the root is the child of exactly one inner node."""
        named = children[~self.is_leaf].reshape(-1)
        return len(named) == len(self.nodes) - 1 and np.array_equal(
            np.sort(named), np.arange(1, len(self.nodes))
        )

    @cached_property
    def visits(self) -> NDArray[np.int64]:
        """(N,) how often each node is named: by the root's place, or as a child of a reached node.

        Each node's own children are followed once, so a cycle ends.
        """
        if self._is_in_order:
            return np.ones(len(self.nodes), np.int64)
        visits = np.zeros(len(self.nodes), np.int64)
        level = np.arange(min(1, len(self.nodes)))
        np.add.at(visits, level, 1)
        while len(level):
            named = self.children[level][self.child_exists[level]]
            fresh = distinct(named[visits[named] == 0])
            np.add.at(visits, named, 1)
            level = fresh
        return visits

    @property
    def _is_in_order(self) -> bool:
        """True where every node but the first is named once, by one before it: so by a tree."""
        inner = np.flatnonzero(~self.is_leaf)
        children = self.children[inner]
        return self._is_whole_as_stored and bool((children > inner[:, None]).all())

    @cached_property
    def faces(self) -> NDArray[np.int64]:
        """The faces of all leaves that can be reached and that name a face of the mesh."""
        reached = self.nodes["face"][(self.visits > 0) & self.is_leaf].astype(np.int64)
        return reached[(reached >= 0) & (reached < self.face_count)]

    @cached_property
    def is_usable(self) -> bool:
        """True when it is a tree: every child exists, nothing is reached twice."""
        inner = ~self.is_leaf
        return bool(self.child_exists[inner].all() and (self.visits <= 1).all())
