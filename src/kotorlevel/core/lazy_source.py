"""Reading parts of a file without reading the rest, and without keeping it open.

An open handle would lock the file on Windows, so a path is opened for each read. Between two
reads anyone may change the file; what was learnt of it then no longer holds, and reading on is a
`FormatError`.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Protocol

from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import Source, file_name, load_source, open_binary, unreadable

_CHUNK = 1 << 20


class LazySource(Protocol):
    """Bytes that are read in parts. Offsets and sizes are the caller's to check before."""

    @property
    def name(self) -> str:
        """The name that errors give it; empty for bytes."""

    @property
    def size(self) -> int:
        """How many bytes there are."""

    def read(self, offset: int, size: int, section: str = "") -> bytes:
        """The ``size`` bytes at ``offset``; ``section`` names them in errors."""

    def chunks(self, offset: int, size: int) -> Iterator[bytes]:
        """The ``size`` bytes at ``offset``, a part at a time."""


def open_lazily(source: Source) -> LazySource:
    """A source to be read in parts. What cannot be read in parts, such as a pipe, is loaded."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return HeldBytes(bytes(source))
    if isinstance(source, (str, os.PathLike)):
        return _open_path(os.fspath(source))
    if not hasattr(source, "encoding") and (size := _rest_of(source)) is not None:
        return OpenFile(source, file_name(source), size, source.tell())
    return HeldBytes(*load_source(source))


@dataclass(frozen=True, slots=True, eq=False)
class HeldBytes:
    """Bytes in memory."""

    data: bytes = field(repr=False)
    name: str = ""

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return len(self.data)

    def read(self, offset: int, size: int, section: str = "") -> bytes:  # noqa: ARG002
        """The ``size`` bytes at ``offset``."""
        return self.data[offset : offset + size]

    def chunks(self, offset: int, size: int) -> Iterator[bytes]:
        """The ``size`` bytes at ``offset``, which are in memory anyway."""
        yield self.read(offset, size)


@dataclass(frozen=True, slots=True, eq=False)
class PathFile:
    """A file that is opened for each read, and must be the one it was when first looked at."""

    name: str
    size: int
    changed: int

    def read(self, offset: int, size: int, section: str = "") -> bytes:
        """The ``size`` bytes at ``offset``. Raises `FormatError` if the file has changed."""
        with self._open(offset, section) as file:
            return _read_exactly(file, self.name, offset, size, section)

    def chunks(self, offset: int, size: int) -> Iterator[bytes]:
        """The ``size`` bytes at ``offset``, a part at a time; open until the last of them."""
        with self._open(offset) as file:
            for start in range(offset, offset + size, _CHUNK):
                yield _read_exactly(file, self.name, start, min(_CHUNK, offset + size - start))

    def _open(self, offset: int, section: str = "") -> IO[bytes]:
        file = open_binary(self.name)
        status = os.fstat(file.fileno())
        if (status.st_size, status.st_mtime_ns) != (self.size, self.changed):
            file.close()
            raise _changed(self.name, offset, section)
        file.seek(offset)
        return file


@dataclass(frozen=True, slots=True, eq=False)
class OpenFile:
    """A file that the caller has opened and keeps open: its bytes from ``start`` on.

    Its position is put back after each read.
    """

    file: IO[bytes]
    name: str
    size: int
    start: int

    def read(self, offset: int, size: int, section: str = "") -> bytes:
        """The ``size`` bytes at ``offset``. A `FormatError` if it was closed or has changed."""
        try:
            before = self.file.tell()
            try:
                if self.file.seek(0, os.SEEK_END) != self.start + self.size:
                    raise _changed(self.name, offset, section)
                self.file.seek(self.start + offset)
                return _read_exactly(self.file, self.name, offset, size, section)
            finally:
                self.file.seek(before)
        except FormatError:
            raise
        except (OSError, ValueError) as error:  # ValueError: it is closed
            raise FormatError(
                f"cannot be read: {error}", source=self.name, section=section, offset=offset
            ) from error

    def chunks(self, offset: int, size: int) -> Iterator[bytes]:
        """The ``size`` bytes at ``offset``, a part at a time."""
        for start in range(offset, offset + size, _CHUNK):
            yield self.read(start, min(_CHUNK, offset + size - start))


def _open_path(path: str) -> LazySource:
    with open_binary(path) as file:
        if file.seekable():
            status = os.fstat(file.fileno())
            return PathFile(path, status.st_size, status.st_mtime_ns)
        try:
            return HeldBytes(file.read(), path)
        except OSError as error:
            raise unreadable(error, path) from error


def _rest_of(file: IO[bytes]) -> int | None:
    """How many bytes follow in an open file; None where one cannot move about in it."""
    try:
        before = file.tell()
        end = file.seek(0, os.SEEK_END)
        file.seek(before)
    except (OSError, ValueError, AttributeError):
        return None
    return max(end - before, 0)


def _read_exactly(file: IO[bytes], name: str, offset: int, size: int, section: str = "") -> bytes:
    """The next ``size`` bytes; an unbuffered file may give less at a time."""
    try:
        data = file.read(size)
        if not isinstance(data, bytes):
            raise TypeError("the file is open as text; open it with mode 'rb'")
        while len(data) < size and (more := file.read(size - len(data))):
            data += more
    except OSError as error:
        raise unreadable(error, name) from error
    if len(data) < size:
        raise _changed(name, offset, section)
    return data


def _changed(name: str, offset: int, section: str) -> FormatError:
    text = "the file has changed since it was opened; read it again"
    return FormatError(text, source=name, section=section, offset=offset)
