"""One thread of one process at a time holds a journal."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from kotorlevel.core.journal import lock
from kotorlevel.core.journal.lock import BusyError, hold


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
