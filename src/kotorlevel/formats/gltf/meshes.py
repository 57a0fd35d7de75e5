"""The meshes of a glTF as triangles with materials, in their nodes' space, Z up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.formats.axes import to_z_up
from kotorlevel.formats.gltf.accessors import COMPRESSED, Accessors

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.formats.gltf.document import Document, Item

MOST_CORNERS = 12_000_000
"""Corners and points in all, with every copy: a small file can name one mesh in many nodes."""

FREE_CORNERS = 1_500_000
"""As many as any file may have; beyond that, one for each of its bytes."""

_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_DRACO = "KHR_draco_mesh_compression"


class Mesh(NamedTuple):
    """Points (V, 3), triangles (T, 3), materials (T,) as rows of ``names``, -1 for none.

    ``shares`` where all parts have the same points and nothing but places in them: then nobody had
    a reason to split a vertex, and two at one place are meant.
    """

    points: Floats
    triangles: Ints
    materials: Ints
    names: tuple[str, ...]
    shares: bool = False


class Meshes:
    """The meshes of one file of ``size`` bytes, each read once.

    ``remarks`` count what was left out, by its words.
    """

    def __init__(self, document: Document, accessors: Accessors, size: int) -> None:
        self.remarks: Counter[str] = Counter()
        self._document = document
        self._accessors = accessors
        self._read: dict[int, Mesh] = {}
        self._size = size
        self._spent = 0
        self._materials = [
            document.name(item) or f"material {number}"
            for number, item in enumerate(document.items("materials"))
        ]

    def get(self, number: int, asked_by: str) -> Mesh:
        """The mesh for one more node."""
        if number not in self._read:
            self._read[number] = self._read_mesh(number, asked_by)
        mesh = self._read[number]
        self._spend(len(mesh.points) + mesh.triangles.size, f"meshes[{number}]")
        return mesh

    def _spend(self, count: int, place: str) -> None:
        self._spent += count
        most = FREE_CORNERS
        if self._spent > most:
            most = min(MOST_CORNERS, most + self._size + self._accessors.size_beside)
        if self._spent > most:
            text = f"more than {most:,} points and corners in all, with every copy"
            raise self._document.error(text, place)

    def _read_mesh(self, number: int, asked_by: str) -> Mesh:
        item, place = self._document.item("meshes", number, asked_by), f"meshes[{number}]"
        names: dict[str, int] = {}
        starts: dict[int, int] = {}
        points = [np.empty((0, 3))]
        triangles = [np.empty((0, 3), np.int64)]
        materials = [np.empty(0, np.int64)]
        count, is_plain = 0, True
        for row, primitive in enumerate(self._document.objects(item, "primitives", place)):
            where = f"{place}.primitives[{row}]"
            position = self._find_position(primitive, where)
            if position is None:
                continue
            is_plain &= primitive["attributes"].keys() == {"POSITION"}
            if position not in starts:
                points.append(to_z_up(self._accessors.positions(position, where)))
                self._spend(len(points[-1]), where)
                starts[position] = count
                count += len(points[-1])
            rows = self._accessors.count(position, where)
            found = self._find_triangles(primitive, rows, where)
            material = self._material(primitive, where)
            at = -1 if material is None else names.setdefault(material, len(names))
            triangles.append(found + starts[position])
            materials.append(np.full(len(found), at))
        return Mesh(
            np.concatenate(points),
            np.concatenate(triangles),
            np.concatenate(materials),
            tuple(names),
            is_plain and len(starts) == 1,
        )

    def _find_position(self, primitive: Item, where: str) -> int | None:
        """The accessor of a primitive's places; None for one that is left out."""
        document = self._document
        mode = document.integer(primitive, "mode", where, _TRIANGLES)
        if mode not in (_TRIANGLES, _STRIP, _FAN):
            if mode > _FAN:
                raise document.error(f"of the unknown kind {mode}", where)
            self.remarks["part of a mesh that is points or lines"] += 1
            return None
        if "targets" in primitive:
            self.remarks["morph target (shape key)"] += 1
        position = document.optional(
            document.object(primitive, "attributes", where), "POSITION", where
        )
        if position is None:
            self.remarks["part of a mesh without places"] += 1
            return None
        if _DRACO in document.object(primitive, "extensions", where):
            stored = document.item("accessors", position, where)
            if "bufferView" not in stored:
                raise document.error(COMPRESSED[_DRACO], where)
        return position

    def _find_triangles(self, primitive: Item, count: int, where: str) -> Ints:
        """The triangles (T, 3) of a primitive whose accessor has ``count`` places."""
        document = self._document
        number = document.optional(primitive, "indices", where)
        rows: Ints = np.arange(count)
        if number is not None:
            rows = self._accessors.indices(number, where)
            if (rows >= count).any():
                text = f"names place {int(rows.max()):,}, and there are {count:,}"
                raise document.error(text, where)
        self._spend(len(rows), where)
        mode = primitive.get("mode", _TRIANGLES)
        if mode == _TRIANGLES:
            if len(rows) % 3:
                raise document.error(f"{len(rows):,} corners are no whole triangles", where)
            return rows.reshape(-1, 3)
        triangles = _cut_strip(rows) if mode == _STRIP else _cut_fan(rows)
        # Strips are joined by triangles that are lines.
        a, b, c = triangles.T
        whole: Ints = triangles[(a != b) & (b != c) & (c != a)]
        return whole

    def _material(self, primitive: Item, where: str) -> str | None:
        number = self._document.optional(primitive, "material", where)
        if number is None:
            return None
        self._document.item("materials", number, where)
        return self._materials[number]


def _cut_strip(rows: Ints) -> Ints:
    """Triangles of a strip: every other one has its last two corners swapped."""
    first = np.arange(max(len(rows) - 2, 0))
    odd = first % 2
    return rows[np.stack((first, first + 1 + odd, first + 2 - odd), axis=1)]


def _cut_fan(rows: Ints) -> Ints:
    """Triangles of a fan around its first corner."""
    first = np.arange(max(len(rows) - 2, 0))
    return rows[np.stack((first + 1, first + 2, np.zeros_like(first)), axis=1)]
