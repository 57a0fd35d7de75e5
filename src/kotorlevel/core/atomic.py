"""Writing files so that the old one survives any failure."""

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from kotorlevel.core.leftovers import mark_in_use, new_name, sweep

Target = str | os.PathLike[str] | IO[bytes]

WRITE_PROTECTED = "is write-protected; allow writing to it in its properties, or write elsewhere"
OPEN_ELSEWHERE = "is open in another program; close it there and try again"

_IS_WINDOWS = os.name == "nt"
_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4)
"""Seconds between attempts to take the name of a file that is open: about one, all together."""
_MOST_NAMES = 100


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
    did: the file behind it is replaced. Raises `OSError` with the name of ``path``, before
    anything is written where it is a folder, a device or write-protected.
    """
    target = check_target(path)
    mode = _find_mode(target)
    sweep(target.parent)
    handle, temporary = _open_temporary(path, target.parent, is_new=mode is None)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(temporary, mode)  # noqa: PTH101
        move_over(temporary, target)
    except BaseException as error:
        discard(temporary)
        if isinstance(error, OSError):
            _name_file(error, path, temporary)
        raise
    sync_folder(target.parent)


def check_target(path: str | os.PathLike[str]) -> Path:
    """The file that ``path`` leads to, which may not exist yet.

    Raises `OSError` where it cannot be written.
    """
    name = os.fspath(path)
    try:
        target = Path(path).resolve()
    except RuntimeError:  # Python 3.11 and 3.12 say so of links that lead back to themselves
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name) from None
    if target.is_dir():
        raise OSError(errno.EISDIR, "is a folder, not a file", name)
    if target.exists() and not target.is_file():  # a file would take the place of /dev/null
        raise OSError(errno.EINVAL, "is a device, not a file", name)
    if not target.parent.is_dir():
        raise OSError(errno.ENOENT, f"there is no folder {target.parent}", name)
    mode = _find_mode(target)
    # POSIX would let it be replaced all the same, Windows would not; nobody expects it.
    if mode is not None and not mode & stat.S_IWUSR:
        raise OSError(errno.EACCES, WRITE_PROTECTED, name)
    return target


def move_over(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> None:
    """Give the file ``source`` the name ``target`` in one step; what had that name is gone.

    Windows refuses while another program has ``target`` open, which mostly takes a moment: to
    look for viruses, to copy it, or to show it.
    """
    for pause in _PAUSES if _IS_WINDOWS else ():
        try:
            os.replace(source, target)  # noqa: PTH105
        except PermissionError:
            time.sleep(pause)
        else:
            return
    try:
        os.replace(source, target)  # noqa: PTH105
    except PermissionError as error:
        if not _IS_WINDOWS:
            raise
        raise OSError(errno.EACCES, OPEN_ELSEWHERE, os.fspath(target)) from error


def discard(path: str | os.PathLike[str]) -> OSError | None:
    """Take a file away, also one that is write-protected; why that cannot be done."""
    try:
        with contextlib.suppress(PermissionError):
            os.unlink(path)  # noqa: PTH108
            return None
        if stat.S_ISREG(os.lstat(path).st_mode):  # behind a link is the file of somebody else
            os.chmod(path, stat.S_IRUSR | stat.S_IWUSR)  # noqa: PTH101  Windows wants it
        os.unlink(path)  # noqa: PTH108
    except FileNotFoundError:
        return None
    except OSError as error:
        return error
    return None


def _open_temporary(path: str | os.PathLike[str], folder: Path, *, is_new: bool) -> tuple[int, str]:
    """A new file beside the target, open, and its name.

    For a new target it has the mode that `open` gives: the system takes the umask from 0o666, and
    nobody has to ask for it. Else nobody may read it until it has the mode of the target.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    for attempt in range(_MOST_NAMES):
        name = new_name(folder)
        try:
            handle = os.open(name, flags, 0o666 if is_new else 0o600)
        except OSError as error:
            if isinstance(error, FileExistsError) and attempt + 1 < _MOST_NAMES:
                continue
            # The error names a file that nobody asked for.
            raise OSError(error.errno, error.strerror, os.fspath(path)) from None
        mark_in_use(handle)
        return handle, name
    raise AssertionError("the last attempt returns or raises")


def _find_mode(target: Path) -> int | None:
    """The mode of the file that is replaced; None for a new one."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return None


def _name_file(error: OSError, path: str | os.PathLike[str], temporary: str) -> None:
    """Let an error speak of ``path``, not of a temporary file or of none."""
    # A text without a number would be lost: an error that has a file's name shows both.
    if error.errno is not None and error.filename in (None, temporary):
        error.filename, error.filename2 = os.fspath(path), None


def sync_folder(folder: Path) -> None:
    """Make the rename itself durable, where the system lets a folder be opened."""
    if _IS_WINDOWS:
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
