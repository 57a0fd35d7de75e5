"""`EditedLive`: a level that is shown while it is edited, by one page at a time.

Edits are those of `EditSession`. The page is sent the new scene at once, without findings; it asks
for these by itself, so that nobody waits for the check to see what was done.
"""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from kotorlevel.area.area import Area
from kotorlevel.checks.files import area_files
from kotorlevel.checks.finding import Report
from kotorlevel.checks.options import Options
from kotorlevel.checks.reports.advice import quoted
from kotorlevel.checks.rule import find_rule
from kotorlevel.checks.run import check
from kotorlevel.core.atomic import WRITE_PROTECTED
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.memory import Memory
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, some_of
from kotorlevel.mesh.colors import surface_color
from kotorlevel.repair.edits.operation import Applied, Operation, parse_operation
from kotorlevel.repair.edits.session import EditSession
from kotorlevel.view.live.answers import Question, QuestionError
from kotorlevel.view.live.beside import check_beside, join_reports
from kotorlevel.view.live.model_floor import answer_model_floor
from kotorlevel.view.live.owner import Ownership, RefusedError, page_of
from kotorlevel.view.live.reply import Reply
from kotorlevel.view.live.room_questions import RoomQuestions
from kotorlevel.view.live.things import describe_door_places, describe_path_faults
from kotorlevel.view.live.watch import Fingerprint, Live, describe_error
from kotorlevel.view.scene.findings import file_name
from kotorlevel.view.scene.scene import Scene, build_scene
from kotorlevel.view.show import SeenModels, Shown

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh

MOST_EDITS = 10_000
"""Edits in one step."""

_CHOSEN = {
    "say which edge to join (edge=N)": "put it at a free place, and link it there",
    "say which one (edge=N)": "choose one at the left",
    "another edge can be named with edge=N": "turn it, or put it at a free place",
}
"""What Python takes as an argument → where the page has it."""


def start_editing(shown: Shown, kits: Sequence[str] = ()) -> EditedLive:
    """The level of a page, to be edited. Raises `InputError` where that cannot be."""
    origin = shown.origin
    if origin is None:
        raise InputError("only a level on the disk can be edited: give its path")
    session = EditSession(
        origin.path,
        game=origin.game,
        module=origin.module,
        override=origin.override,
        surfaces=origin.surfaces,
        kits=kits,
    )
    if session.level.home is None:
        text = "is part of the game, which is not edited: `kotorlevel extract` it to a folder first"
        raise InputError(text, source=str(origin.path))
    try:
        session.claim()
    except OSError as error:
        text = f"nothing can be written in its folder ({error.strerror or error})"
        advice = "copy the level to a folder of your own, and edit it there"
        raise InputError(f"{text}: {advice}", source=str(session.folder)) from None
    try:
        return EditedLive(session, origin.options, shown)
    except BaseException:
        session.close()
        raise


