"""The rim of a floor: its boundary edges in loops, derived and not as stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.mesh.derive import derive_boundary, walkable_first
from kotorlevel.mesh.edit.faces import corner_numbers
from kotorlevel.mesh.edit.guards import numbers_of

if TYPE_CHECKING:
    from kotorlevel.core.types import Ints
    from kotorlevel.mesh.walkmesh import Walkmesh


class Rim(NamedTuple):
    """Boundary edges (n,), loop after loop, of ``mesh``: faces in the order that edits write.

    ``start`` and ``end`` (n,) are their vertices, ``following`` (n,) the edge that goes on at the
    end, ``loop`` (n,) the number of their loop; ``chosen`` the rows of those that were asked for.
    """

    mesh: Walkmesh
    edge: Ints
    start: Ints
    end: Ints
    following: Ints
    loop: Ints
    chosen: NDArray[np.intp]


def find_rim(mesh: Walkmesh, edges: ArrayLike) -> Rim:
    """The rim of a mesh, and in it ``edges`` (3 · face + side), ascending.

    Raises `ValueError` for one that is no boundary edge of the floor.
    """
    corner_numbers(mesh)  # says which face names a vertex that is not there
    if not np.isfinite(mesh.vertices).all():
        raise ValueError("the mesh has vertices that are not finite")
    given = np.unique(numbers_of(edges, mesh.faces.size, "edge"))
    if not mesh.is_area:
        raise ValueError("the walkmesh of a placeable or a door has no floor with a boundary")
    plain = mesh.edited()
    boundary = derive_boundary(plain.geometry.adjacency.table, plain.faces)
    edge = boundary.edges.astype(np.int64)
    ends = boundary.loops.astype(np.intp)
    starts = np.append(0, ends)[:-1]
    following = np.roll(edge, -1)
    following[ends - 1] = edge[starts]
    face, side = np.divmod(edge, 3)
    start, end = (plain.faces[face, (side + k) % 3].astype(np.int64) for k in (0, 1))
    row = np.full(plain.faces.size, -1, np.intp)
    row[edge] = np.arange(len(edge))
    place = np.argsort(walkable_first(mesh.members))
    chosen = row[3 * place[given // 3] + given % 3]
    if (chosen < 0).any():
        raise ValueError(f"edge {given[chosen < 0][0]} is no boundary edge of the floor")
    loop = np.repeat(np.arange(len(ends)), ends - starts)
    return Rim(plain, edge, start, end, following, loop, chosen)
