"""Walkmeshes of two versions of a room that have one shape: their links, and their tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Vector
from kotorlevel.mesh.arrays import read_only

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.names import RoomNames, Version
    from kotorlevel.area.edit.merge.three_way import Judge, Side
    from kotorlevel.mesh.walkmesh import Walkmesh

_SHAPE = ("vertices", "faces", "materials", "position", "relative_hooks", "absolute_hooks")
_TABLES = {
    "normals": "normals",
    "distances": "distances",
    "nodes": "box tree",
    "adjacency": "adjacency",
    "edges": "edges",
    "loops": "loops",
}


@dataclass(frozen=True, eq=False)
class MergedMesh:
    """The mesh that was chosen, from which ``side``, and what its transitions are to mean."""

    mesh: Walkmesh
    codes: NDArray[np.int64]
    side: Side


@dataclass(frozen=True, eq=False)
class Versions:
    """A room's walkmesh on both sides, and in the base as A and as B leave it."""

    a: Version
    b: Version
    base_of_a: Version | None
    base_of_b: Version | None


def same_version(one: Version | None, other: Version | None) -> bool:
    """True when both have the same shape and the same links. One that is absent says nothing."""
    if one is None or other is None:
        return True
    return same_shape(one.mesh, other.mesh) and np.array_equal(one.codes, other.codes)


def same_shape(one: Walkmesh, other: Walkmesh) -> bool:
    """True when all that is authored is the same, but for links."""
    return one is other or (
        (one.kind, one.domain) == (other.kind, other.domain)
        and all(_same_bytes(getattr(one, name), getattr(other, name)) for name in _SHAPE)
    )


def same_faces(one: Walkmesh, other: Walkmesh) -> bool:
    """True when faces and surfaces are the same, wherever the vertices are."""
    return (one.kind, one.domain) == (other.kind, other.domain) and all(
        _same_bytes(getattr(one, name), getattr(other, name)) for name in ("faces", "materials")
    )


def merge_alike(judge: Judge, names: RoomNames, room: str, versions: Versions) -> MergedMesh:
    """The walkmesh of a room whose shape is the same on both sides.

    Links are merged edge by edge; of stored tables that differ those count that one side changed.
    """
    side = _choose_tables(judge, room, versions)
    codes = merge_links(judge, names, room, versions)
    return MergedMesh(versions.a.mesh if side == "a" else versions.b.mesh, codes, side)


def with_numbers(mesh: Walkmesh, numbers: NDArray[np.int64]) -> Walkmesh:
    """The mesh with these transitions; itself, with its stored tables, where it has them."""
    if np.array_equal(mesh.transitions, numbers):
        return mesh
    return replace(mesh, transitions=read_only(numbers.astype(np.int32)))


def merge_links(judge: Judge, names: RoomNames, room: str, versions: Versions) -> NDArray[np.int64]:
    """(F, 3) the links of two meshes with the same faces.

    Without a base of these faces a link wins over none: rooms are not taken for removed then,
    either.
    """
    a, b = versions.a.codes, versions.b.codes
    old_a = old_b = np.full(a.shape, -1, np.int64)
    before_a, before_b = versions.base_of_a, versions.base_of_b
    is_known = before_a is not None and same_faces(versions.a.mesh, before_a.mesh)
    if is_known and before_a is not None and before_b is not None:
        old_a, old_b = before_a.codes, before_b.codes
    merged = np.where(a == old_a, b, a)
    both = (a != b) & (a != old_a) & (b != old_b)
    for at_edge in np.flatnonzero(both.reshape(-1)).tolist():
        mine, theirs = int(a.reshape(-1)[at_edge]), int(b.reshape(-1)[at_edge])
        texts = (f"edge {at_edge} {names.tell(code)}" for code in (mine, theirs))
        at = edge_middle(versions.a.mesh, at_edge), edge_middle(versions.b.mesh, at_edge)
        if judge.settle("link", room, *texts, at=at) == "b":
            merged.reshape(-1)[at_edge] = theirs
    return merged


def mesh_middle(mesh: Walkmesh | None) -> Vector | None:
    """The middle of a mesh's bounds; None where it has none."""
    bounds = None if mesh is None else mesh.bounds
    if bounds is None or not np.isfinite(bounds).all():
        return None
    x, y, z = bounds.astype(np.float64).mean(axis=0).tolist()
    return x, y, z


def edge_middle(mesh: Walkmesh, edge: int) -> Vector | None:
    """The middle of an edge; None for corners that no vertex has."""
    corners = mesh.faces[edge // 3].astype(np.int64)[[edge % 3, (edge + 1) % 3]]
    if (corners >= len(mesh.vertices)).any() or not np.isfinite(mesh.vertices[corners]).all():
        return None
    x, y, z = mesh.vertices[corners].astype(np.float64).mean(axis=0).tolist()
    return x, y, z


def _choose_tables(judge: Judge, room: str, versions: Versions) -> Side:
    """The side whose stored tables count: the one that changed them, for that is a repair."""
    a, b = versions.a.mesh, versions.b.mesh
    if a is b or _unlinked(a) == _unlinked(b):
        return "a"
    base = versions.base_of_a
    if base is not None and same_shape(a, base.mesh):
        if _unlinked(b) == _unlinked(base.mesh):
            return "a"
        if _unlinked(a) == _unlinked(base.mesh):
            return "b"
    text = f"its own {_tables_that_differ(a, b)}"
    return judge.settle("stored tables", room, text, text, at=(mesh_middle(a), mesh_middle(b)))


def _unlinked(mesh: Walkmesh) -> bytes:
    """The file of a mesh without its links."""
    bwm = mesh.to_bwm()
    if any(problem.code == "overlap" for problem in bwm.problems):  # edges are something else, too
        return bwm.to_bytes()
    edges = bwm.edges.copy()
    edges["transition"] = -1
    return replace(bwm, edges=read_only(edges)).to_bytes()


def _tables_that_differ(a: Walkmesh, b: Walkmesh) -> str:
    found = [
        text
        for name, text in _TABLES.items()
        if not _same_bytes(_without_links(a, name), _without_links(b, name))
    ]
    return ", ".join(found) or "bytes between the tables"


def _without_links(mesh: Walkmesh, name: str) -> NDArray[np.generic]:
    table: NDArray[np.generic] = getattr(mesh, name)
    return table["edge"] if name == "edges" else table  # type: ignore[call-overload]


def _same_bytes(x: NDArray[np.generic], y: NDArray[np.generic]) -> bool:
    return x.shape == y.shape and x.tobytes() == y.tobytes()
