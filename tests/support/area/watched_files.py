"""Which bytes of which files are read: every file that the library opens, watched."""

from __future__ import annotations

from io import FileIO
from pathlib import Path
from typing import NamedTuple

import pytest

from kotorlevel.core import lazy_source, source


class Read(NamedTuple):
    """A piece of a file that was read."""

    name: str
    start: int
    size: int


class _Watched(FileIO):
    def __init__(self, path: str, log: list[Read]) -> None:
        super().__init__(path)
        self._log = log

    def read(self, size: int | None = -1, /) -> bytes:
        start = self.tell()
        data = super().read(-1 if size is None else size) or b""
        self._log.append(Read(Path(str(self.name)).name, start, len(data)))
        return data


def watch_files(monkeypatch: pytest.MonkeyPatch) -> list[Read]:
    """A list that grows with each read of a file."""
    log: list[Read] = []
    for module in (lazy_source, source):
        monkeypatch.setattr(module, "open_binary", lambda path: _Watched(path, log))
    return log
