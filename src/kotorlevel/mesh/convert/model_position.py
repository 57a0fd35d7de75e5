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
    found = _position(local, there) if len(local) == len(there) else None
    if found is None or not found.is_certain:
        # Faces were added, taken out or put in another order since.
        rows = _same_shape(local, there)
        by_shape = _position(local[rows[:, 0]], there[rows[:, 1]])
        if by_shape is not None and (found is None or by_shape.spread < found.spread):
            return by_shape
    return found


def _position(local: Floats, there: Floats) -> ModelPosition | None:
    """The median of the differences between corners (F, 3, 3)."""
    if not len(local):
        return None
    ways = (there - local).reshape(-1, 3)
    middle = np.median(ways, axis=0)
    off = np.linalg.norm(ways - middle, axis=1)
    x, y, z = middle.tolist()
    return ModelPosition((x, y, z), float(np.quantile(off, _MOST_CORNERS)), len(local))


def _same_shape(local: Floats, there: Floats) -> Ints:
    """(n, 2) faces of both with the same two sides, which no other face of either has."""
    shapes = [
        np.rint(np.concatenate([c[:, 1] - c[:, 0], c[:, 2] - c[:, 0]], axis=1) / _SHAPE)
        for c in (local, there)
    ]
    _, key = np.unique(np.concatenate(shapes), axis=0, return_inverse=True)
    singles = [
        np.unique(keys, return_index=True, return_counts=True)
        for keys in np.split(key.reshape(-1), [len(local)])
    ]
    (one, a), (other, b) = ((keys[n == 1], rows[n == 1]) for keys, rows, n in singles)
    _, in_one, in_other = np.intersect1d(one, other, return_indices=True)
    return np.stack([a[in_one], b[in_other]], axis=1)
