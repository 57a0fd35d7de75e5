"""What an edit is asked for, checked: numbers that exist, places, a floor that stays whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh


def numbers_of(values: ArrayLike, count: int, what: str) -> NDArray[np.intp]:
    """(n,) the numbers as given. Raises `ValueError` for one that no ``what`` of the mesh has."""
    given = np.asarray(values).reshape(-1)
    if not given.size:
        return np.empty(0, np.intp)
    if given.dtype.kind not in "iu":
        raise ValueError(f"there is no such {what}: numbers from 0 to {count - 1:,} are expected")
    outside = given[(given < 0) | (given >= count)]
    if len(outside):
        raise ValueError(f"there is no such {what}: {outside[0]}; there are {count:,}")
    return given.astype(np.intp)


def place_of(values: ArrayLike, what: str = "a place") -> NDArray[np.float64]:
    """(3,) a place or a way. Raises `ValueError` for what is not three finite numbers."""
    try:
        place = np.asarray(values, np.float64)
    except (TypeError, ValueError, OverflowError):
        place = np.empty(0)
    if place.shape != (3,) or not np.isfinite(place).all():
        raise ValueError(f"{what} is three finite numbers, not {str(values)[:80]}")
    return place


def rounded(points: NDArray[np.float64]) -> NDArray[np.float32]:
    """The points as a file holds them. Raises `ValueError` for those that no file can."""
    with np.errstate(over="ignore"):
        held = points.astype(np.float32)
    if not np.isfinite(held).all():
        raise ValueError("that is too far away")
    return held


def refuse_crowding(before: Walkmesh, after: Walkmesh) -> None:
    """Raise `ValueError` where an edit let more faces meet at an edge than can be neighbours."""
    if not after.is_area:
        return
    crowds = [len(mesh.geometry.adjacency.crowded) for mesh in (before, after)]
    if crowds[1] > crowds[0]:
        raise ValueError("more than two faces would share an edge there")
    if _count_doubled(after) > _count_doubled(before):
        raise ValueError("two faces would lie on the same three corners")


def _count_doubled(mesh: Walkmesh) -> int:
    corners = np.sort(mesh.faces, axis=1)
    return len(corners) - len(np.unique(corners, axis=0))


def looks_down(mesh: Walkmesh) -> NDArray[np.bool_]:
    """(F,) the walkable faces nobody can stand on: they look down, stand upright or have no area.

    That is told of the mesh as a file holds it; none of a mesh that no file could hold.
    """
    if not mesh.geometry.is_sound:
        return np.zeros(len(mesh.faces), bool)
    down: NDArray[np.bool_] = mesh.walkable & (mesh.geometry.crosses[:, 2] <= 0)
    return down
