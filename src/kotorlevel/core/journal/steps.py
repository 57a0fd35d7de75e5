"""The single steps of an edit: a file kept, made, put in its place."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE
from typing import IO

from kotorlevel.core.atomic import atomic_writer, check_target, discard, move_over
from kotorlevel.core.journal.entry import ENTRY, Edit, Side, digest, open_file

COPY = ".put"
_CHUNK = 1 << 20

Write = Callable[[Path], None]
"""Writes a file to the path that it is given, atomically."""


def keep_file(path: Path, kept: Path) -> str | None:
    """Copy a file into the journal, with its times and mode; its SHA-256."""
    from shutil import copystat  # slow, and few commands edit

    if not path.exists():
        return None
    with open_file(path) as old, kept.open("wb") as new:
        _copy(old, new)
        new.flush()
        os.fsync(new.fileno())
    with suppress(OSError):  # some systems keep no times; the bytes are what matters
        copystat(path, kept)
    return digest(kept)


def make_file(write: Write | None, kept: Path, path: Path) -> str | None:
    """Write the new bytes into the journal, with the mode of the old file; their SHA-256."""
    if write is None:
        return None
    write(kept)
    with suppress(FileNotFoundError):
        kept.chmod(S_IMODE(path.stat().st_mode))
    return digest(kept)


def put_file(edit: Edit, index: int, side: Side, *, is_last: bool = False) -> None:
    """Give a file the bytes of that side, or take it away if it had none. A link stays a link.

    What is undone, or done again, may be so once more: a copy is put then, unless it ``is_last``.
    Raises `OSError` for what is on neither side: nobody has kept what another program has put
    there since the edit was prepared.
    """
    each = edit.files[index]
    target = check_target(each.path)
    if digest(target) not in (each.before, each.after):
        text = "another program has changed it at this moment; try again"
        raise OSError(errno.EBUSY, text, os.fspath(each.path))
    if each.of(side) is None:
        if (error := discard(target)) is not None:
            raise error
        return
    kept = edit.kept(index, side)
    if not is_last and (edit.folder / ENTRY).exists():
        kept = make_copy(edit, index, side)
    try:
        move_over(kept, target)
    except OSError as error:
        if error.errno != errno.EXDEV:  # behind a link, or a folder that is another disk
            raise
        with kept.open("rb") as source, atomic_writer(target) as file:
            _copy(source, file)


def make_copy(edit: Edit, index: int, side: Side) -> Path:
    """A copy of the kept bytes of that side that can be put in place: one from before, or new."""
    copy = copy_of(edit, index)
    if digest(copy) != edit.files[index].of(side):  # also where it was cut off
        keep_file(edit.kept(index, side), copy)
    return copy


def copy_of(edit: Edit, index: int) -> Path:
    """Where `make_copy` puts it."""
    return edit.folder / f"{index}{COPY}"


def _copy(source: IO[bytes], target: IO[bytes]) -> None:
    while chunk := source.read(_CHUNK):
        target.write(chunk)


def can_be(edit: Edit, index: int, side: Side, state: str | None) -> bool:
    """True where a file is on that side, or can be put there."""
    wanted = edit.files[index].of(side)
    return wanted in (state, None) or digest(edit.kept(index, side)) == wanted


def other_side(side: Side) -> Side:
    """Before for after, after for before."""
    return "after" if side == "before" else "before"


def size_of(edit: Edit) -> int:
    """The bytes that an edit takes in the journal."""
    with suppress(OSError):
        return sum(path.stat().st_size for path in edit.folder.iterdir())
    return 0


def remove(folder: Path) -> None:
    """Take away what the journal has put into a folder, the entry last, and the folder."""
    with suppress(OSError):
        for path in sorted(folder.iterdir(), key=lambda path: path.name == ENTRY):
            discard(path)
        folder.rmdir()


class HalfWrittenError(OSError):
    """Files that belong together were not all written, and not all of them are as they were.

    It says which, after the error that was the first. What is missing is done when the journal is
    settled the next time.
    """


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let an `OSError` speak of the file that was to be written, not of one in the journal."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:
            error.filename, error.filename2 = os.fspath(path), None
        raise


def raise_half_written(error: BaseException, lost: list[str]) -> None:
    """Raise `HalfWrittenError`; who stops the program gets the text as a note."""
    text = f"{'; '.join(lost)}. The next command on these files puts that right"
    if not isinstance(error, Exception):
        error.add_note(text)
        return
    first = getattr(error, "strerror", None) or str(error)
    name = getattr(error, "filename", None) or ""
    raise HalfWrittenError(
        getattr(error, "errno", None) or errno.EIO, f"{first}; {text}", name
    ) from error
