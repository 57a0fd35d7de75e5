"""Putting an archive together again with some of its parts changed.

The file is seen as parts (header, descriptions, tables, resources) with gaps between them. The
parts that change give way to their new bytes, all others and the gaps stay in their order, and the
tables are told where everything is now. What has no place of its own goes to the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.atomic import Target, write_chunks
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.formats.archives.image import Image, Piece
from kotorlevel.formats.archives.reader import parse_image
from kotorlevel.formats.archives.survey import entry_spans, table_spans
from kotorlevel.formats.archives.tables import Slot

if TYPE_CHECKING:
    from kotorlevel.formats.archives.archive import Archive


_LARGEST_OFFSET = 2**32 - 1


class NewEntry(NamedTuple):
    """An entry to be added."""

    name: bytes
    type: int
    id: int
    content: Piece


@dataclass(frozen=True)
class Change:
    """What is to change: new contents and removals by row, and entries to be added."""

    contents: Mapping[int, Piece] = field(default_factory=dict)
    removed: frozenset[int] = frozenset()
    added: Sequence[NewEntry] = ()


class _Part(NamedTuple):
    """A part of the file: a table, by name, or an entry, by row."""

    start: int
    end: int
    rank: int
    owner: str | int


@dataclass
class _Draft:
    """A file in the making: pieces, and names of tables whose rows are not known yet."""

    parts: list[Piece | str] = field(default_factory=list)
    size: int = 0
    entries: dict[int, int] = field(default_factory=dict)
    tables: dict[str, int] = field(default_factory=dict)

    def take(self, pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            self.parts.append(piece)
            self.size += piece.size

    def take_entry(self, row: int, content: Iterable[Piece]) -> None:
        self.entries[row] = self.size
        self.take(content)

    def reserve(self, table: str, size: int) -> None:
        self.tables[table] = self.size
        self.parts.append(table)
        self.size += size


def assemble(archive: Archive, change: Change) -> Archive:
    """The archive with ``change`` made.

    Raises `FormatError` where one thing cannot be changed without another: tables that overlap,
    entries over tables or outside the file.
    """
    _check_separate(archive, change)
    tables = {slot.table.name: _new_rows(archive, slot, change) for slot in archive.shape.slots}
    draft = _lay_out(archive, change, {name: rows.nbytes for name, rows in tables.items()})
    added = []
    for entry in change.added:
        added.append(draft.size)
        draft.take([entry.content])
    if draft.size > _LARGEST_OFFSET:
        raise FormatError("the archive would be larger than 4 GiB", source=archive.source)
    _fill_rows(archive, change, tables, draft, added)
    done = {name: rows.tobytes() for name, rows in tables.items()}
    done["header"] = _new_header(archive, tables, draft)
    pieces = (Piece.holding(done[p]) if isinstance(p, str) else p for p in draft.parts)
    return parse_image(Image.joined(pieces, archive.source))


def _check_separate(archive: Archive, change: Change) -> None:
    """Refuse to change what would change something else, or make it point to something else."""
    if not archive.shape.named and archive.header["fixed_count"]:
        raise FormatError(
            "an archive with fixed resources cannot be changed",
            source=archive.source,
            section="header",
            offset=0x0C,
        )
    spans = sorted(table_spans(archive), key=lambda span: span[1:])
    for (before, _, end), (name, start, _) in pairwise(spans):
        if start < end:
            raise FormatError(
                f"overlaps {before}; such an archive cannot be changed, only made anew",
                source=archive.source,
                section=name,
                offset=start,
            )
    starts, ends = entry_spans(archive)
    kept = ends > starts
    kept[[*change.contents, *change.removed]] = False
    wrong = kept & (ends > archive.image.size)
    for _, start, end in spans:
        wrong |= kept & (starts < end) & (ends > start)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        entry = archive.entry(row)
        fault = (
            archive.find_fault(entry)
            or f"'{printable(entry.filename)}' lies over the header or a table"
        )
        text = f"{fault}; replace or remove it with the same change, or make the archive anew"
        raise archive.error(text, "offset", row)


def _parts(archive: Archive) -> Iterator[_Part]:
    """The parts that have a place of their own, or share one with other entries."""
    spans = table_spans(archive)
    yield from (_Part(start, end, rank, name) for rank, (name, start, end) in enumerate(spans))
    size, first = archive.image.size, spans[0][2]
    for rank, slot in enumerate(archive.shape.slots, len(spans)):
        place = archive.table_place(slot)
        if not len(archive.tables[slot.table.name]) and first <= place <= size:
            yield _Part(place, place, rank, slot.table.name)
    starts, ends = entry_spans(archive)
    # The offset of an empty entry means nothing, unless a new content could stand there.
    placed = (starts >= first) & (ends <= size)
    for _, start, end in spans:
        placed &= ~((starts < end) & (ends > start))
    rank = len(spans) + len(archive.shape.slots)
    for row in np.flatnonzero(placed).tolist():
        yield _Part(int(starts[row]), int(ends[row]), rank + row, row)


def _groups(parts: Iterable[_Part]) -> Iterator[list[_Part]]:
    """The parts in the order of the file; those that overlap come together."""
    group: list[_Part] = []
    reached = 0
    for part in sorted(parts):
        if group and part.start < reached:
            if part.end > part.start:  # an empty one inside another has no place of its own
                group.append(part)
                reached = max(reached, part.end)
            continue
        if group:
            yield group
        group, reached = [part], part.end
    yield group


def _lay_out(archive: Archive, change: Change, sizes: Mapping[str, int]) -> _Draft:
    """The file without the rows of its tables and without added entries."""
    draft = _Draft()
    cursor = 0
    for group in _groups(_parts(archive)):
        start, end = group[0].start, max(part.end for part in group)
        draft.take(archive.image.cut(cursor, start))  # the gap before it
        cursor = end
        old = archive.image.cut(start, end)
        owner = group[0].owner
        if isinstance(owner, str):
            if owner == "descriptions":
                draft.tables[owner] = draft.size
                draft.take(old)
            else:
                draft.reserve(owner, sizes.get(owner, end - start))
        elif len(group) == 1:
            _lay_out_entry(draft, change, owner, old)
        else:
            for part in group:
                if part.owner not in change.contents and isinstance(part.owner, int):
                    draft.entries[part.owner] = draft.size + part.start - start
            draft.take(old)
    draft.take(archive.image.cut(cursor, archive.image.size))
    for name, size in sizes.items():
        if size and name not in draft.tables:
            draft.reserve(name, size)
    for row, content in change.contents.items():
        if row not in draft.entries:
            draft.take_entry(row, [content])
    return draft


def _lay_out_entry(draft: _Draft, change: Change, row: int, old: list[Piece]) -> None:
    """Put an entry that shares its bytes with no other where it was."""
    if row in change.contents:
        draft.take_entry(row, [change.contents[row]])
    elif row not in change.removed:
        draft.take_entry(row, old)


def _kept_rows(archive: Archive, change: Change) -> list[int]:
    return [row for row in range(len(archive)) if row not in change.removed]


def _new_rows(archive: Archive, slot: Slot, change: Change) -> NDArray[Any]:
    """The rows of a table that are kept, with zeroed ones for added entries behind them."""
    dtype = slot.table.dtype
    kept = archive.tables[slot.table.name][_kept_rows(archive, change)].tobytes()
    return np.frombuffer(bytearray(kept + bytes(dtype.itemsize * len(change.added))), dtype)


def _fill_rows(
    archive: Archive,
    change: Change,
    tables: Mapping[str, NDArray[Any]],
    draft: _Draft,
    added: Sequence[int],
) -> None:
    """Tell the new rows where everything is now."""
    columns = {
        name: tables[archive.shape.slot_of(name).table.name][name]
        for name in ("type", "id", "offset", "size")
    }
    kept = _kept_rows(archive, change)
    old_ids = archive.column("id").tolist()
    for new, old in enumerate(kept):
        if old in draft.entries:
            columns["offset"][new] = draft.entries[old]
        if old in change.contents:
            columns["size"][new] = change.contents[old].size
        if change.removed and old_ids[old] == old:  # an id that is the row follows the row
            columns["id"][new] = new
    for new, (entry, place) in enumerate(zip(change.added, added, strict=True), len(kept)):
        row = {"type": entry.type, "id": entry.id, "offset": place, "size": entry.content.size}
        for name, value in row.items():
            columns[name][new] = value
        if archive.shape.named:
            tables[archive.shape.slot_of("name").table.name]["name"][new] = entry.name


def _new_header(archive: Archive, tables: Mapping[str, NDArray[Any]], draft: _Draft) -> bytes:
    """The header with the new counts and places."""
    header = np.frombuffer(bytearray(archive.header.tobytes()), archive.shape.header.dtype)[0]
    for slot in archive.shape.slots:
        name = slot.table.name
        header[slot.count] = len(tables[name])
        if name in draft.tables and draft.tables[name] != archive.table_place(slot):
            header[slot.offset] = draft.tables[name]
    if "descriptions" in draft.tables:
        header["localized_offset"] = draft.tables["descriptions"]
    return bytes(header.tobytes())


def write_archive(archive: Archive, target: Target) -> None:
    """Write ``archive`` to a path (atomically) or an open binary file, a part at a time.

    The path may be the one it was read from. That file is then another one: to go on, read it
    again.
    """
    write_chunks(archive.chunks(), target)
