"""The GFF files inside the corpus's archives, read with a few lines of `struct` (FACTS 9)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from support.corpus import corpus_files


class GameFile(NamedTuple):
    """A file inside an archive."""

    archive: str
    name: str
    data: bytes

    @property
    def kind(self) -> str:
        return self.data[:4].decode("ascii")

    def __str__(self) -> str:
        return f"{self.archive}/{self.name}.{self.kind.strip().lower()}"


@cache
def game_files() -> tuple[GameFile, ...]:
    """Every GFF of every archive; none where there is no corpus."""
    found = []
    for path in corpus_files("archives/*"):
        data = path.read_bytes()
        if path.name.startswith("corrupted"):
            continue
        resources = _rim(data) if data.startswith(b"RIM ") else _erf(data)
        found += [GameFile(path.name, *item) for item in resources if item[1][4:8] == b"V3.2"]
    return tuple(found)


def _erf(data: bytes) -> Iterator[tuple[str, bytes]]:
    count, _, keys, resources = struct.unpack_from("<4I", data, 16)
    for number in range(count):
        (name,) = struct.unpack_from("<16s", data, keys + 24 * number)
        start, size = struct.unpack_from("<2I", data, resources + 8 * number)
        yield name.rstrip(b"\0").decode("ascii"), data[start : start + size]


def _rim(data: bytes) -> Iterator[tuple[str, bytes]]:
    count, table = struct.unpack_from("<2I", data, 12)
    for number in range(count):
        name, _, _, start, size = struct.unpack_from("<16s4I", data, table + 32 * number)
        yield name.rstrip(b"\0").decode("ascii"), data[start : start + size]


def find_file(name: str, kind: str) -> GameFile:
    """One of them; the test is skipped where there is no corpus."""
    for file in game_files():
        if file.name == name and file.kind == kind:
            return file
    pytest.skip("the corpus of real files is absent")


def each_game_file(*kinds: str) -> pytest.MarkDecorator:
    """Parametrise a test over real GFFs as ``file``; skipped, visibly, where there are none."""
    files: list[Any] = [
        pytest.param(file, id=str(file))
        for file in game_files()
        if not kinds or file.kind.strip() in kinds
    ]
    absent = pytest.param(None, marks=pytest.mark.skip(reason="no corpus: archives"))
    return pytest.mark.parametrize("file", files or [absent])
