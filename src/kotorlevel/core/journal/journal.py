"""Edits of several files, each of which is done, or can be finished or taken back."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from kotorlevel.core.atomic import discard, move_over, sync_folder, write_atomic
from kotorlevel.core.errors import InputError
from kotorlevel.core.journal.entry import ENTRY, Edit, FileChange, Side, digest, read_edit
from kotorlevel.core.journal.naming import current_edit
from kotorlevel.core.journal.steps import (
    COPY,
    Write,
    can_be,
    copy_of,
    keep_file,
    make_copy,
    make_file,
    naming,
    other_side,
    put_file,
    raise_half_written,
    remove,
    size_of,
)

JOURNAL = ".kotorlevel"
BEGUN = "begun.json"
MOST_EDITS = 20
"""Edits of one level that are kept."""
MOST_BYTES = 200_000_000
"""What all edits in a folder may take together; the last one is kept however large it is."""

_IGNORE = """\
# KotorLevel keeps here what level files were before they were edited or repaired:
# "kotorlevel undo" brings it back. Delete this folder if you do not need that.
*
"""


@dataclass(frozen=True)
class Recovered:
    """An edit that was cut off: it is finished now, or else taken back.

    ``left_alone`` are files that somebody has changed since, or that are not below the folder.
    """

    edit: Edit
    is_finished: bool
    left_alone: tuple[Path, ...] = ()


class Journal:
    """The journal in a folder. Whoever changes it holds its lock (`hold`)."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / JOURNAL

    @property
    def is_begun(self) -> bool:
        """True where an edit is being written, or was cut off."""
        return (self.folder / BEGUN).exists()

    def list_edits(self) -> list[Edit]:
        """The edits, the oldest first; without those that cannot be read."""
        edits, folders = [], self._folders()
        for folder in folders:
            with suppress(InputError):
                edits.append(read_edit(folder / ENTRY, self.folder))
        return [each for each in edits if each.folder in folders]

    def prepare_undo(self, edit: Edit) -> Edit:
        """The edit as it is when it is undone, or done again, with what is there now kept.

        Nothing has changed yet, and nothing after this takes space on the disk.
        """
        files = []
        try:
            for index, each in enumerate(edit.files):
                with naming(each.path):
                    now = keep_file(each.path, edit.kept(index, edit.goal))
                    if each.of(other_side(edit.goal)) is not None:
                        make_copy(edit, index, other_side(edit.goal))
                sides = (each.before, now) if edit.goal == "after" else (now, each.after)
                files.append(FileChange(each.path, *sides))
        except BaseException:
            for index in range(len(edit.files)):
                discard(edit.kept(index, edit.goal))
                discard(copy_of(edit, index))
            raise
        return replace(edit, files=tuple(files), is_undone=not edit.is_undone)

    def prepare(
        self, writes: Mapping[Path, Write | None], level: Path | None, *, keep: bool
    ) -> Edit:
        """An edit with the bytes before and after on the disk; None removes a file.

        Nothing has changed yet. An `OSError` has the name of the file that it is about.
        """
        self._drop_cut_off()
        numbers = [int(each.name) for each in self.folder.iterdir() if each.name.isdecimal()]
        what, run = current_edit()
        edit = Edit(
            self.folder,
            max(numbers, default=0) + 1,
            datetime.now().astimezone(),
            what,
            run or os.urandom(8).hex(),
            level,
            (),
            is_kept=keep,
        )
        try:
            if not (self.folder / ".gitignore").exists():
                (self.folder / ".gitignore").write_text(_IGNORE, encoding="utf-8")
            edit.folder.mkdir()
            files = []
            for index, (path, write) in enumerate(writes.items()):
                with naming(path):
                    before = keep_file(path, edit.kept(index, "before"))
                    after = make_file(write, edit.kept(index, "after"), path)
                files.append(FileChange(path, before, after))
            return replace(edit, files=tuple(files))
        except BaseException:
            self._drop(edit)
            raise

    def carry_out(self, edit: Edit) -> None:
        """Put the files on the edit's side, whose bytes are at hand; all of them or none.

        Raises `HalfWrittenError` where those before one that fails cannot be put back; then the
        next `settle` does it.
        """
        begun: list[int] = []
        try:
            sync_folder(edit.folder)
            write_atomic(self.folder / BEGUN, edit.to_bytes())
            for index, each in enumerate(edit.files):
                begun.append(index)
                with naming(each.path):
                    put_file(edit, index, edit.goal)
        except BaseException as error:
            if lost := self._take_back(edit, begun):
                raise_half_written(error, lost)
            raise
        self._finish(edit)

    def settle(self) -> Recovered | None:
        """Finish an edit that was cut off, or take it back; None where there is none.

        What is on neither side was changed by somebody else, and is left alone. A second attempt
        goes on where the first was cut off. Raises `InputError` or `OSError` where it cannot be
        done.
        """
        if not self.is_begun:
            return None
        edit = read_edit(self.folder / BEGUN, self.folder)
        states = [self._state(each.path) for each in edit.files]
        known = {
            index
            for index, (each, state) in enumerate(zip(edit.files, states, strict=True))
            if state in (each.before, each.after)
        }
        side: Side = edit.goal
        if not all(can_be(edit, index, side, states[index]) for index in known):
            side = other_side(side)
        for index in sorted(known):
            if not can_be(edit, index, side, states[index]):
                known.remove(index)  # somebody has been in the journal
            elif states[index] != edit.files[index].of(side):
                with naming(edit.files[index].path):
                    put_file(edit, index, side)
        foreign = tuple(each.path for i, each in enumerate(edit.files) if i not in known)
        if side == edit.goal:
            self._finish(edit)
        else:
            self._forget(edit)
        return Recovered(edit, side == edit.goal, foreign)

    def is_own(self, path: Path) -> bool:
        """True for a file below the folder, also behind links.

        A journal may come with files of a stranger, and must not reach out of its folder.
        """
        with suppress(OSError, RuntimeError, ValueError):
            return path.resolve().is_relative_to(self.home.resolve())
        return False

    def _state(self, path: Path) -> str | None:
        """The SHA-256 of a file, None where there is none; empty where nobody may know."""
        with suppress(OSError, ValueError):
            return digest(path) if self.is_own(path) else ""
        return ""

    def _take_back(self, edit: Edit, begun: Iterable[int]) -> list[str]:
        """Put files back on the side that they came from; what could not be, in words.

        What is on neither side somebody else has put there at this moment: it is left alone.
        """
        lost = []
        for index in begun:
            each = edit.files[index]
            try:
                if digest(each.path) == each.of(edit.goal):
                    put_file(edit, index, other_side(edit.goal), is_last=True)
            except OSError as error:
                lost.append(f"{each.path.name} is not as it was ({error.strerror or error})")
        if not lost:
            why = self._forget(edit)
            lost += [f"the journal still has it as begun ({why.strerror})"] if why else []
        if lost and not (edit.folder / ENTRY).exists():  # who settles it shall take it back, too
            for index in range(len(edit.files)):
                discard(edit.kept(index, edit.goal))
        return lost

    def _finish(self, edit: Edit) -> None:
        """Note that the edit is done. What fails here is done by the next `settle`."""
        for folder in dict.fromkeys(each.path.parent for each in edit.files):
            sync_folder(folder)
        with suppress(OSError):
            if edit.is_kept and edit.folder.is_dir():
                is_new = not (edit.folder / ENTRY).exists()
                move_over(self.folder / BEGUN, edit.folder / ENTRY)
                sync_folder(edit.folder)
                sync_folder(self.folder)
                for index in range(len(edit.files)):
                    discard(edit.kept(index, edit.goal))
                self._prune(edit, is_new=is_new)
            else:
                self._drop(edit)
                discard(self.folder / BEGUN)

    def _forget(self, edit: Edit) -> OSError | None:
        """Take away an edit that came to nothing; one that could not be undone stays as it was.

        Where it cannot be taken away, why: then whoever settles the journal finds it begun.
        """
        if (error := discard(self.folder / BEGUN)) is not None:
            return error
        if not (edit.folder / ENTRY).exists():
            self._drop(edit)
            return None
        for index in range(len(edit.files)):
            discard(edit.kept(index, other_side(edit.goal)))
            discard(copy_of(edit, index))
        return None

    def _prune(self, last: Edit, *, is_new: bool) -> None:
        """Drop what can no longer be done again, and the oldest edits where there are too many.

        What is undone, or done again, is not ``is_new``, and ends nothing.
        """
        edits = [each for each in self.list_edits() if each.number != last.number]
        if is_new:
            undone = [each for each in edits if each.is_undone]
            runs = {each.run for each in undone if _are_of_one(each, last)} - {last.run}
            for each in [each for each in undone if each.run in runs]:
                self._drop(each)
                edits.remove(each)
        same = [each for each in edits if each.level == last.level]
        too_many = same[: max(0, len(same) + 1 - MOST_EDITS)]
        left = MOST_BYTES - size_of(last)
        for each in reversed(edits):
            left -= size_of(each)
            if left < 0 or each in too_many:
                self._drop(each)

    def _drop_cut_off(self) -> None:
        """Take away what processes have left that were killed before anything had changed.

        Nothing is begun, and so the folder of an edit without an entry belongs to nobody.
        """
        for folder in self._folders():
            if not (folder / ENTRY).exists():
                remove(folder)
            for copy in folder.glob(f"*{COPY}"):
                discard(copy)

    def _folders(self) -> list[Path]:
        """The folders of the edits, by their numbers."""
        with suppress(OSError):
            found = [each for each in self.folder.iterdir() if each.name.isdecimal()]
            return sorted(
                (each for each in found if each.is_dir() and not each.is_symlink()),
                key=lambda each: int(each.name),
            )
        return []

    def _drop(self, edit: Edit) -> None:
        remove(edit.folder)


def _are_of_one(a: Edit, b: Edit) -> bool:
    """True for edits of one level, or of files in common."""
    shared = {each.path for each in a.files} & {each.path for each in b.files}
    return bool(shared) or (a.level is not None and a.level == b.level)
