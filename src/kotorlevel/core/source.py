"""Where bytes come from: a path, bytes or an open binary file."""

from __future__ import annotations

import os
import stat
from typing import IO, NamedTuple

from kotorlevel.core.errors import UnreadableError

Source = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes]


class Loaded(NamedTuple):
    """The bytes of a source, and the name that errors give it."""

    data: bytes
    name: str


def load_source(source: Source) -> Loaded:
    """Everything in ``source``. Raises `UnreadableError` where there is nothing to read."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Loaded(bytes(source), "")
    if isinstance(source, (str, os.PathLike)):
        return _load_path(os.fspath(source))
    # Asked before reading: a binary file open as text fails at its first undecodable byte.
    if hasattr(source, "encoding") or not isinstance(data := source.read(), bytes):
        raise TypeError("the file is open as text; open it with mode 'rb'")
    name = getattr(source, "name", "")
    return Loaded(data, name if isinstance(name, str) else "")


def _load_path(path: str) -> Loaded:
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 (reading a small file takes 20 µs, a Path 10 more)
        if stat.S_ISDIR(mode):
            raise UnreadableError("is a folder, not a file", source=path)
        if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
            raise UnreadableError("is a device, not a file", source=path)
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            return Loaded(file.read(), path)
    except UnreadableError:
        raise
    except FileNotFoundError:
        raise UnreadableError("no such file", source=path) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableError(f"cannot be opened: {reason}", source=path) from error
