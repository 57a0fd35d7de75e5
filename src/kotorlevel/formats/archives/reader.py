"""File → `Archive`: the header and the tables; resources stay where they are."""

from dataclasses import replace

from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.lazy_source import open_lazily
from kotorlevel.core.source import Source
from kotorlevel.core.text import describe_start
from kotorlevel.formats.archives.archive import Archive
from kotorlevel.formats.archives.image import Image, Piece
from kotorlevel.formats.archives.survey import find_problems
from kotorlevel.formats.archives.tables import KEY_MAGIC, MAGICS, SHAPES

_MAGIC_SIZE = 8
_LARGEST_DESCRIPTIONS = 1 << 20
_MOST_ENTRIES = 1 << 20  # as many as a BIF can have


def find_kind(data: bytes) -> str | None:
    """The kind of archive that begins with ``data``; None if it is none."""
    return MAGICS.get(bytes(data[:_MAGIC_SIZE]))


def read_archive(source: Source) -> Archive:
    """The archive in ``source``, whatever its extension says.

    Of a path only the header and the tables are read; the file is not kept open. Raises
    `FormatError` where a table leaves the file.
    """
    lazy = open_lazily(source)
    return parse_image(Image.joined([Piece.of(lazy)], lazy.name))


def parse_image(image: Image) -> Archive:
    """The archive in ``image``."""
    start = image.read(0, min(_MAGIC_SIZE, image.size), "header")
    kind = find_kind(start)
    if kind is None:
        raise FormatError(_no_archive(start), source=image.name, section="header", offset=0)
    shape = SHAPES[kind]
    header = image.array("header", shape.header.dtype, 1, 0)[0]
    tables = {}
    for slot in shape.slots:
        count = int(header[slot.count])
        # The offset of an empty table means nothing.
        offset = (int(header[slot.offset]) or slot.default_offset) if count else 0
        rows = image.array(slot.table.name, slot.table.dtype, count, offset, _MOST_ENTRIES)
        tables[slot.table.name] = rows
    archive = Archive(kind, image, header, tables)
    problems: list[Problem] = []
    descriptions = _read_descriptions(archive, problems) if shape.described else ()
    problems += find_problems(archive)
    return replace(archive, descriptions=descriptions, problems=tuple(problems))


def _no_archive(start: bytes) -> str:
    if not start:
        return "the file is empty"
    if start == KEY_MAGIC:
        return "this is a KEY, the index of BIFs, and no archive itself"
    known = ", ".join(f"'{magic.decode()}'" for magic in MAGICS)
    return f"this is no archive: {describe_start(start)}, not with {known}"


def _read_descriptions(archive: Archive, problems: list[Problem]) -> tuple[tuple[int, bytes], ...]:
    """The descriptions, each with its language; of broken ones those before the fault."""
    count, size, offset = (
        int(archive.header[name])
        for name in ("language_count", "localized_size", "localized_offset")
    )
    if not count:
        return ()
    if fault := _find_descriptions_fault(archive.image, count, size, offset):
        problems.append(Problem(fault, "descriptions", offset, code="descriptions"))
        return ()
    data = archive.image.read(offset, size, "descriptions")
    found: list[tuple[int, bytes]] = []
    place = 0
    while len(found) < count:
        language, length = (
            int.from_bytes(data[place + at : place + at + 4], "little") for at in (0, 4)
        )
        text = data[place + 8 : place + 8 + length]
        if place + 8 + length > size:
            wrong = f"{count:,} are announced; number {len(found)} does not fit in {size:,} bytes"
            problems.append(Problem(wrong, "descriptions", offset + place, code="descriptions"))
            break
        found.append((language, text))
        place += 8 + length
    return tuple(found)


def _find_descriptions_fault(image: Image, count: int, size: int, offset: int) -> str | None:
    """Why the descriptions are not read at all."""
    if not size:
        return f"{count:,} are announced, in no bytes"
    if offset + size > image.size:
        return f"{size:,} bytes end at 0x{offset + size:x}, the file ends at 0x{image.size:x}"
    if size > _LARGEST_DESCRIPTIONS:
        return f"{size:,} bytes are too many to be descriptions; they were not read"
    return None
