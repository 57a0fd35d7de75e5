"""Edits of the shape of a mesh: edges and faces divided, faces added and turned, holes filled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.core.words import short_list
from kotorlevel.formats.drawing import Shape
from kotorlevel.formats.triangulate import triangulate
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.edit.faces import Rule, corner_numbers, face_mask
from kotorlevel.mesh.edit.guards import place_of, rounded
from kotorlevel.mesh.edit.rim import Rim, find_rim
from kotorlevel.mesh.edit.weld import near_pairs
from kotorlevel.mesh.transforms import reversed_faces

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.mesh.walkmesh import Walkmesh

_STEEP = 0.5
"""The z of a unit normal from which on a face lies rather than stands."""

JOIN = 0.0001
"""Metres within which the corner of a new face is a vertex that is there already."""


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
    materials = np.full(len(faces), material, np.uint32)
    return with_faces(mesh, vertices, faces, materials, mesh.surfaces.walkable(materials))


def with_faces(
    mesh: Walkmesh,
    vertices: NDArray[np.float32],
    faces: Ints,
    materials: NDArray[np.uint32],
    members: NDArray[np.bool_],
) -> Walkmesh:
    """The mesh with more ``faces`` (n, 3) on ``vertices``, which begin with those of the mesh.

    ``members`` (n,) tells which are floor. Links on edges that have a neighbour now are gone.
    Raises `ValueError` for a face without three corners, or one that is there.
    """
    _refuse_odd(mesh, faces)
    none = np.full((len(faces), 3), -1, np.int32)
    added = replace(
        mesh,
        vertices=read_only(vertices),
        faces=read_only(np.concatenate([mesh.faces, faces.astype(np.uint32)])),
        materials=read_only(np.concatenate([mesh.materials, materials]).astype(np.uint32)),
        transitions=read_only(np.concatenate([mesh.transitions, none])),
    )
    return _without_hidden_links(added.regrouped(np.concatenate([mesh.members, members])))


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
    return divide_between(mesh, a, b, rounded(start + part * (end - start)))


def divide_between(mesh: Walkmesh, a: int, b: int, point: NDArray[np.float32]) -> Walkmesh:
    """The mesh with a new vertex at ``point`` (3,) between vertices a and b, the last of all.

    Every face that has both becomes two. Raises `ValueError` where the new one is one of them.
    """
    if any(point.tobytes() == mesh.vertices[end].tobytes() for end in (a, b)):
        raise ValueError("the edge is too short to be divided")
    corners = corner_numbers(mesh)
    starts, ends = corners, np.roll(corners, -1, axis=1)
    faces, sides = np.nonzero(((starts == a) & (ends == b)) | ((starts == b) & (ends == a)))
    # A face without area may have the edge twice, there and back.
    faces, first = np.unique(faces, return_index=True)
    new = len(mesh.vertices)
    changed, transitions = corners.copy(), mesh.transitions.copy()
    more, more_links = [], []
    for face, side in zip(faces.tolist(), sides[first].tolist(), strict=True):
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
    place = rounded(place_of(point, "a point"))
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

    They have ``material``, by default that of the edge's face; links on the rim are gone. The outer
    rim of the floor is no hole: `ValueError`, as for an edge that is no boundary edge, and for a
    hole that faces which cannot be walked on lie in.
    """
    if material is not None and not 0 <= material < 2**32:
        raise ValueError(f"{material} is not a material number")
    rim = find_rim(mesh, [edge])
    plain = rim.mesh
    around = rim.start[_simple_loop(rim, int(rim.chosen[0]))][::-1]
    points = plain.vertices[around].astype(np.float64)
    x, y = points[:, 0], points[:, 1]
    if float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) <= 0:
        raise ValueError("that is the outer rim of the floor, not a hole in it")
    _refuse_covered(plain, around)
    corners, sizes = np.arange(len(around)), np.array([len(around)])
    shape = Shape("hole", points, corners, sizes, np.zeros(1, np.int64), ("",))
    # By number: two vertices at one place are a seam, and only one of them is on this rim.
    faces = around[triangulate(shape).corners]
    behind = int(rim.edge[rim.chosen[0]]) // 3
    chosen = plain.materials[behind] if material is None else np.uint32(material)
    materials = np.full(len(faces), chosen, np.uint32)
    members = plain.surfaces.walkable(materials)
    if material is None:
        members = np.full(len(faces), plain.members[behind])
    return with_faces(plain, plain.vertices, faces, materials, members)


