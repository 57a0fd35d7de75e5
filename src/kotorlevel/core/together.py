"""Writing files that belong together: all of them or none, and what was there is kept."""

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

from kotorlevel.core.atomic import check_target, discard, write_atomic
from kotorlevel.core.errors import InputError
from kotorlevel.core.journal.journal import JOURNAL, Journal
from kotorlevel.core.journal.lock import hold
from kotorlevel.core.journal.steps import HalfWrittenError, Write

__all__ = ["HalfWrittenError", "Write", "write_files", "write_together"]


def write_together(
    writes: Mapping[Path, Write | None], *, level: Path | None = None, keep: bool = True
) -> dict[Path, Path | None]:
    """Write every file, or remove those of None; each path with where its old bytes are kept.

    They are kept in the journal (`kotorlevel.core.journal`) of the folder that has them all and
    the ``level``: its layout or archive. Unless ``keep``, only until all are written.

    If one cannot be written, those before it get their old bytes back, and the error is raised;
    an `OSError` has the name of the file that it is about. `HalfWrittenError` is raised instead
    where that cannot be undone, and `BusyError` where another process is editing these files.
    """
    if not writes:
        return {}
    for path in writes:
        check_target(path)
    if len(writes) == 1 and not keep:  # one file is all or nothing by itself
        for path, write in writes.items():
            discard(path) if write is None else write(path)
        return dict.fromkeys(writes)
    paths = {_absolute(path): path for path in writes}
    journal = Journal(_find_home([*paths, _absolute(level)] if level else paths))
    with ExitStack() as stack:
        homes = {journal.home, *(path.parent for path in paths)}
        try:
            for home in sorted(homes):
                stack.enter_context(hold(home / JOURNAL))
        except OSError as error:  # no folder can be made here, and so no file
            raise OSError(error.errno, error.strerror, os.fspath(next(iter(writes)))) from None
        _refuse_cut_off(homes)
        planned = {path: writes[given] for path, given in paths.items()}
        try:
            edit = journal.prepare(planned, level and _absolute(level), keep=keep)
            journal.carry_out(edit)
        except OSError as error:  # it shall have a name that the caller knows
            named = error.filename or os.fspath(next(iter(paths)))
            if error.errno is not None:
                error.filename = os.fspath(paths.get(Path(named), named))
            raise
    return {
        given: edit.kept(index, "before") if edit.files[index].before and keep else None
        for index, given in enumerate(paths.values())
    }


def write_files(
    files: Mapping[Path, bytes | Callable[[], bytes]], *, level: Path | None = None
) -> None:
    """Write every file or none; folders that are not there are made, and go again on a failure.

    What is replaced is kept in the journal. Bytes may come from a function, called when it is the
    turn of its file: not all have to be in memory at once.
    """
    made: list[Path] = []
    try:
        for folder in dict.fromkeys(path.parent for path in files):
            missing = [each for each in (folder, *folder.parents) if not each.exists()]
            made += reversed(missing)
            folder.mkdir(parents=True, exist_ok=True)
        writes = {path: partial(_write_made, data=data) for path, data in files.items()}
        write_together(writes, level=level, keep=any(path.exists() for path in files))
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        raise


def _write_made(path: Path, data: bytes | Callable[[], bytes]) -> None:
    write_atomic(path, data() if callable(data) else data)


def _absolute(path: Path) -> Path:
    """The path without links, but for one in the place of the file itself."""
    return path.parent.resolve() / path.name


def _find_home(paths: Iterable[Path]) -> Path:
    """The folder that has all of them; that of the first where there is none, on Windows."""
    folders = [path.parent for path in paths]
    try:
        return Path(os.path.commonpath(folders))
    except ValueError:  # several drives
        return folders[0]


def _refuse_cut_off(homes: Iterable[Path]) -> None:
    """Raise `InputError` where an earlier edit had to be finished.

    What is to be written was made of files that were half of the old level, half of the new one.
    """
    for journal in map(Journal, homes):
        if (done := journal.settle()) is not None:
            how = "finished" if done.is_finished else "taken back"
            text = f"an edit that was cut off before ({done.edit.what or 'unknown'}) is {how} now"
            raise InputError(f"{text}; nothing was written: try again", source=str(journal.home))
