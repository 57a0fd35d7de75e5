"""Putting vertices on boundary edges, so that one edge becomes several."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Point
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.edit.faces import corner_numbers

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh


_NEW_SIDE = -1
_LEAST_PART = 1e-6
"""Of an edge, from its ends to a point on it."""


class _Piece(NamedTuple):
    """A part of a face: its corners, and for each side the side of the face that it lies on."""

    corners: tuple[int, int, int]
    sides: tuple[int, int, int] = (0, 1, 2)


def insert_points(mesh: Walkmesh, points: Iterable[tuple[int, Point]]) -> Walkmesh:
    """The mesh with a new vertex at each of ``points``: the number of a boundary edge, and where.

    The edge becomes two and its face two faces of the same surface; both edges lead where the old
    one led. Several points on one edge or face are fine. New faces stand behind the old one, so
    the numbers of later faces change. Raises `ValueError` for an edge that is no boundary edge
    (the floor would tear), and for a point that is not between the ends of its edge.
    """
    wanted = sorted({(edge, point) for edge, point in points})
    if not wanted:
        return mesh
    corners = corner_numbers(mesh)
    _check_edges(mesh, [edge for edge, _ in wanted])
    on_side: dict[int, dict[int, list[tuple[float, int]]]] = defaultdict(lambda: defaultdict(list))
    for number, (edge, point) in enumerate(wanted, len(mesh.vertices)):
        face, side = divmod(edge, 3)
        on_side[face][side].append((_part(mesh, corners[face], side, point), number))
    vertices = np.concatenate([mesh.vertices, np.array([p for _, p in wanted], np.float32)])
    pieces = {face: _cut(corners[face], sides) for face, sides in on_side.items()}
    return _with_pieces(mesh, vertices, pieces)


def _check_edges(mesh: Walkmesh, edges: list[int]) -> None:
    slots = mesh.geometry.adjacency.table.reshape(-1)
    for edge in edges:
        if not 0 <= edge < len(slots) or slots[edge] != -1:
            raise ValueError(f"edge {edge} is not a boundary edge")


def _part(mesh: Walkmesh, corners: NDArray[np.intp], side: int, point: Point) -> float:
    """Where on a side the point is, from 0 at its start to 1."""
    a, b = mesh.vertices[corners[[side, (side + 1) % 3]]].astype(np.float64)
    along = b - a
    square = float(along @ along)
    part = float((np.array(point, np.float64) - a) @ along) / square if square > 0 else 0.0
    if not _LEAST_PART < part < 1 - _LEAST_PART:
        raise ValueError(f"{point} is not between the ends of its edge")
    return part


def _cut(corners: NDArray[np.intp], on_side: dict[int, list[tuple[float, int]]]) -> list[_Piece]:
    """The pieces of a face whose sides have new vertices on them (where, and which number)."""
    x, y, z = corners.tolist()
    pieces = [_Piece((x, y, z))]
    for side, placed in sorted(on_side.items()):
        # A side that was not cut yet belongs to one piece only: that becomes a fan.
        index = next(i for i, piece in enumerate(pieces) if side in piece.sides)
        piece = pieces[index]
        turn = piece.sides.index(side)
        a, b, c = (piece.corners[(turn + k) % 3] for k in range(3))
        ahead, behind = (piece.sides[(turn + k) % 3] for k in (1, 2))
        chain = [a, *(number for _, number in sorted(placed)), b]
        last = len(chain) - 2
        pieces[index : index + 1] = [
            _Piece(
                (chain[k], chain[k + 1], c),
                (side, ahead if k == last else _NEW_SIDE, behind if k == 0 else _NEW_SIDE),
            )
            for k in range(last + 1)
        ]
    return pieces


def _with_pieces(
    mesh: Walkmesh, vertices: NDArray[np.float32], pieces: dict[int, list[_Piece]]
) -> Walkmesh:
    counts = np.ones(len(mesh.faces), np.intp)
    for face, parts in pieces.items():
        counts[face] = len(parts)
    first = np.cumsum(counts) - counts
    faces = np.repeat(mesh.faces, counts, axis=0)
    transitions = np.repeat(mesh.transitions, counts, axis=0)
    for face, parts in pieces.items():
        for row, piece in enumerate(parts, int(first[face])):
            faces[row] = piece.corners
            leads = mesh.transitions[face]
            transitions[row] = [-1 if s == _NEW_SIDE else leads[s] for s in piece.sides]
    return mesh.edited(
        vertices=read_only(vertices),
        faces=read_only(faces),
        materials=read_only(np.repeat(mesh.materials, counts)),
        transitions=read_only(transitions),
        domain=int(counts[: mesh.domain].sum()),
    )
