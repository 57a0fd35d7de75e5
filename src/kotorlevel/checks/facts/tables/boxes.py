"""The stored boxes of a tree, beside what they should hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.checks.facts.tables.tree import TreeFacts
    from kotorlevel.mesh.geometry import MeshGeometry

SLACK = 0.001
"""Metres that are not worth a word: trees were built before coordinates were rounded."""

GROWTH = 0.01
"""Metres by which the games' tool makes a leaf's box larger on every side (FACTS 4)."""


@dataclass(frozen=True, eq=False)
class BoxFacts:
    """Questions about the boxes of the nodes (N,) of ``tree``, over the faces of ``shape``."""

    tree: TreeFacts
    shape: MeshGeometry

    @cached_property
    def bounds(self) -> NDArray[np.float64]:
        """(N, 6) lower corner, then upper corner negated: of two boxes the larger has less."""
        nodes = self.tree.nodes
        with np.errstate(invalid="ignore"):  # a signalling NaN
            return np.concatenate([nodes["box_min"], -nodes["box_max"]], axis=1).astype(np.float64)

    @cached_property
    def is_box(self) -> NDArray[np.bool_]:
        """(N,) boxes whose numbers are finite and whose ends are the right way round."""
        finite = np.isfinite(self.bounds).all(axis=1)
        low, high = self.bounds[:, :3], -self.bounds[:, 3:]
        return np.asarray(finite & (low <= high).all(axis=1))

    @cached_property
    def families(self) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """(k,) inner nodes whose own box and children's boxes are boxes, and their children (k, 2).

        None where the nodes are no tree: another rule says so.
        """
        tree = self.tree
        if tree.one_based or not tree.is_usable:
            return np.empty(0, np.intp), np.empty((0, 2), np.int64)
        inner = np.flatnonzero(~tree.is_leaf)
        children = tree.children[inner]
        good = self.is_box[inner] & self.is_box[children].all(axis=1)
        return inner[good], children[good]

    @cached_property
    def leaves(self) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """(k,) leaves with a face and a box, and the bounds (k, 6) of their faces."""
        tree, faces = self.tree, self.tree.nodes["face"]
        leaves = np.flatnonzero((faces >= 0) & (faces < tree.face_count) & self.is_box)
        corners = self.shape.corners[faces[leaves]]
        return leaves, np.concatenate([corners.min(axis=1), -corners.max(axis=1)], axis=1)
