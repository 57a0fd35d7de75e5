"""Resources → a new archive, laid out as the games' own: header, tables, resources, no gaps."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import find_type
from kotorlevel.formats.archives.assemble import Change, NewEntry, assemble
from kotorlevel.formats.archives.edit import Data, NewResource, add_entries, as_piece
from kotorlevel.formats.archives.image import Image, Piece
from kotorlevel.formats.archives.reader import parse_image
from kotorlevel.formats.archives.tables import MAGICS, SHAPES

if TYPE_CHECKING:
    import datetime

    from kotorlevel.formats.archives.archive import Archive

NO_STRREF = 0xFFFF_FFFF
"""The number of no line of the talk table."""


def new_archive(
    kind: str,
    resources: Iterable[NewResource] = (),
    *,
    descriptions: Iterable[tuple[int, bytes]] = (),
    description_strref: int = NO_STRREF,
    built: datetime.date | None = None,
) -> Archive:
    """An archive of ``kind`` (ERF, MOD, SAV, HAK, RIM) with ``resources`` in their order.

    A resource is its name, its type and its content: bytes, or a `Path` that is read when the
    archive is written. ``descriptions`` (pairs of language and text), ``description_strref`` and
    the day it was ``built`` are for all but RIM. Raises `FormatError` for what an archive cannot
    hold.
    """
    if kind not in SHAPES or not SHAPES[kind].named:
        raise FormatError(f"{kind!r} is not a kind of archive that can be made alone")
    fields = {}
    texts = b""
    if SHAPES[kind].described:
        pairs = list(descriptions)
        texts = b"".join(struct.pack("<II", code, len(text)) + text for code, text in pairs)
        fields = {"language_count": len(pairs), "description_strref": description_strref}
        if built is not None:
            fields["build_year"] = built.year - 1900
            fields["build_day"] = built.timetuple().tm_yday - 1
    try:
        return add_entries(_empty_archive(kind, fields, texts), resources)
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(str(error)) from None


def build_bif(number: int, resources: Iterable[tuple[str | int, Data]]) -> Archive:
    """A BIF with ``resources`` (type and content), which is row ``number`` of its KEY's files."""
    added = []
    for row, (kind, data) in enumerate(resources):
        type_number = find_type(kind)
        if type_number is None:
            raise FormatError(f"{kind!r} is not a type of resource")
        added.append(NewEntry(b"", type_number, number << 20 | row, as_piece(data)))
    return assemble(_empty_archive("BIF", {}, b""), Change(added=added))


def _empty_archive(kind: str, fields: dict[str, int], descriptions: bytes) -> Archive:
    """An archive without entries."""
    shape = SHAPES[kind]
    header = np.zeros((), shape.header.dtype)
    header["magic"] = next(magic for magic, each in MAGICS.items() if each == kind)
    if shape.described:
        header["localized_offset"] = header.nbytes
        header["localized_size"] = len(descriptions)
    for name, value in fields.items():
        header[name] = value
    for slot in shape.slots:
        header[slot.offset] = header.nbytes + len(descriptions)
    return parse_image(Image((Piece.holding(header.tobytes() + descriptions),)))
