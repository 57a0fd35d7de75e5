"""GFF files and trees made in code."""

from __future__ import annotations

import math
import struct
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import decode_text
from kotorlevel.formats.gff import Gff, GffType, LocalizedString, Struct, StructList, parse_gff

HEADER_FIELDS = {
    "struct_offset": 8,
    "struct_count": 12,
    "field_offset": 16,
    "field_count": 20,
    "label_offset": 24,
    "label_count": 28,
    "data_offset": 32,
    "data_size": 36,
    "index_offset": 40,
    "index_size": 44,
    "list_offset": 48,
    "list_size": 52,
}
"""Header field → its place, written down from the description and not from the code."""


def words(*numbers: int) -> bytes:
    """u32 numbers."""
    return struct.pack(f"<{len(numbers)}I", *numbers)


def gff_bytes(
    structs: Sequence[tuple[int, int, int]] = ((0xFFFFFFFF, 0xFFFFFFFF, 0),),
    fields: Sequence[tuple[int, int, int]] = (),
    labels: Sequence[bytes] = (),
    data: bytes = b"",
    indices: bytes = b"",
    lists: bytes = b"",
    kind: bytes = b"GFF ",
    **header: int,
) -> bytes:
    """A file from its parts, right or wrong; ``header`` fields are what they should be or given."""
    parts = [
        b"".join(words(*row) for row in structs),
        b"".join(words(*row) for row in fields),
        b"".join(label.ljust(16, b"\0") for label in labels),
        data,
        indices,
        lists,
    ]
    counts = [len(structs), len(fields), len(labels), len(data), len(indices), len(lists)]
    numbers = []
    place = 56
    for part, count in zip(parts, counts, strict=True):
        numbers += [place, count]
        place += len(part)
    return patched(kind + b"V3.2" + words(*numbers) + b"".join(parts), **header)


def patched(file: bytes, **header: int) -> bytes:
    """``file`` with header fields overwritten."""
    changed = bytearray(file)
    for name, value in header.items():
        struct.pack_into("<I", changed, HEADER_FIELDS[name], value)
    return bytes(changed)


def one_field(field_type: int, value: int, data: bytes = b"", lists: bytes = b"") -> bytes:
    """A file whose root has one field, called ``A``."""
    return gff_bytes([(0xFFFFFFFF, 0, 1)], [(field_type, 0, value)], [b"A"], data=data, lists=lists)


def small_gff() -> Gff:
    """A small area: two doors, a struct, and a value of every other type."""
    doors = [
        Struct([("Tag", GffType.STRING, tag), ("X", GffType.FLOAT, x)], 8)
        for tag, x in (("gate", 1.5), ("hatch", -2.0))
    ]
    inner = Struct([("Only", GffType.CHAR, -3)], 100)
    name = LocalizedString(42, ((0, "Gate"), (3, "Porte")))
    fields = [
        ("Byte", GffType.BYTE, 200),
        ("Word", GffType.WORD, 60_000),
        ("Short", GffType.SHORT, -300),
        ("Door List", GffType.LIST, doors),
        ("Dword", GffType.DWORD, 4_000_000_000),
        ("Int", GffType.INT, -2_000_000_000),
        ("Dword64", GffType.DWORD64, 2**63 + 1),
        ("Int64", GffType.INT64, -(2**62)),
        ("Inner", GffType.STRUCT, inner),
        ("Double", GffType.DOUBLE, math.pi),
        ("ResRef", GffType.RESREF, "m55aa_01"),
        ("Name", GffType.LOCALIZED, name),
        ("Void", GffType.VOID, b"\0\1\xff"),
        ("Empty", GffType.LIST, []),
        ("Turn", GffType.ORIENTATION, (1.0, 0.0, 0.0, 0.25)),
        ("Place", GffType.VECTOR, (1.0, 2.0, 3.5)),
        ("Line", GffType.STRREF, -1),
    ]
    return Gff("GIT ", Struct(fields))


