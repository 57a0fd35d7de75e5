"""Files that belong together are all written or none, and what cannot be undone is told."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.together import HalfWrittenError, backup_name, keep_backup, write_together
from support.area.area_edits import fail_at
from support.core.windows import refuse_protected, refuse_to_replace

OLD = {"a.wok": b"old a", "b.wok": b"old b", "c.wok": b"old c"}
NEW = {"a.wok": b"new a", "d.wok": b"new d", "b.wok": b"new b", "c.wok": b"new c"}

links = pytest.mark.skipif(os.name == "nt", reason="links need a right there")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, data in OLD.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def put(data: bytes, path: Path) -> None:
    write_atomic(path, data)


def write(folder: Path, new: dict[str, bytes] = NEW) -> dict[Path, Path | None]:
    return write_together({folder / name: partial(put, data) for name, data in new.items()})


def test_all_of_them(folder: Path) -> None:
    backups = write(folder)
    assert backups == {
        folder / name: folder / f"{name}.bak" if name in OLD else None for name in NEW
    }
    assert contents(folder) == {**NEW, **{f"{name}.bak": data for name, data in OLD.items()}}


def test_none(tmp_path: Path) -> None:
    assert write_together({}) == {}
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("number", range(1, 8))
def test_whichever_fails_everything_is_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Three backups and four files are put in their places; one of these seven fails."""
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    fail_at(monkeypatch, number)
    with pytest.raises(OSError, match="disk full"):
        write(folder)
    assert contents(folder) == OLD
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before


@pytest.mark.parametrize("stop", [KeyboardInterrupt, ValueError])
def test_whatever_stops_it(folder: Path, stop: type[BaseException]) -> None:
    def fail(path: Path) -> None:
        path.write_bytes(b"half")  # even a write that is not atomic is undone
        raise stop

    writes: dict[Path, Callable[[Path], None]] = {
        folder / "a.wok": partial(put, b"new a"),
        folder / "b.wok": fail,
    }
    with pytest.raises(stop):
        write_together(writes)
    assert contents(folder) == OLD


def test_the_file_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the system does not name it."""

    def fail(path: Path) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left") as caught:
        write_together({folder / "a.wok": partial(put, b"new"), folder / "b.wok": fail})
    assert caught.value.filename == str(folder / "b.wok")


@pytest.mark.parametrize("windows", [False, True])
def test_a_protected_file_is_refused_before_anything_is_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch, windows: bool
) -> None:
    (folder / "c.wok").chmod(0o444)
    if windows:
        refuse_protected(monkeypatch)
    made: list[str] = []
    monkeypatch.setattr("kotorlevel.core.together.keep_backup", made.append)
    with pytest.raises(PermissionError, match="is write-protected") as caught:
        write(folder)
    assert caught.value.filename == str(folder / "c.wok")
    assert made == []
    assert contents(folder) == OLD


# What cannot be undone


def test_putting_back_goes_on_past_errors(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The third cannot be written, and then the first cannot be put back; the second is."""
    real = os.replace

    def replaced(source: str, target: str) -> None:
        if Path(target).name == "c.wok":
            raise OSError(28, "No space left on device")
        if Path(source).name == "a.wok.bak":
            raise PermissionError(13, "Access is denied")
        real(source, target)

    monkeypatch.setattr(os, "replace", replaced)
    with pytest.raises(HalfWrittenError) as caught:
        write(folder)
    first = caught.value.__cause__
    assert isinstance(first, OSError)
    assert first.errno == caught.value.errno == 28
    assert caught.value.filename == str(folder / "c.wok")
    assert caught.value.strerror == (
        "No space left on device; a.wok is not as it was (Access is denied); a.wok.bak is"
    )
    assert contents(folder) == {**OLD, "a.wok": b"new a", "a.wok.bak": b"old a"}


def test_what_is_still_there_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_to_replace(monkeypatch, "b.wok")
    real = os.unlink

    def unlinked(path: str, **more: object) -> None:
        if Path(path).name == "c.wok.bak":
            raise PermissionError(13, "Access is denied")
        real(path)

    monkeypatch.setattr(os, "unlink", unlinked)
    with pytest.raises(HalfWrittenError, match=r"c\.wok\.bak is still there \(Access is denied\)"):
        write(folder)
    assert contents(folder) == {**OLD, "c.wok.bak": b"old c"}


def test_who_stops_the_program_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(path: Path) -> None:
        refuse_to_replace(monkeypatch)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        write_together({folder / "a.wok": partial(put, b"new a"), folder / "b.wok": stop})
    assert caught.value.__notes__ == ["a.wok is not as it was (Access is denied); a.wok.bak is"]


# Links and backups


@links
def test_a_link_stays_a_link(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Written and put back, it is the file behind it that changes."""
    real = tmp_path_factory.mktemp("elsewhere") / "real.wok"
    real.write_bytes(b"old a")
    (folder / "a.wok").unlink()
    (folder / "a.wok").symlink_to(real)

    def fail(path: Path) -> None:
        assert real.read_bytes() == b"new a"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        write_together({folder / "a.wok": partial(put, b"new a"), folder / "b.wok": fail})
    assert (folder / "a.wok").is_symlink()
    assert real.read_bytes() == b"old a"
    assert contents(folder) == OLD


def test_a_backup_has_the_times_and_the_mode(folder: Path) -> None:
    path = folder / "a.wok"
    path.chmod(0o640)
    os.utime(path, ns=(10**18, 10**18 + 5_000))
    backup = keep_backup(path)
    assert backup.name == "a.wok.bak"
    assert backup.read_bytes() == b"old a"
    assert backup.stat().st_mtime_ns == path.stat().st_mtime_ns
    assert backup.stat().st_mode == path.stat().st_mode


@links
def test_a_link_to_nowhere_is_no_free_name(folder: Path) -> None:
    """A backup would be written to where it leads."""
    (folder / "a.wok.bak").symlink_to(folder / "elsewhere")
    assert backup_name(folder / "a.wok").name == "a.wok.bak2"
    keep_backup(folder / "a.wok")
    assert not (folder / "elsewhere").exists()
