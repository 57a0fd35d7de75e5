"""Where resources are: folders, archives, and the KEY with its BIFs, each asked the same way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kotorlevel.area.install.folders import find_path, walk_files
from kotorlevel.area.install.resources import Resource
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import find_type, name_key, split_filename
from kotorlevel.core.source import load_source
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.formats.archives import Archive, Entry, Key, KeyEntry


class ResourceSource(Protocol):
    """Something that holds resources: `place` names it, `what` says in a word what it is."""

    @property
    def place(self) -> str: ...  # noqa: D102

    @property
    def what(self) -> str: ...  # noqa: D102

    def find_all(self, name: str, kind: str | int) -> list[Resource]:
        """The copies of a resource, the one that counts first."""
        ...

    def resources(self) -> Iterator[Resource]:
        """All resources."""
        ...


class FolderSource:
    """The files of a folder, and with ``deep`` of the folders in it; the listing is made once."""

    def __init__(self, path: Path, place: str, what: str = "folder", deep: bool = False) -> None:
        self.path = path
        self.place = place
        self.what = what
        self.deep = deep

    def find_all(self, name: str, kind: str | int) -> list[Resource]:
        """The files of that name in any case; more than one where the disk tells A from a."""
        return list(self._files.get((name_key(name), find_type(kind)), ()))

    def resources(self) -> Iterator[Resource]:
        """Every file whose extension is that of a resource."""
        for copies in self._files.values():
            yield from copies

    @cached_property
    def _files(self) -> dict[tuple[str, int | None], list[Resource]]:
        found: dict[tuple[str, int | None], list[Resource]] = {}
        for path in walk_files(self.path, self.deep):
            named = split_filename(path.name)
            if named is None:
                continue
            below = path.relative_to(self.path).as_posix()
            # Not "./room.wok": everyone else calls a file of the current folder by its name alone.
            place = f"{self.place}/{below}" if self.place not in ("", ".") else below
            opener = partial(_read_file, path, place)
            resource = Resource(*named, place, opener, _size_of(path), path)
            found.setdefault((name_key(named[0]), named[1]), []).append(resource)
        return found


class BytesSource:
    """Files that are not on the disk, by name: those that are about to be written."""

    what = "memory"

    def __init__(self, files: Mapping[str, bytes], place: str) -> None:
        self.files = files
        self.place = place

    def find_all(self, name: str, kind: str | int) -> list[Resource]:
        """The file of that name in any case: one, or none."""
        return list(self._resources.get((name_key(name), find_type(kind)), ()))

    def resources(self) -> Iterator[Resource]:
        """Every file whose extension is that of a resource."""
        for found in self._resources.values():
            yield from found

    @cached_property
    def _resources(self) -> dict[tuple[str, int | None], list[Resource]]:
        found: dict[tuple[str, int | None], list[Resource]] = {}
        for filename, data in self.files.items():
            named = split_filename(filename)
            if named is not None:
                place = f"{self.place}/{filename}" if self.place else filename
                opener = partial(bytes, data)
                resource = Resource(*named, place, opener, len(data))
                found.setdefault((name_key(named[0]), named[1]), []).append(resource)
        return found


class ArchiveSource:
    """An archive on the disk; its tables are read when it is first asked."""

    def __init__(self, path: Path, place: str, what: str = "archive") -> None:
        self.path = path
        self.place = place
        self.what = what

    @cached_property
    def archive(self) -> Archive:
        """The archive. Raises `FormatError` where it cannot be read."""
        from kotorlevel.formats.archives import read_archive  # a folder of files needs none

        return read_archive(self.path)

    def find_all(self, name: str, kind: str | int) -> list[Resource]:
        """The entries of that name and type; the first of them counts."""
        archive = self.archive
        return [self._resource(archive.entry(row)) for row in archive.find_numbers(name, kind)]

    def resources(self) -> Iterator[Resource]:
        """Every entry in the order of the file."""
        return map(self._resource, self.archive.entries)

    def _resource(self, entry: Entry) -> Resource:
        opener = partial(self.archive.read, entry)
        return Resource(entry.name, entry.type, self.place, opener, entry.size, self.path)


class KeySource:
    """``chitin.key`` and its BIFs below ``root``; a BIF is opened when it is first needed."""

    what = "KEY"

    def __init__(self, root: Path, path: Path) -> None:
        self.root = root
        self.path = path
        self.place = path.relative_to(root).as_posix()
        self._bifs: dict[int, Archive] = {}

    @cached_property
    def key(self) -> Key:
        """The index. Raises `FormatError` where it cannot be read."""
        from kotorlevel.formats.archives import read_key

        return read_key(self.path)

    def find_all(self, name: str, kind: str | int) -> list[Resource]:
        """The resource of that name and type: one, or none."""
        entry = self.key.find(name, kind)
        return [] if entry is None else [self._resource(entry)]

    def resources(self) -> Iterator[Resource]:
        """Every resource in the order of the KEY."""
        return map(self._resource, self.key.entries)

    def open_bif(self, number: int) -> Archive:
        """The BIF of that number. Raises `FormatError` if the KEY does not have it, or the disk."""
        from kotorlevel.formats.archives import read_archive

        if number not in self._bifs:
            if not 0 <= number < len(self.key.bifs):
                text = f"there is no BIF {number}, only {len(self.key.bifs)}"
                raise FormatError(text, source=self.key.source, section="files")
            self._bifs[number] = read_archive(self._find_bif(number))
        return self._bifs[number]

    def _find_bif(self, number: int) -> Path:
        from kotorlevel.formats.archives.tables import KEY_FILES

        bif = self.key.bifs[number]
        path = find_path(self.root, *bif.parts) if bif.parts else None
        if path is None:
            what = "is not there" if bif.parts else "is not inside the game's folder"
            text = f"the BIF '{printable(bif.filename)}' {what}"
            offset = int(self.key.header["file_offset"]) + number * KEY_FILES.dtype.itemsize
            raise FormatError(text, source=self.key.source, section="files", offset=offset)
        return path

    def _resource(self, entry: KeyEntry) -> Resource:
        bif = self.key.bifs[entry.bif] if entry.bif < len(self.key.bifs) else None
        place = (bif.path or printable(bif.filename)) if bif else ""
        opener = partial(self._read, entry)
        return Resource(entry.name, entry.type, place or f"BIF {entry.bif}", opener)

    def _read(self, entry: KeyEntry) -> bytes:
        if entry.bif >= len(self.key.bifs):
            section, offset = self.key.row_place(entry.number)
            text = f"it is said to be in BIF {entry.bif}, and there are {len(self.key.bifs)}"
            raise FormatError(text, source=self.key.source, section=section, offset=offset)
        return self.key.read(entry, self.open_bif(entry.bif))


def _read_file(path: Path, place: str) -> bytes:
    try:
        return load_source(path).data
    except FormatError as error:
        error.source = place
        raise


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1
