"""`EditSession`: a level that is being edited; done, undone, saved, and nothing lost by a crash."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.area.editing import editing
from kotorlevel.area.load import load_area
from kotorlevel.area.write import Written, as_changed, list_changes, write_area_in_place
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.journal.journal import JOURNAL
from kotorlevel.core.journal.naming import edit_named
from kotorlevel.core.words import count_of, some_of
from kotorlevel.mesh.materials import Materials
from kotorlevel.repair.edits.log import apply_edits, apply_one, format_edits, read_edits
from kotorlevel.repair.edits.operation import Applied, Operation


def unsaved_name(area: str) -> str:
    """The file in the journal's folder with what is not saved yet of an area: one for each."""
    letters = "".join(c if c.isascii() and c.isalnum() else "_" for c in area.lower())
    return f"unsaved-{letters[:32]}.json"


@dataclass(frozen=True, eq=False)
class _State:
    area: Area
    edit: Operation | None = None
    text: str = ""


class EditSession:
    """The level at ``path``, being edited. Nothing is written before `save`.

    ``area`` is how it is now. Every edit is kept beside the level as soon as it is done; if the
    program ends without saving, ``unsaved`` has them at the next start, and `recover` does them
    again::

        session = kl.EditSession("my_mod")
        session.do(kl.edits.Paint("m55aa_02", (3, 4), "Metal"))
        session.undo()
        session.redo()
        session.save()
    """

    def __init__(self, path: str | Path, *, surfaces: Materials | None = None) -> None:
        self.path = Path(path)
        self._surfaces = surfaces
        area = load_area(path, surfaces=surfaces)
        home = area.files["lyt"].path
        self.folder = home.parent if home is not None else self.path
        self._journal = None if home is None else self.folder / JOURNAL / unsaved_name(area.name)
        self._states = [_State(area)]
        self._now = self._saved = 0
        self._on_disk = _digests(area)
        self._further: dict[tuple[str, str], bytes] = {}  # as they were before all edits
        self.unsaved: Sequence[Operation] = self._read_unsaved()

    @property
    def area(self) -> Area:
        """The level as it is now."""
        return self._states[self._now].area

    @property
    def edits(self) -> list[Operation]:
        """The edits that have been done and not undone, the first one first."""
        return [s.edit for s in self._states[1 : self._now + 1] if s.edit is not None]

    @property
    def is_saved(self) -> bool:
        """True where nothing is to be saved."""
        return self._now == self._saved

    @property
    def can_undo(self) -> str:
        """What `undo` would take back, in words; empty where there is nothing."""
        return self._states[self._now].text

    @property
    def can_redo(self) -> str:
        """What `redo` would do again, in words; empty where there is nothing."""
        return self._states[self._now + 1].text if self._now + 1 < len(self._states) else ""

    def do(self, edit: Operation) -> Applied:
        """Do an edit. Raises `InputError` where it cannot be done; then nothing has changed."""
        applied = apply_one(self.area, edit, self.folder)
        if self._saved > self._now:  # what was saved cannot be come back to by redoing
            self._saved = -1
        self._states[self._now + 1 :] = [_State(applied.area, edit, applied.text)]
        self._now += 1
        self._keep()
        return applied

    def undo(self) -> bool:
        """Take back the last edit; False where there is none."""
        return self._go(-1)

    def redo(self) -> bool:
        """Do again what was taken back last; False where there is nothing."""
        return self._go(1)

    def recover(self) -> int:
        """Do the ``unsaved`` edits of an earlier session again; how many that are."""
        edits, self.unsaved = self.unsaved, ()
        done = apply_edits(self.area, edits, self.folder).done  # all or none
        for edit, applied in zip(edits, done, strict=True):
            self._states[self._now + 1 :] = [_State(applied.area, edit, applied.text)]
            self._now += 1
        self._keep()
        return len(edits)

    def forget(self) -> None:
        """Drop the ``unsaved`` edits of an earlier session."""
        self.unsaved = ()
        self._keep()

    def list_changes(self) -> list[str]:
        """The files that `save` would write."""
        changes = list_changes(as_changed(self._with_further()))
        return [change.filename.lower() for change in changes]

    def find_changed_on_disk(self) -> list[str]:
        """The files of the level that others have changed since it was read or saved."""
        now = _digests(load_area(self.path, surfaces=self._surfaces))
        names = now.keys() | self._on_disk.keys()
        return sorted(name for name in names if now.get(name) != self._on_disk.get(name))

    def save(self, *, force: bool = False) -> list[Written]:
        """Write all changed files, or none; `kl.undo` brings the old ones back.

        Raises `InputError` where others have changed files of the level since it was read, unless
        ``force``: then what they changed in these files is lost.
        """
        with editing(self.path), edit_named(f"edit: {count_of(len(self.edits), 'edit')}"):
            changed = [] if force else self.find_changed_on_disk()
            if changed:
                text = f"{some_of(changed)} changed on the disk since this level was read"
                raise InputError(text, source=str(self.path), needs="force")
            written = write_area_in_place(as_changed(self._with_further()))
        self._saved = self._now
        self._on_disk = _digests(load_area(self.path, surfaces=self._surfaces))
        self._keep()
        return written

    def _with_further(self) -> Area:
        """The level with further files that a saved edit changed as they are to be now."""
        for state in self._states:
            for name, kind in state.area.extra.keys() - self._further.keys():
                found = self.area.lookup.find(name, kind) if self.area.lookup else None
                if found is not None:
                    self._further[name, kind] = found.read()
        return replace(self.area, extra={**self._further, **self.area.extra})

    def _go(self, step: int) -> bool:
        if not 0 <= self._now + step < len(self._states):
            return False
        self._now += step
        self._keep()
        return True

    def _keep(self) -> None:
        """What is not saved yet, in a file beside the level; no file where all is."""
        if self._journal is None:
            return
        edits = self._since_saved()
        if not edits:
            with suppress(OSError):
                self._journal.unlink(missing_ok=True)
            return
        self._journal.parent.mkdir(exist_ok=True)
        write_atomic(self._journal, format_edits(edits))

    def _since_saved(self) -> list[Operation]:
        """The edits that lead from the files to what is now; none where only undoing would."""
        start = self._saved if 0 <= self._saved <= self._now else 0
        return [s.edit for s in self._states[start + 1 : self._now + 1] if s.edit is not None]

    def _read_unsaved(self) -> list[Operation]:
        if self._journal is None or not self._journal.is_file():
            return []
        try:
            return read_edits(self._journal)
        except FormatError:
            return []


def _digests(area: Area) -> dict[str, str]:
    """File → a digest of what is in it, for the files of an area that edits can change."""
    rooms = tuple(replace(room, resource=None) for room in area.rooms)
    plain = as_changed(replace(area, files={}, lookup=None, rooms=rooms))
    found = {c.filename.lower(): c.data for c in list_changes(plain)}
    ifo = area.lookup.find("module", "ifo") if area.lookup is not None else None
    if ifo is not None:
        found["module.ifo"] = ifo.read()
    return {name: hashlib.sha256(data).hexdigest() for name, data in found.items()}
