"""Binary models made in code, with `struct` alone: independent of the reader that they test.

    mdl, mdx = make_model([Part("floor", vertices=corners, faces=triangles, kind="walkmesh")])

Nodes hang below a dummy that is called as the model is, unless they name another as ``parent``.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kotorlevel import Walkmesh

Point = tuple[float, ...]
Corners = tuple[int, int, int]

_FUNCTIONS = {"k1": (4273776, 4216096), "k2": (4285200, 4216320)}
_MESH_FUNCTIONS = {"k1": (4216656, 4216672), "k2": (4216880, 4216896)}
_FLAGS = {
    "dummy": 0x1,
    "light": 0x3,
    "emitter": 0x5,
    "reference": 0x11,
    "mesh": 0x21,
    "skin": 0x61,
    "dangly": 0x121,
    "walkmesh": 0x221,
}
_BEFORE_MESH = {"light": 92, "emitter": 224, "reference": 36}
_BEHIND_MESH = {"skin": 100, "dangly": 28}
_NO_FACE = 0xFFFF
_GROWTH = 0.01


@dataclass(frozen=True)
class Part:
    """A node: what it is, where, below which other, and its triangles in its own space."""

    name: str
    kind: str = "dummy"
    position: Point = (0.0, 0.0, 0.0)
    rotation: Point = (1.0, 0.0, 0.0, 0.0)
    parent: str | None = None
    vertices: Sequence[Point] = ()
    faces: Sequence[Corners] = ()
    materials: Sequence[int] = ()
    texture: str = ""
    lightmap: str = ""
    uv: Sequence[Point] = ()
    lightmap_uv: Sequence[Point] = ()
    is_drawn: bool = True
    casts_shadow: bool = False

    @property
    def has_mesh(self) -> bool:
        return bool(_FLAGS[self.kind] & 0x20)


def make_model(
    parts: Sequence[Part], game: str = "k1", name: str = "room", animations: Sequence[str] = ()
) -> tuple[bytes, bytes]:
    """The bytes of an MDL and its MDX."""
    root = Part(name)
    nodes = [root, *(replace(each, parent=each.parent or name) for each in parts)]
    return _Writer(nodes, game, name, tuple(animations)).write()


def room_model(
    mesh: Walkmesh,
    position: Point = (0.0, 0.0, 0.0),
    node: Point = (0.0, 0.0, 0.0),
    game: str = "k1",
) -> tuple[bytes, bytes]:
    """The model of a room with this walkmesh: a vertex for each corner, walls before the floor."""
    away = [a + b for a, b in zip(position, node, strict=True)]
    walkable = mesh.walkable.tolist()
    order = sorted(range(len(mesh.faces)), key=lambda face: walkable[face])
    corners = [corner for face in order for corner in mesh.faces[face].tolist()]
    points = [[v - a for v, a in zip(p, away, strict=True)] for p in mesh.vertices.tolist()]
    vertices = [tuple(points[corner]) for corner in corners]
    faces = [(n, n + 1, n + 2) for n in range(0, len(vertices), 3)]
    materials = [int(mesh.materials[face]) for face in order]
    uv = [(0.125 * (n % 8), 0.5) for n in range(len(vertices))]
    crate = box((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
    parts = [
        Part("crate", "mesh", vertices=crate[0], faces=crate[1], texture="lts_crate"),
        Part("walk", "walkmesh", node, vertices=vertices, faces=faces, materials=materials, uv=uv),
        Part("shelf", "mesh", vertices=crate[0], faces=crate[1], parent="crate"),
    ]
    return make_model(parts, game)


def box(low: Point, high: Point) -> tuple[list[Point], list[Corners]]:
    """The corners and the twelve triangles of a box, seen from outside."""
    (x, y, z), (u, v, w) = low, high
    corners: list[Point] = [(x, y, z), (u, y, z), (u, v, z), (x, v, z)]
    corners += [(*point[:2], w) for point in corners]
    sides = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return corners, [face for a, b, c, d in sides for face in ((a, b, c), (a, c, d))]


def level_floor(low: Point, high: Point, height: float = 0.0) -> tuple[list[Point], list[Corners]]:
    """The corners and two triangles of a level rectangle, seen from above."""
    (x, y), (u, v) = low[:2], high[:2]
    corners: list[Point] = [(x, y, height), (u, y, height), (u, v, height), (x, v, height)]
    return corners, [(0, 1, 2), (0, 2, 3)]


@dataclass
class _Writer:
    nodes: list[Part]
    game: str
    name: str
    animations: tuple[str, ...]
    out: bytearray = field(default_factory=lambda: bytearray(168 + 28))
    mdx: bytearray = field(default_factory=bytearray)

    def write(self) -> tuple[bytes, bytes]:
        names = self._texts([node.name for node in self.nodes])
        animations = self._add(b"")
        offsets = [self._animation(each) for each in self.animations]
        listed = self._add(struct.pack(f"<{len(offsets)}I", *offsets)) if offsets else animations
        root = self._node(0, 0)
        count = len(self.animations)
        head = struct.pack(
            "<2I32s2I28xI", *_FUNCTIONS[self.game], _c(self.name), root, len(self.nodes), 2
        )
        head += struct.pack("<4BI3I", 0, 0, 0, 1, 0, listed, count, count)
        head += struct.pack("<I6f2f32s", 0, *self._bounds(), 10.0, 1.0, _c("NULL"))
        head += struct.pack("<4I3I", root, 0, len(self.mdx), 0, names, *[len(self.nodes)] * 2)
        assert len(head) == 196, len(head)
        self.out[:196] = head
        return struct.pack("<3I", 0, len(self.out), len(self.mdx)) + bytes(self.out), bytes(
            self.mdx
        )

    def _add(self, data: bytes) -> int:
        at = len(self.out)
        self.out += data
        return at

    def _texts(self, texts: list[str]) -> int:
        """A list of offsets, and the texts behind it."""
        at = len(self.out)
        place, places, encoded = at + 4 * len(texts), [], b""
        for text in texts:
            places.append(place + len(encoded))
            encoded += text.encode() + b"\0"
        self._add(struct.pack(f"<{len(texts)}I", *places) + encoded)
        return at

    def _animation(self, name: str) -> int:
        return self._add(struct.pack("<2I32s", *_FUNCTIONS[self.game], _c(name)) + bytes(96))

    def _bounds(self) -> tuple[float, ...]:
        points = [p for node in self.nodes for p in node.vertices] or [(0.0, 0.0, 0.0)]
        return (*_lowest(points), *_highest(points))

    def _node(self, index: int, parent: int) -> int:
        node = self.nodes[index]
        at = self._add(bytes(80))
        if node.has_mesh:
            self._mesh(node)
        else:
            self._add(bytes(_BEFORE_MESH.get(node.kind, 0)))
        below = [
            i for i, each in enumerate(self.nodes) if i and each.parent == node.name and i != index
        ]
        offsets = [self._node(i, at) for i in below]
        children = self._add(struct.pack(f"<{len(offsets)}I", *offsets))
        self.out[at : at + 80] = struct.pack(
            "<4H2I3f4f3I6I",
            _FLAGS[node.kind],
            index,
            index,
            0,
            0,
            parent,
            *node.position,
            *node.rotation,
            children,
            len(below),
            len(below),
            *[0] * 6,
        )
        return at

    def _mesh(self, node: Part) -> None:
        size = 332 if self.game == "k1" else 340
        header = self._add(bytes(size + _BEHIND_MESH.get(node.kind, 0)))
        if node.kind == "walkmesh":
            pointer = self._add(bytes(4))
            root = self._tree(node, list(range(len(node.faces)))) if node.faces else 0
            struct.pack_into("<I", self.out, pointer, root)
        faces = self._add(b"".join(self._faces(node)))
        counts = self._add(struct.pack("<I", 3 * len(node.faces)))
        vertices = self._add(b"".join(struct.pack("<3f", *point) for point in node.vertices))
        offsets = self._add(bytes(4))
        counter = self._add(struct.pack("<I", 98))
        corners = [corner for face in node.faces for corner in face]
        struct.pack_into(
            "<I", self.out, offsets, self._add(struct.pack(f"<{len(corners)}H", *corners))
        )
        self.out += bytes(-len(self.out) % 4)
        flags, columns, row, start = self._rows(node)
        points = list(node.vertices) or [(0.0, 0.0, 0.0)]
        middle = [sum(axis) / len(points) for axis in zip(*points, strict=True)]
        reach = max(
            sum((a - b) ** 2 for a, b in zip(p, middle, strict=True)) ** 0.5 for p in points
        )
        count = len(node.faces)
        data = struct.pack("<2I3I", *_MESH_FUNCTIONS[self.game], faces, count, count)
        data += struct.pack("<10f", *_lowest(points), *_highest(points), reach, *middle)
        data += struct.pack("<6fI", 0.8, 0.8, 0.8, 0.2, 0.2, 0.2, 0)
        data += _c(node.texture or "NULL", 32) + _c(node.lightmap or "NULL", 32) + bytes(24)
        data += struct.pack("<9I", counts, 1, 1, offsets, 1, 1, counter, 1, 1)
        data += struct.pack("<3i8xI4f", -1, -1, 0, 0, 0.0, 0.0, 0.0, 0.0)
        data += struct.pack("<2I11i", row, flags, *columns)
        textures = bool(node.texture) + bool(node.lightmap)
        data += struct.pack(
            "<2H6B",
            len(node.vertices),
            textures,
            bool(node.lightmap),
            0,
            0,
            node.casts_shadow,
            0,
            node.is_drawn,
        )
        data += bytes(2 if self.game == "k1" else 10)
        area = sum(_area(node, face) for face in node.faces)
        data += struct.pack("<f3I", area, 0, start, vertices)
        assert len(data) == size, (len(data), size)
        self.out[header : header + size] = data

    def _rows(self, node: Part) -> tuple[int, list[int], int, int]:
        """The rows in the MDX: flags, columns, bytes of a row, where they start."""
        columns, flags, row = [0, 12] + [-1] * 9, 0x21, 24
        for column, flag, values in ((3, 0x2, node.uv), (4, 0x4, node.lightmap_uv)):
            if values:
                columns[column], flags, row = row, flags | flag, row + 8
        start = len(self.mdx)
        for number, point in enumerate(node.vertices):
            self.mdx += struct.pack("<6f", *point, *self._vertex_normal(node, number))
            for values in (node.uv, node.lightmap_uv):
                if values:
                    self.mdx += struct.pack("<2f", *values[number])
        if node.vertices:
            self.mdx += struct.pack("<3f", *[1e7] * 3) + bytes(row - 12)
        return flags, columns, row, start

    def _vertex_normal(self, node: Part, number: int) -> Point:
        around = [_normal(node, face) for face in node.faces if number in face]
        total = [sum(axis) for axis in zip(*around, strict=True)] if around else [0.0, 0.0, 1.0]
        return _unit(total)

    def _faces(self, node: Part) -> list[bytes]:
        # By position: vertices are repeated for the texture.
        places = [[node.vertices[corner] for corner in face] for face in node.faces]
        owners = {(at[s], at[(s + 1) % 3]): f for f, at in enumerate(places) for s in range(3)}
        rows = []
        for number, face in enumerate(node.faces):
            at = places[number]
            normal = _normal(node, face)
            distance = -sum(a * b for a, b in zip(normal, node.vertices[face[0]], strict=True))
            beyond = [owners.get((at[(s + 1) % 3], at[s]), _NO_FACE) for s in range(3)]
            material = node.materials[number] if node.materials else 0
            rows.append(struct.pack("<4fI6H", *normal, distance, material, *beyond, *face))
        return rows

    def _tree(self, node: Part, faces: list[int]) -> int:
        """Boxes halved along their longest side, a leaf a face; where the first of them is."""
        points = [node.vertices[c] for f in faces for c in node.faces[f]]
        low, high = _lowest(points), _highest(points)
        bounds = [v - _GROWTH for v in low] + [v + _GROWTH for v in high]
        if len(faces) == 1:
            return self._add(struct.pack("<6f2IiI", *bounds, 0, 0, faces[0], 0))
        at = self._add(bytes(40))
        axis = max(range(3), key=lambda a: high[a] - low[a])
        faces = sorted(faces, key=lambda f: sum(node.vertices[c][axis] for c in node.faces[f]))
        half = len(faces) // 2
        left, right = self._tree(node, faces[:half]), self._tree(node, faces[half:])
        struct.pack_into("<6f2IiI", self.out, at, *bounds, left, right, -1, 1 << axis)
        return at


def _c(text: str, size: int = 32) -> bytes:
    return text.encode().ljust(size, b"\0")


def _lowest(points: Sequence[Point]) -> Point:
    return tuple(map(min, zip(*points, strict=True)))


def _highest(points: Sequence[Point]) -> Point:
    return tuple(map(max, zip(*points, strict=True)))


def _cross(node: Part, face: Corners) -> Point:
    a, b, c = (node.vertices[corner] for corner in face)
    u = [q - p for p, q in zip(a, b, strict=True)]
    v = [q - p for p, q in zip(a, c, strict=True)]
    return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])


def _unit(vector: Sequence[float]) -> Point:
    length = sum(v * v for v in vector) ** 0.5
    return tuple(v / length for v in vector) if length else (1.0, 0.0, 0.0)


def _normal(node: Part, face: Corners) -> Point:
    return _unit(_cross(node, face))


def _area(node: Part, face: Corners) -> float:
    return float(sum(v * v for v in _cross(node, face)) ** 0.5 / 2)
