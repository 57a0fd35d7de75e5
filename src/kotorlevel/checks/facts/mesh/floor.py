"""The floor of a room: its walkable faces, and which of them one can step across to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.remember import remember
from kotorlevel.mesh.derive import derive_adjacency
from kotorlevel.mesh.geometry import MeshGeometry
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.checks.options import Options
    from kotorlevel.checks.subjects import MeshSubject

LEAST_AREA = 1e-8
"""Square metres; a face with less has no area."""

VERTICAL = 0.01
"""A face whose unit normal has no more z than this stands upright."""


def table_key(mesh: Walkmesh, options: Options) -> Materials | None:
    """What tells apart answers on one mesh: the table, or None where it is the mesh's own."""
    return None if mesh.surfaces is options.surfaces else options.surfaces


def surfaces_of(subject: MeshSubject, options: Options) -> Materials:
    """The table that decides: the one given to the check, else the mesh's own."""
    return options.surfaces or subject.mesh.surfaces


def is_floor(subject: MeshSubject, options: Options) -> NDArray[np.bool_]:
    """(F,) the walkable faces of a room; an object has no floor, whatever its faces are made of."""
    mesh = subject.mesh
    if not mesh.is_area:
        return np.zeros(len(mesh.faces), bool)
    return mesh.walkable_by(options.surfaces)


def has_area(subject: MeshSubject) -> NDArray[np.bool_]:
    """(F,) faces with three corners of their own and some area; others have no direction."""
    return remember(subject.mesh, "has area", lambda: _have_area(subject.mesh.geometry))


def _have_area(shape: MeshGeometry) -> NDArray[np.bool_]:
    a, b, c = shape.faces.T
    repeated = (a == b) | (b == c) | (c == a)
    return np.asarray((shape.areas >= LEAST_AREA) & ~repeated)


@dataclass(frozen=True, eq=False)
class Floor:
    """Walkable ``faces`` (W,) by number, and what is across their sides.

    It is derived from what is walkable, not from the stored domain: that has rules of its own.
    """

    faces: NDArray[np.intp]
    corners: NDArray[np.int64]
    """(W, 3) vertex numbers."""
    across: NDArray[np.int32]
    """(W, 3) row · 3 + side, or -1; mutual, see `Adjacency.pairs`."""
    crowded: NDArray[np.int64]
    """Row · 3 + side of the edges that could not be paired one to one."""

    def edges(self, sides: NDArray[np.integer]) -> NDArray[np.intp]:
        """The edge numbers of row · 3 + side."""
        return np.asarray(3 * self.faces[sides // 3] + sides % 3)

    @cached_property
    def groups(self) -> EdgeGroups:
        """What shares an edge where pairing was not one to one."""
        return _edge_groups(self)


def floor_of(subject: MeshSubject, options: Options) -> Floor:
    """The floor of a mesh with three corners to each face."""
    mesh = subject.mesh
    key = "floor of", table_key(mesh, options)
    return remember(mesh, key, lambda: _make_floor(mesh, is_floor(subject, options)))


def _make_floor(mesh: Walkmesh, walkable: NDArray[np.bool_]) -> Floor:
    faces = np.flatnonzero(walkable)
    corners = mesh.faces[faces].astype(np.int64)
    # Mostly these are the faces of the domain, and then their neighbours are known.
    is_domain = len(faces) == mesh.domain and walkable[: mesh.domain].all()
    known = mesh.geometry.adjacency if is_domain else derive_adjacency(corners, len(corners))
    return Floor(faces, corners, known.pairs, known.crowded)


@dataclass(frozen=True, eq=False)
class EdgeGroups:
    """The crowded sides of faces with three corners, ascending, and who is on the same edge.

    ``sizes`` (n,) how many sides are on the two vertices, ``one_way`` (n,) whether all of them
    run in the same direction, ``is_first`` (n,) one True for each edge.
    """

    sides: NDArray[np.int64]
    sizes: NDArray[np.intp]
    one_way: NDArray[np.bool_]
    is_first: NDArray[np.bool_]


def _edge_groups(floor: Floor) -> EdgeGroups:
    """What shares an edge where pairing was not one to one. A repeated corner does not count."""
    corners = floor.corners
    if not len(floor.crowded):
        none, flags = np.empty(0, np.int64), np.empty(0, bool)
        return EdgeGroups(none, none, flags, flags)
    whole = (corners != np.roll(corners, -1, axis=1)).all(axis=1)
    sides = floor.crowded[whole[floor.crowded // 3]]
    start = corners.reshape(-1)[sides]
    end = np.roll(corners, -1, axis=1).reshape(-1)[sides]
    low, high = np.minimum(start, end), np.maximum(start, end)
    order = np.lexsort((high, low))
    changes = (np.diff(low[order]) != 0) | (np.diff(high[order]) != 0)
    first = np.r_[True, changes][: len(order)]
    group = np.empty(len(order), np.intp)
    group[order] = np.cumsum(first) - 1
    sizes = np.bincount(group)
    forward = np.bincount(group, start < end)
    one_way = (forward == 0) | (forward == sizes)
    is_first = np.zeros(len(order), bool)
    is_first[order[first]] = True
    return EdgeGroups(sides, sizes[group], one_way[group], is_first)
