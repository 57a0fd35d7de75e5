"""What the stored tables of a walkmesh still tell of faces that were turned over or painted.

Neighbours and boundary edges are written once, from the faces as they were. Who changes corners or
materials afterwards and leaves the tables leaves the evidence as well, and the way back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.derive import derive_adjacency

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh

_REVERSALS = ((0, 2, 1), (1, 0, 2), (2, 1, 0))
"""The three ways to turn a face over by exchanging two corners."""

_SAME_WAY = 0.999
"""Cosine from which on a stored normal is that of its face, rounded by whatever tool."""


def knows_floor(mesh: Walkmesh) -> bool:
    """True when the stored neighbours tell what was floor: these faces, and no other is floor."""
    return _fits(mesh) and not mesh.walkable[mesh.domain :].any()


def _fits(mesh: Walkmesh) -> bool:
    """True when the stored neighbours are those of the faces."""
    stored = mesh.stored
    if stored is None or not mesh.is_area or not 0 < mesh.domain <= len(mesh.faces):
        return False
    return np.array_equal(stored.adjacency, mesh.geometry.adjacency.table)


def find_turned_faces(mesh: Walkmesh) -> NDArray[np.intp]:
    """The faces of the domain that look down, where the neighbours may tell that they did not."""
    if mesh.stored is None or not mesh.is_area or not 0 < mesh.domain <= len(mesh.faces):
        return np.empty(0, np.intp)
    if not mesh.geometry.is_sound or _fits(mesh):
        return np.empty(0, np.intp)
    return np.flatnonzero(mesh.geometry.upward[: mesh.domain] < 0)


def turned_back(mesh: Walkmesh) -> Walkmesh | None:
    """The mesh before faces were turned over; None unless its stored neighbours prove it."""
    turned = find_turned_faces(mesh)
    if not len(turned):
        return None
    for order in _REVERSALS:
        faces = mesh.faces.copy()
        faces[turned] = faces[turned][:, order]
        found = derive_adjacency(faces, mesh.domain)
        if mesh.stored is not None and np.array_equal(found.table, mesh.stored.adjacency):
            return _with_planes(with_tables(mesh, faces=faces), turned)
    return None


def _with_planes(mesh: Walkmesh, turned: NDArray[np.intp]) -> Walkmesh:
    """The mesh with new planes where those that are stored were turned with the faces."""
    derived, stored = mesh.derived, mesh.stored
    assert stored is not None
    cosine = (stored.normals[turned].astype(np.float64) * derived.normals[turned]).sum(axis=1)
    wrong = turned[~(cosine >= _SAME_WAY)]
    if not len(wrong):
        return mesh
    normals, distances = stored.normals.copy(), stored.distances.copy()
    normals[wrong], distances[wrong] = derived.normals[wrong], derived.distances[wrong]
    return with_tables(mesh, normals=normals, distances=distances)


def with_tables(mesh: Walkmesh, **tables: NDArray[Any]) -> Walkmesh:
    """The mesh with some of its stored tables replaced, and all others as they are."""
    from kotorlevel.mesh.walkmesh import Walkmesh

    assert mesh.stored is not None
    fresh: dict[str, Any] = {name: read_only(table) for name, table in tables.items()}
    return Walkmesh.from_bwm(replace(mesh.stored, **fresh), mesh.surfaces)
