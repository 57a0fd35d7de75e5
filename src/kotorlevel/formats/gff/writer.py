"""`Gff` → bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.atomic import Target, write_target
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import encode_text
from kotorlevel.formats.gff.body import NO_ROW, Body, Entry, Origin
from kotorlevel.formats.gff.structs import DEEPEST, LONGEST_LABEL, body_of
from kotorlevel.formats.gff.tables import HEADER, SLOTS, VERSION
from kotorlevel.formats.gff.values import HEAD_SIZES, GffType

if TYPE_CHECKING:
    from kotorlevel.formats.gff.file import Gff

_LARGEST_FILE = 2**32 - 1
_NO_FIELDS = 0xFFFFFFFF
_WORD = 4


def write_gff(gff: Gff, target: Target) -> None:
    """Write ``gff`` to a path (atomically) or an open binary file."""
    write_target(format_gff(gff), target)


def format_gff(gff: Gff) -> bytes:
    """The bytes of ``gff``: as read when unedited, else written anew in the games' own form.

    Raises `FormatError` for a tree that no reader would take: too deep, or larger than 4 GiB.
    """
    stored = gff.stored.bytes_for(gff.content) if gff.stored else None
    if stored is not None:
        return stored
    tree = _Tree()
    tree.add(body_of(gff.root))
    return _join(encode_text(gff.kind), _Tables.of(tree))


@dataclass(eq=False, slots=True)
class _Struct:
    """A struct of the tree: the numbers of its fields, and the row it had in a file."""

    id: int
    row: int
    fields: list[int] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class _Field:
    """A field of the tree: the numbers of the structs in it, and the row it had in a file."""

    entry: Entry
    row: int
    structs: list[int] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class _Tree:
    """Structs and fields, each before what is in it: the order of most of the games' files."""

    structs: list[_Struct] = field(default_factory=list)
    fields: list[_Field] = field(default_factory=list)
    origin: Origin | None = None

    def add(self, body: Body, depth: int = 1) -> int:
        """Add a struct and everything in it; its number."""
        if depth > DEEPEST:
            raise FormatError(f"structs stand inside each other more than {DEEPEST} deep")
        self.origin = self.origin or body.origin
        # The rows of structs from another file say nothing about their order in this one.
        at_home = body.origin is self.origin
        number = len(self.structs)
        struct = _Struct(body.id, body.row if at_home else NO_ROW)
        self.structs.append(struct)
        for entry in body.entries:
            struct.fields.append(len(self.fields))
            added = _Field(entry, entry.row if at_home else NO_ROW)
            self.fields.append(added)
            added.structs = [self.add(child, depth + 1) for child in entry.children]
        return number


def _order(rows: Iterable[int]) -> list[int]:
    """The numbers of ``rows`` in the order of a file: by row, what is new behind its neighbour.

    The games' tools write structs and fields in the order in which they were made, which is not
    always from the top: a conversation's later fields stand behind everything else.
    """
    keys = []
    used = set()
    last = NO_ROW
    for row in rows:
        if row != NO_ROW and row not in used:  # a copy stands behind what was copied with it
            used.add(row)
            last = row
        keys.append(last)
    return sorted(range(len(keys)), key=keys.__getitem__)


def _inverse(order: Sequence[int]) -> list[int]:
    """Old number → its place in ``order``."""
    places = [0] * len(order)
    for place, number in enumerate(order):
        places[number] = place
    return places


@dataclass(eq=False, slots=True)
class _Tables:
    """The six tables of a file, in the making."""

    structs: list[tuple[int, int, int]] = field(default_factory=list)
    fields: list[tuple[int, int, int]] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    data: bytearray = field(default_factory=bytearray)
    indices: list[int] = field(default_factory=list)
    lists: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, tree: _Tree) -> _Tables:
        """The tables of ``tree``."""
        tables = cls()
        root_first = [NO_ROW, *(struct.row for struct in tree.structs[1:])]
        struct_order = _order(root_first)
        field_order = _order(field.row for field in tree.fields)
        struct_rows, field_rows = _inverse(struct_order), _inverse(field_order)
        for number in field_order:
            children = [struct_rows[child] for child in tree.fields[number].structs]
            tables.add_field(tree.fields[number].entry, children)
        for number in struct_order:
            struct = tree.structs[number]
            tables.add_struct(struct.id, [field_rows[field] for field in struct.fields])
        return tables

    def add_field(self, entry: Entry, children: list[int]) -> None:
        """Add a field with the rows of the structs in it."""
        label = self.labels.setdefault(entry.label, len(self.labels))
        if entry.type is GffType.STRUCT:
            value = children[0]
        elif entry.type is GffType.LIST:
            value = _WORD * len(self.lists)
            self.lists += [len(children), *children]
        elif entry.type in HEAD_SIZES:
            value = len(self.data)
            self.data += _bytes_of(entry)
        else:
            value = int.from_bytes(_bytes_of(entry), "little")
        self.fields.append((int(entry.type), label, value))

    def add_struct(self, struct_id: int, fields: list[int]) -> None:
        """Add a struct with the rows of its fields."""
        value = _NO_FIELDS
        if len(fields) == 1:
            value = fields[0]
        elif fields:
            value = _WORD * len(self.indices)
            self.indices += fields
        self.structs.append((struct_id, value, len(fields)))


def _bytes_of(entry: Entry) -> bytes:
    assert isinstance(entry.data, bytes)
    return entry.data


def _join(kind: bytes, tables: _Tables) -> bytes:
    """The file of these tables, packed in the games' order."""
    data = len(tables.data)
    words = 3 * (len(tables.structs) + len(tables.fields)) + len(tables.indices)
    size = HEADER.dtype.itemsize + _WORD * (words + len(tables.lists)) + data
    if size + LONGEST_LABEL * len(tables.labels) > _LARGEST_FILE:
        raise FormatError("the file would be larger than 4 GiB", section="header")
    parts = (
        np.array(tables.structs, "<u4").tobytes(),
        np.array(tables.fields, "<u4").tobytes(),
        b"".join(encode_text(label).ljust(LONGEST_LABEL, b"\0") for label in tables.labels),
        bytes(tables.data),
        np.array(tables.indices, "<u4").tobytes(),
        np.array(tables.lists, "<u4").tobytes(),
    )
    header = np.zeros((), HEADER.dtype)
    header["kind"], header["version"] = kind, VERSION
    free = HEADER.dtype.itemsize
    for slot, part in zip(SLOTS, parts, strict=True):
        header[slot.offset] = free
        header[slot.length] = len(part) // (1 if slot.in_bytes else slot.table.dtype.itemsize)
        free += len(part)
    return header.tobytes() + b"".join(parts)
