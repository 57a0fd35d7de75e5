"""The numbers in a list of structs as arrays: all at once, where every struct has the same fields.

Path points are thousands of structs of two or four numbers; to ask each of them by itself takes a
hundred times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.formats.gff.levels import Numbers, read_words
from kotorlevel.formats.gff.stored_tables import GffTables
from kotorlevel.formats.gff.structs import Struct, StructList, bodies_of
from kotorlevel.formats.gff.values import GffType

_STORED = {
    GffType.BYTE: "u1",
    GffType.CHAR: "i1",
    GffType.WORD: "<u2",
    GffType.SHORT: "<i2",
    GffType.DWORD: "<u4",
    GffType.INT: "<i4",
    GffType.FLOAT: "<f4",
}
"""Types whose values stand in the low bytes of the field itself."""


class Column(NamedTuple):
    """A field that every struct of a list has: its type, and its values (n,)."""

    type: GffType
    values: NDArray[Any]


def number_columns(structs: Sequence[Struct]) -> dict[str, Column] | None:
    """The fields of a list by label, in their order.

    None where the structs have to be asked one by one: they are not all as they were read from one
    file, or not all have the same fields in the same order, each once and each a number.
    """
    bodies = bodies_of(structs) if isinstance(structs, StructList) else ()
    tables = bodies[0].origin if bodies else None
    if not isinstance(tables, GffTables) or not all(each.is_as_read(tables) for each in bodies):
        return None
    rows = _field_rows(tables, np.array([each.row for each in bodies], np.int64))
    if rows is None:
        return None
    fields = tables.fields[rows]
    labels, types = fields["label"], fields["type"]
    if (labels != labels[0]).any() or (types != types[0]).any():
        return None
    names = [tables.texts[label] for label in labels[0].tolist()]
    kinds = [GffType(kind) for kind in types[0].tolist()]
    if len(set(names)) < len(names) or not all(kind in _STORED for kind in kinds):
        return None
    return {
        name: Column(kind, _values(kind, fields["data"][:, number]))
        for number, (name, kind) in enumerate(zip(names, kinds, strict=True))
    }


def _values(kind: GffType, data: NDArray[np.uint32]) -> NDArray[Any]:
    """(n,) the values in the low bytes of ``data`` (n,)."""
    stored = np.dtype(_STORED[kind])
    values: NDArray[Any] = np.ascontiguousarray(data).view(stored)[:: 4 // stored.itemsize]
    return values


def _field_rows(tables: GffTables, rows: Numbers) -> Numbers | None:
    """(n, k) the rows of the fields of these structs; None where they have not equally many."""
    structs = tables.structs[rows]
    starts, count = structs["data"].astype(np.int64), int(structs["count"][0])
    if not count or (structs["count"] != count).any():
        return None
    if count == 1:
        return starts[:, None]
    indices = np.frombuffer(tables.field_indices, np.uint8)
    places = starts[:, None] + 4 * np.arange(count)
    return read_words(indices, places.reshape(-1)).reshape(places.shape)
