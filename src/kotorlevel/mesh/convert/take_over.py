"""What a walkmesh out of a model takes over from an older one: seams and links.

A model has one vertex for each texture corner, and no links. Where the older walkmesh keeps
several vertices at one place, faces are meant to be apart there; its links are found again by
where they are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.edit.weld import find_places, find_places_within
from kotorlevel.mesh.matching.faces import Pairing, pair_by_place
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints

TOLERANCE = 0.001
"""Metres. The games' walkmeshes follow their models so closely (FACTS 11)."""


def pair_faces(
    points: Floats,
    faces: NDArray[np.integer],
    other_points: Floats,
    other_faces: NDArray[np.integer],
) -> Pairing:
    """Which faces of two meshes are the same: at the same place, the others by their order.

    By their order only where both have as many of them: then they were moved, not added.
    """
    if not len(faces) or not len(other_faces):
        return pair_by_place(np.full(faces.shape, -1), np.full(other_faces.shape, -1))
    place = find_places_within(np.concatenate([points, other_points]), TOLERANCE)
    own = place[faces.astype(np.intp)]
    pairing = pair_by_place(own, place[other_faces.astype(np.intp) + len(points)])
    partner = pairing.partner
    left = np.flatnonzero(partner < 0)
    free = np.setdiff1d(np.arange(len(other_faces)), partner)
    if len(left) == len(free):
        partner[left] = free
    return pairing


def weld_like(mesh: Walkmesh, original: Walkmesh | None = None) -> tuple[Walkmesh, int]:
    """``mesh`` with one vertex a place, but where ``original`` keeps several; how many more.

    Vertices come in the order of the original's as far as they are the same. A face that would
    lose a corner keeps one of its own: the games' walkmeshes have every face of their models.
    """
    corners = mesh.faces.astype(np.intp)
    points = mesh.vertices.astype(np.float64)
    theirs, group = np.full((2, corners.size), -1)
    if original is not None:
        others = original.vertices.astype(np.float64)
        pairing = pair_faces(points, corners, others, original.faces)
        theirs = pairing.corners(original.faces).reshape(-1)
        apart = _shares_place(others, original.faces)[theirs] & (theirs >= 0)
        group = np.where(apart, theirs, -1)
    place = find_places(points)[corners]
    group = _without_collapse(_with_new_faces(group, place.reshape(-1)), place, corners)
    pairs, first, number = np.unique(
        np.stack([place.reshape(-1), group], axis=1), axis=0, return_index=True, return_inverse=True
    )
    number = number.reshape(-1)
    ranks = np.full(len(pairs), np.iinfo(np.int64).max)
    np.minimum.at(ranks, number[theirs >= 0], theirs[theirs >= 0])
    order = np.lexsort((first, ranks))
    row = np.empty(len(order), np.int64)
    row[order] = np.arange(len(order))
    vertices = mesh.vertices[corners.reshape(-1)[first[order]]]
    faces = row[number].reshape(-1, 3).astype(np.uint32)
    # Not `edited`: the faces are what they were.
    welded = replace(mesh, vertices=read_only(vertices), faces=read_only(faces))
    return welded, len(pairs) - len(np.unique(place))


def _with_new_faces(group: Ints, place: Ints) -> Ints:
    """Corners of new faces in the group of one of those that are apart at their place."""
    lowest = np.full(int(place.max(initial=-1)) + 1, np.iinfo(np.int64).max)
    np.minimum.at(lowest, place[group >= 0], group[group >= 0])
    alone = (group < 0) & (lowest[place] < np.iinfo(np.int64).max)
    return np.where(alone, lowest[place], group)


def _without_collapse(group: Ints, place: Ints, corners: Ints) -> Ints:
    """Groups of their own for corners at the place of another corner of their face."""
    groups = group.reshape(-1, 3).copy()
    own = corners.max(initial=0) + group.max(initial=0) + 1 + np.arange(group.size).reshape(-1, 3)
    for a, b in ((0, 1), (0, 2), (1, 2)):
        same = (place[:, a] == place[:, b]) & (groups[:, a] == groups[:, b])
        same &= corners[:, a] != corners[:, b]
        groups[same, b] = own[same, b]
    return groups.reshape(-1)


