"""Where nodes are in their model: transforms relative to a parent, multiplied down the tree."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Floats, Ints


def world_matrices(
    positions: NDArray[Any], rotations: NDArray[Any], parents: Ints, depths: Ints
) -> Floats:
    """(N, 4, 4): each node's space → the model's. A parent stands before its children."""
    matrices = local_matrices(positions, rotations)
    # By depth: a whole level is multiplied at once.
    order = np.argsort(depths, kind="stable")
    starts = np.searchsorted(depths[order], np.arange(1, depths.max(initial=0) + 2))
    for first, last in pairwise(starts.tolist()):
        level = order[first:last]
        matrices[level] = matrices[parents[level]] @ matrices[level]
    return matrices


def local_matrices(positions: NDArray[Any], rotations: NDArray[Any]) -> Floats:
    """(N, 4, 4): each node's space → its parent's. A rotation is w, x, y, z; of length 0: none."""
    matrices = np.zeros((len(positions), 4, 4))
    quaternions = np.asarray(rotations, np.float64)
    length = np.linalg.norm(quaternions, axis=1, keepdims=True)
    identity = np.array((1.0, 0.0, 0.0, 0.0))
    # The length is left out of the division where it is 0.
    unit = np.where(length > 0, quaternions / np.where(length > 0, length, 1.0), identity)
    w, x, y, z = unit.T
    matrices[:, 0, :3] = np.stack(
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)), axis=1
    )
    matrices[:, 1, :3] = np.stack(
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)), axis=1
    )
    matrices[:, 2, :3] = np.stack(
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)), axis=1
    )
    matrices[:, :3, 3] = positions
    matrices[:, 3, 3] = 1.0
    return matrices
