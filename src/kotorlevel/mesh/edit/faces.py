"""Edits of whole faces: surfaces, deleting, merging, taking apart, turning over.

An edit that changes nothing gives back the mesh itself, so that a file stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.mesh.arrays import check_corners, read_only
from kotorlevel.mesh.components import component_roots, label_components
from kotorlevel.mesh.transforms import reversed_faces

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh

Rule = Callable[["Walkmesh"], "ArrayLike"]
"""Takes a mesh and returns which of its faces are meant, as a mask (F,) or as face numbers."""


def repaint(mesh: Walkmesh, faces: ArrayLike | Rule, material: int) -> Walkmesh:
    """The mesh with ``material`` on the given faces: a mask (F,), face numbers, or a rule.

    Faces that become walkable or stop being so change their place in the order of an area mesh,
    so face numbers may change; the surfaces of other faces do not matter.
    """
    chosen = face_mask(mesh, faces)
    materials = mesh.materials.copy()
    materials[chosen] = _material(material)
    return _repainted(mesh, materials)


def replace_materials(mesh: Walkmesh, materials: Mapping[int, int]) -> Walkmesh:
    """The mesh with each material that is a key replaced by its value, all at once."""
    changed = mesh.materials.copy()
    for old, new in materials.items():
        changed[mesh.materials == old] = _material(new)
    return _repainted(mesh, changed)


def keep_faces(mesh: Walkmesh, faces: ArrayLike | Rule) -> Walkmesh:
    """The mesh with only the given faces, and without the vertices that only the others used."""
    kept = face_mask(mesh, faces)
    corners = corner_numbers(mesh)
    if kept.all():
        return mesh
    dropped = np.zeros(len(mesh.vertices), bool)
    dropped[corners[~kept]] = True
    dropped[corners[kept]] = False
    number = np.cumsum(~dropped) - 1
    return mesh.edited(
        vertices=read_only(mesh.vertices[~dropped]),
        faces=read_only(number[corners[kept]].astype(np.uint32)),
        materials=read_only(mesh.materials[kept]),
        transitions=read_only(mesh.transitions[kept]),
        domain=int(kept[: mesh.domain].sum()),
    )


def delete_faces(mesh: Walkmesh, faces: ArrayLike | Rule) -> Walkmesh:
    """The mesh without the given faces, and without the vertices that only they used."""
    return keep_faces(mesh, ~face_mask(mesh, faces))


def merge(first: Walkmesh, second: Walkmesh) -> Walkmesh:
    """Both meshes in one, ``first``'s faces before ``second``'s among the walkable and the rest.

    Vertices are not welded: join the meshes with `weld` where they meet. Position, use hooks and
    material table are those of ``first``.
    """
    if first.kind != second.kind:
        raise ValueError("an area walkmesh and an object's walkmesh cannot be merged")
    joined: dict[str, Any] = {
        name: read_only(np.concatenate([getattr(first, name), getattr(second, name)]))
        for name in ("vertices", "materials", "transitions")
    }
    # Checked first: a corner that no vertex of `first` has would become one of `second`.
    corners = [corner_numbers(first), corner_numbers(second) + len(first.vertices)]
    joined["faces"] = read_only(np.concatenate(corners).astype(np.uint32))
    members = np.concatenate([first.members, second.members])
    return replace(first, **joined, stored=None).regrouped(members)


def connected_parts(mesh: Walkmesh) -> list[Walkmesh]:
    """The mesh taken apart into pieces that share no edge, in the order of their first faces."""
    labels = label_faces(mesh)
    corners = corner_numbers(mesh)
    order = np.argsort(labels, kind="stable")
    starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    parts = np.split(order, starts[1:]) if len(order) else []
    return [_part(mesh, part, corners[part]) for part in parts]


def _part(mesh: Walkmesh, faces: NDArray[np.intp], corners: NDArray[np.intp]) -> Walkmesh:
    """The mesh of some faces, ascending, and of the vertices they use."""
    used, numbers = np.unique(corners, return_inverse=True)
    return mesh.edited(
        vertices=read_only(mesh.vertices[used]),
        faces=read_only(numbers.reshape(-1, 3).astype(np.uint32)),
        materials=read_only(mesh.materials[faces]),
        transitions=read_only(mesh.transitions[faces]),
        domain=int((faces < mesh.domain).sum()),
    )


def label_faces(mesh: Walkmesh) -> NDArray[np.intp]:
    """(F,) the number of the connected part each face belongs to; faces connect by shared edges.

    Which way an edge runs does not matter, nor how many faces share it: a face that lies upside
    down has no neighbour, but still belongs to the floor around it.
    """
    start, end = mesh.faces.reshape(-1), np.roll(mesh.faces, -1, axis=1).reshape(-1)
    low, high = np.minimum(start, end), np.maximum(start, end)
    order = np.lexsort((high, low))
    order = order[low[order] != high[order]]
    same = (low[order[1:]] == low[order[:-1]]) & (high[order[1:]] == high[order[:-1]])
    owner = order // 3
    return label_components(component_roots(len(mesh.faces), owner[1:][same], owner[:-1][same]))


def flip_faces_up(mesh: Walkmesh, faces: ArrayLike | Rule | None = None) -> Walkmesh:
    """The mesh with the given faces, or all walkable ones, turned over where they point down."""
    chosen = mesh.walkable if faces is None else face_mask(mesh, faces)
    corners = mesh.vertices.astype(np.float64)[corner_numbers(mesh)]
    with np.errstate(invalid="ignore"):
        a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        down = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] < 0
    if not (chosen & down).any():
        return mesh
    return mesh.edited(**reversed_faces(mesh, chosen & down))


def move_vertex(mesh: Walkmesh, vertex: int, position: ArrayLike) -> Walkmesh:
    """The mesh with one vertex at ``position`` (x, y, z); every face that uses it follows."""
    if not 0 <= vertex < len(mesh.vertices):
        raise ValueError(f"there is no vertex {vertex}; there are {len(mesh.vertices):,}")
    with np.errstate(over="ignore"):
        place = np.asarray(position, np.float64).astype(np.float32)
    if place.shape != (3,) or not np.isfinite(place).all():
        raise ValueError(f"a position is three finite numbers, not {position!r}")
    if place.tobytes() == mesh.vertices[vertex].tobytes():
        return mesh
    vertices = mesh.vertices.copy()
    vertices[vertex] = place
    return mesh.edited(vertices=read_only(vertices))


def clear_transitions(mesh: Walkmesh, faces: ArrayLike | Rule | None = None) -> Walkmesh:
    """The mesh without transitions on the given faces, or anywhere."""
    chosen = np.ones(len(mesh.faces), bool) if faces is None else face_mask(mesh, faces)
    if (mesh.transitions[chosen] == -1).all():
        return mesh
    transitions = mesh.transitions.copy()
    transitions[chosen] = -1
    return mesh.edited(transitions=read_only(transitions))


def remap_transitions(mesh: Walkmesh, rooms: Mapping[int, int]) -> Walkmesh:
    """The mesh with transitions to other rooms; see `Walkmesh.remap_transitions`."""
    for old, new in rooms.items():
        if not (0 <= index(old) < 2**31 and -1 <= index(new) < 2**31):
            raise ValueError(f"{old} to {new}: rooms are numbered from 0, and -1 is for none")
    transitions = mesh.transitions.copy()
    for old, new in rooms.items():
        transitions[mesh.transitions == old] = new
    if np.array_equal(transitions, mesh.transitions):
        return mesh
    return mesh.edited(transitions=read_only(transitions))


def face_mask(mesh: Walkmesh, faces: ArrayLike | Rule) -> NDArray[np.bool_]:
    """(F,) which faces are meant by a mask, by face numbers or by a rule."""
    given = np.asarray(faces(mesh) if callable(faces) else faces)
    count = len(mesh.faces)
    if given.dtype == bool:
        if given.shape != (count,):
            raise ValueError(f"a mask of shape {given.shape} for {count:,} faces")
        return given
    mask = np.zeros(count, bool)
    if given.size == 0:
        return mask
    if not np.issubdtype(given.dtype, np.integer):
        raise ValueError(f"faces are a mask or face numbers, not {given.dtype}")
    if given.min() < 0 or given.max() >= count:
        raise ValueError(f"face numbers from {given.min()} to {given.max()} for {count:,} faces")
    mask[given] = True
    return mask


def corner_numbers(mesh: Walkmesh) -> NDArray[np.intp]:
    """(F, 3) the vertices of each face, to index by.

    Raises `FormatError` for a face that names a vertex which does not exist: files may.
    """
    check_corners(mesh.faces, len(mesh.vertices))
    return mesh.faces.astype(np.intp)


def _material(material: int) -> int:
    if not 0 <= material < 2**32 or material != int(material):
        raise ValueError(f"{material} is not a material number")
    return int(material)


def _repainted(mesh: Walkmesh, materials: NDArray[np.uint32]) -> Walkmesh:
    """The mesh with other materials; only faces that were changed enter or leave the domain."""
    changed = materials != mesh.materials
    if not changed.any():
        return mesh
    members = np.where(changed, mesh.surfaces.walkable(materials), mesh.members)
    return replace(mesh, materials=read_only(materials)).regrouped(members)
