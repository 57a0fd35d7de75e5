"""A second, separate reader of WOK files: a few lines of struct, nothing of the library."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

Row = tuple[int, ...]


@dataclass(frozen=True)
class StoredNode:
    box_min: tuple[float, ...]
    box_max: tuple[float, ...]
    face: int
    unknown_1c: int
    plane: int
    left: int
    right: int


@dataclass(frozen=True)
class StoredWok:
    """The tables as stored; what is compared byte for byte is kept as bytes."""

    vertices: list[tuple[float, ...]]
    faces: list[Row]
    normals: bytes
    distances: bytes
    nodes: list[StoredNode]
    domain: int
    adjacency: bytes
    edges: list[Row]
    loops: bytes


def read_stored_wok(path: Path) -> StoredWok:
    data = path.read_bytes()
    header = struct.unpack_from("<16I", data, 0x48)
    v, v_at, f, f_at, _, n_at, d_at, t, t_at, _, a, a_at, e, e_at, p, p_at = header
    node_rows = struct.iter_unpack("<6fiIIii", data[t_at : t_at + 44 * t])
    return StoredWok(
        vertices=list(struct.iter_unpack("<3f", data[v_at : v_at + 12 * v])),
        faces=list(struct.iter_unpack("<3I", data[f_at : f_at + 12 * f])),
        normals=data[n_at : n_at + 12 * f],
        distances=data[d_at : d_at + 4 * f],
        nodes=[StoredNode(row[:3], row[3:6], *row[6:]) for row in node_rows],
        domain=a,
        adjacency=data[a_at : a_at + 12 * a],
        edges=list(struct.iter_unpack("<2i", data[e_at : e_at + 8 * e])),
        loops=data[p_at : p_at + 4 * p],
    )
