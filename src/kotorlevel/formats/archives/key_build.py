"""Resources → a KEY and its BIFs, for installations made by tests and tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import find_name_fault, find_type
from kotorlevel.core.text import encode_text, printable
from kotorlevel.formats.archives.build import build_bif
from kotorlevel.formats.archives.key import ROW_BITS, Key, KeyBif
from kotorlevel.formats.archives.key_reader import parse_key
from kotorlevel.formats.archives.tables import KEY_ENTRIES, KEY_FILES, KEY_HEADER, KEY_MAGIC

if TYPE_CHECKING:
    from kotorlevel.formats.archives.archive import Archive
    from kotorlevel.formats.archives.edit import NewResource

_MOST_BIFS = 1 << (32 - ROW_BITS)
_MOST_ROWS = 1 << ROW_BITS
_LARGEST_TYPE = 0xFFFF


def build_key_and_bifs(
    contents: Mapping[str, Iterable[NewResource]],
) -> tuple[Key, dict[str, Archive]]:
    r"""A KEY and its BIFs, by path: ``{"data/models.bif": [("m10aa_01a", "wok", data)]}``.

    The KEY has the paths with backslashes, as in the games. Raises `FormatError` for what it cannot
    hold.
    """
    bifs: dict[str, Archive] = {}
    rows: list[tuple[KeyBif, list[tuple[str, str | int]]]] = []
    for number, (path, given) in enumerate(contents.items()):
        resources = list(given)
        bif = build_bif(number, [(kind, data) for _, kind, data in resources])
        bifs[path] = bif
        known = KeyBif(path.replace("/", "\\"), bif.image.size, 1)
        rows.append((known, [(name, kind) for name, kind, _ in resources]))
    return build_key(rows), bifs


def build_key(bifs: Sequence[tuple[KeyBif, Sequence[tuple[str, str | int]]]]) -> Key:
    """A KEY of ``bifs``, each with the names and types of what is in it, row by row.

    Raises `FormatError` for what a KEY cannot hold.
    """
    if len(bifs) > _MOST_BIFS or any(len(names) > _MOST_ROWS for _, names in bifs):
        raise FormatError(f"a KEY holds {_MOST_BIFS} BIFs of {_MOST_ROWS:,} resources each")
    paths = [encode_text(bif.filename, "files") + b"\0" for bif, _ in bifs]
    header = np.zeros((), KEY_HEADER.dtype)
    files = np.zeros(len(bifs), KEY_FILES.dtype)
    place = header.nbytes + files.nbytes
    for row, ((bif, _), path) in enumerate(zip(bifs, paths, strict=True)):
        files[row] = (bif.size, place, len(path), bif.drives)
        place += len(path)
    rows = [
        (*_checked(name, kind), number << ROW_BITS | row)
        for number, (_, names) in enumerate(bifs)
        for row, (name, kind) in enumerate(names)
    ]
    header["magic"] = KEY_MAGIC
    header["bif_count"], header["key_count"] = len(bifs), len(rows)
    header["file_offset"], header["key_offset"] = header.nbytes, place
    keys = np.array(rows, KEY_ENTRIES.dtype)
    return parse_key(b"".join([header.tobytes(), files.tobytes(), *paths, keys.tobytes()]))


def _checked(name: str, kind: str | int) -> tuple[bytes, int]:
    """A name and a type as a KEY holds them."""
    number = find_type(kind)
    if number is None or number > _LARGEST_TYPE:
        raise FormatError(f"'{printable(name)}': {kind!r} is not a type of resource")
    if fault := find_name_fault(name):
        raise FormatError(fault, section="keys")
    return encode_text(name), number
