"""Writing files so that the old one survives any failure."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Target = str | os.PathLike[str] | IO[bytes]


def write_target(data: bytes, target: Target) -> None:
    """Write ``data`` to an open binary file, or atomically to a path."""
    write_chunks((data,), target)


def write_chunks(chunks: Iterable[bytes], target: Target) -> None:
    """Write ``chunks`` one after the other to an open binary file, or atomically to a path.

    What is too large for the memory can be written this way. Where a chunk cannot be made, a path
    is left as it was; an open file has then got the chunks before it.
    """
    if isinstance(target, (str, os.PathLike)):
        with atomic_writer(target) as file:
            for chunk in chunks:
                file.write(chunk)
        return
    for chunk in chunks:
        rest = memoryview(chunk)
        while rest:  # an unbuffered file may take less than it is given
            rest = rest[target.write(rest) :]


def write_atomic(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace the file at ``path`` by ``data``, or leave everything as it was."""
    with atomic_writer(path) as file:
        file.write(data)


@contextlib.contextmanager
def atomic_writer(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file whose content replaces the one at ``path`` when the ``with`` block ends.

    The bytes go to a temporary file in the same folder, reach the disk, and then take the name
    in one step; if the block fails, everything stays as it was. A link keeps pointing where it
    did: the file behind it is replaced.
    """
    target = _check_target(path)
    try:
        handle, temporary = tempfile.mkstemp(
            prefix=".kotorlevel-", suffix=".tmp", dir=target.parent
        )
    except OSError as error:  # which names a file that nobody asked for
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode_for(target))  # noqa: PTH101
        os.replace(temporary, target)  # noqa: PTH105
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        raise
    _sync_folder(target.parent)


def _check_target(path: str | os.PathLike[str]) -> Path:
    """The file that ``path`` leads to, which may not exist yet."""
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
    return target


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
