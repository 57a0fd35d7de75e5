"""`EditSession`: a level that is being edited; done, undone, saved, and nothing lost by a crash."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.area.install.game import Game
from kotorlevel.area.write import Written, as_changed, list_changes, write_area_in_place
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.journal.journal import JOURNAL
from kotorlevel.core.journal.lock import Claim, claim
from kotorlevel.core.journal.naming import edit_named
from kotorlevel.core.journal.undo import recover as recover_files
from kotorlevel.core.words import count_of, some_of
from kotorlevel.mesh.materials import Materials
from kotorlevel.repair.edits.log import apply_edits, apply_one
from kotorlevel.repair.edits.opened import LevelToEdit, find_level_to_edit
from kotorlevel.repair.edits.operation import Applied, Operation, PassingNote
from kotorlevel.repair.edits.unsaved import Unsaved, format_unsaved, read_unsaved, unsaved_name

_MOST_TOLD = 3
_IFO = "module.ifo"


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
    ``unreadable`` why what an earlier session kept cannot be read; it is put aside then::

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
        recover_files(self.path)  # what is half of the old level must not be edited
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
        found = self._read_unsaved()
        self.unsaved: Sequence[Operation] = found.edits
        self._before = found.before

    def _start(self, area: Area) -> None:
        self._steps = [EditStep(area)]
        self._now = self._saved = 0
        found = _contents(area, self.level)
        self._first_ifo = {name: data for name, data in found.items() if name == _IFO}
        self._on_disk = {name: _digest(data) for name, data in found.items()}
        self._further: dict[tuple[str, str], bytes] = {}  # as they were before all edits

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
        step = EditStep(applied.area, edits, applied.text, applied.notes)
        self._steps[self._now + 1 :] = [step]
        self._now += 1
        self._keep()
        return applied

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
        edits = self.unsaved
        area = self.level.load(self._before) if self._before else self.area
        done = apply_edits(area, edits, self.folder, kits=self.kits).done  # all or none
        if self._before:  # they lead from an older level than the files have now
            self._steps, self._now, self._saved = [EditStep(area)], 0, -1
        self.unsaved, self._before = (), {}
        for edit, applied in zip(edits, done, strict=True):
            step = EditStep(applied.area, (edit,), applied.text, applied.notes)
            self._steps[self._now + 1 :] = [step]
            self._now += 1
        self._keep()
        return len(edits)

    def forget(self) -> None:
        """Drop the ``unsaved`` edits of an earlier session."""
        self.unsaved, self._before, self.unreadable = (), {}, ""
        self._keep()

    @property
    def has_unsaved(self) -> bool:
        """True where an earlier session ended without saving; `recover` or `forget` it."""
        return bool(self.unsaved or self._before)

    def _put_aside(self) -> None:
        """Keep the unsaved edits of an earlier session under another name: others come now."""
        if (self.has_unsaved or self.unreadable) and self._journal is not None:
            with suppress(OSError):
                self._journal.replace(self._journal.with_suffix(".older.json"))
        self.unsaved, self._before, self.unreadable = (), {}, ""

    def reload(self) -> None:
        """Read the level anew, as others have left it; what is not saved is dropped."""
        self._start(self.level.load())
        self._keep()

    def list_changes(self) -> list[str]:
        """The files that `save` would write."""
        changes = list_changes(self.level.as_changed(self._with_further()))
        return [change.filename.lower() for change in changes]

    def find_changed_on_disk(self) -> list[str]:
        """The files of the level that others have changed since it was read or saved."""
        now = self._read_digests()
        names = now.keys() | self._on_disk.keys()
        return sorted(name for name in names if now.get(name) != self._on_disk.get(name))

    def save(self, *, force: bool = False) -> list[Written]:
        """Write all changed files, or none; `kl.undo` brings the old ones back.

        Raises `InputError` where others have changed files of the level since it was read, unless
        ``force``: then what they changed in these files is lost.
        """
        with self.level.held(), edit_named(f"edit: {count_of(len(self.edits), 'edit')}"):
            changed = [] if force else self.find_changed_on_disk()
            if changed:
                text = f"{some_of(changed)} changed on the disk since this level was read"
                raise InputError(text, source=str(self.path), needs="force")
            area = self.level.as_changed(self._with_further())
            self._keep({c.filename.lower(): _digest(c.data) for c in list_changes(area)})
            written = write_area_in_place(area)
        self._saved = self._now
        self._on_disk = self._read_digests()
        self._keep()
        return written

    def _read_digests(self) -> dict[str, str]:
        found = _contents(self.level.load(), self.level)
        return {name: _digest(data) for name, data in found.items()}

    def _with_further(self) -> Area:
        """The level with further files that a saved edit changed as they are to be now."""
        for step in self._steps:
            for name, kind in step.area.extra.keys() - self._further.keys():
                found = self.area.lookup.find(name, kind) if self.area.lookup else None
                if found is not None:
                    self._further[name, kind] = found.read()
        return replace(self.area, extra={**self._further, **self.area.extra})

    def _go(self, position: int) -> bool:
        if not 0 <= position < len(self._steps):
            return False
        self._now = position
        self._keep()
        return True

    def _keep(self, saved: Mapping[str, str] | None = None) -> None:
        """What is not saved yet, in a file beside the level; no file where all is.

        It has the edits that lead from the files to what is now. After undoing what was saved
        there are none such: then it has the files as they were at first, and all edits since.
        ``saved`` are the files that are about to be written.
        """
        if self._journal is None or self.has_unsaved or self.unreadable:
            return  # that file has the edits of an earlier session, until somebody wants them
        try:
            self._write_journal(self._journal, saved or {})
            self.unkept = ""
        except OSError as error:  # the edit itself is done
            self.unkept = f"{self._journal.name} cannot be written: {error.strerror or error}"

    def _write_journal(self, journal: Path, saved: Mapping[str, str]) -> None:
        if self.is_saved:
            with suppress(OSError):
                journal.unlink(missing_ok=True)
            return
        is_ahead = 0 <= self._saved <= self._now
        first = self._saved if is_ahead else 0
        edits = [edit for step in self._steps[first + 1 : self._now + 1] for edit in step.edits]
        before = {} if is_ahead else self._replaced_files()
        journal.parent.mkdir(exist_ok=True)
        write_atomic(journal, format_unsaved(Unsaved(edits, before, saved)))

    def _replaced_files(self) -> dict[str, bytes]:
        """The files that saving has changed, as they were when the level was read."""
        first = _contents(self._steps[0].area, self.level) | self._first_ifo
        now = self._on_disk  # without the files of rooms that were renamed or removed
        return {name: data for name, data in first.items() if _digest(data) != now.get(name)}

    def _read_unsaved(self) -> Unsaved:
        if self._journal is None or not self._journal.exists():
            return Unsaved()
        try:
            found = read_unsaved(self._journal)
        except (FormatError, OSError) as error:
            self.unreadable = f"{self._journal.name}: {getattr(error, 'message', error)}"
            return Unsaved()
        if found.saved and all(self._find_digest(n) == d for n, d in found.saved.items()):
            with suppress(OSError):  # it was killed when all was written, before this file went
                self._journal.unlink()
            return Unsaved()
        return found

    def _find_digest(self, name: str) -> str | None:
        """The SHA-256 of a file of the level as it is on the disk."""
        if name in self._on_disk or self.area.lookup is None:
            return self._on_disk.get(name)
        stem, _, kind = name.rpartition(".")
        found = self.area.lookup.find(stem, kind)
        return None if found is None else _digest(found.read())


def _tell_all(texts: Sequence[str]) -> str:
    """The texts of some edits as one."""
    told = [*dict.fromkeys(texts)]
    if len(told) <= _MOST_TOLD:
        return "; ".join(told)
    return f"{'; '.join(told[:_MOST_TOLD])}; and {count_of(len(told) - _MOST_TOLD, 'more edit')}"


def _contents(area: Area, level: LevelToEdit) -> dict[str, bytes]:
    """File → what is in it, for the files of an area that edits can change."""
    rooms = tuple(replace(room, resource=None) for room in area.rooms)
    bare = replace(area, files={}, lookup=None, rooms=rooms)
    plain = level.as_changed(bare) if level.is_alone else as_changed(bare)
    found = {c.filename.lower(): c.data for c in list_changes(plain)}
    ifo = area.lookup.find("module", "ifo") if area.lookup is not None else None
    if ifo is not None:
        found[_IFO] = ifo.read()
    return found


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