def _shares_place(points: Floats, faces: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """(V,) vertices of faces that are at the place of another vertex of faces."""
    used = np.unique(faces).astype(np.intp)
    place = find_places_within(points, TOLERANCE)
    count = np.bincount(place[used], minlength=len(points))
    shares: NDArray[np.bool_] = count[place] > 1
    return shares


def take_links(mesh: Walkmesh, original: Walkmesh) -> tuple[Walkmesh, int, int]:
    """``mesh`` with the links of ``original`` where its edges are; how many came over, of how many.

    An edge with the same ends gets the link, else every edge that runs along the old one.
    """
    linked = np.flatnonzero(original.transitions.reshape(-1) != -1)
    if not len(linked):
        return mesh, 0, 0
    start, end = _ends(original, linked)
    rooms = original.transitions.reshape(-1)[linked]
    own = np.flatnonzero(mesh.geometry.adjacency.table.reshape(-1) == -1)
    own_start, own_end = _ends(mesh, own)
    transitions = np.full(mesh.transitions.size, -1, np.int32)
    same = _same_edges(start, end, own_start, own_end)
    found = same >= 0
    transitions[own[same[found]]] = rooms[found]
    along = _Along(own_start, own_end)
    for row in np.flatnonzero(~found).tolist():
        rows = along.find(start[row], end[row])
        rows = rows[transitions[own[rows]] == -1]
        transitions[own[rows]] = rooms[row]
        found[row] = len(rows) > 0
    return (
        replace(mesh, transitions=read_only(transitions.reshape(-1, 3))),
        int(found.sum()),
        len(linked),
    )


def _ends(mesh: Walkmesh, edges: Ints) -> tuple[Floats, Floats]:
    face, side = edges // 3, edges % 3
    points = mesh.vertices.astype(np.float64)
    return points[mesh.faces[face, side]], points[mesh.faces[face, (side + 1) % 3]]


def _same_edges(start: Floats, end: Floats, own_start: Floats, own_end: Floats) -> Ints:
    """(n,) the row of the own edge from the same start to the same end; -1 for none."""
    points = np.concatenate([start, end, own_start, own_end])
    place = find_places_within(points, TOLERANCE)
    count, total = len(start), len(own_start)
    wanted = np.stack([place[:count], place[count : 2 * count]], axis=1)
    there = np.stack([place[2 * count : 2 * count + total], place[2 * count + total :]], axis=1)
    _, key = np.unique(np.concatenate([wanted, there]), axis=0, return_inverse=True)
    row = np.full(int(key.max(initial=-1)) + 1, -1)
    row[key.reshape(-1)[count:]] = np.arange(total)
    found: Ints = row[key.reshape(-1)[:count]]
    return found


class _Along:
    """Edges by where they begin along x, to find those that run along another."""

    def __init__(self, start: Floats, end: Floats) -> None:
        self.start, self.end = start, end
        low = np.minimum(start[:, 0], end[:, 0])
        self.order = np.argsort(low, kind="stable")
        self.low = low[self.order]
        self.longest = float(np.abs(end - start)[:, 0].max(initial=0.0))

    def find(self, start: Floats, end: Floats) -> Ints:
        """The edges that lie on the one from ``start`` to ``end``, the same way, at least partly.

        They overlap by more than a touch at their ends.
        """
        first = np.searchsorted(self.low, min(start[0], end[0]) - self.longest - TOLERANCE)
        last = np.searchsorted(self.low, max(start[0], end[0]) + TOLERANCE, "right")
        rows = self.order[first:last]
        length = float(np.linalg.norm(end - start))
        if length <= TOLERANCE:
            return rows[:0]
        way = (end - start) / length
        a, b = self.start[rows] - start, self.end[rows] - start
        from_, to = a @ way, b @ way
        off = np.maximum(
            np.linalg.norm(a - from_[:, None] * way, axis=1),
            np.linalg.norm(b - to[:, None] * way, axis=1),
        )
        overlap = np.minimum(to, length) - np.maximum(from_, 0.0)
        found: Ints = rows[(off <= TOLERANCE) & (overlap > 2 * TOLERANCE)]
        return found
