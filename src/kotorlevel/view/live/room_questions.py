"""What the page asks while rooms are moved and added: where one snaps to, and what is in kits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotorlevel.area.edit.kits.listing import KitRoom, list_kit
from kotorlevel.area.edit.room_snap import find_room_snap
from kotorlevel.core.errors import InputError
from kotorlevel.core.text import printable
from kotorlevel.core.types import Vector
from kotorlevel.repair.edits.kit_files import find_kit_file
from kotorlevel.view.live.answers import Question, QuestionError
from kotorlevel.view.live.reply import Reply

if TYPE_CHECKING:
    from kotorlevel.repair.edits.session import EditSession

KIT = "kit"
"""The folder beside a level whose walkmeshes are offered without being asked for."""


class RoomQuestions:
    """Answers to the tool *Rooms*, about the level of a session; nothing changes by them."""

    def __init__(self, session: EditSession) -> None:
        self._session = session
        self._kits: list[dict[str, Any]] | None = None
        self._reading = threading.Lock()

    @property
    def actions(self) -> dict[str, Callable[[Question], Reply]]:
        """What can be asked for below ``api/edit/``. They raise `QuestionError`."""
        return {"room-snap": self.find_snap, "kits": self.list_kits}

    def find_snap(self, question: Question) -> Reply:
        """``{room, offset, within?}``: where `find_room_snap` brings the room, or null."""
        room, offset = question.get("room"), _vector(question.get("offset"))
        within = question.get("within", 1.0)
        if isinstance(room, bool) or not isinstance(room, (int, str)):
            raise QuestionError("room is no name and no number")
        if not _is_number(within):
            raise QuestionError("within is no number")
        try:
            snap = find_room_snap(self._session.area, room, offset, float(within))
        except (KeyError, IndexError, ValueError) as error:
            raise QuestionError(str(error.args[0] if error.args else error)) from None
        if snap is None:
            return Reply({"snap": None})
        found = {
            "offset": snap.offset,
            "edge": snap.edge,
            "other": snap.other,
            "otherEdge": snap.other_edge,
            "at": snap.at,
            "correction": snap.correction,
            "links": snap.links,
            "residual": snap.residual,
        }
        return Reply({"snap": found})

    def list_kits(self, question: Question) -> Reply:
        """``{anew?}``: the rooms of all kits; read once, unless they are to be read ``anew``."""
        with self._reading:
            if self._kits is None or question.get("anew") is True:
                self._kits = [self._describe(folder) for folder in self._folders()]
            return Reply({"kits": self._kits})

    def _folders(self) -> list[Path]:
        beside = self._session.folder / KIT
        return [*self._session.kits, *([beside] if beside.is_dir() else [])]

    def _describe(self, folder: Path) -> dict[str, Any]:
        name = folder.resolve().name
        try:
            rooms = list_kit(folder, self._session.area.surfaces)
        except InputError as error:
            return {"name": printable(name), "rooms": [], "error": printable(error.message)}
        return {
            "name": printable(name),
            "rooms": [self._describe_room(folder, name, each) for each in rooms],
            "error": "",
        }

    def _describe_room(self, folder: Path, kit: str, room: KitRoom) -> dict[str, Any]:
        path, error = f"{kit}/{room.path}", room.error
        if not error and not self._is_found(path, folder / room.path):
            error = "another file of the same name, in another folder, would be taken"
        return {
            "name": printable(room.name),
            "path": path,
            "size": room.size,
            "faces": room.faces,
            "doorways": [
                {"place": each.place, "width": each.width, "edge": each.edge}
                for each in room.doorways
            ],
            "thumbnail": room.thumbnail,
            "hasModel": room.has_model,
            "error": printable(error, 300),
        }

    def _is_found(self, path: str, wanted: Path) -> bool:
        """Whether an edit that names ``path`` takes the ``wanted`` file."""
        try:
            found = find_kit_file(path, [self._session.folder, *self._session.kits])
        except (ValueError, InputError):
            return False
        return found.resolve() == wanted.resolve()


def _vector(value: object) -> Vector:
    if not isinstance(value, list) or len(value) != 3:
        raise QuestionError("offset is not three numbers")
    if not all(map(_is_number, value)):
        raise QuestionError("offset is not three numbers")
    x, y, z = (float(each) for each in value)
    return x, y, z


def _is_number(value: object) -> bool:
    """Whether a value is a number that a float can hold."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e30
