"""What is in a folder or an archive: its files by name, to be compared with another's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from kotorlevel.area.install.folders import walk_files
from kotorlevel.area.install.target import is_archive
from kotorlevel.core.source import load_source
from kotorlevel.formats.archives import read_archive


@dataclass(frozen=True)
class Item:
    """A file in a folder or an archive: its name there, and what reads its bytes."""

    name: str
    read: Callable[[], bytes] = field(repr=False, compare=False)

    @property
    def filename(self) -> str:
        """The name without folders."""
        return self.name.rpartition("/")[2]


Contents = dict[str, Item]
"""Files by their name in small letters."""


def is_container(path: Path) -> bool:
    """True for a folder and for an archive."""
    return path.is_dir() or is_archive(path)


def list_contents(path: Path, *, flat: bool = False) -> Contents:
    """The files in a folder, with those in folders below it, or the entries of an archive.

    ``flat`` leaves the folders out of the names, to compare a folder with an archive. Hidden
    files and folders are passed over. Raises `FormatError` for an archive that cannot be read.
    """
    found: Contents = {}
    if path.is_dir():
        for file in sorted(walk_files(path, deep=True)):
            if file.name.startswith("."):
                continue
            name = file.name if flat else file.relative_to(path).as_posix()
            found.setdefault(name.lower(), Item(name, partial(_load, file)))
        return found
    archive = read_archive(path)
    for entry in archive.entries:
        item = Item(entry.filename, partial(archive.read, entry))
        found.setdefault(entry.filename.lower(), item)
    return found


def _load(path: Path) -> bytes:
    return load_source(path).data
