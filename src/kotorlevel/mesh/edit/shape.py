"""Edits of the shape of a mesh: vertices moved, edges and faces divided, faces added and turned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.formats.drawing import Shape
from kotorlevel.formats.triangulate import triangulate
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.edit.faces import Rule, corner_numbers, face_mask
from kotorlevel.mesh.edit.transforms import reversed_faces

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.mesh.walkmesh import Walkmesh

JOIN = 0.0001
"""Metres within which the corner of a new face is a vertex that is there already."""


def move_vertices(mesh: Walkmesh, vertices: ArrayLike, offset: Sequence[float]) -> Walkmesh:
    """The mesh with some vertices moved by ``offset`` (x, y, z); every face that uses them follows.

    Raises `ValueError` for vertices that are not there, and for places that no file can hold.
    """
    chosen = _numbers(vertices, len(mesh.vertices), "vertex")
    way = np.asarray(offset, np.float64)
    if way.shape != (3,) or not np.isfinite(way).all():
        raise ValueError(f"a way is three finite numbers, not {offset!r}")
    if not len(chosen) or not way.any():
        return mesh
    moved = mesh.vertices.copy()
    with np.errstate(over="ignore"):
        moved[chosen] = (moved[chosen].astype(np.float64) + way).astype(np.float32)
    if not np.isfinite(moved[chosen]).all():
        raise ValueError("that is too far away")
    return mesh.edited(vertices=read_only(moved))


def flip_faces(mesh: Walkmesh, faces: ArrayLike | Rule) -> Walkmesh:
    """The mesh with the given faces turned over, whichever way they look."""
    chosen = face_mask(mesh, faces)
    return mesh.edited(**reversed_faces(mesh, chosen)) if chosen.any() else mesh


def add_faces(mesh: Walkmesh, corners: ArrayLike, material: int) -> Walkmesh:
    """The mesh with new faces: ``corners`` (n, 3, 3) are places, counter-clockwise from above.

    A corner within `JOIN` metres of a vertex is that vertex, of several the first; so new floor
    grows together with the old. Raises `ValueError` for a face without area, or one that is there.
    """
    places = np.asarray(corners, np.float64).reshape(-1, 3, 3)
    with np.errstate(over="ignore"):
        points = places.reshape(-1, 3).astype(np.float32)
    if not np.isfinite(points).all():
        raise ValueError("the corners of faces are finite numbers")
    if not 0 <= material < 2**32:
        raise ValueError(f"{material} is not a material number")
    vertices, numbers = _joined(mesh, points)
    faces = numbers.reshape(-1, 3)
    _refuse_odd(mesh, faces)
    count = len(faces)
    members = np.concatenate([mesh.members, mesh.surfaces.walkable(np.full(count, material))])
    none = np.full((count, 3), -1, np.int32)
    added = replace(
        mesh,
        vertices=read_only(vertices),
        faces=read_only(np.concatenate([mesh.faces, faces.astype(np.uint32)])),
        materials=read_only(np.append(mesh.materials, np.full(count, material)).astype(np.uint32)),
        transitions=read_only(np.concatenate([mesh.transitions, none])),
    )
    return _without_hidden_links(added.regrouped(members))


def divide_edge(mesh: Walkmesh, edge: int, part: float = 0.5) -> Walkmesh:
    """The mesh with a new vertex on an edge (3 · face + side), ``part`` of its way along.

    Every face that has the edge becomes two of the same surface; both halves of a boundary edge
    lead where it led. The new faces stand at the end of their kind.
    """
    if not 0 <= edge < mesh.faces.size:
        raise ValueError(f"there is no edge {edge}")
    if not 0 < part < 1:
        raise ValueError(f"{part} is not between the ends of an edge, 0 and 1")
    corners = corner_numbers(mesh)
    a, b = (int(corners[edge // 3, (edge + k) % 3]) for k in (0, 1))
    start, end = mesh.vertices[a].astype(np.float64), mesh.vertices[b].astype(np.float64)
    point = (start + part * (end - start)).astype(np.float32)
    starts, ends = corners, np.roll(corners, -1, axis=1)
    faces, sides = np.nonzero(((starts == a) & (ends == b)) | ((starts == b) & (ends == a)))
    new = len(mesh.vertices)
    changed, transitions = corners.copy(), mesh.transitions.copy()
    more, more_links = [], []
    for face, side in zip(faces.tolist(), sides.tolist(), strict=True):
        second = corners[face].copy()
        second[side] = new
        changed[face, (side + 1) % 3] = new
        links = transitions[face].copy()
        links[(side + 2) % 3] = -1
        transitions[face, (side + 1) % 3] = -1
        more.append(second)
        more_links.append(links)
    return _with_more(mesh, [point], changed, transitions, more, more_links, faces)


def divide_face(mesh: Walkmesh, face: int, point: Sequence[float]) -> Walkmesh:
    """The mesh with a vertex at ``point`` inside a face, which becomes three of the same surface.

    Raises `ValueError` for a point that is not over the face.
    """
    if not 0 <= face < len(mesh.faces):
        raise ValueError(f"there is no face {face}")
    place = np.asarray(point, np.float64).astype(np.float32)
    if place.shape != (3,) or not np.isfinite(place).all():
        raise ValueError("a point is three finite numbers")
    corners = corner_numbers(mesh)
    triangle = mesh.vertices[corners[face]].astype(np.float64)
    a, b = triangle, np.roll(triangle, -1, axis=0)
    inside = np.cross(b - a, place.astype(np.float64) - a) @ np.cross(b[0] - a[0], a[2] - a[0])
    if not (inside > 0).all():
        raise ValueError(f"the point is not inside face {face}")
    new = len(mesh.vertices)
    changed, transitions = corners.copy(), mesh.transitions.copy()
    x, y, z = corners[face].tolist()
    first, second, third = mesh.transitions[face].tolist()
    changed[face], transitions[face] = (x, y, new), (first, -1, -1)
    more = [np.array((y, z, new)), np.array((z, x, new))]
    links = [np.array((second, -1, -1), np.int32), np.array((third, -1, -1), np.int32)]
    return _with_more(mesh, [place], changed, transitions, more, links, np.array([face, face]))


def fill_hole(mesh: Walkmesh, edge: int, material: int | None = None) -> Walkmesh:
    """The mesh with faces over the hole whose rim has the boundary edge ``edge``.

    They have ``material``, by default that of the edge's face. The outer rim of the floor is no
    hole: `ValueError`, as for an edge that is no boundary edge.
    """
    loop = next((loop for loop in mesh.boundary_loops() if edge in {e.edge for e in loop}), None)
    if loop is None:
        raise ValueError(f"edge {edge} is no boundary edge of the floor")
    rim = np.array([mesh.faces[each.edge // 3, each.edge % 3] for each in loop], np.int64)[::-1]
    points = mesh.vertices[rim].astype(np.float64)
    x, y = points[:, 0], points[:, 1]
    if float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) <= 0:
        raise ValueError("that is the outer rim of the floor, not a hole in it")
    corners, sizes = np.arange(len(rim)), np.array([len(rim)])
    shape = Shape("hole", points, corners, sizes, np.zeros(1, np.int64), ("",))
    triangles = triangulate(shape).corners
    chosen = int(mesh.materials[edge // 3]) if material is None else material
    return add_faces(mesh, points[triangles], chosen)


def _numbers(values: ArrayLike, count: int, what: str) -> NDArray[np.intp]:
    given = np.asarray(values).reshape(-1)
    if given.size and (given.dtype.kind not in "iu" or given.min() < 0 or given.max() >= count):
        raise ValueError(f"there is no such {what}: there are {count:,}")
    return np.unique(given.astype(np.intp))


def _joined(mesh: Walkmesh, points: NDArray[np.float32]) -> tuple[NDArray[np.float32], Ints]:
    """The vertices with those that are new, and which of them each point is."""
    old = mesh.vertices.astype(np.float64)
    numbers = np.empty(len(points), np.int64)
    new: list[NDArray[np.float32]] = []
    for row, point in enumerate(points.astype(np.float64)):
        known = old if not new else np.concatenate([old, np.array(new, np.float64)])
        off = np.abs(known - point).max(axis=1) if len(known) else np.empty(0)
        near = int(off.argmin()) if len(off) else -1
        if near < 0 or off[near] > JOIN:
            near = len(known)
            new.append(points[row])
        numbers[row] = near
    added = np.array(new, np.float32).reshape(-1, 3)
    return np.concatenate([mesh.vertices, added]), numbers


def _refuse_odd(mesh: Walkmesh, faces: Ints) -> None:
    if (faces == np.roll(faces, 1, axis=1)).any():
        raise ValueError("a face needs three corners that are apart")
    there = {tuple(sorted(face)) for face in mesh.faces.tolist()}
    for face in faces.tolist():
        if tuple(sorted(face)) in there:
            raise ValueError("there is a face on these three corners already")
        there.add(tuple(sorted(face)))


def _with_more(
    mesh: Walkmesh,
    points: Sequence[Floats | NDArray[np.float32]],
    corners: NDArray[np.intp],
    transitions: NDArray[np.int32],
    more: Sequence[NDArray[np.intp]],
    links: Sequence[NDArray[np.int32]],
    origin: Iterable[int],
) -> Walkmesh:
    """The mesh with changed corners, and more faces that are parts of ``origin``."""
    parts = list(origin)
    members = np.concatenate([mesh.members, mesh.members[parts]])
    divided = replace(
        mesh,
        vertices=read_only(np.concatenate([mesh.vertices, np.array(points, np.float32)])),
        faces=read_only(np.concatenate([corners, np.array(more)]).astype(np.uint32)),
        materials=read_only(np.append(mesh.materials, mesh.materials[parts]).astype(np.uint32)),
        transitions=read_only(np.concatenate([transitions, np.array(links, np.int32)])),
    )
    return divided.regrouped(members)


def _without_hidden_links(mesh: Walkmesh) -> Walkmesh:
    """The mesh without links on edges that have a neighbour now."""
    if not mesh.is_area or not len(lost := mesh.lost_transitions):
        return mesh
    transitions = mesh.transitions.copy()
    transitions.reshape(-1)[lost] = -1
    return mesh.edited(transitions=read_only(transitions))
