"""Vertices of a mesh: which lie at one place, moving them, making several of them one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.edit.guards import numbers_of, place_of, refuse_crowding, rounded
from kotorlevel.mesh.edit.weld import Welded, join_vertices

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh

SAME_PLACE = 0.001
"""Metres within which vertices are at one place for somebody who looks at them."""


def move_vertices(
    mesh: Walkmesh,
    vertices: ArrayLike,
    offset: ArrayLike | None = None,
    *,
    place: ArrayLike | None = None,
) -> Walkmesh:
    """The mesh with some vertices moved by ``offset`` (x, y, z); every face that uses them follows.

    With ``place`` instead they all go to exactly that place, as a file holds it: what is moved onto
    a vertex lies on it to the bit. Raises `ValueError` for vertices that are not there, for places
    that no file can hold, and where both or neither of the two are given.
    """
    chosen = np.unique(numbers_of(vertices, len(mesh.vertices), "vertex"))
    if (offset is None) == (place is None):
        raise ValueError("say how far vertices are moved, or to which place: one of the two")
    if place is not None:
        target = rounded(place_of(place))
    else:
        way = place_of(() if offset is None else offset, "a way")
        if not way.any():
            return mesh
        target = rounded(mesh.vertices[chosen].astype(np.float64) + way)
    moved = mesh.vertices.copy()
    moved[chosen] = target
    if moved.tobytes() == mesh.vertices.tobytes():
        return mesh
    return mesh.edited(vertices=read_only(moved))


def weld_vertices(mesh: Walkmesh, vertices: ArrayLike, place: ArrayLike | None = None) -> Welded:
    """The mesh with these vertices made one, at ``place`` (x, y, z), and what was done.

    Without a place it is their mean; where all are within a millimetre of the first, exactly where
    that is. Of their numbers the lowest stays. Faces that collapse are left out. Raises
    `ValueError` for fewer than two vertices, for some that are not there, and where more than two
    faces would share an edge, or two the same corners::

        mesh, report = kl.edit.weld_vertices(mesh, (12, 40))
    """
    given = numbers_of(vertices, len(mesh.vertices), "vertex")
    chosen = np.unique(given)
    if len(chosen) < 2:
        raise ValueError("at least two vertices are needed to make one of them")
    points = mesh.vertices[given].astype(np.float64)
    if place is not None:
        goal = place_of(place)
    elif _apart(points, points[0]).max() <= SAME_PLACE:
        goal = points[0]
    else:
        goal = mesh.vertices[chosen].astype(np.float64).mean(axis=0)
    moved = mesh.vertices.copy()
    moved[chosen[0]] = rounded(goal)
    target = np.arange(len(mesh.vertices))
    target[chosen] = chosen[0]
    welded = join_vertices(mesh.edited(vertices=read_only(moved)), target)
    refuse_crowding(mesh.edited(), welded.mesh)
    return welded


def weld_group(mesh: Walkmesh, vertex: int, tolerance: float = SAME_PLACE) -> NDArray[np.intp]:
    """(n,) all vertices within ``tolerance`` metres of a vertex, itself included, ascending.

    Meshes of the games have several vertices at one place where floor is parted by a seam; who
    drags one of them mostly means all::

        kl.edit.move_vertices(mesh, kl.edit.weld_group(mesh, 12), (0, 0, 0.5))
    """
    (number,) = numbers_of([vertex], len(mesh.vertices), "vertex").tolist()
    return find_at(mesh, mesh.vertices[number].astype(np.float64), tolerance, number)


def find_at(
    mesh: Walkmesh, point: NDArray[np.float64], tolerance: float, besides: int = -1
) -> NDArray[np.intp]:
    """(n,) the vertices within ``tolerance`` metres of ``point`` (3,), and the one ``besides``."""
    if not 0 <= tolerance < np.inf:
        raise ValueError(f"{tolerance} is not a distance")
    with np.errstate(invalid="ignore"):
        near = _apart(mesh.vertices.astype(np.float64), point) <= tolerance
    if besides >= 0:
        near[besides] = True  # also where its place is not a number
    return np.flatnonzero(near)


def _apart(points: NDArray[np.float64], point: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) metres from each of ``points`` (n, 3) to ``point``."""
    x, y, z = (points - point).T
    apart: NDArray[np.float64] = np.sqrt(x * x + y * y + z * z)
    return apart
