"""Parts of files: just the bytes that are asked for, from the file that was looked at."""

from __future__ import annotations

import gzip
import io
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.core.errors import FormatError, UnreadableError
from kotorlevel.core.lazy_source import HeldBytes, OpenFile, PathFile, open_lazily
from kotorlevel.core.source import Source

DATA = bytes(range(256)) * 4


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.mod"
    path.write_bytes(DATA)
    return path


MAKERS: dict[str, Callable[[Path], Source]] = {
    "bytes": lambda path: path.read_bytes(),
    "bytearray": lambda path: bytearray(path.read_bytes()),
    "text": str,
    "path": lambda path: path,
    "open file": lambda path: io.BytesIO(path.read_bytes()),
}


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize(("offset", "size"), [(0, 1024), (0, 0), (1000, 24), (1024, 0), (3, 500)])
def test_parts_of_every_source(file: Path, maker: str, offset: int, size: int) -> None:
    lazy = open_lazily(MAKERS[maker](file))
    assert lazy.size == len(DATA)
    assert lazy.read(offset, size) == DATA[offset : offset + size]
    assert b"".join(lazy.chunks(offset, size)) == DATA[offset : offset + size]
    assert lazy.name == (str(file) if maker in ("text", "path") else "")


def test_chunks_are_small(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"abc" * 1_000_000)
    with path.open("rb") as handle:
        for lazy in (open_lazily(path), open_lazily(handle)):
            chunks = list(lazy.chunks(1, 2_999_998))
            assert max(map(len, chunks)) <= 1 << 20
            assert b"".join(chunks) == (b"abc" * 1_000_000)[1:-1]


def test_an_open_file_is_read_from_where_it_stands_and_left_there(file: Path) -> None:
    with file.open("rb") as handle:
        handle.seek(10)
        lazy = open_lazily(handle)
        assert isinstance(lazy, OpenFile)
        assert (lazy.size, lazy.name) == (len(DATA) - 10, str(file))
        handle.seek(77)
        assert lazy.read(0, 5) == DATA[10:15]
        assert handle.tell() == 77
        handle.seek(5000)
        assert open_lazily(handle).size == 0


class Slow(io.BytesIO):
    """An unbuffered file, which may give less than it is asked for."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(size or 0, 7) if size is None or size >= 0 else size)


def test_a_file_that_gives_less_at_a_time() -> None:
    assert open_lazily(Slow(DATA)).read(3, 100) == DATA[3:103]


class Stream(io.RawIOBase):
    """A file in which one cannot move about."""

    def __init__(self) -> None:
        self.rest = DATA

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        part, self.rest = self.rest[: len(buffer)], self.rest[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


def test_a_stream_is_loaded() -> None:
    stream: Any = Stream()
    lazy = open_lazily(stream)
    assert isinstance(lazy, HeldBytes)
    assert lazy.read(5, 5) == DATA[5:10]


def test_a_compressed_file(file: Path) -> None:
    packed = file.with_suffix(".gz")
    packed.write_bytes(gzip.compress(DATA))
    with gzip.open(packed) as handle:
        source: Any = handle
        assert open_lazily(source).read(5, 5) == DATA[5:10]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_loaded(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(DATA,))
    writer.start()
    lazy = open_lazily(pipe)
    writer.join()
    assert (lazy.name, lazy.read(0, lazy.size)) == (str(pipe), DATA)


def test_a_file_open_as_text_is_a_type_error(file: Path) -> None:
    with file.open(encoding="latin-1") as handle:
        for text in (handle, io.StringIO("text")):
            source: Any = text
            with pytest.raises(TypeError, match="open as text"):
                open_lazily(source)


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="no such file"):
        open_lazily(tmp_path / "absent")
    with pytest.raises(UnreadableError, match="is a folder"):
        open_lazily(tmp_path)
    with pytest.raises(UnreadableError, match="cannot be opened"):
        open_lazily("a\0b")


@pytest.mark.parametrize("data", [DATA + b"x", DATA[:-1], b""])
def test_a_file_of_another_size_is_another_file(file: Path, data: bytes) -> None:
    lazy = open_lazily(file)
    file.write_bytes(data)
    with pytest.raises(FormatError, match="has changed") as caught:
        lazy.read(5, 5, "keys")
    assert (caught.value.source, caught.value.section, caught.value.offset) == (
        str(file),
        "keys",
        5,
    )
    with pytest.raises(FormatError, match="has changed"):
        list(lazy.chunks(0, 10))


def test_a_file_written_again_is_another_file(file: Path) -> None:
    lazy = open_lazily(file)
    assert isinstance(lazy, PathFile)
    os.utime(file, ns=(lazy.changed + 10**9, lazy.changed + 10**9))
    with pytest.raises(FormatError, match="has changed"):
        lazy.read(5, 5)


def test_a_file_that_has_gone(file: Path) -> None:
    lazy = open_lazily(file)
    file.unlink()
    with pytest.raises(UnreadableError, match="no such file"):
        lazy.read(5, 5)


def test_an_open_file_that_changed_or_was_closed() -> None:
    handle = io.BytesIO(DATA)
    lazy = open_lazily(handle)
    handle.truncate(100)
    with pytest.raises(FormatError, match="has changed") as caught:
        lazy.read(5, 5, "keys")
    assert (caught.value.section, caught.value.offset) == ("keys", 5)
    handle.close()
    with pytest.raises(FormatError, match="cannot be read"):
        lazy.read(5, 5)
