"""Faces that touch each other as one patch, with a place that a person can go to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.types import Point
from kotorlevel.mesh.components import component_roots, label_components

if TYPE_CHECKING:
    from kotorlevel.core.types import Ints
    from kotorlevel.mesh.walkmesh import Walkmesh

Box = tuple[Point, Point]


@dataclass(frozen=True)
class Patch:
    """Faces that hang together: numbers in A and in B, none on the side that has them not.

    ``area`` is in square metres, ``walkable`` what of it can be walked on; ``at`` is the middle,
    ``box`` the corners of the box around it.
    """

    faces_a: tuple[int, ...]
    faces_b: tuple[int, ...]
    area: float
    walkable: float
    at: Point
    box: Box


def find_patches(
    mesh: Walkmesh, corners: Ints, faces: Ints, partners: Ints | None, *, is_a: bool
) -> tuple[Patch, ...]:
    """The patches that ``faces`` of ``mesh`` make up, the largest first.

    ``corners`` (F, 3) are numbers of places: faces with a side in common are neighbours.
    ``partners`` are the numbers of the same faces in the other mesh; ``is_a`` says which one
    ``mesh`` is.
    """
    found = []
    for rows in _groups(corners[faces]):
        mine = faces[rows]
        theirs = partners[rows] if partners is not None else mine[:0]
        a, b = (mine, theirs) if is_a else (theirs, mine)
        found.append(_patch(mesh, mine, tuple(a.tolist()), tuple(b.tolist())))
    return tuple(sorted(found, key=lambda patch: (-patch.area, patch.at)))


def _groups(corners: Ints) -> Iterator[Ints]:
    """The rows of faces (n, 3) that are joined by common sides."""
    if not len(corners):
        return
    sides = np.sort(corners[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    order = np.lexsort(sides.T[::-1])
    ordered = sides[order]
    next_ = np.flatnonzero((ordered[1:] == ordered[:-1]).all(axis=1))
    roots = component_roots(len(corners), order[next_] // 3, order[next_ + 1] // 3)
    labels = label_components(roots)
    by_label = np.argsort(labels, kind="stable")
    ends = np.cumsum(np.bincount(labels))
    for rows in np.split(by_label, ends[:-1]):
        yield np.sort(rows)


def _patch(
    mesh: Walkmesh, faces: Ints, numbers_a: tuple[int, ...], numbers_b: tuple[int, ...]
) -> Patch:
    shape = mesh.geometry
    areas = shape.areas[faces]
    corners = shape.corners[faces]
    total = float(areas.sum())
    weights = areas / total if total > 0 else np.full(len(faces), 1 / len(faces))
    middle = (corners.mean(axis=1) * weights[:, None]).sum(axis=0)
    walkable = float(areas[mesh.walkable[faces]].sum())
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    return Patch(numbers_a, numbers_b, total, walkable, _point(middle), (_point(low), _point(high)))


def _point(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Point:
    x, y, z = values.tolist()
    return x, y, z
