"""Edits of a mesh that change no other faces than those that a finding names."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.mesh.floor import floor_of
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import MeshSubject
from kotorlevel.core.errors import FormatError
from kotorlevel.mesh import edit
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.components import component_roots
from kotorlevel.mesh.walkmesh import Walkmesh

OBSCURING = 2
"""The material that ceilings have in the games: sight ends there, feet do not care (FACTS 5)."""


def drop_faces(mesh: Walkmesh, faces: Sequence[int], _: Options) -> Walkmesh:
    """The mesh without ``faces``."""
    return edit.delete_faces(mesh, faces)


def turn_up(mesh: Walkmesh, faces: Sequence[int], _: Options) -> Walkmesh:
    """The mesh with those of ``faces`` turned over that point down."""
    return edit.flip_faces_up(mesh, faces)


def paint_ceilings(mesh: Walkmesh, faces: Sequence[int], _: Options) -> Walkmesh:
    """The mesh with ``faces`` painted as ceilings, if the material table has such a material."""
    if mesh.surfaces.walkcheck([OBSCURING]).any() or mesh.surfaces.walkable([OBSCURING]).any():
        return mesh
    return edit.repaint(mesh, faces, OBSCURING)


def put_walkable_first(mesh: Walkmesh, _: Sequence[int], __: Options) -> Walkmesh:
    """The mesh with the walkable faces first and as its domain."""
    return mesh.regrouped(mesh.walkable)


def weld_edges(mesh: Walkmesh, edges: Sequence[int], options: Options) -> Walkmesh:
    """The mesh with the ends of ``edges`` joined where they are no farther apart than a seam is.

    Other vertices stay, also where they lie at the same place. Faces that lose their area by it
    are left out.
    """
    ends = np.unique(_ends(mesh, edges))
    try:
        points = Walkmesh.from_arrays(mesh.vertices[ends], np.empty((0, 3)), ())
        joined = edit.weld(points, options.seam_tolerance).report.joined
    except ValueError as error:  # the tolerance is too large for this mesh
        raise FormatError(str(error)) from None
    gone, kept = ends[joined[:, 0]], ends[joined[:, 1]]
    target = np.arange(len(mesh.vertices))
    target[gone] = kept
    stays = np.ones(len(target), bool)
    stays[gone] = False
    faces = target[mesh.faces]
    collapsed = _repeats(faces) & ~_repeats(mesh.faces)
    welded = replace(
        mesh,
        vertices=read_only(mesh.vertices[stays]),
        faces=read_only((np.cumsum(stays) - 1)[faces].astype(np.uint32)),
    )
    return edit.delete_faces(welded, collapsed) if collapsed.any() else welded.edited()


def split_edges(mesh: Walkmesh, edges: Sequence[int], options: Options) -> Walkmesh:
    """The mesh with a vertex of its own for each group of walkable faces that meet at ``edges``.

    Neighbours stay together, and so do all that hang together by them. What is not at these edges
    keeps its vertices: walls, and other faces that only touch their ends.
    """
    floor = floor_of(MeshSubject("", mesh), options)
    corners, across = floor.corners.reshape(-1), floor.across.reshape(-1).astype(np.intp)
    held = np.flatnonzero(across >= 0)
    # A side starts at its own corner; the side across runs the other way.
    group = component_roots(
        len(corners),
        np.concatenate([held, _next(held)]),
        np.concatenate([_next(across[held]), across[held]]),
    )
    given = np.asarray(edges, np.intp)
    sides = 3 * np.searchsorted(floor.faces, given // 3) + given % 3
    # The root of a group is one of its corners, so it tells the vertex as well.
    roots = np.unique(group[np.concatenate([sides, _next(sides)])])
    roots = roots[np.argsort(corners[roots], kind="stable")]
    copies = roots[1:][corners[roots[1:]] == corners[roots[:-1]]]
    number = np.full(len(corners), -1)
    number[copies] = len(mesh.vertices) + np.arange(len(copies))
    faces = mesh.faces.copy()
    faces[floor.faces] = np.where(number[group] < 0, corners, number[group]).reshape(-1, 3)
    vertices = np.concatenate([mesh.vertices, mesh.vertices[corners[copies]]])
    return mesh.edited(vertices=read_only(vertices), faces=read_only(faces))


def _ends(mesh: Walkmesh, edges: Sequence[int]) -> NDArray[np.uint32]:
    """(k, 2) the vertices of ``edges``."""
    given = np.asarray(edges, np.intp)
    corners = mesh.faces.reshape(-1)
    return np.stack([corners[given], corners[_next(given)]], axis=1)


def _next(sides: NDArray[np.intp]) -> NDArray[np.intp]:
    """The side behind each on its face, and the corner where each ends."""
    return np.where(sides % 3 == 2, sides - 2, sides + 1)


def _repeats(faces: NDArray[np.integer]) -> NDArray[np.bool_]:
    """(F,) which faces use a vertex twice."""
    return np.asarray((faces == np.roll(faces, 1, axis=1)).any(axis=1))
