"""Several meshes joined into one list of faces, in which every face knows its room."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.area.geometry import table_key
from kotorlevel.core.remember import remember
from kotorlevel.mesh.arrays import cross_sides
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh

UPRIGHT = 1e-4
"""A face whose unit normal has less z than this has no height: it rises 10 m over a millimetre."""


@dataclass(frozen=True, eq=False)
class JoinedFaces:
    """The faces of all rooms, in the order of the rooms and then of their meshes.

    ``corners`` (F, 3, 3) float32, ``materials`` (F,), ``room`` and ``number`` (F,): the room's
    index and the face's number in its mesh; ``normal_z`` (F,) of the unit normal, 0 for faces
    without area. ``walkable``, ``walkcheck`` and ``blocks_sight`` (F,) bool by the material table.
    ``left_out`` (L, 2) room and number of faces that have no place: a corner that is missing, not
    a number, or infinite.
    """

    corners: NDArray[np.float32]
    materials: NDArray[np.uint32]
    room: NDArray[np.int64]
    number: NDArray[np.int64]
    normal_z: NDArray[np.float64]
    walkable: NDArray[np.bool_]
    walkcheck: NDArray[np.bool_]
    blocks_sight: NDArray[np.bool_]
    left_out: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.corners)

    @cached_property
    def normals(self) -> NDArray[np.float64]:
        """(F, 3) unit normals from the corners, zero for faces without area."""
        crosses = cross_sides(self.corners.astype(np.float64))
        length = np.linalg.norm(crosses, axis=1, keepdims=True)
        normals: NDArray[np.float64] = np.zeros_like(crosses)
        np.divide(crosses, length, out=normals, where=length > 0)
        return normals

    @cached_property
    def _found(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(F + 1,) number and room of the faces, and last -1, which -1 as an index means."""
        number, room = np.append(self.number, -1), np.append(self.room, -1)
        return number, room

    @cached_property
    def _is_one_mesh(self) -> bool:
        """Whether these are all faces of room 0: their numbers are those of its mesh."""
        whole = not len(self.left_out) and not self.room.any()
        return whole and bool((self.number == np.arange(len(self))).all())

    def find_numbers(self, found: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(N,) number and room of the faces ``found`` (N,); -1 for -1."""
        if self._is_one_mesh:
            return found, np.minimum(found, 0)
        number, room = self._found
        return number.take(found), room.take(found)

    def find_normals(self, found: NDArray[np.int64]) -> NDArray[np.float64]:
        """(N, 3) their normals; NaN for -1."""
        normals = np.full((len(found), 3), np.nan)
        hit = np.flatnonzero(found >= 0)
        normals[hit] = self.normals[found[hit]]
        return normals

    def find_materials(self, found: NDArray[np.int64]) -> NDArray[np.int64]:
        """(N,) their materials; -1 for -1."""
        materials = np.full(len(found), -1, np.int64)
        hit = np.flatnonzero(found >= 0)
        materials[hit] = self.materials[found[hit]]
        return materials

    @property
    def has_height(self) -> NDArray[np.bool_]:
        """(F,) faces that are neither vertical nor without area: one could stand on them."""
        return np.abs(self.normal_z) >= UPRIGHT


def join_faces(
    rooms: Iterable[tuple[int, Walkmesh]], surfaces: Materials | None = None
) -> JoinedFaces:
    """The faces of ``rooms`` (index and mesh), judged by ``surfaces`` or each mesh's own table."""
    parts = [_faces_of(room, mesh, surfaces or mesh.surfaces) for room, mesh in rooms]
    if not parts:
        parts = [_no_faces()]
    return JoinedFaces(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _faces_of(room: int, mesh: Walkmesh, surfaces: Materials) -> tuple[NDArray[np.generic], ...]:
    """The columns of `JoinedFaces` for one mesh."""
    key = "placed faces", table_key(mesh, surfaces)
    number, lost, *columns = remember(mesh, key, lambda: _place_faces(mesh, surfaces))
    corners, materials, *others = columns
    left_out = np.stack([np.full(len(lost), room, np.int64), lost], axis=1)
    return corners, materials, np.full(len(number), room, np.int64), number, *others, left_out


def _place_faces(mesh: Walkmesh, surfaces: Materials) -> tuple[NDArray[Any], ...]:
    """Which faces of a mesh have a place and which have none, and what is known of the former.

    Corners, materials, the z of normals, and what the table says of the materials.
    """
    shape = mesh.geometry
    number = np.arange(len(mesh.faces), dtype=np.int64)
    lost = number[:0]
    if not shape.is_sound:
        # A corner that is missing is that of the last row, which is nowhere.
        nowhere = np.full((1, 3), np.nan, np.float32)
        finite = np.isfinite(np.concatenate([mesh.vertices, nowhere])).all(axis=1)
        placed = finite[np.minimum(mesh.faces, len(mesh.vertices))].all(axis=1)
        number, lost = number[placed], number[~placed]
    corners = np.ascontiguousarray(mesh.vertices[mesh.faces[number]], np.float32)
    materials = mesh.materials[number]
    # Stored normals are not trusted (FACTS 1).
    crosses = shape.crosses if shape.is_sound else cross_sides(corners.astype(np.float64))
    length = np.linalg.norm(crosses, axis=1)
    normal_z = np.zeros(len(crosses))
    np.divide(crosses[:, 2], length, out=normal_z, where=length > 0)
    walkable = mesh.walkable_by(surfaces)[number]
    flags = surfaces.walkcheck(materials), surfaces.blocks_sight(materials)
    return number, lost, corners, materials, normal_z, walkable, *flags


def _no_faces() -> tuple[NDArray[np.generic], ...]:
    none, flags = np.empty(0, np.int64), np.empty(0, bool)
    corners, left_out = np.empty((0, 3, 3), np.float32), np.empty((0, 2), np.int64)
    materials = np.empty(0, np.uint32)
    return corners, materials, none, none, np.empty(0), flags, flags, flags, left_out


def list_owners(source: Any, doors: bool, placeables: bool) -> list[tuple[Any, Walkmesh | None]]:
    """Owner and mesh; the place in the list is the ``room`` of answers, so rooms come first.

    ``source`` is a mesh, a sequence of meshes and None, or an `Area`. Doors stand in the state in
    which they are at first. The owner of a mesh that belongs to no area is the mesh itself.
    """
    if isinstance(source, Area):
        owners: list[tuple[Any, Walkmesh | None]] = [(room, room.mesh) for room in source.rooms]
        if doors:
            owners += [(door, door.placed()) for door in source.doors]
        if placeables:
            owners += [(placeable, placeable.placed()) for placeable in source.placeables]
        return owners
    alone = not hasattr(source, "__iter__")
    owners = []
    for index, mesh in enumerate([source] if alone else source):
        if not isinstance(mesh, Walkmesh) and (mesh is not None or alone):
            kind = type(mesh).__name__
            raise TypeError(f"a Ground is made of walkmeshes; number {index} is a {kind}")
        owners.append((mesh, mesh))
    return owners
