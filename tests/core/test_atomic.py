"""Whatever fails while a file is written, the old one is whole and nothing else is left behind."""

from __future__ import annotations

import io
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.core import atomic
from kotorlevel.core.atomic import (
    atomic_writer,
    discard,
    write_atomic,
    write_chunks,
    write_target,
)
from support.core.windows import refuse_protected, refuse_to_replace

OLD, NEW = b"old bytes", b"new bytes, and more of them"

posix = pytest.mark.skipif(os.name == "nt", reason="no POSIX modes or links")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.wok"
    path.write_bytes(OLD)
    return path


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file(tmp_path: Path) -> None:
    write_atomic(tmp_path / "b.wok", NEW)
    assert (tmp_path / "b.wok").read_bytes() == NEW
    assert names_in(tmp_path) == ["b.wok"]


@pytest.mark.parametrize("data", [NEW, b"", b"x" * 3_000_000])
def test_an_old_file_is_replaced(file: Path, data: bytes) -> None:
    write_atomic(str(file), data)
    assert file.read_bytes() == data
    assert names_in(file.parent) == ["a.wok"]


def test_a_path_relative_to_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_atomic("c.wok", NEW)
    assert (tmp_path / "c.wok").read_bytes() == NEW


@posix
@pytest.mark.parametrize("mode", [0o644, 0o600, 0o640, 0o200, 0o755])
def test_the_mode_is_kept(file: Path, mode: int) -> None:
    file.chmod(mode)
    write_atomic(file, NEW)
    assert stat.S_IMODE(file.stat().st_mode) == mode


@posix
@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_mode_that_open_gives(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_atomic(tmp_path / "a", NEW)
        (tmp_path / "b").write_bytes(NEW)
        after = os.umask(mask)
    finally:
        os.umask(before)
    assert after == mask
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


@posix
def test_a_link_stays_a_link(file: Path) -> None:
    link = file.parent / "folder" / "link.wok"
    link.parent.mkdir()
    link.symlink_to(Path("..") / "a.wok")
    write_atomic(link, NEW)
    assert link.is_symlink()
    assert file.read_bytes() == NEW
    assert not file.is_symlink()
    assert names_in(link.parent) == ["link.wok"]


@posix
def test_a_link_to_nothing_yet(tmp_path: Path) -> None:
    link = tmp_path / "link.wok"
    link.symlink_to("later.wok")
    write_atomic(link, NEW)
    assert link.is_symlink()
    assert (tmp_path / "later.wok").read_bytes() == NEW


class _FullDisk(io.BytesIO):
    """A file that takes half of the bytes and then fails."""

    def __init__(self, handle: int) -> None:
        super().__init__()
        self._handle = handle

    def write(self, data: Any) -> int:
        os.write(self._handle, data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    def close(self) -> None:
        if not self.closed:
            os.close(self._handle)
        super().close()


def _raise(*_: object, **__: object) -> None:
    raise OSError(5, "Input/output error")


def _interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


FAILURES = {
    "write": ("fdopen", lambda handle, _: _FullDisk(handle)),
    "fsync": ("fsync", _raise),
    "chmod": ("chmod", _raise),
    "replace": ("replace", _raise),
    "interrupted": ("fsync", _interrupt),
}


@pytest.mark.parametrize(
    ("failure", "exists"),
    [(each, True) for each in FAILURES]
    + [(each, False) for each in FAILURES if each != "chmod"],  # a new file is made with its mode
)
def test_the_old_file_survives_every_failure(
    file: Path, monkeypatch: pytest.MonkeyPatch, failure: str, exists: bool
) -> None:
    if not exists:
        file.unlink()
    name, replacement = FAILURES[failure]
    with monkeypatch.context() as patch:
        patch.setattr(os, name, replacement)
        with pytest.raises((OSError, KeyboardInterrupt)):
            write_atomic(file, NEW)
    assert names_in(file.parent) == (["a.wok"] if exists else [])
    if exists:
        assert file.read_bytes() == OLD


def test_the_bytes_are_on_the_disk_before_they_take_the_name(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, bytes]] = []
    fsync, replace = os.fsync, os.replace

    def watch_fsync(handle: int) -> None:
        seen.append(("fsync", file.read_bytes()))
        fsync(handle)

    def watch_replace(source: str, target: str) -> None:
        seen.append(("replace", Path(source).read_bytes()))
        assert Path(source).parent == file.parent
        replace(source, target)

    monkeypatch.setattr(os, "fsync", watch_fsync)
    monkeypatch.setattr(os, "replace", watch_replace)
    write_atomic(file, NEW)
    assert seen[:2] == [("fsync", OLD), ("replace", NEW)]


@posix
def test_a_folder_that_cannot_be_synced_does_not_matter(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_open = os.open

    def open_no_folder(path: str, flags: int, mode: int = 0o777) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied")
        return real_open(path, flags, mode)

    monkeypatch.setattr(os, "open", open_no_folder)
    write_atomic(file, NEW)
    assert file.read_bytes() == NEW


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*missing") as caught:
        write_atomic(tmp_path / "missing" / "a.wok", NEW)
    assert ".tmp" not in str(caught.value)
    assert names_in(tmp_path) == []


def test_a_file_in_place_of_the_folder(file: Path) -> None:
    with pytest.raises(OSError, match="there is no folder"):
        write_atomic(file / "b.wok", NEW)
    assert file.read_bytes() == OLD


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="is a folder, not a file"):
        write_atomic(tmp_path, NEW)
    assert names_in(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="is a device, not a file"):
        write_atomic(pipe, NEW)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert names_in(tmp_path) == ["pipe"]


def test_a_target_is_a_path_or_an_open_file(file: Path) -> None:
    write_target(NEW, str(file))
    assert file.read_bytes() == NEW
    write_target(OLD, file)
    assert file.read_bytes() == OLD
    buffer = io.BytesIO(b"before ")
    buffer.seek(0, os.SEEK_END)
    write_target(NEW, buffer)
    assert buffer.getvalue() == b"before " + NEW


def test_a_target_open_as_text_is_a_type_error() -> None:
    target: Any = io.StringIO()
    with pytest.raises(TypeError):
        write_target(NEW, target)


def test_chunks_are_written_one_after_the_other(file: Path) -> None:
    chunks = [b"new ", b"", b"bytes"]
    write_chunks(iter(chunks), file)
    assert file.read_bytes() == b"new bytes"
    assert names_in(file.parent) == ["a.wok"]
    buffer = io.BytesIO()
    write_chunks(chunks, buffer)
    assert buffer.getvalue() == b"new bytes"


def test_a_chunk_that_cannot_be_made_leaves_the_old_file(file: Path) -> None:
    def chunks() -> Iterator[bytes]:
        yield NEW
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        write_chunks(chunks(), file)
    assert file.read_bytes() == OLD
    assert names_in(file.parent) == ["a.wok"]


def test_the_new_file_takes_the_name_when_the_block_ends(file: Path) -> None:
    with atomic_writer(file) as writer:
        writer.write(NEW)
        writer.seek(0)
        writer.write(b"N")
        assert file.read_bytes() == OLD
    assert file.read_bytes() == b"N" + NEW[1:]
    with pytest.raises(KeyboardInterrupt), atomic_writer(file) as writer:
        _interrupt(writer.write(b"half"))
    assert file.read_bytes() == b"N" + NEW[1:]
    assert names_in(file.parent) == ["a.wok"]


# Modes, without the process's umask


@posix
def test_the_umask_is_never_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one for all threads: whoever makes a file meanwhile would make it for everybody."""
    monkeypatch.setattr(os, "umask", _raise)
    write_atomic(tmp_path / "a.wok", NEW)
    write_atomic(tmp_path / "a.wok", OLD)
    assert (tmp_path / "a.wok").read_bytes() == OLD


@posix
def test_nobody_else_reads_what_replaces_a_private_file(file: Path) -> None:
    file.chmod(0o600)
    with atomic_writer(file):
        (temporary,) = (path for path in file.parent.iterdir() if path != file)
        assert stat.S_IMODE(temporary.stat().st_mode) == 0o600


def test_names_that_are_taken(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one is tried; where every one is taken, that is told of the file asked for."""
    names = iter([b"a" * 6, b"a" * 6, b"b" * 6])
    monkeypatch.setattr(os, "urandom", lambda _: next(names))
    with atomic_writer(file), atomic_writer(file):
        assert len(names_in(file.parent)) == 3
    monkeypatch.setattr(os, "urandom", lambda _: b"c" * 6)
    with atomic_writer(file), pytest.raises(FileExistsError) as caught:
        write_atomic(file, NEW)
    assert caught.value.filename == str(file)


# Write-protected files


@pytest.mark.parametrize("windows", [False, True])
def test_a_protected_file_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch, windows: bool
) -> None:
    file.chmod(0o444)
    if windows:
        refuse_protected(monkeypatch)
    with pytest.raises(PermissionError, match="is write-protected") as caught:
        write_atomic(file, NEW)
    assert caught.value.filename == str(file)
    assert file.read_bytes() == OLD
    assert not file.stat().st_mode & stat.S_IWUSR
    assert names_in(file.parent) == ["a.wok"]


