"""The faces of several walkmeshes under common numbers: by where their corners are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.matching.faces import lowest_first
from kotorlevel.mesh.matching.rows import count_before, row_ids

if TYPE_CHECKING:
    from kotorlevel.core.types import Ints, Vector
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
    counts = [len(mesh.faces) for mesh in meshes]
    corners = np.concatenate([mesh.geometry.corners for mesh in meshes]) + 0.0  # no -0.0
    points, turns = lowest_first(row_ids(corners.reshape(-1, 3)).reshape(-1, 3))
    order = (turns[:, None] + np.arange(3)) % 3
    number = _numbers(points, np.repeat([0, 1, 2], counts))
    count = int(number.max(initial=-1)) + 1
    places, named = np.zeros((count, 3, 3)), np.zeros((count, 3), np.intp)
    places[number], named[number] = np.take_along_axis(corners, order[:, :, None], axis=1), points
    ends = np.cumsum(counts)[:-1]
    rows = [
        _rows(mesh, turn, own, count)
        for mesh, turn, own in zip(
            meshes, np.split(turns, ends), np.split(number, ends), strict=True
        )
    ]
    return FaceTable((rows[0], rows[1], rows[2]), places, named)


def _numbers(points: Ints, owner: Ints) -> Ints:
    """(n,) a number for each face: the same for faces of two meshes at one place."""
    place = row_ids(points)
    return row_ids(np.stack([place, count_before(3 * place + owner)], axis=1))


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
