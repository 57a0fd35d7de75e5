"""What was edited, taken back, done again; and edits that were cut off."""

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from errno import ENOENT
from itertools import islice
from pathlib import Path

from kotorlevel.core.errors import InputError, UnreadableError
from kotorlevel.core.journal.entry import Edit, digest
from kotorlevel.core.journal.journal import JOURNAL, Journal, Recovered
from kotorlevel.core.journal.lock import hold
from kotorlevel.core.journal.steps import other_side
from kotorlevel.core.text import printable
from kotorlevel.core.words import some_of

_MOST_FOLDERS = 300
"""Folders that are looked at for what was cut off: it is done before every command."""


def list_edits(path: str | os.PathLike[str]) -> list[Edit]:
    """The repairs and edits of a level, a folder or a file that the journal has, the newest first.

    Those with ``is_undone`` were taken back, and can be done again::

        for edit in kl.list_edits("my_mod"):
            print(edit.number, edit.when, edit.what, [file.path.name for file in edit.files])
    """
    place = Path(path).resolve()
    edits = [each for journal in _journals(place) for each in journal.list_edits()]
    found = [each for each in edits if each.concerns(place)]
    return sorted(found, key=lambda each: (each.when, each.number), reverse=True)


def undo(path: str | os.PathLike[str], *, force: bool = False) -> list[Edit]:
    """Give the files of the last repair or edit the bytes from before it; what was taken back.

    A second call goes one edit further back. Raises `InputError`, before anything is written,
    where there is nothing to undo, and for files that were changed since then; with ``force``
    these are restored, too, and `redo` brings the change back::

        kl.fix("my_mod")
        kl.undo("my_mod")
    """
    return _turn(path, force=force, is_undone=False)


def redo(path: str | os.PathLike[str], *, force: bool = False) -> list[Edit]:
    """Do again what `undo` took back last; what was done.

    Raises `InputError` as `undo` does. A new edit of a level drops what was undone before it.
    """
    return _turn(path, force=force, is_undone=True)


def recover(*paths: str | os.PathLike[str]) -> list[Recovered]:
    """Finish what was cut off while it wrote files at, below or beside ``paths``, or take it back.

    Where a process was killed in the middle of an edit, or the power failed, the files are half
    of the old level and half of the new one. Everything that writes level files does this first;
    who only reads them calls it before. Raises `BusyError` while another process is writing::

        for done in kl.recover("my_mod"):
            print(done.edit.what, "finished" if done.is_finished else "taken back")
    """
    found = []
    near = [each for path in paths for each in _journals(Path(path), _MOST_FOLDERS)]
    for journal in {each.home: each for each in near}.values():
        if journal.is_begun:
            with hold(journal.folder):
                done = journal.settle()  # None: the one that held it is done
            found += [done] if done is not None else []
    return found


@contextmanager
def hold_folders(folders: Iterable[Path]) -> Iterator[None]:
    """Nobody else edits files in these folders until the block ends; what was cut off is settled.

    Folders that cannot be written are passed over: who writes there is told then.
    """
    with ExitStack() as stack:
        for home in sorted({folder.resolve() for folder in folders}):
            with suppress(OSError):
                stack.enter_context(hold(home / JOURNAL))
                Journal(home).settle()
        yield


def _turn(path: str | os.PathLike[str], *, force: bool, is_undone: bool) -> list[Edit]:
    """Undo edits that are done, or do again those that were undone."""
    recover(path)
    edits = _choose(path, is_undone=is_undone)
    for edit in edits:
        _refuse_outside(edit)
    with ExitStack() as stack:
        folders = {edit.journal for edit in edits}
        folders |= {each.path.parent / JOURNAL for edit in edits for each in edit.files}
        for folder in sorted(each for each in folders if each.parent.is_dir()):
            stack.enter_context(hold(folder))
        if _choose(path, is_undone=is_undone) != edits:
            text = "another process has edited it in this moment; nothing was restored"
            raise InputError(text, source=os.fspath(path))
        for edit in edits:
            _refuse_lost(edit)
            if not force:
                _refuse_changed(edit)
        turned = []
        for edit in edits:
            journal = Journal(edit.home)
            turned.append(journal.prepare_undo(edit))
            journal.carry_out(turned[-1])
    return turned


def _choose(path: str | os.PathLike[str], *, is_undone: bool) -> list[Edit]:
    """The last run that is done, or the first that is undone. Raises `InputError` for none."""
    edits = [each for each in list_edits(path) if each.is_undone == is_undone]
    if is_undone:
        edits.reverse()
    if not edits:
        if not os.path.lexists(path):
            text = "there is no such file or folder"
            raise UnreadableError(text, source=os.fspath(path), errno=ENOENT)
        what = "do again: nothing was undone" if is_undone else "undo: no edit is in the journal"
        raise InputError(f"there is nothing to {what}", source=os.fspath(path))
    return [each for each in edits if each.run == edits[0].run]


def _refuse_outside(edit: Edit) -> None:
    """Raise `InputError` for files that the journal is not for."""
    journal = Journal(edit.home)
    outside = [each.path for each in edit.files if not journal.is_own(each.path)]
    if outside:
        text = f"not below this folder, so nothing was restored: {some_of(outside)}"
        raise InputError(text, source=str(edit.home))


def _refuse_changed(edit: Edit) -> None:
    """Raise `InputError` for files that are neither as the edit left them, nor as before it."""
    changed = [
        each.path.name for each in edit.files if digest(each.path) not in (each.before, each.after)
    ]
    if changed:
        what = f"{edit.number} ({printable(edit.what, 200)})" if edit.what else f"{edit.number}"
        text = f"changed since edit {what}, so nothing was restored: {some_of(changed)}"
        raise InputError(text, source=str(edit.home), needs="restore")


def _refuse_lost(edit: Edit) -> None:
    """Raise `InputError` for files whose bytes the journal no longer has as it kept them."""
    side = other_side(edit.goal)
    lost = [
        each.path.name
        for index, each in enumerate(edit.files)
        if each.of(side) not in (None, digest(edit.kept(index, side)))
    ]
    if lost:
        text = f"damaged or gone in the journal, so nothing was restored: {some_of(lost)}"
        raise InputError(text, source=str(edit.folder))


def _journals(path: Path, most: int | None = None) -> Iterator[Journal]:
    """The journals in a folder or beside a file, above it, and below it in ``most`` folders."""
    place = path.resolve()
    folder = place if place.is_dir() else place.parent
    for each in (folder, *folder.parents):
        if (each / JOURNAL).is_dir():
            yield Journal(each)
    if folder == place:
        below = islice(os.walk(place), most)
        for parent, folders, _ in below:
            if JOURNAL in folders and parent != str(place):
                yield Journal(Path(parent))
            folders[:] = [name for name in folders if not name.startswith(".")]
