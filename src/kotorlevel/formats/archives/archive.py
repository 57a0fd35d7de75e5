"""An archive as a value: what is in it, one resource at a time; an edit returns a new one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.resource import LONGEST_NAME
from kotorlevel.core.text import printable
from kotorlevel.formats.archives.entry import Entry, Which, name_and_type
from kotorlevel.formats.archives.image import Image
from kotorlevel.formats.archives.names import (
    Letters,
    clean_letters,
    decode_names,
    lookup_key,
    lookup_keys,
    raw_letters,
)
from kotorlevel.formats.archives.tables import SHAPES, Shape, Slot

if TYPE_CHECKING:
    from kotorlevel.formats.archives.edit import Data


@dataclass(frozen=True, eq=False)
class Archive:
    """An ERF, MOD, SAV, HAK, RIM or BIF: its tables as stored, its resources read when asked for.

    ``kind`` is what the file's first bytes say. ``header`` is one record and ``tables`` the rows
    of the tables in `tables.py`, by name; all are read-only. ``descriptions`` are pairs of a
    language number and a text, which only the ERF family has.

    An entry is given by itself, by its file name, or by name and type, in any case::

        archive.read("m10aa_01a.wok")
        archive = archive.replaced("m10aa.git", data)
        write_archive(archive, "tar_m10aa.mod")

    Where a name is there twice, the first one is found.
    """

    kind: str
    image: Image = field(repr=False)
    header: np.void = field(repr=False)
    tables: Mapping[str, NDArray[Any]] = field(repr=False)
    descriptions: tuple[tuple[int, bytes], ...] = field(default=(), repr=False)
    problems: tuple[Problem, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        return f"<Archive {self.kind} {self.source!r}, {len(self):,} entries>"

    def __len__(self) -> int:
        return self._count

    @cached_property
    def _count(self) -> int:
        return len(self.column("size"))

    def __setstate__(self, state: dict[str, Any]) -> None:
        for rows in state["tables"].values():
            rows.flags.writeable = False  # arrays come back from a pickle writeable
        self.__dict__.update(state)

    @property
    def source(self) -> str:
        """The file it was read from; empty where it was read from bytes."""
        return self.image.name

    @property
    def shape(self) -> Shape:
        """How archives of this kind are laid out."""
        return SHAPES[self.kind]

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All resources in the order of the file."""
        columns = [self.column(name).tolist() for name in ("type", "id", "offset", "size")]
        rows = zip(self.names, columns[0], range(len(self)), *columns[1:], strict=True)
        return tuple(Entry(*row) for row in rows)

    @cached_property
    def names(self) -> list[str]:
        """The name of each resource; in a BIF, which has none, its number."""
        return decode_names(self.letters)

    @cached_property
    def letters(self) -> Letters:
        """The names (n, 16) as bytes, without what is behind a NUL."""
        if not self.shape.named:
            return raw_letters(np.arange(len(self)).astype(f"S{LONGEST_NAME}"))
        return clean_letters(raw_letters(self.column("name")))

    @cached_property
    def _numbers(self) -> dict[bytes, list[int]]:
        """The rows of the entries of each name and type, by lookup key."""
        numbers: dict[bytes, list[int]] = {}
        for number, key in enumerate(lookup_keys(self.letters, self.column("type"))):
            numbers.setdefault(key, []).append(number)
        return numbers

    # Finding and reading

    def find(self, name: str, kind: str | int | None = None) -> Entry | None:
        """The first entry of that name and type, or of that file name; None if there is none."""
        try:
            return self.entry(self.number_of(name if kind is None else (name, kind)))
        except KeyError:
            return None

    def entry(self, number: int) -> Entry:
        """The entry in row ``number`` of the tables; `IndexError` if there are less."""
        if not 0 <= number < len(self):
            raise IndexError(f"there is no entry {number}, only {len(self)}")
        if "entries" in self.__dict__:  # all of them have been made before
            return self.entries[number]
        row = [int(self.column(name)[number]) for name in ("type", "id", "offset", "size")]
        name = self.names[number] if self.shape.named else str(number)
        return Entry(name, row[0], number, *row[1:])

    def read(self, which: Which) -> bytes:
        """The bytes of one resource; nothing else is read.

        Raises `KeyError` if there is no such entry, and `FormatError` where it leaves the file.
        """
        entry = self.entry(self.number_of(which))
        if fault := self.find_fault(entry):
            raise self.error(fault, "offset", entry.number)
        if not entry.size:
            return b""
        return self.image.read(entry.offset, entry.size, f"'{printable(entry.filename)}'")

    def number_of(self, which: Which) -> int:
        """The row of the first entry that ``which`` names; `KeyError` if there is none."""
        return self.numbers_of(which)[0]

    def numbers_of(self, which: Which) -> list[int]:
        """The rows of all entries that ``which`` names, the first of which is found.

        Raises `KeyError` if there is none.
        """
        name, kind = name_and_type(which)
        if isinstance(which, Entry) and which.number < len(self):
            same = self.entry(which.number)
            if (same.name, same.type) == (name, kind):
                return [which.number]
        key = None if isinstance(which, Entry) else lookup_key(name, kind)
        numbers = None if key is None else self._numbers.get(key)
        if numbers is None:
            shown = which.filename if isinstance(which, Entry) else f"{name}.{kind}"
            raise KeyError(f"{printable(shown)!r} is not in {self.source or 'this archive'}")
        return numbers

    def find_numbers(self, name: str, kind: str | int) -> list[int]:
        """The rows of all entries of that name and type; none where there are none."""
        key = lookup_key(name, kind)
        return [] if key is None else self._numbers.get(key, [])

    def find_fault(self, entry: Entry) -> str | None:
        """Why the bytes of ``entry`` cannot be read, or None when they can."""
        end = entry.offset + entry.size
        if not entry.size or end <= self.image.size:  # the offset of nothing means nothing
            return None
        return (
            f"'{printable(entry.filename)}' has {entry.size:,} bytes from 0x{entry.offset:x} "
            f"to 0x{end:x}, the file ends at 0x{self.image.size:x}"
        )

    # Tables

    def column(self, name: str) -> NDArray[Any]:
        """The column ``name`` (n,) of the table that has it."""
        column: NDArray[Any] = self.tables[self.shape.slot_of(name).table.name][name]
        return column

    def table_place(self, slot: Slot) -> int:
        """Where a table starts in the file."""
        return int(self.header[slot.offset]) or slot.default_offset

    def row_place(self, column: str, number: int) -> tuple[str, int]:
        """The table that has ``column``, and where its row ``number`` stands in the file."""
        slot = self.shape.slot_of(column)
        return slot.table.name, self.table_place(slot) + number * slot.table.dtype.itemsize

    def error(self, message: str, column: str, number: int) -> FormatError:
        """An error about row ``number`` of the table that has ``column``."""
        section, offset = self.row_place(column, number)
        return FormatError(message, source=self.source, section=section, offset=offset)

    # Writing and editing

    def chunks(self) -> Iterator[bytes]:
        """The file, a part at a time."""
        return self.image.chunks()

    def to_bytes(self) -> bytes:
        """The file: as it was read when unedited."""
        return b"".join(self.chunks())

    def replaced(self, which: Which, data: Data) -> Archive:
        """An archive in which the entry has ``data``; nothing else changes but places.

        ``data`` are bytes, or a `Path` whose file is read when the archive is written. What stands
        behind the entry moves if the size differs. An entry that shares bytes with another gets
        its new ones at the end of the file.
        """
        from kotorlevel.formats.archives.edit import replace_entry

        return replace_entry(self, which, data)

    def added(self, name: str, kind: str | int, data: Data) -> Archive:
        """An archive with one more entry behind the last; its bytes are at the end of the file."""
        from kotorlevel.formats.archives.edit import add_entries

        return add_entries(self, [(name, kind, data)])

    def removed(self, *which: Which) -> Archive:
        """An archive without these entries and their bytes."""
        from kotorlevel.formats.archives.edit import remove_entries

        return remove_entries(self, which)
