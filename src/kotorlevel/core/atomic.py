"""Writing files so that the old one survives any failure."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import IO

Target = str | os.PathLike[str] | IO[bytes]


def write_target(data: bytes, target: Target) -> None:
    """Write ``data`` to an open binary file, or atomically to a path."""
    if isinstance(target, (str, os.PathLike)):
        write_atomic(target, data)
        return
    rest = memoryview(data)
    while rest:  # an unbuffered file may take less than it is given
        rest = rest[target.write(rest) :]


def write_atomic(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace the file at ``path`` by ``data``, or leave everything as it was.

    The bytes go to a temporary file in the same folder, reach the disk, and then take the name
    in one step. A link keeps pointing where it did: the file behind it is replaced.
    """
    try:
        target = Path(path).resolve()
    except RuntimeError:  # Python 3.11 and 3.12 say so of links that lead back to themselves
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), os.fspath(path)) from None
    if target.is_dir():
        raise IsADirectoryError(f"{path}: is a folder, not a file")
    if target.exists() and not target.is_file():  # a file would take the place of /dev/null
        raise OSError(f"{path}: is a device, not a file")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"{path}: there is no folder {target.parent}")
    handle, temporary = tempfile.mkstemp(prefix=".kotorlevel-", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode_for(target))  # noqa: PTH101
        os.replace(temporary, target)  # noqa: PTH105
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        raise
    _sync_folder(target.parent)


def _mode_for(target: Path) -> int:
    """The mode of the file that is replaced; for a new file what `open` would have given."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable, where the system lets a folder be opened."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
