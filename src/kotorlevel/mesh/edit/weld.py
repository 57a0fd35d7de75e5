"""Joining vertices that lie at one place, and cutting faces apart that share vertices.

Neighbours are found by vertex number. A mesh from a program that gives every face its own
vertices has no neighbours at all until it is welded; a mesh of the games may have two vertices at
one place on purpose, as a seam. So nothing is ever welded unasked.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.components import component_roots
from kotorlevel.mesh.derive import derive_adjacency
from kotorlevel.mesh.edit.faces import corner_numbers, keep_faces
from kotorlevel.mesh.edit.guards import numbers_of

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh

_FORWARD_CELLS = [cell for cell in product((-1, 0, 1), repeat=3) if cell > (0, 0, 0)]
"""Half of a cell's 26 neighbours; the other half is met from the other side."""

_MOST_PAIRS_A_VERTEX = 64
_MOST_CELLS = 2**20
"""Along each axis."""


@dataclass(frozen=True, eq=False)
class WeldReport:
    """What `weld` did: ``joined`` (k, 2) each vertex that went and the one it went into.

    ``collapsed`` are the numbers, in the mesh before, of the faces that lost their area by it and
    were left out.
    """

    joined: NDArray[np.intp]
    collapsed: NDArray[np.intp]


class Welded(NamedTuple):
    """The mesh after welding, and what was done."""

    mesh: Walkmesh
    report: WeldReport


def weld(mesh: Walkmesh, tolerance: float = 0.0) -> Welded:
    """The mesh with vertices within ``tolerance`` metres of each other joined into the first.

    No vertex is moved to a mean: the one with the lowest number stays where it is. Vertices
    connect in chains. Raises `ValueError` for a tolerance so large that most of the mesh would
    fall together.
    """
    if not 0 <= tolerance < np.inf:
        raise ValueError(f"{tolerance} is not a distance")
    if not np.isfinite(mesh.vertices).all():
        raise ValueError("the mesh has vertices that are not finite")
    return join_vertices(mesh, find_places(mesh.vertices.astype(np.float64), tolerance))


def join_vertices(mesh: Walkmesh, target: NDArray[np.intp]) -> Welded:
    """The mesh with each vertex that is not its own ``target`` (V,) made one with that."""
    gone = np.flatnonzero(target != np.arange(len(target)))
    joined = read_only(np.stack([gone, target[gone]], axis=1))
    if not len(gone):
        return Welded(mesh, WeldReport(joined, read_only(np.empty(0, np.intp))))
    faces = target[corner_numbers(mesh)]
    before, after = _repeats(mesh.faces), _repeats(faces)
    collapsed = read_only(np.flatnonzero(after & ~before))
    number = np.cumsum(target == np.arange(len(target))) - 1
    welded = mesh.edited(
        vertices=read_only(np.delete(mesh.vertices, gone, axis=0)),
        faces=read_only(number[faces].astype(np.uint32)),
    )
    if len(collapsed):
        welded = keep_faces(welded, ~(after & ~before))
    return Welded(welded, WeldReport(joined, collapsed))