def tree_of(node: Struct) -> Any:
    """A struct in the form of the slow reader."""
    fields: list[tuple[str, int, Any]] = []
    for label, field_type, found in node.fields:
        value = found
        if isinstance(value, Struct):
            value = tree_of(value)
        elif isinstance(value, StructList):
            value = [tree_of(item) for item in value]
        elif isinstance(value, LocalizedString):
            value = (value.strref, list(value.strings))
        fields.append((label, int(field_type), value))
    return node.id, fields


def survives(data: bytes) -> Gff | None:
    """The file in ``data``, or None where it is refused; anything else fails the test.

    What is read can be walked through to the last value, and written anew.
    """
    try:
        gff = parse_gff(data, "x.git")
    except FormatError as error:
        assert error.source == "x.git"
        assert error.section
        assert error.offset is not None
        assert str(error).isprintable()
        assert len(str(error)) < 600
        return None
    assert gff.to_bytes() == data
    assert all(str(problem).isprintable() for problem in gff.problems)
    gff.root.to_plain()
    again = parse_gff(replace(gff, stored=None).to_bytes())
    assert again.root == gff.root
    return gff


def peak_memory(action: Callable[[], Any]) -> int:
    """How many bytes ``action`` took at its highest, on top of what was there."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


EVERY_LETTER = decode_text(bytes(range(256)))
letters = st.text(st.sampled_from(EVERY_LETTER), max_size=8)
_labels = st.text(st.sampled_from(EVERY_LETTER[1:]), min_size=1, max_size=16)
_floats = st.floats(width=32, allow_nan=False)
_VALUES: dict[GffType, st.SearchStrategy[Any]] = {
    GffType.BYTE: st.integers(0, 2**8 - 1),
    GffType.CHAR: st.integers(-(2**7), 2**7 - 1),
    GffType.WORD: st.integers(0, 2**16 - 1),
    GffType.SHORT: st.integers(-(2**15), 2**15 - 1),
    GffType.DWORD: st.integers(0, 2**32 - 1),
    GffType.INT: st.integers(-(2**31), 2**31 - 1),
    GffType.DWORD64: st.integers(0, 2**64 - 1),
    GffType.INT64: st.integers(-(2**63), 2**63 - 1),
    GffType.FLOAT: _floats,
    GffType.DOUBLE: st.floats(allow_nan=False),
    GffType.STRING: letters,
    GffType.RESREF: st.text(st.sampled_from(EVERY_LETTER[1:]), max_size=16),
    GffType.LOCALIZED: st.builds(
        LocalizedString,
        st.integers(-(2**31), 2**31 - 1),
        st.lists(st.tuples(st.integers(0, 2**32 - 1), letters), max_size=3).map(tuple),
    ),
    GffType.VOID: st.binary(max_size=8),
    GffType.ORIENTATION: st.tuples(*[_floats] * 4),
    GffType.VECTOR: st.tuples(*[_floats] * 3),
    GffType.STRREF: st.integers(-(2**31), 2**31 - 1),
}


@st.composite
def structs(draw: st.DrawFn, depth: int = 3) -> Struct:
    """Structs with fields of every type, down to ``depth`` levels."""
    fields = []
    for label in draw(st.lists(_labels, max_size=5, unique=True)):
        inner = [GffType.STRUCT, GffType.LIST] if depth > 1 else []
        field_type = draw(st.sampled_from([*_VALUES, *inner, *inner]))
        value: Any
        if field_type is GffType.STRUCT:
            value = draw(structs(depth - 1))
        elif field_type is GffType.LIST:
            value = draw(st.lists(structs(depth - 1), max_size=3))
        else:
            value = draw(_VALUES[field_type])
        fields.append((label, field_type, value))
    return Struct(fields, draw(st.integers(0, 2**32 - 1)))


def gffs() -> st.SearchStrategy[Gff]:
    """Whole files."""
    kinds = st.text(st.sampled_from(EVERY_LETTER), max_size=4)
    return st.builds(Gff, kinds, structs())
