"""Archives (ERF, MOD, SAV, HAK, RIM, BIF) as documents: what is in them, as documents again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import find_type
from kotorlevel.core.text import decode_text, encode_text
from kotorlevel.formats.archives import Archive, Entry, build_bif, new_archive, read_archive
from kotorlevel.formats.archives.key import ROW_BITS
from kotorlevel.formats.archives.tables import SHAPES
from kotorlevel.mesh.jsonform.stored import (
    JsonFile,
    check_sum,
    differing_rows,
    digest,
    made,
    read_differing,
)
from kotorlevel.mesh.jsonform.values import At, plain_bytes

NAME = "archive"
Encode = Callable[[bytes, str], dict[str, Any] | None]
Decode = Callable[[At], bytes]
_HEADER = ("description_strref", "build_year", "build_day")
_NUMBERS = {"description_strref": 0xFFFF_FFFF, "build_year": 0, "build_day": 0}


def encode(data: bytes, inner: Encode) -> dict[str, Any]:
    """The document of an archive; ``inner`` makes that of a resource, or None where there is none.

    It is called with the bytes and the name of the resource, and has to be byte-exact.
    """
    archive = read_archive(data)
    meaning: dict[str, Any] = {"kind": archive.kind}
    if archive.shape.described:
        meaning.update(
            {
                name: int(archive.header[name])
                for name in _HEADER
                if int(archive.header[name]) != _NUMBERS[name]
            }
        )
        if archive.descriptions:
            meaning["descriptions"] = [
                [language, decode_text(text)] for language, text in archive.descriptions
            ]
    if not archive.shape.named and len(archive):
        meaning["number"] = int(archive.column("id")[0]) >> ROW_BITS
    contents = [_read(archive, entry) for entry in archive.entries]
    meaning["entries"] = [
        _entry(archive, entry, content, inner)
        for entry, content in zip(archive.entries, contents, strict=True)
    ]
    stored = _describe_stored(archive, meaning, contents, data)
    return {**meaning, "stored": stored} if stored else meaning


def _read(archive: Archive, entry: Entry) -> bytes:
    """The bytes of an entry; none where they lie outside the file: that is kept as a whole."""
    return b"" if archive.find_fault(entry) else archive.read(entry)


def _entry(archive: Archive, entry: Entry, content: bytes, inner: Encode) -> dict[str, Any]:
    found: dict[str, Any] = {"name": entry.name} if archive.shape.named else {}
    found["type"] = entry.extension
    document = inner(content, entry.filename)
    if document is not None:
        return {**found, "json": document}
    return {**found, "base64": plain_bytes(content)}


def _sum(meaning: dict[str, Any], contents: list[bytes]) -> str:
    """A check sum of the meaning, with the bytes of the entries in place of their documents."""
    named = [
        {key: each[key] for key in ("name", "type") if key in each} for each in meaning["entries"]
    ]
    return digest(check_sum({**meaning, "entries": named}).encode(), *contents)


def _build(meaning: dict[str, Any], contents: list[bytes]) -> Archive:
    """An archive made anew. Raises `FormatError` for what none can hold."""
    entries = meaning["entries"]
    if meaning["kind"] == "BIF":
        pairs = zip(entries, contents, strict=True)
        return build_bif(meaning.get("number", 0), [(each["type"], data) for each, data in pairs])
    resources = [
        (each["name"], each["type"], data) for each, data in zip(entries, contents, strict=True)
    ]
    described: dict[str, Any] = {}
    if SHAPES[meaning["kind"]].described:
        pairs_of = meaning.get("descriptions", ())
        described["descriptions"] = [(code, encode_text(text)) for code, text in pairs_of]
        described["description_strref"] = meaning.get("description_strref", 0xFFFF_FFFF)
    archive = new_archive(meaning["kind"], resources, **described)
    days = {name: meaning[name] for name in _HEADER[1:] if meaning.get(name)}
    if not days:
        return archive
    header = np.array(archive.header, archive.shape.header.dtype)
    for name, value in days.items():
        header[name] = value
    data = archive.to_bytes()
    return read_archive(header.tobytes() + data[header.nbytes :])


def _describe_stored(
    archive: Archive, meaning: dict[str, Any], contents: list[bytes], data: bytes
) -> dict[str, Any]:
    """What the file has that one made anew would not have; nothing where they are the same."""
    of = {"of": _sum(meaning, contents), "file": digest(data)}
    try:
        anew = _build(meaning, contents)
    except FormatError:
        return {**of, "bytes": plain_bytes(data)}
    if anew.to_bytes() == data:
        return {}
    covered = _assemble(archive.shape, archive.header, archive.tables, meaning, contents, len(data))
    gaps = _gaps(covered, data)
    found = {
        **of,
        **_differences(archive, anew),
        "gaps": [[at, plain_bytes(part)] for at, part in gaps],
        "size": len(data),
    }
    is_short = sum(len(part) for _, part in gaps) <= len(data) // 2
    try:
        if is_short and _read_stored(At(found), anew, meaning, contents) == data:
            return found
    except FormatError:
        pass  # parts over each other, or outside the file
    return {**of, "bytes": plain_bytes(data)}


def _differences(archive: Archive, anew: Archive) -> dict[str, Any]:
    """The fields of the header and the rows of the tables that one made anew would not have."""
    own, usual = archive.header, anew.header
    header = {
        f.name: own[f.name].tobytes().hex() if f.type[0] in "SV" else int(own[f.name])
        for f in archive.shape.header.fields
        if own[f.name].tobytes() != usual[f.name].tobytes()
    }
    tables = {
        slot.table.name: rows
        for slot in archive.shape.slots
        if (name := slot.table.name)
        and (rows := differing_rows(slot.table, archive.tables[name], anew.tables[name]))
    }
    found: dict[str, Any] = {"header": header, "tables": tables}
    return {key: value for key, value in found.items() if value}


def _assemble(
    shape: Any, header: Any, tables: Any, meaning: dict[str, Any], contents: list[bytes], size: int
) -> tuple[bytearray, bytearray]:
    """The parts of a file in their places, and which bytes they cover."""
    image, covered = bytearray(size), bytearray(size)

    def put(place: int, part: bytes) -> None:
        if place + len(part) <= size:
            image[place : place + len(part)] = part
            covered[place : place + len(part)] = b"\1" * len(part)

    put(0, header.tobytes())
    if shape.described:
        place = int(header["localized_offset"])
        for code, text in meaning.get("descriptions", ()):
            letters = encode_text(text)
            part = code.to_bytes(4, "little") + len(letters).to_bytes(4, "little") + letters
            put(place, part)
            place += len(part)
    for slot in shape.slots:
        rows = tables[slot.table.name]
        if len(rows):
            put(int(header[slot.offset]) or slot.default_offset, rows.tobytes())
    offsets = tables[shape.slot_of("offset").table.name]["offset"].tolist()
    for place, content in zip(offsets, contents, strict=False):
        put(place, content)
    return image, covered


def _gaps(parts: tuple[bytearray, bytearray], data: bytes) -> list[tuple[int, bytes]]:
    """What the file has where no part stands, or another: place and bytes."""
    image, covered = (np.frombuffer(bytes(each), np.uint8) for each in parts)
    own = np.frombuffer(data, np.uint8)
    wrong = ((covered == 0) | (image != own)).astype(np.int8)
    steps = np.flatnonzero(np.diff(wrong, prepend=0, append=0))
    return [(a, data[a:b]) for a, b in steps.reshape(-1, 2).tolist()]


def _fill(image: bytearray, gaps: list[tuple[int, bytes]]) -> bytes:
    for place, part in gaps:
        image[place : place + len(part)] = part
    return bytes(image)


def decode(document: At, inner: Decode) -> JsonFile:
    """The file of a document; ``inner`` gives the bytes of a document inside it."""
    document.only(
        ("format", "version", "kind", "number", "descriptions", "entries", "stored", *_HEADER)
    )
    meaning, contents = _read_meaning(document, inner)
    kind = meaning["kind"]
    stored = document.inner("stored")
    is_same = document.has("stored") and stored.need("of").value == _sum(meaning, contents)
    if is_same and stored.has("bytes"):
        return made(NAME, document, stored.inner("bytes").from_base64(), is_same=True, kind=kind)
    try:
        archive = _build(meaning, contents)
    except FormatError as error:
        error.source, error.section = document.source, error.section or "entries"
        raise
    if not is_same:
        return made(NAME, document, archive.to_bytes(), is_same=False, kind=kind)
    data = _read_stored(stored, archive, meaning, contents)
    return made(NAME, document, data, is_same=True, kind=kind)


def _read_meaning(document: At, inner: Decode) -> tuple[dict[str, Any], list[bytes]]:
    kind = document.need("kind").choice(SHAPES)
    meaning: dict[str, Any] = {"kind": kind}
    for name in _HEADER:
        if document.has(name):
            meaning[name] = document.inner(name).integer(0, 2**32 - 1)
    if document.has("descriptions"):
        pairs = []
        for pair in document.inner("descriptions").items():
            if not isinstance(pair.value, list) or len(pair.value) != 2:
                raise pair.error("is not the number of a language and a text")
            pairs.append([pair[0].integer(0, 2**32 - 1), pair[1].text()])
        meaning["descriptions"] = pairs
    if document.has("number"):
        meaning["number"] = document.inner("number").integer(0, (1 << 32 - ROW_BITS) - 1)
    entries, contents = [], []
    for entry in document.need("entries").items():
        entry.only(("name", "type", "json", "base64"))
        found: dict[str, Any] = {}
        if SHAPES[kind].named:
            found["name"] = entry.need("name").text()
        found["type"] = entry.need("type").text()
        if find_type(found["type"]) is None:
            raise entry.inner("type").error("is not a type of resource")
        entries.append(found)
        is_document = entry.has("json")
        contents.append(
            inner(entry.inner("json")) if is_document else entry.need("base64").from_base64()
        )
    meaning["entries"] = entries
    return meaning, contents


def _read_stored(
    stored: At, archive: Archive, meaning: dict[str, Any], contents: list[bytes]
) -> bytes:
    stored.only(("of", "file", "header", "tables", "gaps", "size"))
    shape = archive.shape
    header = np.array(archive.header, shape.header.dtype)
    if stored.has("header"):
        given = stored.inner("header")
        known = {f.name: f for f in shape.header.fields}
        given.only(known)
        for name in given.object():
            field = np.dtype(known[name].type)
            is_raw = field.kind in "SV"
            if is_raw:
                header[name] = np.frombuffer(given.inner(name).from_hex(field.itemsize), field)[0]
            else:
                header[name] = given.inner(name).integer(0, 2**32 - 1)
    tables = dict(archive.tables)
    if stored.has("tables"):
        given = stored.inner("tables")
        by_name = {slot.table.name: slot.table for slot in shape.slots}
        given.only(by_name)
        for name in given.object():
            tables[name] = read_differing(by_name[name], given.inner(name), tables[name])
    gaps = []
    for each in stored.need("gaps").items():
        if not isinstance(each.value, list) or len(each.value) != 2:
            raise each.error("is not an offset and bytes")
        gaps.append((each[0].integer(0, 2**32 - 1), each[1].from_base64()))
    room = header.nbytes + sum(map(len, contents)) + sum(len(part) for _, part in gaps)
    room += sum(rows.nbytes for rows in tables.values())
    room += sum(8 + len(text) for _, text in meaning.get("descriptions", ()))
    size = stored.need("size").integer(0, room)
    image, _ = _assemble(shape, header, tables, meaning, contents, size)
    for number, (place, part) in enumerate(gaps):
        if place + len(part) > size:
            raise stored.inner("gaps")[number].error("lies behind the end of the file")
    return _fill(image, gaps)
