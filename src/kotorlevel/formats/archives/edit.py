"""The edits of an archive: what may be asked for, and with which names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from kotorlevel.core.lazy_source import open_lazily
from kotorlevel.core.resource import find_name_fault, find_type
from kotorlevel.core.text import encode_text, printable
from kotorlevel.formats.archives.assemble import Change, NewEntry, assemble
from kotorlevel.formats.archives.entry import Which, name_and_type
from kotorlevel.formats.archives.image import Piece
from kotorlevel.formats.archives.names import lookup_key

if TYPE_CHECKING:
    from kotorlevel.formats.archives.archive import Archive

Data = bytes | bytearray | memoryview | os.PathLike[str]
"""The content of a resource: bytes, or a path whose file is read when it is needed."""

NewResource = tuple[str, str | int, Data]
"""Name, type and content of a resource."""


def replace_entry(archive: Archive, which: Which, data: Data) -> Archive:
    """The archive with other bytes in one entry."""
    return assemble(archive, Change(contents={_only(archive, which): as_piece(data)}))


def remove_entries(archive: Archive, which: Iterable[Which]) -> Archive:
    """The archive without some entries."""
    _check_named(archive)
    return assemble(archive, Change(removed=frozenset(_only(archive, each) for each in which)))


def add_entries(archive: Archive, resources: Iterable[NewResource]) -> Archive:
    """The archive with more entries behind the last; a `ValueError` for what it cannot hold."""
    _check_named(archive)
    added: list[NewEntry] = []
    seen: set[bytes] = set()
    for name, kind, data in resources:
        number = find_type(kind)
        if number is None or number > archive.shape.largest_type:
            raise ValueError(f"'{printable(name)}': {kind!r} is not a type of resource")
        if fault := find_name_fault(name):
            raise ValueError(fault)
        key = lookup_key(name, number) or b""
        if key in seen or archive.find(name, number):
            raise ValueError(f"'{printable(name)}.{kind}' is there already")
        seen.add(key)
        row = len(archive) + len(added)
        added.append(NewEntry(encode_text(name), number, row, as_piece(data)))
    return assemble(archive, Change(added=added))


def as_piece(data: Data) -> Piece:
    """``data`` as a piece of a file."""
    if isinstance(data, (bytes, bytearray, memoryview)):
        return Piece.holding(bytes(data))
    if isinstance(data, os.PathLike):
        return Piece.of(open_lazily(data))
    raise TypeError(f"a resource is bytes or a Path, not {type(data).__name__}")


def _check_named(archive: Archive) -> None:
    if not archive.shape.named:
        raise ValueError("what a BIF holds is told by its KEY: make both anew")


def _only(archive: Archive, which: Which) -> int:
    """The row of the one entry that ``which`` names."""
    numbers = archive.numbers_of(which)
    if len(numbers) > 1:
        name, kind = name_and_type(which)
        raise KeyError(
            f"'{printable(name)}.{kind}' is there {len(numbers)} times, as numbers {numbers}"
        )
    return numbers[0]
