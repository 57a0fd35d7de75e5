"""Binary walkmeshes with nothing but `struct`: tables in and out, nothing checked, nothing derived.

The suite must not judge a program by its own library, so it has this second, plain reader.
"""

from __future__ import annotations

import struct
from typing import Any

Tables = dict[str, Any]
"""A walkmesh as in the JSON files of the suite: name of a table → its rows."""

HEADER = 136
MAGIC = b"BWM V1.0"

_VECTORS = ("relative_hook_1", "relative_hook_2", "absolute_hook_1", "absolute_hook_2", "position")
_ROWS = {
    "vertices": "<3f",
    "faces": "<3I",
    "materials": "<I",
    "normals": "<3f",
    "distances": "<f",
    "nodes": "<6fiIIii",
    "adjacency": "<3i",
    "edges": "<2i",
    "loops": "<I",
}
"""Tables in the order of the file, with the form of a row."""

COUNTS = ("vertices", "faces", "nodes", "adjacency", "edges", "loops")
"""Tables that have a count of their own; materials, normals and distances have one row a face."""


def pack(tables: Tables, order: tuple[str, ...] = tuple(_ROWS)) -> bytes:
    """The bytes of a file: tables packed in ``order``, those without rows at the next free byte.

    ``unknown_6c``, and ``offsets`` of single tables, are written as given.
    """
    body, at = b"", {}
    for name in order:
        at[name] = HEADER + len(body)
        rows = tables[name]
        form = _ROWS[name]
        is_single = len(struct.unpack(form, bytes(struct.calcsize(form)))) == 1
        body += b"".join(struct.pack(form, *([row] if is_single else row)) for row in rows)
    at |= tables.get("offsets", {})
    count = {name: len(tables[name]) for name in COUNTS}
    head = MAGIC + struct.pack("<I", tables["kind"])
    head += b"".join(struct.pack("<3f", *tables[name]) for name in _VECTORS)
    numbers = [count["vertices"], at["vertices"], count["faces"], at["faces"], at["materials"]]
    numbers += [at["normals"], at["distances"], count["nodes"], at["nodes"]]
    numbers += [tables.get("unknown_6c", 0), count["adjacency"], at["adjacency"]]
    numbers += [count["edges"], at["edges"], count["loops"], at["loops"]]
    return head + struct.pack("<16I", *numbers) + body


def unpack(data: bytes) -> Tables:
    """The tables of a file that a program has written; `ValueError` where there is none."""
    if len(data) < HEADER or data[:8] != MAGIC:
        raise ValueError(f"no binary walkmesh: begins with {data[:8]!r}")
    v, v_at, f, f_at, m_at, n_at, d_at, t, t_at, unknown, a, a_at, e, e_at, p, p_at = (
        struct.unpack_from("<16I", data, 0x48)
    )
    places = {
        "vertices": (v, v_at),
        "faces": (f, f_at),
        "materials": (f, m_at),
        "normals": (f, n_at),
        "distances": (f, d_at),
        "nodes": (t, t_at),
        "adjacency": (a, a_at),
        "edges": (e, e_at),
        "loops": (p, p_at),
    }
    tables: Tables = {"kind": struct.unpack_from("<I", data, 8)[0], "unknown_6c": unknown}
    for number, name in enumerate(_VECTORS):
        tables[name] = list(struct.unpack_from("<3f", data, 12 + 12 * number))
    for name, (count, start) in places.items():
        size = struct.calcsize(_ROWS[name])
        if count and start + count * size > len(data):
            raise ValueError(f"{name}: {count} rows at {start} do not fit in {len(data)} bytes")
        rows = struct.iter_unpack(_ROWS[name], data[start : start + count * size] if count else b"")
        tables[name] = [row[0] if len(row) == 1 else list(row) for row in rows]
    return tables
