"""The tables of a GFF as they stand in the file."""

import struct
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.byteview import ByteView
from kotorlevel.core.errors import Problem
from kotorlevel.core.text import decode_text
from kotorlevel.formats.gff.body import Body, Entry
from kotorlevel.formats.gff.tables import HEADER, SLOTS
from kotorlevel.formats.gff.values import HEAD_SIZES, GffType, slice_value
from kotorlevel.formats.spans import survey_spans

_ROW = struct.Struct("<III")
_NUMBER = struct.Struct("<I")
_TYPES = tuple(GffType)


@dataclass(frozen=True, eq=False)
class GffTables:
    """Header and tables of a GFF, as stored. The arrays are read-only views of ``data``.

    ``structs`` and ``fields`` are rows of the tables of those names in `tables.py`, ``labels``
    (label count,) are 16 bytes each. Only the tables' places are checked here; that their rows
    make a tree is for `check_tree` to say, and `entries` and `body` rely on it.
    """

    data: bytes
    header: np.void
    structs: NDArray[np.void]
    fields: NDArray[np.void]
    labels: NDArray[np.bytes_]
    field_data: bytes
    field_indices: bytes
    list_indices: bytes

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.data,)  # arrays would come back from a pickle as writeable copies

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The labels as text, each up to its first NUL."""
        return tuple(map(_label_text, self.labels.tolist()))

    @cached_property
    def _struct_start(self) -> int:
        return int(self.header["struct_offset"])

    @cached_property
    def _field_start(self) -> int:
        return int(self.header["field_offset"])

    def struct_offset(self, row: int) -> int:
        """Where a row of ``structs`` stands in the file."""
        return self._struct_start + row * _ROW.size

    def field_offset(self, row: int) -> int:
        """Where a row of ``fields`` stands in the file."""
        return self._field_start + row * _ROW.size

    def body(self, row: int) -> Body:
        """The struct in ``row``; its fields are read when they are needed."""
        struct_id = _NUMBER.unpack_from(self.data, self.struct_offset(row))[0]
        return Body(struct_id, None, self, row)

    def entries(self, row: int) -> tuple[Entry, ...]:
        """The fields of the struct in ``row``."""
        return tuple([self._entry(field) for field in self._field_rows(row)])

    def find(self, row: int, label: str) -> Entry | None:
        """The first field of that label in the struct in ``row``; None where there is none."""
        texts, labels = self.texts, self._field_labels
        for field in self._field_rows(row):
            if texts[labels[field]] == label:
                return self._entry(field)
        return None

    @cached_property
    def _field_labels(self) -> list[int]:
        labels: list[int] = self.fields["label"].tolist()
        return labels

    def _field_rows(self, row: int) -> tuple[int, ...]:
        _, start, count = _ROW.unpack_from(self.data, self.struct_offset(row))
        if count < 2:
            return (start,)[:count]
        return struct.unpack_from(f"<{count}I", self.field_indices, start)

    def _entry(self, row: int) -> Entry:
        place = self.field_offset(row)
        number, label, start = _ROW.unpack_from(self.data, place)
        field_type = _TYPES[number]
        value: bytes | Body | tuple[Body, ...]
        if field_type in HEAD_SIZES:
            value = slice_value(field_type, self.field_data, start)
        elif field_type is GffType.STRUCT:
            value = self.body(start)
        elif field_type is GffType.LIST:
            value = self._list(start)
        else:
            value = self.data[place + 8 : place + 12]
        return Entry(self.texts[label], field_type, value, row)

    def _list(self, start: int) -> tuple[Body, ...]:
        count = _NUMBER.unpack_from(self.list_indices, start)[0]
        rows = struct.unpack_from(f"<{count}I", self.list_indices, start + _NUMBER.size)
        return tuple([self.body(row) for row in rows])

    def dump(self) -> dict[str, Any]:
        """The header and every table as plain lists and dictionaries, ready for JSON."""
        tables = {}
        for slot in SLOTS:
            rows = getattr(self, slot.table.name.replace(" ", "_"))
            if slot.in_bytes:
                size = slot.table.dtype.itemsize
                rows = np.frombuffer(rows, slot.table.dtype, len(rows) // size)
            tables[slot.table.name] = slot.table.dump(rows)
        return {"header": HEADER.dump_row(self.header), **tables}


@lru_cache(4096)
def _label_text(label: bytes) -> str:
    # The same few labels are in all files of a kind.
    return decode_text(label.partition(b"\0")[0])


def parse_tables(view: ByteView) -> tuple[GffTables, list[Problem]]:
    """The tables of a file that starts like a GFF, and what is odd about their places."""
    header = view.array("header", HEADER.dtype, 1, 0)[0]
    spans = [(0, HEADER.dtype.itemsize, "header")]
    parts: list[Any] = []
    for slot in SLOTS:
        length = int(header[slot.length])
        # As in the other binary formats, the offset of an empty table means nothing.
        offset = int(header[slot.offset]) if length else 0
        dtype = np.dtype("u1") if slot.in_bytes else slot.table.dtype
        rows = view.array(slot.table.name, dtype, length, offset)
        parts.append(rows.tobytes() if slot.in_bytes else rows)
        if length:
            spans.append((offset, offset + rows.nbytes, slot.table.name))
    problems = survey_spans(view.data, spans)[1]
    return GffTables(view.data, header, *parts), problems


def _restore(data: bytes) -> GffTables:
    return parse_tables(ByteView(data))[0]
