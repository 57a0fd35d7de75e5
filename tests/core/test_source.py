"""Bytes from anywhere; what cannot be read says so, with its name."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.core.errors import FormatError, UnreadableError
from kotorlevel.core.source import Source, load_source

DATA = bytes(range(256))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.wok"
    path.write_bytes(DATA)
    return path


def test_a_path_as_text_and_as_path(file: Path) -> None:
    assert load_source(str(file)) == (DATA, str(file))
    assert load_source(file) == (DATA, str(file))


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_have_no_name(kind: type) -> None:
    loaded = load_source(kind(DATA))
    assert loaded == (DATA, "")
    assert type(loaded.data) is bytes


def test_later_changes_of_a_buffer_do_not_matter() -> None:
    buffer = bytearray(b"abc")
    direct, viewed = load_source(buffer), load_source(memoryview(buffer))
    buffer[0] = 0
    assert direct.data == viewed.data == b"abc"


def test_every_second_byte_of_a_view() -> None:
    assert load_source(memoryview(b"a1b2c3")[::2]).data == b"abc"


def test_an_open_file_is_read_from_where_it_stands(file: Path) -> None:
    with file.open("rb") as handle:
        handle.seek(10)
        assert load_source(handle) == (DATA[10:], str(file))
        assert not handle.closed


def test_an_open_file_without_a_name(file: Path) -> None:
    assert load_source(io.BytesIO(DATA)) == (DATA, "")
    with os.fdopen(os.open(file, os.O_RDONLY), "rb") as handle:
        assert load_source(handle) == (DATA, "")


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-8"])
def test_a_file_open_as_text_is_a_type_error(file: Path, encoding: str) -> None:
    handle: Any
    with file.open(encoding=encoding) as handle, pytest.raises(TypeError, match="mode 'rb'"):
        load_source(handle)


def test_text_in_memory_is_a_type_error() -> None:
    source: Any = io.StringIO("abc")
    with pytest.raises(TypeError, match="mode 'rb'"):
        load_source(source)


def test_a_reader_that_gives_text_is_a_type_error() -> None:
    class Reader:
        def read(self) -> str:
            return "abc"

    source: Any = Reader()
    with pytest.raises(TypeError, match="mode 'rb'"):
        load_source(source)


def unreadable(source: Source) -> str:
    with pytest.raises(UnreadableError) as caught:
        load_source(source)
    assert isinstance(caught.value, FormatError)
    assert isinstance(caught.value, OSError)
    assert caught.value.source == os.fspath(source)  # type: ignore[arg-type]
    return caught.value.message


def test_a_missing_file(tmp_path: Path) -> None:
    assert unreadable(tmp_path / "none.wok") == "no such file"
    assert unreadable("") == "no such file"


def test_a_folder(tmp_path: Path) -> None:
    assert unreadable(tmp_path) == "is a folder, not a file"


def test_a_file_used_as_a_folder(file: Path) -> None:
    assert "cannot be opened" in unreadable(file / "b.wok")


def test_a_nul_in_the_name() -> None:
    assert "cannot be opened" in unreadable("a\0b.wok")


def test_a_name_that_is_too_long() -> None:
    assert "cannot be opened" in unreadable("x" * 10_000)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero")
def test_an_endless_device_is_refused() -> None:
    assert unreadable("/dev/zero") == "is a device, not a file"


@pytest.mark.skipif(
    sys.platform == "win32" or not hasattr(os, "geteuid") or os.geteuid() == 0,
    reason="permissions are not enforced",
)
def test_no_permission(file: Path) -> None:
    file.chmod(0)
    assert "cannot be opened: Permission denied" in unreadable(file)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_named_pipe_can_be_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(DATA,))
    writer.start()
    assert load_source(pipe).data == DATA
    writer.join()
