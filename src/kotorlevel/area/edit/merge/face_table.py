"""The faces of several walkmeshes under common numbers: by where their corners are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.core.types import Vector
    from kotorlevel.mesh.walkmesh import Walkmesh


@dataclass(frozen=True, eq=False)
class Rows:
    """One mesh by the common numbers of its faces; -1 and zeros for faces that it has not.

    ``faces`` (N,) its own numbers; ``turns`` (N,) the corner that comes first in the common order;
    ``corners`` (N, 3) its vertices in that order; ``materials`` and ``members`` (N,).
    """

    faces: NDArray[np.intp]
    turns: NDArray[np.intp]
    corners: NDArray[np.int64]
    materials: NDArray[np.int64]
    members: NDArray[np.bool_]

    def turned(self, values: NDArray[np.integer]) -> NDArray[np.int64]:
        """(N, 3) a value for each side of the mesh's faces (F, 3), in the common order."""
        sides = (self.turns[:, None] + np.arange(3)) % 3
        found = np.full((len(self.faces), 3), -1, np.int64)
        there = self.faces >= 0
        found[there] = np.take_along_axis(values[self.faces[there]], sides[there], axis=1)
        return found


@dataclass(frozen=True, eq=False)
class FaceTable:
    """Faces of some meshes: ``places`` (N, 3, 3) of the corners, ``points`` (N, 3) their numbers.

    Corners at one place have one number, whatever vertices they are.
    """

    sides: tuple[Rows, Rows, Rows]
    places: NDArray[np.float64]
    points: NDArray[np.intp]

    def share_corners(self, one: NDArray[np.bool_], other: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The numbers of places at which faces of both masks have a corner."""
        return np.intersect1d(self.points[one], self.points[other])

    def touched(self, points: NDArray[np.intp]) -> NDArray[np.bool_]:
        """(N,) the faces with a corner at one of these places."""
        return np.asarray(np.isin(self.points, points).any(axis=1), bool)

    def middle(self, faces: NDArray[np.bool_]) -> Vector | None:
        """The middle of the bounds of some faces; None of none."""
        if not faces.any():
            return None
        corners = self.places[faces].reshape(-1, 3)
        x, y, z = ((corners.min(axis=0) + corners.max(axis=0)) / 2).tolist()
        return x, y, z

    def same_seams(self, one: Rows, other: Rows) -> bool:
        """True when the faces that both have share vertices alike: no seam was made or closed."""
        common = (one.faces >= 0) & (other.faces >= 0)
        pairs = np.stack([one.corners[common].reshape(-1), other.corners[common].reshape(-1)], 1)
        pairs = np.unique(pairs, axis=0)
        return all(len(np.unique(column)) == len(pairs) for column in pairs.T)


def tabulate(meshes: Sequence[Walkmesh]) -> FaceTable:
    """The table of three meshes whose corners are all places.

    Several faces at one place are told apart by their order.
    """
    turns, keys = zip(*(_turned(mesh) for mesh in meshes), strict=True)
    joined = np.concatenate(keys)
    points = np.unique(joined.reshape(-1, 3), axis=0, return_inverse=True)[1].reshape(-1, 3)
    number = _numbers(points, np.repeat([0, 1, 2], [len(each) for each in keys]))
    count = int(number.max(initial=-1)) + 1
    places, named = np.zeros((count, 3, 3)), np.zeros((count, 3), np.intp)
    places[number], named[number] = joined, points
    ends = np.cumsum([len(each) for each in keys])
    rows = [
        _rows(mesh, turn, own, count)
        for mesh, turn, own in zip(meshes, turns, np.split(number, ends[:-1]), strict=True)
    ]
    return FaceTable((rows[0], rows[1], rows[2]), places, named)


def _turned(mesh: Walkmesh) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """(F,) the first corner of each face by its place, and (F, 3, 3) the places from it on."""
    places = mesh.geometry.corners + 0.0  # no -0.0
    least = np.lexsort((places[..., 2], places[..., 1], places[..., 0]), axis=1)[:, 0]
    order = (least[:, None] + np.arange(3)) % 3
    return least, np.take_along_axis(places, order[:, :, None], axis=1)


def _numbers(points: NDArray[np.intp], owner: NDArray[np.intp]) -> NDArray[np.intp]:
    """(n,) a number for each face: the same for faces of two meshes at one place."""
    place = np.unique(points, axis=0, return_inverse=True)[1].reshape(-1)
    order = np.lexsort((np.arange(len(place)), owner, place))
    starts = np.r_[True, (np.diff(place[order]) != 0) | (np.diff(owner[order]) != 0)]
    first = np.maximum.accumulate(np.where(starts, np.arange(len(order)), 0))
    again = np.empty(len(place), np.intp)
    again[order] = np.arange(len(order)) - first
    pairs = np.stack([place, again], axis=1)
    return np.unique(pairs, axis=0, return_inverse=True)[1].reshape(-1)


def _rows(mesh: Walkmesh, turns: NDArray[np.intp], number: NDArray[np.intp], count: int) -> Rows:
    faces, turned = np.full(count, -1, np.intp), np.zeros(count, np.intp)
    corners, materials = np.full((count, 3), -1, np.int64), np.full(count, -1, np.int64)
    members = np.zeros(count, bool)
    faces[number], turned[number] = np.arange(len(number)), turns
    order = (turns[:, None] + np.arange(3)) % 3
    corners[number] = np.take_along_axis(mesh.faces.astype(np.int64), order, axis=1)
    materials[number] = mesh.materials
    members[number] = mesh.members
    return Rows(faces, turned, corners, materials, members)
