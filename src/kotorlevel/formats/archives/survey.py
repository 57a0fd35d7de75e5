"""What is wrong with an archive that can still be read. All in O(n log n), and a short list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import Problem
from kotorlevel.core.resource import find_name_fault, resource_filename
from kotorlevel.core.text import printable
from kotorlevel.formats.archives.names import (
    Letters,
    decode_names,
    lookup_keys,
    odd_names,
    raw_letters,
)

if TYPE_CHECKING:
    from kotorlevel.formats.archives.archive import Archive

Place = tuple[str, int]
"""A section and an offset."""

_MOST_ALIKE = 20


def list_problems(
    code: str,
    rows: NDArray[np.intp],
    text: Callable[[int], str],
    place: Callable[[int], Place],
) -> Iterator[Problem]:
    """A problem for each of the first rows, and one for all the others."""
    for row in rows[:_MOST_ALIKE].tolist():
        section, offset = place(row)
        yield Problem(text(row), section, offset, code=code)
    if len(rows) > _MOST_ALIKE:
        section, offset = place(int(rows[_MOST_ALIKE]))
        more = f"and {len(rows) - _MOST_ALIKE:,} more like this"
        yield Problem(more, section, offset, code=code)


def find_name_problems(
    raw: Letters, letters: Letters, types: NDArray[np.integer], place: Callable[[int], Place]
) -> Iterator[Problem]:
    """Names that the game cannot use, bytes behind names, and names that are there twice."""

    def name_of(row: int) -> str:
        return decode_names(letters[row : row + 1])[0]

    def shown(row: int) -> str:
        return f"'{printable(resource_filename(name_of(row), int(types[row])))}'"

    odd = odd_names(letters)
    yield from list_problems("name", odd, lambda row: find_name_fault(name_of(row)) or "", place)
    behind = np.flatnonzero((raw != letters).any(axis=1))
    yield from list_problems(
        "behind-name", behind, lambda row: f"{shown(row)} has more bytes behind its end", place
    )
    keys = lookup_keys(letters, types)
    first: dict[bytes, int] = {}
    again = np.array(
        [row for row, key in enumerate(keys) if first.setdefault(key, row) != row], np.intp
    )
    yield from list_problems(
        "duplicate",
        again,
        lambda row: f"{shown(row)} is there already, as number {first[keys[row]]}",
        place,
    )


def find_problems(archive: Archive) -> Iterator[Problem]:
    """What is wrong with the tables of an archive, and with the places they tell."""
    if archive.shape.named:
        raw = raw_letters(archive.column("name"))
        types = archive.column("type")
        yield from find_name_problems(
            raw, archive.letters, types, lambda row: archive.row_place("name", row)
        )
        ids = archive.column("id")
        yield from list_problems(
            "id",
            np.flatnonzero(ids != np.arange(len(ids))),
            lambda row: f"{_shown(archive, row)} has the id {ids[row]}, not {row}",
            lambda row: archive.row_place("id", row),
        )
    elif fixed := int(archive.header["fixed_count"]):
        text = f"{fixed:,} fixed resources are announced; they are not read"
        yield Problem(text, "header", 0x0C, code="fixed")
    starts, ends = entry_spans(archive)
    yield from list_problems(
        "outside",
        np.flatnonzero((ends > archive.image.size) & (ends > starts)),
        lambda row: archive.find_fault(archive.entry(row)) or "",
        lambda row: archive.row_place("offset", row),
    )
    yield from _find_overlaps(archive, starts, ends)


def entry_spans(archive: Archive) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the bytes of each entry start and end, as stored: (n,) and (n,)."""
    starts = archive.column("offset").astype(np.int64)
    return starts, starts + archive.column("size")


def table_spans(archive: Archive) -> list[tuple[str, int, int]]:
    """Name, start and end of the header, the descriptions and the tables that are not empty."""
    spans = [("header", 0, archive.shape.header.dtype.itemsize)]
    if archive.shape.described and archive.header["language_count"]:
        start = int(archive.header["localized_offset"])
        end = start + int(archive.header["localized_size"])
        if start < end <= archive.image.size:
            spans.append(("descriptions", start, end))
    for slot in archive.shape.slots:
        rows = archive.tables[slot.table.name]
        if len(rows):
            start = archive.table_place(slot)
            spans.append((slot.table.name, start, start + rows.nbytes))
    return spans


def _find_overlaps(
    archive: Archive, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> Iterator[Problem]:
    """Parts of the file that share bytes with one that starts before them."""
    tables = table_spans(archive)
    rows = np.flatnonzero((ends > starts) & (ends <= archive.image.size))
    starts = np.concatenate([[start for _, start, _ in tables], starts[rows]])
    ends = np.concatenate([[end for *_, end in tables], ends[rows]])
    order = np.lexsort((ends, starts))
    starts, ends = starts[order], ends[order]
    reached = np.maximum.accumulate(ends)
    # The last part, up to each one, that goes as far as any.
    by = np.maximum.accumulate(np.where(ends == reached, np.arange(len(ends)), 0))

    def name_of(part: int) -> str:
        number = int(order[part]) - len(tables)
        return _shown(archive, int(rows[number])) if number >= 0 else tables[number][0]

    def place_of(part: int) -> Place:
        number = int(order[part]) - len(tables)
        if number >= 0:
            return archive.row_place("offset", int(rows[number]))
        return tables[number][:2]

    yield from list_problems(
        "overlap",
        np.flatnonzero(starts[1:] < reached[:-1]) + 1,
        lambda part: (
            f"{name_of(part)} starts at 0x{starts[part]:x} and overlaps {name_of(by[part - 1])}, "
            f"which ends at 0x{reached[part - 1]:x}"
        ),
        place_of,
    )


def _shown(archive: Archive, row: int) -> str:
    return f"'{printable(archive.entry(row).filename)}'"
