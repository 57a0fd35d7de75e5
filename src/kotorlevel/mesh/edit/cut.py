"""`cut_face`: a face parted along a line, and its neighbours with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from kotorlevel.mesh.edit.faces import corner_numbers
from kotorlevel.mesh.edit.guards import looks_down, numbers_of, place_of, rounded
from kotorlevel.mesh.edit.shape import divide_between
from kotorlevel.mesh.edit.vertices import SAME_PLACE

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats
    from kotorlevel.mesh.walkmesh import Walkmesh


class _End(NamedTuple):
    """An end of a cut: at ``corner``, or where that is -1 at ``point`` on ``side``."""

    point: Floats
    side: int
    corner: int


def cut_face(mesh: Walkmesh, face: int, start: ArrayLike, end: ArrayLike) -> Walkmesh:
    """The mesh with a face parted along the line from ``start`` to ``end`` (x, y, z).

    Both are put to the nearest point of the face's sides, and to a corner that is within a
    millimetre. The cut runs between two sides, or from a corner to the side across. Faces that
    share a cut side get the new vertex, too, and both parts of a linked edge lead where it led; new
    faces stand at the end of their kind.

    Raises `ValueError` for a line that parts nothing: along one side, or from corner to corner.
    """
    (number,) = numbers_of([face], len(mesh.faces), "face").tolist()
    ends = place_of(start), place_of(end)
    corners = corner_numbers(mesh)[number].tolist()
    triangle = mesh.vertices[corners].astype(np.float64)
    if not np.linalg.norm(np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])) > 0:
        raise ValueError(f"face {number} has no area that could be parted")
    first, second = (_snap(triangle, point) for point in ends)
    _refuse_along(first, second)
    made = mesh
    for at in _order(triangle, first, second):
        a, b = corners[at.side], corners[(at.side + 1) % 3]
        made = divide_between(made, a, b, rounded(at.point))
    if _count_flat(made) > _count_flat(mesh):
        raise ValueError(f"face {number} is too thin to be cut there")
    return made


def _snap(triangle: Floats, point: Floats) -> _End:
    """The nearest point of the sides."""
    along = np.roll(triangle, -1, axis=0) - triangle
    squares = (along * along).sum(axis=1)
    parts = ((point - triangle) * along).sum(axis=1) / np.where(squares > 0, squares, 1.0)
    on_sides = triangle + np.clip(parts, 0.0, 1.0)[:, None] * along
    side = int(np.linalg.norm(on_sides - point, axis=1).argmin())
    to_corners = np.linalg.norm(triangle - on_sides[side], axis=1)
    corner = int(to_corners.argmin())
    return _End(on_sides[side], side, corner if to_corners[corner] <= SAME_PLACE else -1)


def _refuse_along(first: _End, second: _End) -> None:
    if first.corner >= 0 and second.corner >= 0:
        raise ValueError("the cut would run from corner to corner: there is nothing to part")
    if first.corner < 0 and second.corner < 0:
        is_along = first.side == second.side
    else:
        corner = max(first.corner, second.corner)
        side = second.side if first.corner >= 0 else first.side
        is_along = corner in (side, (side + 1) % 3)
    if is_along:
        raise ValueError("the cut would run along one side: draw it from one side to another")


def _order(triangle: Floats, first: _End, second: _End) -> list[_End]:
    """The new vertices in the order in which they part the face.

    The first is joined to the corner across its side, which parts the quad that is left of the
    face: along the shorter way.
    """
    new = [end for end in (first, second) if end.corner < 0]
    return sorted(new, key=lambda end: _across(triangle, end))


def _across(triangle: Floats, end: _End) -> float:
    return float(np.linalg.norm(triangle[(end.side + 2) % 3] - end.point))


def _count_flat(mesh: Walkmesh) -> int:
    """Faces that have no area, or are walkable and do not look up."""
    return int(((mesh.geometry.areas <= 0) | looks_down(mesh)).sum())
