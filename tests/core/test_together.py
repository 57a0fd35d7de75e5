"""Files that belong together are all written or none, and what cannot be undone is told."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.journal import journal
from kotorlevel.core.journal.undo import recover, undo
from kotorlevel.core.together import HalfWrittenError, write_files, write_together
from support.area.area_edits import fail_at
from support.area.level_files import content as contents
from support.core.windows import refuse_protected

OLD = {"a.wok": b"old a", "b.wok": b"old b", "c.wok": b"old c"}
NEW = {"a.wok": b"new a", "d.wok": b"new d", "b.wok": b"new b", "c.wok": b"new c"}

links = pytest.mark.skipif(os.name == "nt", reason="links need a right there")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, data in OLD.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def put(data: bytes, path: Path) -> None:
    write_atomic(path, data)


def write(folder: Path, new: dict[str, bytes] = NEW) -> dict[Path, Path | None]:
    return write_together({folder / name: partial(put, data) for name, data in new.items()})


def test_all_of_them(folder: Path) -> None:
    backups = write(folder)
    assert {path.name: kept and kept.read_bytes() for path, kept in backups.items()} == {
        name: OLD.get(name) for name in NEW
    }
    assert contents(folder) == NEW


def test_one_is_removed(folder: Path) -> None:
    write_together({folder / "a.wok": None, folder / "b.wok": partial(put, b"new b")})
    assert contents(folder) == {"b.wok": b"new b", "c.wok": b"old c"}
    undo(folder)
    assert contents(folder) == OLD


def test_none(tmp_path: Path) -> None:
    assert write_together({}) == {}
    assert list(tmp_path.iterdir()) == []


def test_new_files_leave_no_journal(tmp_path: Path) -> None:
    write_files({tmp_path / "out" / name: data for name, data in NEW.items()})
    assert {path.name for path in (tmp_path / "out").iterdir()} == set(NEW)


@pytest.mark.parametrize("number", range(1, 10))
def test_whichever_fails_everything_is_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Four new files, what was begun, four places: one of them fails."""
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    fail_at(monkeypatch, number)
    with pytest.raises(OSError, match="disk full"):
        write(folder)
    assert contents(folder) == OLD
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before


@pytest.mark.parametrize("stop", [KeyboardInterrupt, ValueError])
def test_whatever_stops_it(folder: Path, stop: type[BaseException]) -> None:
    def fail(path: Path) -> None:
        path.write_bytes(b"half")
        raise stop

    writes: dict[Path, Callable[[Path], None]] = {
        folder / "a.wok": partial(put, b"new a"),
        folder / "b.wok": fail,
    }
    with pytest.raises(stop):
        write_together(writes)
    assert contents(folder) == OLD
    assert not (folder / ".kotorlevel").exists()


def test_the_file_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the system does not name it."""

    def fail(path: Path) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left") as caught:
        write_together({folder / "a.wok": partial(put, b"new"), folder / "b.wok": fail})
    assert caught.value.filename == str(folder / "b.wok")


def test_a_disk_that_is_full_from_the_start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes into the journal first has no name that anybody knows."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", fail)
    with pytest.raises(OSError, match="No space left") as caught:
        write(folder)
    assert caught.value.filename == str(folder / "a.wok")
    assert contents(folder) == OLD
    assert not (folder / ".kotorlevel").exists()


@pytest.mark.parametrize("windows", [False, True])
def test_a_protected_file_is_refused_before_anything_is_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch, windows: bool
) -> None:
    (folder / "c.wok").chmod(0o444)
    if windows:
        refuse_protected(monkeypatch)
    monkeypatch.setattr("kotorlevel.core.together.hold", None)
    with pytest.raises(PermissionError, match="is write-protected") as caught:
        write(folder)
    assert caught.value.filename == str(folder / "c.wok")
    assert contents(folder) == OLD


def test_a_folder_that_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, *_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system", str(self))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(OSError, match="Read-only file system") as caught:
        write(folder)
    assert caught.value.filename == str(folder / "a.wok")
    assert contents(folder) == OLD


# What cannot be undone


def refuse_places(monkeypatch: pytest.MonkeyPatch, **errors: OSError) -> None:
    """Putting a file in its place fails: ``c_wok`` the new one, ``a_before`` the old one."""
    real = os.replace

    def replaced(source: str, target: str) -> None:
        name = Path(target).name
        side = Path(source).suffix if name.endswith(".wok") else ""
        key = f"{name[0]}{side}".replace(".", "_")
        if key in errors:
            raise errors[key]
        real(source, target)

    monkeypatch.setattr(os, "replace", replaced)


def test_putting_back_goes_on_past_errors(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The third cannot be written, and then the first cannot be put back; the second is."""
    with monkeypatch.context() as patch:
        refuse_places(
            patch,
            c_after=OSError(28, "No space left on device"),
            a_before=PermissionError(13, "Access is denied"),
        )
        with pytest.raises(HalfWrittenError) as caught:
            write(folder)
    first = caught.value.__cause__
    assert isinstance(first, OSError)
    assert first.errno == caught.value.errno == 28
    assert caught.value.filename == str(folder / "c.wok")
    assert caught.value.strerror == (
        "No space left on device; a.wok is not as it was (Access is denied). "
        "The next command on these files puts that right"
    )
    assert contents(folder) == {**OLD, "a.wok": b"new a"}
    (done,) = recover(folder)
    assert (done.is_finished, done.left_alone) == (False, ())
    assert contents(folder) == OLD
    assert not (folder / ".kotorlevel").exists()


