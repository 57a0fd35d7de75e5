"""The bytes of a room's walkmesh, to be patched in place; declared anew, apart from the library.

`Wok` gives arrays that write through to the bytes, so that an accident changes what it means to
change and not a bit more. `pack` makes a file of tables, in the games' order.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

HEAD = 72
"""Bytes before the counts and offsets: magic, kind, hooks, position."""
FULL_HEAD = 136

NODE = np.dtype(
    [
        ("low", "<f4", 3),
        ("high", "<f4", 3),
        ("face", "<i4"),
        ("four", "<u4"),
        ("plane", "<u4"),
        ("left", "<i4"),
        ("right", "<i4"),
    ]
)
WALKABLE = (1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 18, 30)
NONWALK, STONE, UNKNOWN = 7, 4, 45
GROWN = 0.01
"""Metres by which a leaf's box is larger than its face."""

Array = NDArray[Any]


class Wok:
    """A walkmesh: ``data`` are its bytes, the tables are views of them that can be written."""

    def __init__(self, data: bytes) -> None:
        self.data = bytearray(data)
        numbers = struct.unpack_from("<16I", data, HEAD)
        vertices, faces, nodes = numbers[0], numbers[2], numbers[7]
        self.vertices = self._view("<f4", vertices, numbers[1], 3)
        self.faces = self._view("<u4", faces, numbers[3], 3)
        self.materials = self._view("<u4", faces, numbers[4])
        self.normals = self._view("<f4", faces, numbers[5], 3)
        self.distances = self._view("<f4", faces, numbers[6])
        self.nodes = self._view(NODE, nodes, numbers[8])
        self.adjacency = self._view("<i4", numbers[10], numbers[11], 3)
        self.edges = self._view("<i4", numbers[12], numbers[13], 2)
        self.loops = self._view("<u4", numbers[14], numbers[15])

    def _view(self, kind: Any, rows: int, offset: int, columns: int = 1) -> Array:
        if not rows:
            return np.empty((0, columns) if columns > 1 else 0, kind)
        flat = np.frombuffer(self.data, kind, rows * columns, offset)
        return flat.reshape(rows, columns) if columns > 1 else flat

    def __bytes__(self) -> bytes:
        return bytes(self.data)

    @property
    def walkable(self) -> Array:
        """(f,) bool: which faces one can walk on."""
        return np.isin(self.materials, WALKABLE)

    def ends(self, edges: Array) -> Array:
        """(n, 2, 3) float: where edges, by number, begin and end."""
        face, side = np.asarray(edges) // 3, np.asarray(edges) % 3
        corners = np.stack([self.faces[face, side], self.faces[face, (side + 1) % 3]], axis=1)
        ends: Array = self.vertices[corners].astype(float)
        return ends

    def packed(self, **tables: Array) -> bytes:
        """The file with some of its tables replaced, all of them packed in the games' order."""
        names = [
            "vertices",
            "faces",
            "materials",
            "normals",
            "distances",
            "nodes",
            "adjacency",
            "edges",
            "loops",
        ]
        return pack(bytes(self.data[:HEAD]), *(tables.get(n, getattr(self, n)) for n in names))


def pack(head: bytes, *tables: Array) -> bytes:
    """A file of nine tables; the offset of an empty one is the next free byte, as in the games."""
    offsets, body = [], b""
    for table in tables:
        offsets.append(FULL_HEAD + len(body))
        body += table.tobytes()
    v, f, m, n, d, o, a, e, p = offsets
    rows = [len(table) for table in tables]
    counts = (rows[0], v, rows[1], f, m, n, d, rows[5], o, 0)
    return head + struct.pack("<16I", *counts, rows[6], a, rows[7], e, rows[8], p) + body


def moved(wok: Wok, by: Array) -> bytes:
    """The walkmesh at another place, as an exporter that was told so would have written it."""
    result = Wok(bytes(wok))
    result.vertices[:] = wok.vertices.astype(float) + by
    for side in ("low", "high"):
        result.nodes[side] = wok.nodes[side].astype(float) + by
    first = result.vertices[result.faces[:, 0]].astype(float)
    result.distances[:] = -(result.normals.astype(float) * first).sum(axis=1)
    return bytes(result)


def floor(corners: Array, transitions: tuple[int, int, int, int] = (-1, -1, -1, -1)) -> bytes:
    """A new room's walkmesh: a level floor of four corners, counter-clockwise, two faces."""
    vertices = np.asarray(corners, "<f4")
    faces = np.array([[0, 1, 2], [0, 2, 3]], "<u4")
    normals = np.tile(np.array([0, 0, 1], "<f4"), (2, 1))
    low, high = (
        reduce(vertices[faces], axis=1) + grown
        for reduce, grown in ((np.min, -GROWN), (np.max, GROWN))
    )
    nodes = np.zeros(3, NODE)
    nodes["four"] = 4
    centre = vertices[faces].mean(axis=1)[:, :2]
    axis = 0 if np.ptp(vertices[:, 0]) > np.ptp(vertices[:, 1]) else 1
    order = np.argsort(centre[:, axis], kind="stable")
    nodes["low"][1:], nodes["high"][1:], nodes["face"][1:] = low[order], high[order], order
    nodes["low"][0], nodes["high"][0], nodes["face"][0] = low.min(0), high.max(0), -1
    nodes["left"], nodes["right"] = (1, -1, -1), (2, -1, -1)
    nodes["plane"][0] = 1 << axis
    edges = np.array(list(zip((0, 1, 4, 5), transitions, strict=True)), "<i4")
    head = struct.pack("<8sI15f", b"BWM V1.0", 1, *[0.0] * 15)
    return pack(
        head,
        vertices,
        faces,
        np.full(2, STONE, "<u4"),
        normals,
        -vertices[faces[:, 0], 2],
        nodes,
        np.array([[-1, -1, 3], [2, -1, -1]], "<i4"),
        edges,
        np.array([4], "<u4"),
    )