def split_edges(mesh: Walkmesh, edges: ArrayLike | None = None) -> Walkmesh:
    """The mesh cut open along the given edges: the faces on their two sides share them no more.

    Without ``edges``: along the ones of the adjacency domain that more than two faces share. The
    corners of these edges get copies of their vertices, one for each group of faces that still
    hangs together there; faces that hang together all around are cut off on all sides.

    Raises `ValueError` for an edge that cannot open, because the faces about both of its ends
    hang together all around: cut on from there, to the boundary or to another cut.
    """
    corners = corner_numbers(mesh).reshape(-1)
    adjacency = derive_adjacency(mesh.faces, len(mesh.faces))
    across = adjacency.pairs.reshape(-1).astype(np.intp)
    cut = np.zeros(len(corners), bool)
    if edges is None:
        # Each pair that was matched stays together; the owners beyond it get their own corners.
        chosen = _crowded(mesh)
        cut[chosen] = across[chosen] < 0
    else:
        chosen = numbers_of(edges, len(corners), "edge")
        cut[chosen] = True
        met = across[chosen]
        cut[met[met >= 0]] = True
    touched = np.zeros(len(mesh.vertices), bool)
    touched[corners[chosen]] = True
    touched[corners[_next_side(chosen)]] = True
    opened = _with_corner_groups(mesh, across, cut, touched)
    if edges is not None:
        still = derive_adjacency(opened.faces, len(opened.faces)).table.reshape(-1)[chosen] >= 0
        if still.any():
            raise ValueError(
                f"edge {chosen[still][0]} cannot open: the faces about both of its ends hang "
                "together all around"
            )
    elif len(left := _crowded(opened)):
        return _with_faces_apart(opened, left // 3)
    return opened


def _crowded(mesh: Walkmesh) -> NDArray[np.intp]:
    """The edges that too many faces share: of the domain, or of an object's whole mesh."""
    if mesh.is_area:
        return mesh.geometry.adjacency.crowded.astype(np.intp)
    return derive_adjacency(mesh.faces, len(mesh.faces)).crowded.astype(np.intp)


def _with_faces_apart(mesh: Walkmesh, faces: NDArray[np.intp]) -> Walkmesh:
    """The mesh with vertices of their own for the corners of each of ``faces``."""
    apart = np.unique(faces)
    copied = mesh.faces[apart].reshape(-1).astype(np.intp)
    renumbered = mesh.faces.copy()
    renumbered[apart] = (len(mesh.vertices) + np.arange(len(copied))).reshape(-1, 3)
    vertices = np.concatenate([mesh.vertices, mesh.vertices[copied]])
    return mesh.edited(vertices=read_only(vertices), faces=read_only(renumbered))


def _with_corner_groups(
    mesh: Walkmesh, across: NDArray[np.intp], cut: NDArray[np.bool_], touched: NDArray[np.bool_]
) -> Walkmesh:
    """A vertex of its own for every group of corners that uncut edges hold together."""
    corners = mesh.faces.reshape(-1).astype(np.intp)
    held = np.flatnonzero((across >= 0) & ~cut)
    # Side s runs from corner s to the next; the side across runs the other way.
    a = np.concatenate([held, _next_side(held)])
    b = np.concatenate([_next_side(across[held]), across[held]])
    group = component_roots(len(corners), a, b)
    group = np.where(touched[corners], group, -1)
    pairs, which = np.unique(np.stack([corners, group], axis=1), axis=0, return_inverse=True)
    is_copy = np.zeros(len(pairs), bool)
    is_copy[1:] = pairs[1:, 0] == pairs[:-1, 0]
    if not is_copy.any():
        return mesh
    number = pairs[:, 0].copy()
    number[is_copy] = len(mesh.vertices) + np.arange(is_copy.sum())
    return mesh.edited(
        vertices=read_only(np.concatenate([mesh.vertices, mesh.vertices[pairs[is_copy, 0]]])),
        faces=read_only(number[which.reshape(-1)].reshape(-1, 3).astype(np.uint32)),
    )


def _next_side(sides: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.where(sides % 3 == 2, sides - 2, sides + 1)


def _repeats(faces: NDArray[np.integer]) -> NDArray[np.bool_]:
    """(F,) which faces use a vertex twice."""
    repeats: NDArray[np.bool_] = (faces == np.roll(faces, 1, axis=1)).any(axis=1)
    return repeats


def find_places(points: NDArray[np.float64], tolerance: float = 0.0) -> NDArray[np.intp]:
    """(V,) for each of ``points`` (V, 3) the first one at its place, itself included.

    Points within ``tolerance`` metres are at one place, also in chains. Raises `ValueError` where
    most of them would be.
    """
    order = np.lexsort((np.arange(len(points)), *points.T))
    same = (points[order][1:] == points[order][:-1]).all(axis=1)
    a, b = order[1:][same], order[:-1][same]
    if tolerance > 0 and len(points):
        distinct = np.delete(order, np.flatnonzero(same) + 1)
        near = near_pairs(points[distinct], tolerance)
        a, b = np.concatenate([a, distinct[near[0]]]), np.concatenate([b, distinct[near[1]]])
    return component_roots(len(points), a, b)


def find_places_within(points: NDArray[np.float64], tolerance: float) -> NDArray[np.intp]:
    """The same; where most points would be at one place, only equal ones are: it is too small."""
    try:
        return find_places(points, tolerance)
    except ValueError:
        return find_places(points)


def near_pairs(
    points: NDArray[np.float64], tolerance: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of points at most ``tolerance`` apart, by cells of that size and their neighbours."""
    low = points.min(axis=0)
    # A hair larger than the tolerance, so that rounding never puts a pair two cells apart; and
    # so large that the numbers of the cells along three axes fit into one key.
    sizes = np.maximum(tolerance * (1 + 1e-6), (points.max(axis=0) - low) / _MOST_CELLS)
    cells = np.floor((points - low) / sizes).astype(np.int64)
    # Neighbours reach one cell below and above: leave room for them in the key.
    spans = cells.max(axis=0) + 3
    factors = np.array([spans[1] * spans[2], spans[2], 1])
    keys = (cells + 1) @ factors
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    found: list[tuple[NDArray[np.intp], NDArray[np.intp]]] = []
    budget = _MOST_PAIRS_A_VERTEX * len(points)
    for step in [(0, 0, 0), *_FORWARD_CELLS]:
        wanted = keys + np.array(step) @ factors
        first, last = np.searchsorted(ordered, wanted), np.searchsorted(ordered, wanted, "right")
        counts = last - first
        budget -= int(counts.sum())
        if budget < 0:
            raise ValueError(f"the tolerance {tolerance} is too large: most of the mesh would join")
        a = np.repeat(np.arange(len(points)), counts)
        starts = np.repeat(first - np.r_[0, np.cumsum(counts)[:-1]], counts)
        b = order[starts + np.arange(len(a))]
        x, y, z = (points[a] - points[b]).T
        close = x * x + y * y + z * z <= tolerance * tolerance
        found.append((a[close & (a != b)], b[close & (a != b)]))
    return np.concatenate([a for a, _ in found]), np.concatenate([b for _, b in found])