def test_what_failed_is_not_finished_later(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All new bytes are at hand, but the caller was told that nothing has come of it."""
    with monkeypatch.context() as patch:
        denied = PermissionError(13, "Access is denied")
        refuse_places(patch, b_after=OSError(28, "No space left on device"), a_before=denied)
        with pytest.raises(HalfWrittenError):
            write(folder, {"a.wok": b"new a", "b.wok": b"new b"})
    assert contents(folder) == {**OLD, "a.wok": b"new a"}
    (done,) = recover(folder)
    assert not done.is_finished
    assert contents(folder) == OLD


def test_who_stops_the_program_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        denied = PermissionError(13, "Access is denied")
        refuse_places(patch, b_after=KeyboardInterrupt(), a_before=denied)  # type: ignore[arg-type]
        with pytest.raises(KeyboardInterrupt) as caught:
            write(folder)
    assert caught.value.__notes__ == [
        "a.wok is not as it was (Access is denied). The next command on these files puts that right"
    ]
    recover(folder)
    assert contents(folder) == OLD


@links
def test_a_link_stays_a_link(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Written and put back, it is the file behind it that changes."""
    real = tmp_path_factory.mktemp("elsewhere") / "real.wok"
    real.write_bytes(b"old a")
    (folder / "a.wok").unlink()
    (folder / "a.wok").symlink_to(real)
    with pytest.MonkeyPatch.context() as patch:
        refuse_places(patch, b_after=OSError(28, "No space left on device"))
        with pytest.raises(OSError, match="No space left"):
            write(folder)
    assert (folder / "a.wok").is_symlink()
    assert contents(folder) == OLD
    write(folder)
    assert (folder / "a.wok").is_symlink()
    assert real.read_bytes() == b"new a"


def test_what_is_written_has_the_old_mode(folder: Path) -> None:
    (folder / "a.wok").chmod(0o640)
    write(folder)
    assert (folder / "a.wok").stat().st_mode & 0o777 == 0o640
    undo(folder)
    assert (folder / "a.wok").stat().st_mode & 0o777 == 0o640


def test_a_place_on_another_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        refuse_places(patch, a_after=OSError(errno.EXDEV, "Invalid cross-device link"))
        write(folder)
    assert contents(folder) == NEW
    undo(folder)
    assert contents(folder) == OLD


@pytest.mark.parametrize("removed", ["a.wok", "b.wok"])
def test_what_another_program_changes_at_that_moment_is_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, removed: str
) -> None:
    """Between keeping the old bytes and writing the new ones, which may take seconds."""
    writes = {folder / name: partial(put, b"new") for name in ("a.wok", "b.wok")}
    begin = write_atomic

    def meddle(path: Path, data: bytes) -> None:
        begin(path, data)
        (folder / "b.wok").write_bytes(b"theirs")

    monkeypatch.setattr(journal, "write_atomic", meddle)
    with pytest.raises(OSError, match="another program") as caught:
        write_together({**writes, folder / removed: None})
    assert caught.value.filename == str(folder / "b.wok")
    assert contents(folder) == {**OLD, "b.wok": b"theirs"}
    assert recover(folder) == []
