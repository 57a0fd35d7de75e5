"""Files that another file names, such as the materials of an OBJ: only from beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath

from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.core.text import printable


def load_beside(folder: Path) -> Callable[[str], bytes]:
    """What gives the bytes of a file in or below ``folder`` by its name.

    It raises `FormatError` for a name that leads elsewhere, and where there is nothing to read.
    """

    def load(name: str) -> bytes:
        check_beside(name)
        return load_source(folder / PurePosixPath(name)).data

    return load


def check_beside(name: str) -> None:
    """Raise a `FormatError` for a name that leads out of its folder, or to another machine."""
    plain = name.replace("\\", "/")
    leads_out = not plain or plain.startswith("/") or ".." in PurePosixPath(plain).parts
    if leads_out or ":" in name or "\0" in name:
        text = f"names the file '{printable(name)}'; only files beside it are read"
        raise FormatError(text)
