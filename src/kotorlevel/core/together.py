"""Keeping the old file when a new one takes its place."""

import contextlib
import errno
import os
import re
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from pathlib import Path

from kotorlevel.core.atomic import atomic_writer, check_target, discard, move_over, write_atomic


def backup_name(path: Path) -> Path:
    """A name for the old file that is not taken: ``room.wok.bak``, then ``room.wok.bak2``, ..."""
    names = (
        path.with_name(f"{path.name}.bak{number if number > 1 else ''}") for number in count(1)
    )
    # A link that leads nowhere has a name, too: writing to it would make a file elsewhere.
    return next(name for name in names if not os.path.lexists(name))


def is_backup(path: Path) -> bool:
    """True for a name that `backup_name` could have given."""
    return re.fullmatch(r".+\.bak\d*", path.name) is not None


def keep_backup(path: Path) -> Path:
    """Copy the file to a free name beside it, with its times and mode; that name."""
    backup = backup_name(path)
    with path.open("rb") as old, atomic_writer(backup) as new:
        shutil.copyfileobj(old, new)
    with contextlib.suppress(OSError):  # some systems keep no times; the bytes are what matters
        shutil.copystat(path, backup)
    return backup


Write = Callable[[Path], None]
"""Writes a file to the path that it is given, atomically."""


class HalfWrittenError(OSError):
    """Files that belong together were not all written, and not all of them are as they were.

    It says what is where, after the error that was the first.
    """


def write_together(writes: Mapping[Path, Write], *, keep: bool = True) -> dict[Path, Path | None]:
    """Write every file; each path with where the file is kept that was there before, if one was.

    Unless ``keep``, what was there before is kept no longer than until all are written.

    If one cannot be written, those before it get their old bytes back, new ones and the backups
    are taken away, and the error is raised; an `OSError` has the name of the file that it is
    about. `HalfWrittenError` is raised instead where that cannot be undone.
    """
    backups: dict[Path, Path | None] = {}
    begun: list[Path] = []
    current = None
    try:
        for current in writes:
            check_target(current)
        for current in writes:
            backups[current] = keep_backup(current) if current.exists() else None
        for current, write in writes.items():
            begun.append(current)
            write(current)
    except BaseException as error:
        _name_file(error, current)
        if lost := _put_back(begun, backups):
            _raise_half_written(error, lost, current)
        raise
    if not keep:
        for path, backup in backups.items():
            backups[path] = None if backup is None or discard(backup) is None else backup
    return backups


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write every file or none; folders that are not there are made, and go again on a failure."""
    made: list[Path] = []
    try:
        for folder in dict.fromkeys(path.parent for path in files):
            missing = [each for each in (folder, *folder.parents) if not each.exists()]
            made += reversed(missing)
            folder.mkdir(parents=True, exist_ok=True)
        write_together(
            {path: partial(write_atomic, data=data) for path, data in files.items()}, keep=False
        )
    except BaseException:
        for folder in reversed(made):
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def _put_back(begun: list[Path], backups: Mapping[Path, Path | None]) -> list[str]:
    """Undo what was written; what could not be undone, in words.

    Goes on past errors. A backup goes only where the old file is in its place again.
    """
    lost = []
    for path, backup in backups.items():
        try:
            if backup is None:
                left = discard(path) if path in begun else None
            elif path not in begun or _have_same_bytes(path, backup):
                left = discard(backup)
            else:
                left = _restore(path, backup)
        except OSError as error:
            assert backup is not None
            reason = error.strerror or str(error)
            lost.append(f"{path.name} is not as it was ({reason}); {backup.name} is")
        else:
            if left is not None:
                lost.append(f"{(backup or path).name} is still there ({left.strerror or left})")
    return lost


def _restore(path: Path, backup: Path) -> OSError | None:
    """Give a file its old bytes, and take the backup away; why that could not be done."""
    if not path.is_symlink():
        move_over(backup, path)
        return None
    write_atomic(path, backup.read_bytes())  # the link stays, as when it was written
    return discard(backup)


def _have_same_bytes(a: Path, b: Path) -> bool:
    if not a.exists() or a.stat().st_size != b.stat().st_size:
        return False
    return a.read_bytes() == b.read_bytes()


def _name_file(error: BaseException, path: Path | None) -> None:
    """Give an error the name of the file that was being written, if it has none."""
    if isinstance(error, OSError) and error.errno is not None and error.filename is None:
        error.filename = None if path is None else os.fspath(path)


def _raise_half_written(error: BaseException, lost: list[str], path: Path | None) -> None:
    """Raise `HalfWrittenError`; who stops the program gets the text as a note."""
    text = "; ".join(lost)
    if not isinstance(error, Exception):
        error.add_note(text)
        return
    first = getattr(error, "strerror", None) or str(error)
    name = getattr(error, "filename", None) or os.fspath(path or "")
    number = getattr(error, "errno", None) or errno.EIO
    raise HalfWrittenError(number, f"{first}; {text}", name) from error
