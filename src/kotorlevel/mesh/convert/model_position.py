"""Where a room stands: the difference between its walkmesh and the one in its model (FACTS 11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.types import Vector
from kotorlevel.formats.mdl import Model
from kotorlevel.mesh.derive import walkable_first
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints

WIDEST = 0.01
"""Metres that the difference may vary by: beyond that a pair tells no position."""

_MOST_CORNERS = 0.9
"""So many of all corners count for that: the others may have been edited in one of the two."""

_SHAPE = 0.005
"""Metres to which the sides of faces are rounded where they are found by their shape."""

_CELL = 0.05
"""Metres: pairs that far apart speak for different positions."""

_MOST_ALIKE = 32
"""Faces of one shape that are compared with each other: a large grid has thousands."""


@dataclass(frozen=True)
class ModelPosition:
    """A room's position in the layout, by ``faces`` that its model and its walkmesh share.

    Nine of ten of their corners say so within ``spread`` metres.
    """

    position: Vector
    spread: float
    faces: int

    @property
    def is_certain(self) -> bool:
        """Whether the corners agree."""
        return self.spread <= WIDEST


def find_model_position(model: Model, mesh: Walkmesh) -> ModelPosition | None:
    """The position that the layout has to give a room, from its model and its walkmesh.

    None where one of the two has no faces, or where they share none::

        kl.find_model_position(kl.read_model("m55aa_02.mdl"), mesh).position
    """
    node = model.walkmesh_node
    if node is None or node.mesh is None or not mesh.is_area or not mesh.geometry.is_sound:
        return None
    order = walkable_first(mesh.surfaces.walkable(node.mesh.materials))
    local = node.world_vertices()[node.mesh.corners[order].astype(np.intp)]
    there = mesh.vertices.astype(np.float64)[mesh.faces.astype(np.intp)]
    found = _position(there - local) if len(local) == len(there) and len(there) else None
    if found is not None and found.is_certain:
        return found
    # Faces were added, taken out or put in another order since.
    return _position_by_shape(local, there) or found


def _position(ways: Floats) -> ModelPosition:
    """The median of the differences between corners (F, 3, 3)."""
    middle = np.median(ways.reshape(-1, 3), axis=0)
    off = np.linalg.norm(ways - middle, axis=2)
    x, y, z = middle.tolist()
    return ModelPosition((x, y, z), float(np.quantile(off, _MOST_CORNERS)), len(ways))


def _position_by_shape(local: Floats, there: Floats) -> ModelPosition | None:
    """What most pairs of faces with the same sides say; None unless half of the faces do."""
    rows = _same_shape(local, there)
    if not len(rows):
        return None
    ways = there[rows[:, 1]] - local[rows[:, 0]]
    _, which, counts = np.unique(
        np.rint(ways.mean(axis=1) / _CELL), axis=0, return_inverse=True, return_counts=True
    )
    middle = np.median(ways[which.reshape(-1) == counts.argmax()], axis=(0, 1))
    near = np.abs(ways - middle).max(axis=(1, 2)) <= _CELL
    if 2 * len(np.unique(rows[near, 1])) < min(len(local), len(there)):
        return None
    return _position(ways[near])


def _same_shape(local: Floats, there: Floats) -> Ints:
    """(n, 2) all pairs of faces of both with the same two sides, but for very common ones."""
    shapes = [
        np.rint(np.concatenate([c[:, 1] - c[:, 0], c[:, 2] - c[:, 0]], axis=1) / _SHAPE)
        for c in (local, there)
    ]
    _, key = np.unique(np.concatenate(shapes), axis=0, return_inverse=True)
    one, other = np.split(key.reshape(-1), [len(local)])
    order = np.argsort(one, kind="stable")
    first = np.searchsorted(one[order], other)
    counts = np.searchsorted(one[order], other, "right") - first
    counts[counts > _MOST_ALIKE] = 0
    rows = np.repeat(np.arange(len(other)), counts)
    steps = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    return np.stack([order[first[rows] + steps], rows], axis=1)
