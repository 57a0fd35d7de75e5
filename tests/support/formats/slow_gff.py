"""A second reader of GFF, written straight from the description, to compare the first with.

It trusts its file. A struct becomes ``(id, [(label, type, value), ...])``.
"""

from __future__ import annotations

import struct
from typing import Any

_IN_FIELD = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 8: "<f"}
_IN_DATA = {6: "<Q", 7: "<q", 9: "<d"}


def slow_tree(data: bytes) -> Any:
    """The whole tree from the root on."""
    header = struct.unpack_from("<12I", data, 8)
    return _struct(data, header, 0)


def _struct(data: bytes, header: tuple[int, ...], row: int) -> Any:
    structs, fields, labels, indices = header[0], header[2], header[4], header[8]
    number, start, count = struct.unpack_from("<3I", data, structs + 12 * row)
    rows = [start] if count == 1 else struct.unpack_from(f"<{count}I", data, indices + start)
    result = []
    for field in rows if count else ():
        place = fields + 12 * field
        kind, label = struct.unpack_from("<2I", data, place)
        (name,) = struct.unpack_from("16s", data, labels + 16 * label)
        text = name.rstrip(b"\0").decode("ascii")
        result.append((text, kind, _value(data, header, kind, place + 8)))
    return number, result


def _value(data: bytes, header: tuple[int, ...], kind: int, place: int) -> Any:
    if kind in _IN_FIELD:
        return struct.unpack_from(_IN_FIELD[kind], data, place)[0]
    (number,) = struct.unpack_from("<I", data, place)
    if kind == 14:
        return _struct(data, header, number)
    if kind == 15:
        start = header[10] + number
        (count,) = struct.unpack_from("<I", data, start)
        rows = struct.unpack_from(f"<{count}I", data, start + 4)
        return [_struct(data, header, row) for row in rows]
    return _stored_value(data, kind, header[6] + number)


def _stored_value(data: bytes, kind: int, at: int) -> Any:
    if kind in _IN_DATA:
        return struct.unpack_from(_IN_DATA[kind], data, at)[0]
    if kind in (16, 17):
        return struct.unpack_from("<4f" if kind == 16 else "<3f", data, at)
    if kind == 11:
        return data[at + 1 : at + 1 + data[at]].decode("cp1252")
    if kind == 18:
        return struct.unpack_from("<i", data, at + 4)[0]
    (size,) = struct.unpack_from("<I", data, at)
    if kind == 13:
        return data[at + 4 : at + 4 + size]
    if kind == 10:
        return data[at + 4 : at + 4 + size].decode("cp1252")
    assert kind == 12
    strref, count = struct.unpack_from("<iI", data, at + 4)
    at += 12
    texts = []
    for _ in range(count):
        key, length = struct.unpack_from("<2I", data, at)
        texts.append((key, data[at + 8 : at + 8 + length].decode("cp1252")))
        at += 8 + length
    return strref, texts
