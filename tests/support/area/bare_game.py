"""The least that is a game: ``chitin.key``."""

from __future__ import annotations

from pathlib import Path

from support.formats.archive_shapes import key_file

EMPTY_KEY = key_file([], [])


def make_bare(folder: Path, *names: str) -> Path:
    """A folder with ``chitin.key`` and other files or, with a slash at the end, folders."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("chitin.key", *names):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir()
        else:
            path.write_bytes(EMPTY_KEY if name == "chitin.key" else b"")
    return folder
