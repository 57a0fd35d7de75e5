"""The KEY: which resource is in which BIF, and at which row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.resource import NamedResource, type_extension
from kotorlevel.core.text import printable
from kotorlevel.formats.archives.entry import Entry
from kotorlevel.formats.archives.names import (
    Letters,
    clean_letters,
    decode_names,
    first_numbers,
    lookup_key,
    lookup_keys,
    raw_letters,
)
from kotorlevel.formats.archives.survey import list_problems
from kotorlevel.formats.archives.tables import KEY_ENTRIES

if TYPE_CHECKING:
    from kotorlevel.formats.archives.archive import Archive

ROW_BITS = 20
"""The lower bits of an id are the row in the BIF, the others the row of the BIF in the KEY."""

_SEPARATORS = re.compile(r"[/\\]+")


@dataclass(frozen=True, slots=True)
class KeyBif:
    r"""A BIF as its KEY names it: ``filename`` is as stored, with backslashes: ``data\models.bif``.

    ``size`` is in bytes; ``drives`` says where it is looked for, and is 1 in the games.
    """

    filename: str
    size: int
    drives: int

    @property
    def parts(self) -> tuple[str, ...] | None:
        """The folders and the file, from the game's folder: ``("data", "models.bif")``.

        None for a path that leads out of that folder, or nowhere.
        """
        parts = tuple(part for part in _SEPARATORS.split(self.filename) if part)
        rooted = self.filename[:1] in ("/", "\\") or ":" in self.filename
        # Windows drops spaces and dots at the end of a name: "..  " is "..".
        bad = rooted or not parts or not all(part.strip(". ") for part in parts)
        return None if bad or not self.filename.isprintable() else parts

    @property
    def path(self) -> str | None:
        """The path with slashes, ``data/models.bif``; None as for `parts`."""
        return "/".join(self.parts) if self.parts else None


@dataclass(frozen=True, slots=True)
class KeyEntry(NamedResource):
    """A resource that a KEY names. ``number`` is its row in the KEY, from 0."""

    number: int
    id: int

    @property
    def bif(self) -> int:
        """The number of its BIF in `Key.bifs`, from 0."""
        return self.id >> ROW_BITS

    @property
    def row(self) -> int:
        """Its row in that BIF, from 0."""
        return self.id & ((1 << ROW_BITS) - 1)


@dataclass(frozen=True, eq=False)
class Key:
    """The index of a game's BIFs.

    ``keys`` are the rows of the table `KEY_ENTRIES` as stored, read-only; `entries` and `find` show
    them as objects. The BIFs are the caller's to find and to open (`read_archive`)::

        entry = key.find("m10aa_01a", "wok")
        data = key.read(entry, read_archive(folder / key.bifs[entry.bif].path))
    """

    header: np.void = field(repr=False)
    bifs: tuple[KeyBif, ...]
    keys: NDArray[Any] = field(repr=False)
    data: bytes = field(repr=False)
    source: str = ""
    problems: tuple[Problem, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        return f"<Key {self.source!r}, {len(self):,} resources in {len(self.bifs)} BIFs>"

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def entries(self) -> tuple[KeyEntry, ...]:
        """All resources in the order of the file."""
        columns = (
            self.names,
            self.keys["type"].tolist(),
            range(len(self)),
            self.keys["id"].tolist(),
        )
        return tuple(KeyEntry(*row) for row in zip(*columns, strict=True))

    @cached_property
    def names(self) -> list[str]:
        """The name of each resource."""
        return decode_names(self.letters)

    @cached_property
    def letters(self) -> Letters:
        """The names (n, 16) as bytes, without what is behind a NUL."""
        return clean_letters(raw_letters(self.keys["name"]))

    @cached_property
    def _numbers(self) -> dict[bytes, int]:
        """The row of the first entry of each name and type, by lookup key."""
        return first_numbers(lookup_keys(self.letters, self.keys["type"]))

    def find(self, name: str, kind: str | int) -> KeyEntry | None:
        """The first resource of that name and type, in any case; None if there is none."""
        key = lookup_key(name, kind)
        number = None if key is None else self._numbers.get(key)
        return None if number is None else self.entry(number)

    def entry(self, number: int) -> KeyEntry:
        """The resource in row ``number``."""
        row = self.keys[number]
        (name,) = decode_names(self.letters[number : number + 1])
        return KeyEntry(name, int(row["type"]), number, int(row["id"]))

    def entries_of(self, bif: int) -> list[KeyEntry]:
        """The resources in the BIF of that number, in the order of the file."""
        return [self.entries[row] for row in self._rows_of(bif).tolist()]

    def _rows_of(self, bif: int) -> NDArray[np.intp]:
        return np.flatnonzero(self.keys["id"] >> ROW_BITS == bif)

    # The BIFs

    def locate(self, entry: KeyEntry, bif: Archive) -> Entry:
        """The entry of ``bif`` that ``entry`` names, where the KEY and the BIF agree.

        Raises `FormatError`, placed in the KEY, where they do not.
        """
        shown = f"'{printable(entry.filename)}'"
        if entry.bif >= len(self.bifs):
            text = f"{shown} is in BIF {entry.bif}, and there are {len(self.bifs)}"
            raise self._error(text, entry.number)
        if entry.row >= len(bif):
            text = f"{shown} is row {entry.row} of {_name_of(bif)}, which has {len(bif)}"
            raise self._error(text, entry.number)
        found = bif.entry(entry.row)
        if found.type != entry.type:
            text = f"{shown} is of type {type_extension(found.type)} in {_name_of(bif)}"
            raise self._error(text, entry.number)
        return found

    def read(self, entry: KeyEntry, bif: Archive) -> bytes:
        """The bytes of a resource out of its BIF; nothing else is read."""
        return bif.read(self.locate(entry, bif))

    def find_bif_problems(self, number: int, bif: Archive) -> Iterator[Problem]:
        """Where the KEY and the BIF of that number disagree; places are in the KEY."""
        known = self.bifs[number]
        if known.size != bif.image.size:
            text = f"{_name_of(bif)} has {bif.image.size:,} bytes, the KEY says {known.size:,}"
            place = int(self.header["file_offset"]) + number * 12
            yield Problem(text, "files", place, code="bif-size", value=bif.image.size)
        rows = self._rows_of(number)
        wanted = self.keys["id"][rows] & ((1 << ROW_BITS) - 1)
        inside = wanted < len(bif)
        wrong = ~inside
        types = bif.column("type")[wanted[inside]]
        wrong[inside] = types != self.keys["type"][rows[inside]]
        yield from list_problems(
            "bif-entry", rows[wrong], lambda row: self._disagreement(row, bif), self.row_place
        )

    def _disagreement(self, row: int, bif: Archive) -> str:
        try:
            self.locate(self.entry(row), bif)
        except FormatError as error:
            return error.message
        return ""

    def row_place(self, number: int) -> tuple[str, int]:
        """The table of the resources, and where row ``number`` of it stands in the file."""
        return "keys", int(self.header["key_offset"]) + number * KEY_ENTRIES.dtype.itemsize

    def _error(self, message: str, number: int) -> FormatError:
        section, offset = self.row_place(number)
        return FormatError(message, source=self.source, section=section, offset=offset)

    def to_bytes(self) -> bytes:
        """The file as it was read."""
        return self.data


def _name_of(bif: Archive) -> str:
    return bif.source or "the BIF"