def test_the_temporary_file_goes_also_where_it_is_protected(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_protected(monkeypatch)

    def chunks() -> Iterator[bytes]:
        yield NEW
        next(path for path in file.parent.iterdir() if path != file).chmod(0o444)
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        write_chunks(chunks(), file)
    assert names_in(file.parent) == ["a.wok"]


def test_discarding(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_protected(monkeypatch)
    file.chmod(0o444)
    assert discard(file) is None
    assert not file.exists()
    assert discard(file) is None  # it is gone already
    assert isinstance(discard(file.parent), OSError)


# Files that are open in another program, as Windows sees it


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made; none of them takes time."""
    made: list[float] = []
    monkeypatch.setattr(time, "sleep", made.append)
    monkeypatch.setattr(atomic, "_IS_WINDOWS", True)
    return made


def test_a_file_that_is_open_for_a_moment(
    file: Path, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_replace(monkeypatch, times=2)
    write_atomic(file, NEW)
    assert file.read_bytes() == NEW
    assert len(pauses) == 2
    assert names_in(file.parent) == ["a.wok"]


def test_a_file_that_stays_open(
    file: Path, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_replace(monkeypatch)
    with pytest.raises(PermissionError, match="is open in another program") as caught:
        write_atomic(file, NEW)
    assert caught.value.filename == str(file)
    assert 0.5 < sum(pauses) < 2
    assert max(pauses) < 0.5
    assert file.read_bytes() == OLD
    assert names_in(file.parent) == ["a.wok"]


def test_other_failures_are_not_tried_again(
    file: Path, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "replace", _raise)
    with pytest.raises(OSError, match="Input/output error"):
        write_atomic(file, NEW)
    assert pauses == []


def test_elsewhere_a_refusal_is_one(
    file: Path, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that may not be written to does not change while one waits."""
    monkeypatch.setattr(atomic, "_IS_WINDOWS", False)
    refuse_to_replace(monkeypatch, times=1)
    with pytest.raises(PermissionError, match="Access is denied") as caught:
        write_atomic(file, NEW)
    assert caught.value.filename == str(file)  # not the temporary one
    assert caught.value.filename2 is None
    assert pauses == []