class EditedLive(Live):
    """What a server shows of a level while it is edited; see `Live`."""

    def __init__(self, session: EditSession, options: Options, before: Shown) -> None:
        self.session = session
        self._options = options
        self._before = before
        self._watched = before.watched
        self._surfaces = before.surfaces
        self._seen: SeenModels | None = None
        self._seen_key: object = None
        self._seen_number = 0
        self._owner = Ownership()
        self._checking = threading.Lock()
        self._report: Report | None = None
        self._memory = Memory()
        self._beside: tuple[Fingerprint, set[str], Report] | None = None
        self.checked = 0
        self.disk: list[str] = []
        self._rooms = RoomQuestions(session)
        self._with_tree = False
        super().__init__(self._show, self._show())

    # What is shown

    @property
    def status(self) -> dict[str, Any]:
        """The version, and what goes wrong with the files."""
        return super().status | {"checked": self.checked}

    def status_for(self, page: str) -> dict[str, Any]:
        """The same, and how the editing stands for that page."""
        self._owner.hear(page)
        return self.status | {"edit": self.describe(page)}

    def describe(self, page: str) -> dict[str, Any]:
        """How the editing stands: whose turn it is, what is unsaved, what can be undone."""
        session = self.session
        saved = session.saved_position
        return {
            "role": "owner" if self._owner.has(page) else "reader",
            "free": self._owner.is_free,
            "unsaved": abs(session.position - saved) if saved >= 0 else session.position,
            "isSaved": session.is_saved,
            "undo": session.can_undo,
            "redo": session.can_redo,
            "position": session.position,
            "steps": len(session.steps),
            "saved": saved,
            "recover": max(len(session.unsaved), int(session.has_unsaved)),
            "warning": self._warn(),
            "disk": self.disk,
            "room": session.level.room,
            "alone": session.level.is_alone,
        }

    def _warn(self) -> str:
        """What is wrong with the file that keeps unsaved edits, if anything is."""
        if self.session.unkept:
            return f"A crash would lose your unsaved edits: {self.session.unkept}. Save soon."
        if self.session.unreadable:
            text = "Unsaved edits of last time cannot be read"
            return f"{text} ({printable(self.session.unreadable, 200)}). That file is kept aside."
        if changed := self.session.has_unsaved and self.session.changed_since:
            text = "changed after your unsaved edits of last time: these may not fit any more"
            return f"{printable(some_of(changed), 200)} {text}."
        return ""

    def check(self) -> list[dict[str, Any]]:
        """The findings of the level as it is now."""
        found: list[dict[str, Any]] = self.find({}).value["findings"]
        return found

    def close(self) -> None:
        """Let others edit the level."""
        self.session.close()

    def _show(self, area: Area | None = None) -> Shown:
        """The present level, or ``area``, as a scene without findings."""
        shown = area or self.session.area
        scene = build_scene(
            self._source(shown),
            name=shown.name,
            surfaces=self._surfaces,
            gaps=False,
            tree=self._with_tree,
        )
        key = tuple((room.name, room.position, id(room.model)) for room in shown.rooms)
        if key != self._seen_key and area is None:
            bounds = scene.document["bounds"]
            one = None if self.session.level.is_alone else shown
            self._seen, self._seen_key = SeenModels(one, (bounds["min"], bounds["max"])), key
            self._seen_number += 1
        scene.document["models"]["key"] = self._seen_number if key == self._seen_key else 0
        return Shown(
            self._source(shown), scene, self._surfaces, self._watched, origin=self._before.origin,
            seen=self._seen,
        )  # fmt: skip

    def _source(self, area: Area) -> Area | Walkmesh:
        mesh = area.rooms[0].mesh if self.session.level.is_alone else None
        return area if mesh is None else mesh

    def _changed(self, page: str, text: str = "", notes: Sequence[str] = ()) -> Reply:
        """Show the level as it is now."""
        self.shown = self._show()
        self.version += 1
        return self._reply(page, self.shown.scene, text, notes)

    def _reply(self, page: str, scene: Scene, text: str, notes: Sequence[str]) -> Reply:
        told = {"text": text, "notes": [printable(note, 2000) for note in notes]}
        value = {"version": self.version, **told, "edit": self.describe(page)}
        return Reply(value, scene)

    def _reload(self, now: Fingerprint) -> None:
        """Files have changed: show them where nothing is unsaved, else tell which."""
        self._tried = now
        try:
            self.disk = self.session.find_changed_on_disk()
            self.error = ""
            if self.disk and self.session.is_saved:
                self.session.reload()
                self.disk = []
                self._changed("")
        except Exception as error:  # whatever it is: what is being edited stays
            self.error = describe_error(error)

    # Who edits

    def claim(self, question: Question) -> Reply:
        """``{page, force?}``: that page edits from now on, unless another one does."""
        with self._lock:
            page = self._owner.claim(question)
            value = {"version": self.version, "turn": self._owner.turn}
            more = {"edit": self.describe(page), "surfaces": self._list_surfaces()}
            return Reply(value | more)

    def _list_surfaces(self) -> list[dict[str, Any]]:
        """What can be painted with."""
        table = self._surfaces or self.session.area.surfaces
        return [
            {
                "id": number,
                "label": table.label(number),
                "color": surface_color(table.label(number), number),
                "walkable": bool(table.walkable([number])[0]),
            }
            for number in sorted(table.by_id)
        ]

    def leave(self, question: Question) -> Reply:
        """``{page}``: that page is closed."""
        with self._lock:
            self._owner.leave(question)
        return Reply({})

    # What a page may do

    @property
    def actions(self) -> dict[str, Callable[[Question], Reply]]:
        """What can be asked for below ``api/edit/``. They raise `QuestionError`."""
        return {
            "claim": self.claim,
            "leave": self.leave,
            "do": self.do,
            "preview": self.preview,
            "undo": self.undo,
            "redo": self.redo,
            "go": self.go,
            "history": self.history,
            "tree": self.show_tree,
            "edits": self.list_edits,
            "changes": self.changes,
            "recover": self.recover,
            "forget": self.forget,
            "reload": self.reload,
            "save": self.save,
            "check": self.find,
            **self._rooms.actions,
            "doors": lambda _: self._describe(describe_door_places),
            "points": lambda _: self._describe(describe_path_faults),
            "model-floor": self.find_model_floor,
            "rule": self.explain_rule,
        }

    def _describe(self, about: Callable[[Area], dict[str, Any]]) -> Reply:
        """What a function says of the level as it is now; it may take its time."""
        with self._lock:
            area, version = self.session.area, self.version
        return Reply(about(area) | {"version": version})

    def do(self, question: Question) -> Reply:
        """``{page, turn, edits}``: the edits, as one step."""
        edits = _edits(question)
        with self._lock:
            page = self._owner.take_turn(question)
            applied = self._try(edits)
            return self._changed(page, applied.text, applied.notes)

    def preview(self, question: Question) -> Reply:
        """``{page, edits, asking?}``: what these edits would come to; nothing changes.

        With ``asking`` it is no fault if they cannot be done: the answer is why, as ``refused``.
        """
        edits = _edits(question)
        try:
            applied = self._try(edits, preview=True)  # may take its time, and changes nothing
        except RefusedError as error:
            if question.get("asking") is not True:
                raise
            return Reply({"refused": str(error)})
        with self._lock:
            scene = self._show(applied.area).scene
            return self._reply(page_of(question), scene, applied.text, applied.notes)

    def _try(self, edits: list[Operation], *, preview: bool = False) -> Applied:
        try:
            return (self.session.preview if preview else self.session.do)(*edits)
        except InputError as error:
            text = str(error.message).removeprefix(f"{edits[0].op}: ")
            for named, chosen in _CHOSEN.items():
                text = text.replace(named, chosen)
            raise RefusedError(text, HTTPStatus.UNPROCESSABLE_ENTITY) from None

    def undo(self, question: Question) -> Reply:
        """``{page, turn}``: the last step is taken back."""
        return self._step(question, lambda now: now - 1)

    def redo(self, question: Question) -> Reply:
        """``{page, turn}``: what was taken back last is done again."""
        return self._step(question, lambda now: now + 1)

    def go(self, question: Question) -> Reply:
        """``{page, turn, position}``: so many steps are done."""
        position = question.get("position")
        if isinstance(position, bool) or not isinstance(position, int):
            raise QuestionError("position is not a whole number")
        return self._step(question, lambda _: position)

    def _step(self, question: Question, find: Callable[[int], int]) -> Reply:
        with self._lock:
            page, before = self._owner.take_turn(question), self.session.position
            position = find(before)
            texts = [step.text for step in self.session.steps]
            if position == before or not self.session.go(position):
                raise RefusedError("there is nothing to undo or redo")
            back = position < before
            text = texts[position if back else position - 1]
            return self._changed(page, f"{'Undone' if back else 'Done again'}: {text}")

    def history(self, _: Question) -> Reply:
        """All steps, and how many of them are done."""
        steps = [{"text": step.text, "notes": step.notes} for step in self.session.steps]
        return Reply({"position": self.session.position, "steps": steps})

    def show_tree(self, question: Question) -> Reply:
        """``{page}``: the level with its box trees, from now on; hardly anybody looks at them."""
        with self._lock:
            if not self._with_tree:
                self._with_tree = True
                shown = self._show()
                if self._report is not None and self.checked == self.version:
                    shown = shown.with_scene(shown.scene.with_findings(self._report))
                self.shown = shown
            return self._reply(page_of(question), self.shown.scene, "", ())

    def list_edits(self, _: Question) -> Reply:
        """The edits that have been done, as `kotorlevel apply` takes them."""
        from kotorlevel.repair.edits.log import edits_to_json

        return Reply({"edits": edits_to_json(self.session.edits)})

    def recover(self, question: Question) -> Reply:
        """``{page, turn}``: the unsaved edits of an earlier time are done again."""
        with self._lock:
            page = self._owner.take_turn(question)
            try:
                count = self.session.recover()
            except (InputError, FormatError) as error:
                raise RefusedError(f"{error.message}; the files have changed since") from None
            return self._changed(page, f"{count_of(count, 'unsaved edit')} brought back")

    def forget(self, question: Question) -> Reply:
        """``{page, turn}``: the unsaved edits of an earlier time are dropped."""
        with self._lock:
            page = self._owner.take_turn(question)
            self.session.forget()
            return Reply({"version": self.version, "edit": self.describe(page)})

    def reload(self, question: Question) -> Reply:
        """``{page, turn}``: the files are read anew, and what is unsaved is dropped."""
        with self._lock:
            page = self._owner.take_turn(question)
            try:
                self.session.reload()
            except (FormatError, OSError) as error:
                raise RefusedError(describe_error(error)) from None
            self.disk = []
            return self._changed(page, "The level was read anew")

    def save(self, question: Question) -> Reply:
        """``{page, turn, force?}``: all changed files are written, or none."""
        with self._lock:
            page = self._owner.take_turn(question)
            try:
                written = self.session.save(force=question.get("force") is True)
            except InputError as error:
                asks = error.needs == "force"
                raise RefusedError(error.message, asks="force" if asks else "") from None
            except (FormatError, OSError) as error:
                raise RefusedError(f"nothing was saved: {_tell_failure(error)}") from None
            self.disk = []
            self._tried = self._watched.fingerprint()
            if any(each.removed for each in written):
                self._report = None  # it may tell of files that are gone
            names = sorted(
                f"{name.lower()}{' (removed)' if each.removed else ''}"
                for each in written
                for name in each.changes
            )
            return Reply({"version": self.version, "saved": names, "edit": self.describe(page)})

    def changes(self, _: Question) -> Reply:
        """The files that saving would write or remove."""
        with self._lock:
            try:
                gone = [f"{name} (removed)" for name in self.session.list_removals()]
                return Reply({"files": [*self.session.list_changes(), *gone]})
            except FormatError as error:
                raise RefusedError(error.message) from None

    def find(self, _: Question) -> Reply:
        """The findings of the level as it is now, and whether it is whole."""
        with self._checking:  # one at a time; who comes later finds it done
            with self._lock:
                version, shown, area = self.version, self.shown, self.session.area
            if self.checked != version or self._report is None:
                self._report = self._check(area)
                shown = shown.with_scene(shown.scene.with_findings(self._report))
                with self._lock:
                    if version == self.version:
                        self.checked, self.shown = version, shown
            document, report = shown.scene.document, self._report
        return Reply(
            {
                "version": version,
                "findings": document["findings"],
                "stops": document["stops"],
                "errors": len(report.errors),
                "warnings": len(report.warnings),
                "reached": [e.describe(is_broken=bool(report.errors)) for e in report.reached],
            }
        )

    def find_model_floor(self, question: Question) -> Reply:
        """``{room, points, within?}``: how high the floor is that a room's model shows there."""
        with self._lock:
            area = self.session.area
        return Reply(answer_model_floor(area, question))

    def explain_rule(self, question: Question) -> Reply:
        """``{rule}``: its text in full, and what commands take for this level as ``path``."""
        rule = find_rule(str(question.get("rule", ""))[:40])
        if rule is None:
            raise QuestionError("there is no such rule")
        told = {"title": rule.title, "why": rule.why, "how": rule.how}
        return Reply(told | {"path": quoted(self.session.path.as_posix())})

    def _check(self, area: Area) -> Report:
        mesh = area.rooms[0].mesh if self.session.level.is_alone else None
        if mesh is not None:
            return check(mesh, self._options, name=f"{area.name}.wok", workers=1)
        report = check(area, self._options, workers=1, memory=self._memory)
        return join_reports(report, self._check_beside(area))

    def _check_beside(self, area: Area) -> Report:
        """What is wrong in files that are not of the area, which no edit changes; looked at once.

        A room that was renamed or removed leaves such a file behind.
        """
        with self._lock:
            now = self._tried
        own = {str(file.path) for file in area_files(area)}
        if self._beside is None or self._beside[:2] != (now, own):
            self._beside = now, own, check_beside(self.session.path, area, self._options)
        return self._beside[2]


def _tell_failure(error: FormatError | OSError) -> str:
    """Which file could not be written, and why; without numbers and folders."""
    if isinstance(error, FormatError) or not error.strerror:
        return str(error)
    name = file_name(str(error.filename)) if error.filename else "a file"
    if error.strerror == WRITE_PROTECTED:
        return f"{name} is write-protected; allow writing to it in its properties, and save again"
    protected = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    hint = "; is it or its folder write-protected?" if protected else ""
    return f"{name} cannot be written: {error.strerror}{hint}"


def _edits(question: Question) -> list[Operation]:
    given = question.get("edits")
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_EDITS:
        raise QuestionError(f"edits is not a list of 1 to {MOST_EDITS:,} edits")
    with suppress(RecursionError):
        try:
            return [parse_operation(each, f"edit {n}") for n, each in enumerate(given, 1)]
        except FormatError as error:
            raise QuestionError(str(error)) from None
    raise QuestionError("the edits are nested too deeply")
