"""Archives packed by hand, number by number, from FACTS 9 and not from the code."""

from __future__ import annotations

import struct
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.archives import Archive, read_archive

ERF, MOD, RIM, BIF = b"ERF V1.0", b"MOD V1.0", b"RIM V1.0", b"BIFFV1  "
HEADER_SIZES = {ERF: 160, MOD: 160, b"SAV V1.0": 160, b"HAK V1.0": 160, RIM: 120, BIF: 20}
NOTHING: dict[Any, bytes] = {}


class Row(NamedTuple):
    """An entry; ``offset``, ``size`` and ``id`` are right unless given."""

    name: bytes
    type: int
    data: bytes = b""
    offset: int | None = None
    size: int | None = None
    id: int | None = None
    unused: int = 0


THREE = (Row(b"alpha", 2016, b"first"), Row(b"Beta", 3000, b"2nd"), Row(b"gamma", 9, b"the third"))


def archive_file(
    magic: bytes,
    rows: Sequence[Row] = THREE,
    *,
    order: Sequence[Any] | None = None,
    gaps: Mapping[Any, bytes] = NOTHING,
    descriptions: bytes = b"",
    languages: int = 0,
    built: tuple[int, int, int] = (0, 0, 0xFFFF_FFFF),
    reserved: bytes = b"",
    unknown: int = 0,
) -> bytes:
    """An archive whose parts stand in ``order``, each behind its gap; ``"end"`` has one, too.

    The parts are ``"text"`` (descriptions), ``"keys"``, ``"places"`` (ERF) and the numbers of rows.
    """
    erf = HEADER_SIZES[magic] == 160
    row_size = {160: 24, 120: 32, 20: 16}[HEADER_SIZES[magic]]
    parts: dict[Any, int] = {"keys": row_size * len(rows)}
    if erf:
        parts = {"text": len(descriptions), **parts, "places": 8 * len(rows)}
    parts |= {number: len(row.data) for number, row in enumerate(rows)}
    places: dict[Any, int] = {}
    image = bytearray(HEADER_SIZES[magic])
    for part in parts if order is None else order:
        image += gaps.get(part, b"")
        places[part] = len(image)
        image += bytes(parts[part])
    image += gaps.get("end", b"")

    def put(place: int, data: bytes) -> None:
        image[place : place + len(data)] = data

    for number, row in enumerate(rows):
        put(places[number], row.data)
        offset = places[number] if row.offset is None else row.offset
        size = len(row.data) if row.size is None else row.size
        own = number if row.id is None else row.id
        name = row.name.ljust(16, b"\0")
        where = struct.pack("<II", offset, size)
        if erf:
            packed = name + struct.pack("<IHH", own, row.type, row.unused)
            put(places["places"] + 8 * number, where)
        elif magic == RIM:
            packed = name + struct.pack("<II", row.type, own) + where
        else:
            packed = struct.pack("<I", own) + where + struct.pack("<I", row.type)
        put(places["keys"] + row_size * number, packed)
    if erf:
        put(places["text"], descriptions)
        tables = (places["text"], places["keys"], places["places"])
        head = struct.pack("<9I", languages, len(descriptions), len(rows), *tables, *built)
    elif magic == RIM:
        head = struct.pack("<III", unknown, len(rows), places["keys"])
    else:
        head = struct.pack("<III", len(rows), 0, places["keys"])
    put(0, magic + head + reserved)
    return bytes(image)


def key_file(
    bifs: Sequence[tuple[bytes, int, int]],
    keys: Sequence[tuple[bytes, int, int]],
    *,
    reserved: bytes = bytes(32),
    tail: bytes = b"",
) -> bytes:
    """A KEY of ``bifs`` (path, size, drives) and ``keys`` (name, type, id)."""
    names = b"".join(path + b"\0" for path, _, _ in bifs)
    place = 64 + 12 * len(bifs)
    at_keys = place + len(names)
    head = struct.pack("<6I", len(bifs), len(keys), 64, at_keys, 103, 200)
    image = b"KEY V1  " + head + reserved
    for path, size, drives in bifs:
        image += struct.pack("<IIHH", size, place, len(path) + 1, drives)
        place += len(path) + 1
    image += names
    for name, kind, number in keys:
        image += name.ljust(16, b"\0") + struct.pack("<HI", kind, number)
    return image + tail


def patched(data: bytes, place: int, value: int, size: int = 4) -> bytes:
    """``data`` with one number overwritten."""
    return data[:place] + value.to_bytes(size, "little") + data[place + size :]


def codes(archive: Any) -> list[str]:
    """The kinds of problems of an archive or a KEY, in their order."""
    return [problem.code for problem in archive.problems]


def check_error(error: FormatError) -> None:
    """What every error of a reader has."""
    assert error.section
    assert error.offset is not None
    assert str(error).isprintable()
    assert len(str(error)) < 600


def survives(data: bytes) -> Archive | None:
    """The archive in ``data``, or None where it is refused; anything else fails the test.

    Every entry is read as well, or refused with a place.
    """
    try:
        archive = read_archive(data)
    except FormatError as error:
        check_error(error)
        return None
    assert archive.to_bytes() == data
    assert len(archive.problems) <= 6 * 21 + 1  # six kinds that repeat, and the descriptions
    for problem in archive.problems:
        assert str(problem).isprintable()
        assert problem.text
        assert problem.offset is not None
    for entry in archive.entries:
        assert entry.filename
        try:
            found = archive.read(entry)
        except FormatError as error:
            check_error(error)
            assert entry.offset + entry.size > len(data)
        else:
            assert found == data[entry.offset : entry.offset + entry.size]
    return archive


def peak_memory(action: Callable[[], Any]) -> int:
    """How many bytes ``action`` took at its highest, on top of what was there."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
