"""Temporary files of killed processes: taken away by the next one that writes."""

import contextlib
import os
import stat
import time
from pathlib import Path
from types import ModuleType

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

PREFIX, SUFFIX = ".kotorlevel-", ".tmp"

_LOCKS: ModuleType | None = fcntl
"""None on Windows, which does not let a file go that somebody has open: no lock is needed."""

LEAST_AGE = 2.0
"""Seconds: a younger file may have been made this moment, and not be locked yet."""

_AGAIN = 60.0
_swept: dict[str, float] = {}


def new_name(folder: Path) -> str:
    """A path for a temporary file in ``folder`` that nobody else has, by all likelihood."""
    return os.fspath(folder / f"{PREFIX}{os.urandom(6).hex()}{SUFFIX}")


def mark_in_use(handle: int) -> None:
    """Keep others from taking the open file for a leftover, as long as this process lives."""
    if _LOCKS is not None:
        with contextlib.suppress(OSError):  # some network drives know no locks
            _LOCKS.flock(handle, _LOCKS.LOCK_EX | _LOCKS.LOCK_NB)


def sweep(folder: Path) -> int:
    """Take away what killed processes have left in ``folder``; how many files those were.

    Each folder is looked at once a minute at most. What cannot be taken away stays.
    """
    name, now = os.fspath(folder), time.monotonic()
    if now - _swept.get(name, -_AGAIN) < _AGAIN:
        return 0
    _swept[name] = now
    gone = 0
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        found = [each for each in entries if each.name.startswith(PREFIX)]
        for entry in found:
            if entry.name.endswith(SUFFIX) and _is_left(entry):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)  # noqa: PTH108
                    gone += 1
    return gone


def _is_left(entry: os.DirEntry[str]) -> bool:
    """True for a plain file of ours that nobody has open to write."""
    try:
        status = entry.stat(follow_symlinks=False)
        if not stat.S_ISREG(status.st_mode) or time.time() - status.st_mtime < LEAST_AGE:
            return False
        if _LOCKS is None:
            return True
        handle = os.open(entry.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        _LOCKS.flock(handle, _LOCKS.LOCK_EX | _LOCKS.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True
