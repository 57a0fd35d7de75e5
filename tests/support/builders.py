"""Walkmesh files built by hand, number by number, independent of the code that derives tables."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from kotorlevel.formats.bwm import Bwm, build_bwm
from kotorlevel.formats.bwm.tables import EDGE, NODE

LEAF = (4, 0, -1, -1)


def square_tables() -> dict[str, Any]:
    """A floor of 2 × 2 m in two faces, with one edge leading to room 3; all tables by hand.

    Corners 0 to 3 run counter-clockwise from the origin; face 0 is the lower right half.
    """
    g = 0.01
    box_0 = ((0 - g, 0 - g, 0 - g), (2 + g, 2 + g, 0 + g))
    nodes = np.array(
        [
            (*box_0, -1, 4, 8, 1, 2),
            (*box_0, 0, *LEAF),
            (*box_0, 1, *LEAF),
        ],
        NODE,
    )
    # Loop: 0→1, 1→2 of face 0, then 2→3, 3→0 of face 1; side 2 of face 0 meets side 0 of face 1.
    edges = np.array([(0, -1), (1, 3), (4, -1), (5, -1)], EDGE)
    return {
        "vertices": [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)],
        "faces": [(0, 1, 2), (0, 2, 3)],
        "materials": [10, 4],
        "normals": [(0, 0, 1), (0, 0, 1)],
        "distances": [0, 0],
        "nodes": nodes,
        "adjacency": [(-1, -1, 3), (2, -1, -1)],
        "edges": edges,
        "loops": [4],
    }


def square_wok() -> Bwm:
    """The square floor as a room's walkmesh."""
    return build_bwm(1, square_tables(), position=(5, 6, 7))


def square_pwk() -> Bwm:
    """The square as a placeable's walkmesh with two use hooks."""
    tables = square_tables()
    return build_bwm(
        0,
        {name: tables[name] for name in ("vertices", "faces", "materials", "normals", "distances")},
        position=(1, 2, 3),
        relative_hooks=((0.5, -1, 0), (0.5, 3, 0)),
        absolute_hooks=((1.5, 1, 3), (1.5, 5, 3)),
    )


HEADER_FIELDS = {
    "kind": 0x08,
    "vertex_count": 0x48,
    "vertex_offset": 0x4C,
    "face_count": 0x50,
    "face_offset": 0x54,
    "material_offset": 0x58,
    "normal_offset": 0x5C,
    "distance_offset": 0x60,
    "node_count": 0x64,
    "node_offset": 0x68,
    "unknown_6c": 0x6C,
    "adjacency_count": 0x70,
    "adjacency_offset": 0x74,
    "edge_count": 0x78,
    "edge_offset": 0x7C,
    "loop_count": 0x80,
    "loop_offset": 0x84,
}
"""Header field → its place, written down from FACTS 1 and not from the code."""


def patched(data: bytes, **fields: int) -> bytes:
    """``data`` with header fields overwritten."""
    changed = bytearray(data)
    for name, value in fields.items():
        struct.pack_into("<I", changed, HEADER_FIELDS[name], value)
    return bytes(changed)
