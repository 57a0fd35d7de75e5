"""One thread of one process at a time holds a journal."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from kotorlevel.core.journal import lock
from kotorlevel.core.journal.lock import BusyError, hold
from kotorlevel.core.journal.undo import undo
from kotorlevel.core.together import write_files


def test_threads_and_twice_in_one(tmp_path: Path) -> None:
    folder = tmp_path / ".kotorlevel"
    refused: list[BusyError] = []

    def second() -> None:
        try:
            with hold(folder, 0.05):
                raise AssertionError("held twice")
        except BusyError as error:
            refused.append(error)

    with hold(folder), hold(folder):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
    assert f"process {os.getpid()}" in refused[0].message
    assert not folder.exists()  # nothing was written, nothing stays


def test_a_lock_that_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ".kotorlevel"
    monkeypatch.setattr(lock, "_tell_holder", lambda _: None)
    with hold(folder):
        (folder / "lock").write_bytes(b"\xff{")
        assert "is being edited by another process; try again" in str(lock._busy(folder))


def test_a_lock_that_its_holder_takes_away_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has locked a file that is gone holds nothing: the next one makes a new file."""
    folder = tmp_path / ".kotorlevel"
    real = lock._try_lock
    tries: list[int] = []

    def taken_away(handle: int) -> bool:
        if not tries:
            (folder / "lock").unlink()
        tries.append(handle)
        return real(handle)

    monkeypatch.setattr(lock, "_try_lock", taken_away)
    monkeypatch.setattr(lock, "_PAUSE", 0)
    with hold(folder):
        assert (folder / "lock").exists()
    assert len(tries) == 2


def test_undo_waits_for_every_folder_that_it_writes_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {tmp_path / name: b"old" for name in ("data/a.lyt", "rooms/a.wok")}
    for path, data in files.items():
        path.parent.mkdir()
        path.write_bytes(data)
    write_files(dict.fromkeys(files, b"new"))
    monkeypatch.setattr(lock, "WAIT", 0.05)
    held, over = threading.Event(), threading.Event()

    def other() -> None:
        with hold(tmp_path / "rooms/.kotorlevel"):
            held.set()
            over.wait(10)

    thread = threading.Thread(target=other)
    thread.start()
    held.wait(10)
    with pytest.raises(BusyError):
        undo(tmp_path)
    over.set()
    thread.join()
    undo(tmp_path)
    assert {path: path.read_bytes() for path in files} == files
