"""GFF files (ARE, GIT, IFO, PTH, UTD …) as documents: structs, with a field a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import encode_text
from kotorlevel.formats.gff import Gff, LocalizedString, format_gff, parse_gff
from kotorlevel.formats.gff.body import NO_ROW, Body, Entry, Made
from kotorlevel.formats.gff.structs import DEEPEST, LONGEST_LABEL, ROOT_ID, body_of, struct_of
from kotorlevel.formats.gff.values import (
    HEAD_SIZES,
    GffType,
    decode_value,
    encode_value,
    find_localized_end,
)
from kotorlevel.mesh.jsonform.numbers import plain_number, read_float
from kotorlevel.mesh.jsonform.stored import JsonFile, belongs, check_sum, digest, made
from kotorlevel.mesh.jsonform.values import At, plain_bytes

NAME = "gff"
TYPES = {kind.name: kind for kind in GffType}
_FLOAT_SIZES = {GffType.FLOAT: 4, GffType.DOUBLE: 8}
_VECTORS = {GffType.VECTOR: 3, GffType.ORIENTATION: 4}


def encode(data: bytes, source: str = "") -> dict[str, Any]:
    """The document of a GFF."""
    gff = parse_gff(data, source)
    root = body_of(gff.root)
    meaning = _meaning(gff.kind, root)
    if _format(gff.kind, root, list(_numbers(root, with_order=False))) == data:
        return meaning
    stored: dict[str, Any] = {"of": check_sum(meaning), "file": digest(data)}
    order = list(_numbers(root, with_order=True))
    if _format(gff.kind, root, order) == data:
        return {**meaning, "stored": {**stored, "order": order}}
    return {**meaning, "stored": {**stored, "bytes": plain_bytes(data)}}


def _meaning(kind: str, root: Body) -> dict[str, Any]:
    return {"kind": kind, "root": _struct(root, ROOT_ID)}


def _numbers(root: Body, *, with_order: bool) -> Iterator[int]:
    """The row of each struct, and behind it those of its fields, from the top."""
    stack = [root]
    while stack:
        body = stack.pop()
        yield body.row if with_order else NO_ROW
        for entry in body.entries:
            yield entry.row if with_order else NO_ROW
        children = [child for entry in body.entries for child in entry.children]
        stack += reversed(children)


def _format(kind: str, root: Body, rows: list[int]) -> bytes | None:
    """The file of a tree whose structs and fields stood in these rows; None for none."""
    left = iter(rows)
    try:
        placed = _placed(root, Made(), left)
        return None if list(left) else format_gff(Gff(kind, struct_of(placed)))
    except (FormatError, StopIteration):
        return None


def _placed(body: Body, origin: Made, rows: Iterator[int]) -> Body:
    """The same struct, with everything in it, in other rows; each takes the next of ``rows``."""
    row = next(rows)
    numbers = [next(rows) for _ in body.entries]
    entries = []
    for entry, number in zip(body.entries, numbers, strict=True):
        data = entry.data
        if isinstance(data, Body):
            data = _placed(data, origin, rows)
        elif isinstance(data, tuple):
            data = tuple([_placed(child, origin, rows) for child in data])
        entries.append(Entry(entry.label, entry.type, data, number))
    return Body(body.id, tuple(entries), origin, row)


# Values → JSON


def _struct(body: Body, usual: int | None = None) -> dict[str, Any]:
    number = {} if body.id == usual else {"id": body.id}
    return {**number, "fields": [_field(entry) for entry in body.entries]}


def _field(entry: Entry) -> list[Any]:
    """``[label, type, value]``; and what its bytes are where the value alone would give others."""
    row: list[Any] = [entry.label, entry.type.name]
    if isinstance(entry.data, Body):
        return [*row, _struct(entry.data)]
    if isinstance(entry.data, tuple):
        return [*row, [_struct(child) for child in entry.data]]
    value = _plain(entry.type, entry.data)
    try:
        usual = _bytes_of(entry.type, At(value))
    except FormatError:
        usual = None
    return [*row, value] if usual == entry.data else [*row, value, entry.data.hex()]


def _plain(kind: GffType, data: bytes) -> Any:
    value = decode_value(kind, data)
    if kind in _FLOAT_SIZES:
        return plain_number(data)
    if kind in _VECTORS:
        return [plain_number(data[at : at + 4]) for at in range(0, 4 * _VECTORS[kind], 4)]
    if kind is GffType.VOID:
        return plain_bytes(value)
    if isinstance(value, LocalizedString):
        return {"strref": value.strref, "texts": [list(pair) for pair in value.strings]}
    return value


# JSON → values


def decode(document: At) -> JsonFile:
    """The file of a document."""
    document.only(("format", "version", "kind", "root", "stored"))
    kind = document.need("kind").text().ljust(4)
    if len(kind) != 4:
        raise document.inner("kind").error("is not four letters")
    root = _read_struct(document.need("root"), 1, ROOT_ID)
    stored = document.inner("stored")
    shown = kind.rstrip()
    if belongs(document, _meaning(kind, root)):
        if stored.has("bytes"):
            data: bytes | None = stored.inner("bytes").from_base64()
        else:
            rows = [each.integer(NO_ROW, 2**32 - 1) for each in stored.need("order").items()]
            data = _format(kind, root, rows)
        if data is None:
            raise stored.need("order").error("is not the order of these structs and fields")
        return made(NAME, document, data, is_same=True, kind=shown)
    data = format_gff(Gff(kind, struct_of(root)))
    return made(NAME, document, data, is_same=False, kind=shown)


def _read_struct(at: At, depth: int, usual: int | None = None) -> Body:
    if depth > DEEPEST:
        raise at.error(f"structs stand inside each other more than {DEEPEST} deep")
    at.only(("id", "fields"))
    if usual is not None and not at.has("id"):
        number = usual
    else:
        number = at.need("id").integer(0, 2**32 - 1)
    entries = tuple([_read_field(each, depth) for each in at.need("fields").items()])
    return Body(number, entries)


def _read_field(at: At, depth: int) -> Entry:
    if not isinstance(at.value, list) or len(at.value) not in (3, 4):
        raise at.error("is not a label, a type and a value")
    label = at[0].text()
    if len(encode_text(label)) > LONGEST_LABEL or "\0" in label:
        raise at[0].error(f"is no label: up to {LONGEST_LABEL} letters, no NUL")
    kind = TYPES[at[1].choice(TYPES)]
    named = At(at.value[2], f"{at.path} {label!r}" if label.isprintable() else at.path, at.source)
    if kind is GffType.STRUCT:
        return Entry(label, kind, _read_struct(named, depth + 1))
    if kind is GffType.LIST:
        return Entry(label, kind, tuple([_read_struct(e, depth + 1) for e in named.items()]))
    if len(at.value) == 4:
        raw = at[3].from_hex()
        if _is_of(kind, raw, at.value[2]):
            return Entry(label, kind, raw)
    return Entry(label, kind, _bytes_of(kind, named))


def _is_of(kind: GffType, raw: bytes, value: Any) -> bool:
    """True where stored bytes are those of one value, and it is still this one."""
    if len(raw) < HEAD_SIZES.get(kind, 4):
        return False
    length = int.from_bytes(raw[:4], "little")
    size = {
        GffType.STRING: 4 + length,
        GffType.VOID: 4 + length,
        GffType.RESREF: 1 + raw[0],
    }.get(kind, HEAD_SIZES.get(kind, 4))
    if kind is GffType.LOCALIZED:
        size = max(find_localized_end(raw, 0) or len(raw) + 1, 4 + length)
    return size == len(raw) and bool(_plain(kind, raw) == value)


def _bytes_of(kind: GffType, at: At) -> bytes:
    """The stored bytes of a value."""
    if kind in _FLOAT_SIZES:
        return read_float(at, _FLOAT_SIZES[kind])
    if kind in _VECTORS:
        items = list(at.items())
        if len(items) != _VECTORS[kind]:
            raise at.error(f"has {len(items)} numbers, not {_VECTORS[kind]}")
        return b"".join(read_float(each) for each in items)
    value = at.value
    if kind is GffType.VOID:
        value = at.from_base64()
    elif kind is GffType.LOCALIZED:
        value = _read_localized(at)
    elif kind in (GffType.STRING, GffType.RESREF):
        value = at.text()
    else:
        value = at.integer(-(2**63), 2**64 - 1)
    try:
        return encode_value(kind, value)
    except FormatError as error:
        raise FormatError(error.message, source=at.source, section=at.path) from None


def _read_localized(at: At) -> LocalizedString:
    at.only(("strref", "texts"))
    texts = []
    for pair in at.need("texts").items():
        if not isinstance(pair.value, list) or len(pair.value) != 2:
            raise pair.error("is not the key of a language and a text")
        texts.append((pair[0].integer(0, 2**32 - 1), pair[1].text()))
    strref = at.need("strref").integer(-(2**31), 2**32 - 1)
    return LocalizedString(strref, tuple(texts))
