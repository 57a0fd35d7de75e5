"""The faces of a scene: all meshes of a level joined, with what can be drawn told from what cannot.

Vertices that are no place (not finite, or farther away than any level) stand at the origin, and
faces that need one, or name a vertex that does not exist, shrink to a point: numbers of faces stay
what they are in the files, and nobody has to test for NaN again. `metres` and `point_or_none` write
numbers as JSON can hold them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.arrays import cross_sides

if TYPE_CHECKING:
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh


Range = tuple[int, int]
"""First row and number of rows."""

FARTHEST = 1e5
"""Metres from the origin. A float32 has steps of 8 mm there: no level is so far away."""


@dataclass(frozen=True, eq=False)
class SceneFaces:
    """Meshes one after the other: those of rooms, then those of doors and placeables.

    ``vertices`` (V, 3) float32 in metres, ``faces`` (F, 3) uint32 rows of ``vertices``,
    ``materials`` (F,) uint32, ``transitions`` (F, 3) int32, ``placed`` (F,) whether the face has a
    place, ``walkable`` (F,) whether it has one and can be walked on. ``owner`` (F,) is the number
    of the mesh; ``face_ranges`` and ``vertex_ranges`` are the rows of each mesh. The first
    ``room_faces`` faces are those of rooms.
    """

    vertices: NDArray[np.float32]
    faces: NDArray[np.uint32]
    materials: NDArray[np.uint32]
    transitions: NDArray[np.int32]
    placed: NDArray[np.bool_]
    walkable: NDArray[np.bool_]
    owner: NDArray[np.int64]
    face_ranges: tuple[Range, ...]
    vertex_ranges: tuple[Range, ...]
    room_faces: int

    @cached_property
    def corners(self) -> NDArray[np.float64]:
        """(F, 3, 3) where the corners are."""
        return self.vertices.astype(np.float64)[self.faces.astype(np.int64)]

    @cached_property
    def crosses(self) -> NDArray[np.float64]:
        """(F, 3) normals, twice the area long."""
        return cross_sides(self.corners)

    @cached_property
    def areas(self) -> NDArray[np.float64]:
        """(F,) square metres."""
        return np.asarray(np.linalg.norm(self.crosses, axis=1)) / 2

    @cached_property
    def bounds(self) -> tuple[list[float], list[float]]:
        """The lowest and highest x, y, z of all faces that have a place; zeros without any."""
        used = self.corners[self.placed].reshape(-1, 3)
        if not len(used):
            return [0.0] * 3, [0.0] * 3
        return used.min(axis=0).tolist(), used.max(axis=0).tolist()


def join_scene_faces(
    rooms: Sequence[Walkmesh | None], things: Sequence[Walkmesh | None], surfaces: Materials | None
) -> SceneFaces:
    """The faces of ``rooms`` and then of ``things``, judged by ``surfaces`` or their own tables."""
    meshes = [*rooms, *things]
    parts = [_no_faces()]
    face_ranges: list[Range] = []
    vertex_ranges: list[Range] = []
    face_count = vertex_count = 0
    for number, mesh in enumerate(meshes):
        part = _no_faces() if mesh is None else _faces_of(mesh, number, vertex_count, surfaces)
        face_ranges.append((face_count, len(part[1])))
        vertex_ranges.append((vertex_count, len(part[0])))
        face_count += len(part[1])
        vertex_count += len(part[0])
        parts.append(part)
    columns: list[Any] = [np.concatenate(column) for column in zip(*parts, strict=True)]
    if face_count and not vertex_count:  # faces that shrank to a point need one
        columns[0] = np.zeros((1, 3), np.float32)
    room_faces = sum(count for _, count in face_ranges[: len(rooms)])
    ranges: tuple[Any, ...] = (tuple(face_ranges), tuple(vertex_ranges), room_faces)
    return SceneFaces(*columns, *ranges)


def _faces_of(
    mesh: Walkmesh, owner: int, first_vertex: int, surfaces: Materials | None
) -> tuple[NDArray[Any], ...]:
    """The columns of `SceneFaces` for one mesh whose vertices begin at row ``first_vertex``."""
    with np.errstate(invalid="ignore"):
        usable = np.asarray((np.abs(mesh.vertices) <= FARTHEST).all(axis=1))  # False for NaN
    vertices = np.where(usable[:, None], mesh.vertices, np.float32(0))
    exists = np.append(usable, False)
    corners = np.minimum(mesh.faces, len(mesh.vertices)).astype(np.int64)
    placed = np.asarray(exists[corners].all(axis=1))
    faces = np.where(placed[:, None], corners + first_vertex, 0).astype(np.uint32)
    walkable = (surfaces or mesh.surfaces).walkable(mesh.materials) & placed
    number = np.full(len(faces), owner, np.int64)
    return vertices, faces, mesh.materials, mesh.transitions, placed, walkable, number


def _no_faces() -> tuple[NDArray[Any], ...]:
    return (
        np.empty((0, 3), np.float32),
        np.empty((0, 3), np.uint32),
        np.empty(0, np.uint32),
        np.empty((0, 3), np.int32),
        np.empty(0, bool),
        np.empty(0, bool),
        np.empty(0, np.int64),
    )


def metres(value: float) -> float:
    """A length or coordinate to the millimetre; 0 for one that is none."""
    return round(value, 3) + 0.0 if math.isfinite(value) else 0.0  # no -0.0


def point_or_none(point: Sequence[float] | None) -> list[float] | None:
    """A point to the millimetre; None where it is nowhere, or farther away than any level."""
    if point is None or not all(abs(value) <= FARTHEST for value in point):
        return None
    return [metres(value) for value in point]
