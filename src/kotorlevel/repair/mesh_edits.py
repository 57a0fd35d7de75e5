"""Edits of a mesh that change no other faces than those that a finding names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.check.floor import floor_of
from kotorlevel.check.options import Options
from kotorlevel.check.subjects import MeshSubject
from kotorlevel.core.errors import FormatError
from kotorlevel.mesh import edit
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.components import component_roots
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from numpy.typing import NDArray

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

    Faces that are neighbours stay together; so do all that share another edge, whichever way they
    run along it. Walls keep the vertex that was there.
    """
    floor = floor_of(MeshSubject("", mesh), options)
    corners = floor.corners.reshape(-1)
    sides = np.arange(len(corners))
    start, end = corners, corners[_next(sides)]
    row = np.full(len(mesh.faces), -1)
    row[floor.faces] = np.arange(len(floor.faces))
    given = np.asarray(edges, np.intp)
    named = np.zeros(len(corners), bool)
    named[3 * row[given // 3] + given % 3] = True

    pairs = _sharing(start, end)
    pairs = pairs[:, ~named[pairs[0]]]
    across = floor.across.reshape(-1).astype(np.intp)
    met = np.flatnonzero(named & (across >= 0))
    a, b = np.concatenate([pairs, [met, across[met]]], axis=1)
    forward = start < end
    low = np.where(forward, sides, _next(sides))
    high = np.where(forward, _next(sides), sides)
    group = component_roots(
        len(corners), np.concatenate([low[a], high[a]]), np.concatenate([low[b], high[b]])
    )
    ours = np.flatnonzero(named)
    # The root of a group is one of its corners, so it tells the vertex as well.
    roots = np.unique(group[np.concatenate([ours, _next(ours)])])
    roots = roots[np.argsort(corners[roots], kind="stable")]
    copies = roots[1:][corners[roots[1:]] == corners[roots[:-1]]]
    number = corners.copy()
    for new, root in enumerate(copies.tolist(), len(mesh.vertices)):
        number[group == root] = new
    faces = mesh.faces.copy()
    faces[floor.faces] = number.reshape(-1, 3)
    vertices = np.concatenate([mesh.vertices, mesh.vertices[corners[copies]]])
    return mesh.edited(vertices=read_only(vertices), faces=read_only(faces))


def _sharing(start: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.intp]:
    """(2, k) sides on the same two vertices, each with the next one."""
    low, high = np.minimum(start, end), np.maximum(start, end)
    order = np.lexsort((high, low))
    order = order[low[order] != high[order]]
    same = (low[order[1:]] == low[order[:-1]]) & (high[order[1:]] == high[order[:-1]])
    return np.stack([order[1:][same], order[:-1][same]])


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
