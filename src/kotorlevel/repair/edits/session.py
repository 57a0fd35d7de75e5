"""`EditSession`: a level that is being edited; done, undone, saved, and nothing lost by a crash."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.area.install.game import Game
from kotorlevel.area.write import Written, list_changes, write_area_in_place
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.journal.journal import JOURNAL
from kotorlevel.core.journal.lock import Claim, claim
from kotorlevel.core.journal.naming import edit_named
from kotorlevel.core.words import count_of, some_of
from kotorlevel.mesh.materials import Materials
from kotorlevel.repair.edits.further import FurtherFiles
from kotorlevel.repair.edits.log import apply_edits, apply_one
from kotorlevel.repair.edits.made import MadeFiles
from kotorlevel.repair.edits.on_disk import (
    Digests,
    after_saving,
    contents_of,
    digests_of,
    files_of_rooms,
    find_differences,
    further_names,
    further_of,
    pinned,
)
from kotorlevel.repair.edits.opened import LevelToEdit, as_owned, find_level_to_edit
from kotorlevel.repair.edits.operation import Applied, Operation, PassingNote
from kotorlevel.repair.edits.unsaved import (
    Unsaved,
    find_free_name,
    format_unsaved,
    read_unsaved,
    unsaved_name,
)

_MOST_TOLD = 3


@dataclass(frozen=True, eq=False)
class EditStep:
    """What is done and undone at once: some edits, in words, and the area after them."""

    area: Area
    edits: tuple[Operation, ...] = ()
    text: str = ""
    notes: tuple[str, ...] = ()


class EditSession:
    """The level at ``path``, being edited. Nothing is written before `save`.

    ``path`` is a folder, a layout, an archive, or the walkmesh of a room: then its area, or the
    walkmesh alone where no layout is beside it. ``game``, ``module`` and ``override`` are as for
    `load_area`. ``area`` is how it is now. Every edit is kept beside the level as soon as it is
    done; if the program ends without saving, ``unsaved`` has them at the next start, and `recover`
    does them again. ``unkept`` says why that could not be, such as on a full disk, and
    ``unreadable`` why what an earlier session kept cannot be read; it is put aside then.
    ``changed_since`` are files that others have changed since the ``unsaved`` edits were done::

        session = kl.EditSession("my_mod")
        session.do(kl.edits.Paint("m55aa_02", (3, 4), "Metal"))
        session.undo()
        session.redo()
        session.save()
    """

    def __init__(
        self,
        path: str | Path,
        *,
        game: Game | str | Path | None = None,
        module: str | None = None,
        override: Sequence[str | Path] = (),
        surfaces: Materials | None = None,
        kits: Sequence[str | Path] = (),
    ) -> None:
        self.path = Path(path)
        self.level: LevelToEdit = find_level_to_edit(
            self.path, game=game, module=module, override=override, surfaces=surfaces
        )
        self.kits = tuple(Path(kit) for kit in kits)
        area = self.level.load()
        self.folder = self.level.home or self.path
        home = self.level.home
        self._journal = None if home is None else home / JOURNAL / unsaved_name(area.name)
        self._claim: Claim | None = None
        self.unkept = ""
        self.unreadable = ""
        self._start(area)
        self._kept = self._read_unsaved()

    def _start(self, area: Area) -> None:
        self._on_disk = digests_of(area, self.level)
        self._own = self._on_disk.keys() | files_of_rooms(area)
        self._further = FurtherFiles()
        self._made = MadeFiles()
        self._begin_with(area)
        self._saved = 0

    def _begin_with(self, area: Area) -> None:
        self._first_further = further_of(area)
        self._now = 0  # first: others may look at any moment
        self._steps = [EditStep(pinned(area, self._first_further))]

    @property
    def unsaved(self) -> Sequence[Operation]:
        """The edits of an earlier session that ended without saving."""
        return self._kept.edits

    @property
    def changed_since(self) -> list[str]:
        """The files that are not as they were when the ``unsaved`` edits were done."""
        begins = dict(self._kept.begins)
        return find_differences(begins, self._on_disk) if begins else []

    @property
    def area(self) -> Area:
        """The level as it is now."""
        return self._steps[self._now].area

    @property
    def first_area(self) -> Area:
        """The level before the first of the ``steps``."""
        return self._steps[0].area

    @property
    def edits(self) -> list[Operation]:
        """The edits that have been done and not undone, the first one first."""
        return [edit for step in self._steps[1 : self._now + 1] for edit in step.edits]

    @property
    def steps(self) -> tuple[EditStep, ...]:
        """All steps, also those that were undone, without the level as it was read."""
        return tuple(self._steps[1:])

    @property
    def position(self) -> int:
        """How many of the ``steps`` are done now."""
        return self._now

    @property
    def saved_position(self) -> int:
        """How many of the ``steps`` are in the files; -1 where no step leads there any more."""
        return self._saved

    @property
    def is_saved(self) -> bool:
        """True where nothing is to be saved."""
        return self._now == self._saved

    @property
    def can_undo(self) -> str:
        """What `undo` would take back, in words; empty where there is nothing."""
        return self._steps[self._now].text

    @property
    def can_redo(self) -> str:
        """What `redo` would do again, in words; empty where there is nothing."""
        return self._steps[self._now + 1].text if self._now + 1 < len(self._steps) else ""

    def claim(self) -> None:
        """Keep other sessions, also of other processes, from editing this level until `close`.

        Raises `BusyError` where one does.
        """
        if self._journal is not None and self._claim is None:
            self._claim = claim(self._journal.parent, f"{self._journal.stem}.lock")

    def close(self) -> None:
        """Let others edit. What is not saved stays beside the level."""
        if self._claim is not None:
            self._claim.release()
            self._claim = None

    def preview(self, *edits: Operation) -> Applied:
        """What `do` would come to; nothing changes."""
        area, texts, notes = self.area, [], dict[str, None]()
        for number, edit in enumerate(edits, 1):
            which = number if len(edits) > 1 else 0
            done = apply_one(area, edit, self.folder, which, self.kits)
            area = done.area
            texts.append(done.text)
            notes |= dict.fromkeys(done.notes)
        told = [n for n in notes if not isinstance(n, PassingNote) or n.holds(area)]
        return Applied(area, _tell_all(texts), tuple(told))

    def do(self, *edits: Operation) -> Applied:
        """Do one or more edits as one step. Raises `InputError` where one of them cannot be done.

        Then nothing has changed.
        """
        applied = self.preview(*edits)
        self._put_aside()
        if self._saved > self._now:  # what was saved cannot be come back to by redoing
            self._saved = -1
        self._add(edits, applied)
        self._keep()
        return applied

    def _add(self, edits: tuple[Operation, ...], applied: Applied) -> None:
        self._further.note(applied.area, self._made)
        step = EditStep(applied.area, edits, applied.text, applied.notes)
        self._steps[self._now + 1 :] = [step]
        self._now += 1

    def undo(self) -> bool:
        """Take back the last step; False where there is none."""
        return self._go(self._now - 1)

    def redo(self) -> bool:
        """Do again what was taken back last; False where there is nothing."""
        return self._go(self._now + 1)

    def go(self, position: int) -> bool:
        """Undo or redo until so many of the ``steps`` are done; False where there are fewer."""
        return self._go(position)

    def recover(self) -> int:
        """Do the ``unsaved`` edits of an earlier session again; how many that are."""
        edits, before = self._kept.edits, self._kept.before
        area = self.area
        if before:
            area = pinned(self.level.load(before), dict(before))
        done = apply_edits(area, edits, self.folder, kits=self.kits).done  # all or none
        if before:  # they lead from an older level than the files have now
            self._begin_with(area)
            self._saved = -1
            self._own |= before.keys() | files_of_rooms(area)
            self._made.restore(self.folder, self._kept.made)
            first = {
                (name.lower(), kind): before[f"{name}.{kind}".lower()]
                for name, kind in further_names(area)
                if f"{name}.{kind}".lower() in before
            }
            self._further = FurtherFiles(first, self.level.load())
        self._kept = Unsaved()
        for edit, applied in zip(edits, done, strict=True):
            self._add((edit,), applied)
        self._keep()
        return len(edits)

    def forget(self) -> None:
        """Drop the ``unsaved`` edits of an earlier session."""
        self._kept, self.unreadable = Unsaved(), ""
        self._keep()

    @property
    def has_unsaved(self) -> bool:
        """True where an earlier session ended without saving; `recover` or `forget` it."""
        return bool(self._kept)

    def _put_aside(self) -> None:
        """Keep the unsaved edits of an earlier session under another name: others come now."""
        if (self.has_unsaved or self.unreadable) and self._journal is not None:
            with suppress(OSError):
                self._journal.replace(find_free_name(self._journal))
        self._kept, self.unreadable = Unsaved(), ""

    def reload(self) -> None:
        """Read the level anew, as others have left it; what is not saved is dropped."""
        self._start(self.level.load())
        self._keep()

    def list_changes(self) -> list[str]:
        """The files that `save` would write."""
        changes = list_changes(self._to_write(self._read_disk(force=True)))
        return [change.filename.lower() for change in changes]

    def list_removals(self) -> list[str]:
        """The files that `save` would remove: an earlier one has made them, and that was undone."""
        area = self._to_write(self._read_disk(force=True))
        return [path.name.lower() for path in self._find_unneeded(area)]

    def find_changed_on_disk(self) -> list[str]:
        """The files of the level that others have changed since it was read or saved."""
        return find_differences(digests_of(self.level.load(), self.level), self._on_disk)

    def save(self, *, force: bool = False) -> list[Written]:
        """Write all changed files, or none; `kl.undo` brings the old ones back.

        Raises `InputError` where others have changed files of the level since it was read, unless
        ``force``: then what they changed in these files is lost.
        """
        with self.level.held(), edit_named(f"edit: {count_of(len(self.edits), 'edit')}"):
            disk = self._read_disk(force=force)
            if disk is not self.area:
                now = digests_of(disk, self.level)
                if not force:
                    self._refuse_changed(disk, now)
                self._own |= now.keys()  # of others only with force
            area = self._to_write(disk, force=force)
            becomes = digests_of(area, self.level)
            self._keep(becomes)
            written = write_area_in_place(area, remove=self._find_unneeded(area))
            self._note_saved(written, becomes)
        self._keep()
        return written

    def _read_disk(self, *, force: bool) -> Area:
        """The level as its files are now; with ``force`` as it is here where they are no level."""
        try:
            return self.level.load()
        except FormatError as error:  # its layout is gone, or is none any more
            if force:
                return self.area  # which knows where its files were
            text = f"{error.message}; it was there when this level was read"
            raise InputError(text, source=error.source, needs="force") from None

    def _refuse_changed(self, disk: Area, now: Digests) -> None:
        """Raise `InputError` where others have changed what is to be written or was begun with."""
        further = self._further.find_changed(self.area, disk)
        changed = find_differences(now, self._on_disk)
        if changed or further & self._further.to_write(self.area).keys():
            names = sorted({*changed, *map(".".join, further)})
            text = f"{some_of(names)} changed on the disk since this level was read"
            raise InputError(text, source=str(self.path), needs="force")

    def _to_write(self, disk: Area, *, force: bool = False) -> Area:
        """The level as it is now, with its files as they are on the ``disk``."""
        further = self._further
        extra = further.contents(self.area) if force else further.to_write(self.area)
        area = replace(self.area, extra=extra)
        return self.level.as_changed(as_owned(area, disk, self._own))

    def _find_unneeded(self, area: Area) -> list[Path]:
        """The files that saves have made and that the level has no longer: that was undone."""
        further = {".".join(key) for key in self._further.contents(self.area)}
        layout = area.files.get("lyt")
        needed = contents_of(area, self.level).keys() | further
        return self._made.find_unneeded(needed, None if layout is None else layout.path)

    def _note_saved(self, written: Sequence[Written], wrote: Digests) -> None:
        """All steps know from now on what is in the files."""
        self._saved, saved = self._now, self.area
        removed = {each.path.name.lower() for each in written if each.removed}
        self._further.note_saved(saved, removed)
        self._made.note(written, {**self._further.digests, **wrote})
        if not written:
            return
        disk = self.level.load()
        self._on_disk = digests_of(disk, self.level)
        self._own |= {name.lower() for each in written for name in each.changes}
        self._own -= removed
        more = saved, disk, self._own, self._first_further
        self._steps = [replace(s, area=after_saving(s.area, *more)) for s in self._steps]

    def _go(self, position: int) -> bool:
        if not 0 <= position < len(self._steps):
            return False
        self._now = position
        self._keep()
        return True

    def _keep(self, becomes: Digests | None = None) -> None:
        """What is not saved yet, in a file beside the level; no file where all is.

        It has the edits that lead from the files to what is now. After undoing what was saved
        there are none such: then it has the files as they were at first, and all edits since.
        ``becomes`` is what the files have when what is being written at this moment is.
        """
        if self._journal is None or self.has_unsaved or self.unreadable:
            return  # that file has the edits of an earlier session, until somebody wants them
        try:
            self._write_journal(self._journal, becomes)
            self.unkept = ""
        except OSError as error:  # the edit itself is done
            self.unkept = f"{self._journal.name} cannot be written: {error.strerror or error}"

    def _write_journal(self, journal: Path, becomes: Digests | None) -> None:
        if self.is_saved:
            with suppress(OSError):
                journal.unlink(missing_ok=True)
            return
        is_ahead = 0 <= self._saved <= self._now
        first = self._saved if is_ahead else 0
        edits = [edit for step in self._steps[first + 1 : self._now + 1] for edit in step.edits]
        before = {} if is_ahead else self._replaced_files()
        made = {} if is_ahead else self._made.to_names()
        unsaved = Unsaved(edits, self._on_disk, becomes or {}, before, made)
        journal.parent.mkdir(exist_ok=True)
        write_atomic(journal, format_unsaved(unsaved))

    def _replaced_files(self) -> dict[str, bytes]:
        """The files that saving has changed, as they were when the level was read."""
        first = self._steps[0].area  # which may name files that were renamed or removed since
        changed = find_differences(digests_of(first, self.level), self._on_disk)
        found = contents_of(first, self.level)
        return {name: found[name] for name in changed if name in found}

    def _read_unsaved(self) -> Unsaved:
        if self._journal is None or not self._journal.exists():
            return Unsaved()
        try:
            found = read_unsaved(self._journal)
        except (FormatError, OSError) as error:
            self.unreadable = f"{self._journal.name}: {getattr(error, 'message', error)}"
            return Unsaved()
        if found.becomes and dict(found.becomes) == self._on_disk:
            return Unsaved()  # it ended when all was written
        return found


def _tell_all(texts: Sequence[str]) -> str:
    """The texts of some edits as one."""
    told = [*dict.fromkeys(texts)]
    if len(told) <= _MOST_TOLD:
        return "; ".join(told)
    return f"{'; '.join(told[:_MOST_TOLD])}; and {count_of(len(told) - _MOST_TOLD, 'more edit')}"
