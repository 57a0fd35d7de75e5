"""glTF files put together by hand, with `struct` and `json`: no code of ours."""

from __future__ import annotations

import base64
import json
import struct
from typing import Any

TRIANGLE = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 0, -1)
"""With Y up; with Z up: (0, 0, 0), (1, 0, 0), (0, 1, 0)."""

FLOAT, BYTE, UBYTE, SHORT, USHORT, UINT = 5126, 5120, 5121, 5122, 5123, 5125


def glb(document: dict[str, Any], binary: bytes = b"") -> bytes:
    """A GLB."""
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    if binary:
        chunks += struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def scene(binary: bytes = TRIANGLE, **changes: Any) -> dict[str, Any]:
    """The JSON of one triangle in one node; ``changes`` replace what is at its root."""
    document: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "room", "mesh": 0}],
        "meshes": [{"name": "mesh", "primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": FLOAT, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": len(binary)}],
        "buffers": [{"byteLength": len(binary)}],
    }
    return document | changes


def indexed(
    points: bytes, count: int, indices: bytes, kind: int, mode: int | None = None, **changes: Any
) -> bytes:
    """A GLB of ``count`` places and of indices of the ``kind``."""
    width = {UBYTE: 1, USHORT: 2, UINT: 4}[kind]
    binary = points + indices
    primitive: dict[str, Any] = {"attributes": {"POSITION": 0}, "indices": 1}
    primitive |= {} if mode is None else {"mode": mode}
    document = scene(
        binary,
        meshes=[{"primitives": [primitive]}],
        accessors=[
            {"bufferView": 0, "componentType": FLOAT, "count": count, "type": "VEC3"},
            {
                "bufferView": 1,
                "componentType": kind,
                "count": len(indices) // width,
                "type": "SCALAR",
            },
        ],
        bufferViews=[
            {"buffer": 0, "byteLength": len(points)},
            {"buffer": 0, "byteOffset": len(points), "byteLength": len(indices)},
        ],
    )
    return glb(document | changes, binary)


def data_address(content: bytes) -> str:
    """``content`` as an address that holds it."""
    return "data:application/octet-stream;base64," + base64.b64encode(content).decode()
