"""File → `Key`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.byteview import ByteView
from kotorlevel.core.errors import Problem
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import decode_text, describe_start, printable
from kotorlevel.formats.archives.key import ROW_BITS, Key, KeyBif
from kotorlevel.formats.archives.names import raw_letters
from kotorlevel.formats.archives.survey import find_name_problems, list_problems
from kotorlevel.formats.archives.tables import KEY_ENTRIES, KEY_FILES, KEY_HEADER, KEY_MAGIC

_LONGEST_PATH = 260  # of Windows, when the games were made


def read_key(source: Source) -> Key:
    """The KEY in ``source``. Raises `FormatError` where a table leaves the file."""
    data, name = load_source(source)
    return parse_key(data, name)


def parse_key(data: bytes, source: str = "") -> Key:
    """The KEY in ``data``; ``source`` names it in errors."""
    view = ByteView(data, source)
    if not data.startswith(KEY_MAGIC):
        text = f"this is no KEY: {describe_start(data)}, not with '{KEY_MAGIC.decode()}'"
        raise view.error(text if data else "the file is empty", "header", 0)
    header = view.array("header", KEY_HEADER.dtype, 1, 0)[0]
    files, keys = (
        view.array(
            table.name, table.dtype, count := int(header[counter]), count and int(header[at])
        )
        for table, counter, at in (
            (KEY_FILES, "bif_count", "file_offset"),
            (KEY_ENTRIES, "key_count", "key_offset"),
        )
    )
    problems: list[Problem] = []
    key = Key(
        header, _read_bifs(view, files, int(header["file_offset"]), problems), keys, data, source
    )
    problems += _find_key_problems(key)
    return replace(key, problems=tuple(problems))


def _read_bifs(
    view: ByteView, files: NDArray[Any], table: int, problems: list[Problem]
) -> tuple[KeyBif, ...]:
    """The BIFs. One whose name cannot be read has an empty one."""
    names = [_read_name(view, row) for row in files[["name_offset", "name_length"]].tolist()]
    bifs = tuple(
        KeyBif(name or "", size, drives)
        for name, size, drives in zip(
            names, files["size"].tolist(), files["drives"].tolist(), strict=True
        )
    )

    def fault(row: int) -> str:
        start, length = int(files["name_offset"][row]), int(files["name_length"][row])
        if names[row] is None:
            end = start + length
            return f"the name has {length} bytes from 0x{start:x} to 0x{end:x} and cannot be read"
        return f"'{printable(bifs[row].filename)}' is not a path inside the game's folder"

    wrong = np.array([row for row, bif in enumerate(bifs) if bif.parts is None], np.intp)
    size = KEY_FILES.dtype.itemsize
    problems += list_problems("bif-name", wrong, fault, lambda row: ("files", table + row * size))
    return bifs


def _read_name(view: ByteView, place: tuple[int, int]) -> str | None:
    """The name at offset and length; None where it leaves the file or is no path."""
    start, length = place
    if start + length > len(view) or length > _LONGEST_PATH:
        return None
    return decode_text(view.data[start : start + length].partition(b"\0")[0])


def _find_key_problems(key: Key) -> Iterator[Problem]:
    raw = raw_letters(key.keys["name"])
    yield from find_name_problems(raw, key.letters, key.keys["type"], key.row_place)
    yield from list_problems(
        "bif-number",
        np.flatnonzero(key.keys["id"] >> ROW_BITS >= len(key.bifs)),
        lambda row: (
            f"'{printable(key.entry(row).filename)}' is in BIF {key.entry(row).bif}, "
            f"and there are {len(key.bifs)}"
        ),
        key.row_place,
    )
