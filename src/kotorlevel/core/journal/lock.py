"""One process at a time edits what a journal is for; the others wait, or say who it is."""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from kotorlevel.core.errors import InputError
from kotorlevel.core.journal.naming import current_edit
from kotorlevel.core.text import printable

WAIT = 5.0
"""Seconds that a second process waits; most edits are computed and written in less."""
_PAUSE = 0.05
_LOCK = "lock"
_LONGEST = 4096


class BusyError(InputError):
    """Another process, or thread, is editing the level; the message says which."""


@dataclass
class _Mutex:
    """What the threads of this process share of one lock."""

    by_thread: threading.RLock = field(default_factory=threading.RLock)
    depth: int = 0


_MUTEXES: dict[Path, _Mutex] = {}


@contextmanager
def hold(folder: Path, wait: float | None = None) -> Iterator[None]:
    """Nobody else holds the journal ``folder`` until the block ends; it is made if need be.

    The same thread may hold it again. Raises `BusyError` when another has held it for as long as
    ``wait`` seconds, and `OSError` where no file can be made.
    """
    wait = WAIT if wait is None else wait
    mutex = _MUTEXES.setdefault(folder, _Mutex())
    if not mutex.by_thread.acquire(timeout=wait):
        raise _busy(folder)
    try:
        handle = _take(folder, time.monotonic() + wait) if mutex.depth == 0 else -1
        mutex.depth += 1
        try:
            yield
        finally:
            mutex.depth -= 1
            if mutex.depth == 0:
                _let_go(folder, handle)
    finally:
        mutex.by_thread.release()


class Claim:
    """A lock that is held until it is released, or the process ends."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path, self._handle = path, handle

    def release(self) -> None:
        """Let others have it."""
        handle, self._handle = self._handle, -1
        if handle < 0:
            return
        if sys.platform == "win32":  # where nothing that is open can be taken away
            os.close(handle)
            handle = -1
        with suppress(OSError):
            self._path.unlink()
        if handle >= 0:
            os.close(handle)
        with suppress(OSError):
            self._path.parent.rmdir()  # where nothing else is in it


def claim(folder: Path, name: str) -> Claim:
    """The lock called ``name`` in the journal ``folder``, for longer than one edit takes.

    Raises `BusyError` at once where another has it, and `OSError` where no file can be made.
    """
    path = folder / name
    for _ in range(8):  # its last holder may be taking it away
        with suppress(FileExistsError):
            folder.mkdir()
        _refuse_links(folder)
        with suppress(FileNotFoundError):
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
            if not _try_lock(handle):
                os.close(handle)
                break
            if _is_still(path, handle):
                _tell_holder(handle)
                return Claim(path, handle)
            os.close(handle)
    raise _busy(folder, name)


def _take(folder: Path, deadline: float) -> int:
    """The open lock file, locked."""
    path = folder / _LOCK
    while True:
        with suppress(FileExistsError):
            folder.mkdir()
        with suppress(FileNotFoundError):  # its last holder has just taken the folder away
            _refuse_links(folder)
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
            if _try_lock(handle) and _is_still(path, handle):
                _tell_holder(handle)
                return handle
            os.close(handle)
        if time.monotonic() >= deadline:
            raise _busy(folder)
        time.sleep(_PAUSE)


def _refuse_links(folder: Path) -> None:
    """Raise `InputError` for what leads to somebody else's files, and for devices.

    A journal may come with the level of a stranger, and whoever holds it writes and deletes there.
    """
    if folder.is_symlink() or not folder.is_dir():
        raise InputError("is not a folder; take it away", source=str(folder))
    for each in [*os.scandir(folder)]:
        is_edit = each.name.isdecimal() and each.is_dir(follow_symlinks=False)
        for one in (each, *(os.scandir(each) if is_edit else ())):
            is_folder = one.is_dir(follow_symlinks=False) and one.name != _LOCK
            if not (is_folder or one.is_file(follow_symlinks=False)):
                text = f"{one.name} in it is a link or no file; take this folder away"
                raise InputError(f"{text}: then nothing can be undone", source=str(folder))


def _let_go(folder: Path, handle: int) -> None:
    """Unlock; a folder with nothing to keep goes, too."""
    if sys.platform == "win32":  # where nothing that is open can be taken away, by nobody
        os.close(handle)
        _tidy(folder)
        return
    try:
        _tidy(folder)
    finally:
        os.close(handle)


def _tidy(folder: Path) -> None:
    with suppress(OSError):
        if not {path.name for path in folder.iterdir()} - {_LOCK, ".gitignore"}:
            (folder / ".gitignore").unlink(missing_ok=True)
            (folder / _LOCK).unlink()
            folder.rmdir()


def _is_still(path: Path, handle: int) -> bool:
    """False for a file that its last holder has taken away in the meantime."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False


def _tell_holder(handle: int) -> None:
    import socket  # slow, and few commands edit

    holder = {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "since": datetime.now().astimezone().isoformat(timespec="seconds"),
        "what": current_edit()[0],
    }
    with suppress(OSError):  # it is only for the words of others
        os.ftruncate(handle, 0)
        os.write(handle, json.dumps(holder).encode())


def _busy(folder: Path, name: str = _LOCK) -> BusyError:
    """The error that says who holds the lock."""
    who = "another process"
    with suppress(OSError, ValueError, RecursionError, LookupError, TypeError):
        with (folder / name).open("rb") as file:
            holder = json.loads(file.read(_LONGEST))
        since = datetime.fromisoformat(holder["since"])
        what = f" ({holder['what']})" if holder["what"] else ""
        who = f"process {holder['pid']} on {holder['host']} since {since:%H:%M:%S}{what}"
    text = f"is being edited by {printable(who, 400)}; try again when that is done"
    return BusyError(text, source=str(folder.parent))


if sys.platform == "win32":
    import msvcrt

    # Nobody can read what is locked there, and the holder's name must be read.
    _FAR = 1 << 30

    def _try_lock(handle: int) -> bool:
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a disk without locks, as some of a network: better unlocked than unused
            return True
        return True