def _simple_loop(rim: Rim, row: int) -> Ints:
    """The rows of the loop around ``row`` that comes to no vertex twice.

    A hole that touches another rim at a corner is in one loop with it, and yet a hole.
    """
    path: list[int] = []
    place: dict[int, int] = {}  # vertex → where in the path the edge that starts there is
    for each in np.flatnonzero(rim.loop == rim.loop[row]).tolist():
        place[int(rim.start[each])] = len(path)
        path.append(each)
        begin = place.get(int(rim.end[each]))
        if begin is None:
            continue
        closed = path[begin:]
        if row in closed:
            return np.array(closed)
        del path[begin:]
        for one in closed:
            place.pop(int(rim.start[one]), None)
    return np.array(path)


def _refuse_covered(mesh: Walkmesh, around: Ints) -> None:
    """Raise `ValueError` where faces lie in a hole: between its rim, and not upright as walls."""
    on_rim = np.zeros(len(mesh.vertices), bool)
    on_rim[around] = True
    flat = np.abs(mesh.geometry.upward) > _STEEP
    inside = np.flatnonzero(on_rim[mesh.faces].all(axis=1) & ~mesh.members & flat)
    if not len(inside):
        return
    start, end = mesh.geometry.points[around], mesh.geometry.points[np.roll(around, -1)]
    x, y, _ = mesh.geometry.corners[inside].mean(axis=1).T[..., None]
    crosses = (start[:, 1] > y) != (end[:, 1] > y)
    rise = np.where(end[:, 1] != start[:, 1], end[:, 1] - start[:, 1], 1.0)
    left = x < start[:, 0] + (y - start[:, 1]) / rise * (end[:, 0] - start[:, 0])
    covering = inside[(crosses & left).sum(axis=1) % 2 == 1]
    if len(covering):
        which = short_list([str(face) for face in covering.tolist()])
        raise ValueError(
            f"the hole is closed already, by faces that cannot be walked on ({which}): "
            "paint them with another surface, or delete them first"
        )


def _joined(mesh: Walkmesh, points: NDArray[np.float32]) -> tuple[NDArray[np.float32], Ints]:
    """The vertices with those that are new, and which of them each point is."""
    if not np.isfinite(mesh.vertices).all():
        raise ValueError("the mesh has vertices that are not finite")
    count = len(mesh.vertices)
    different, first, which = np.unique(points, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    every = np.concatenate([mesh.vertices, different[order]]).astype(np.float64)
    near: dict[int, list[tuple[float, int]]] = {}
    one, other = near_pairs(every, JOIN) if len(every) else (np.empty(0, np.intp),) * 2
    apart = np.linalg.norm(every[one] - every[other], axis=1)
    for a, b, far in zip(one.tolist(), other.tolist(), apart.tolist(), strict=True):
        near.setdefault(max(a, b), []).append((far, min(a, b)))
    numbers = np.empty(len(different), np.int64)
    new: dict[int, int] = {}  # row → which of the new ones it is
    for row in range(len(different)):
        known = [(far, v) for far, v in near.get(count + row, ()) if v < count or v - count in new]
        if known:
            nearest = min(known)[1]
            numbers[row] = nearest if nearest < count else count + new[nearest - count]
        else:
            numbers[row] = count + len(new)
            new[row] = len(new)
    place = np.empty(len(order), np.intp)
    place[order] = np.arange(len(order))
    vertices = np.concatenate([mesh.vertices, different[order][list(new)]])
    return vertices, numbers[place[which.reshape(-1)]]


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
