"""`Operation`: an edit as a value, with its arguments, and its form as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, TypeVar, get_type_hints

from kotorlevel.area.area import Area, Room
from kotorlevel.area.edit.rooms import choose_room
from kotorlevel.core.errors import FormatError
from kotorlevel.core.types import Vector
from kotorlevel.core.words import did_you_mean
from kotorlevel.mesh.walkmesh import Walkmesh

Name = int | str
"""A room or a surface, by its number or its name."""

Numbers = tuple[int, ...]
Places = tuple[Vector, ...]
Names = tuple[str, ...]

_MOST = 1_000_000
"""Numbers or places in a list: more than any room has."""

OPERATIONS: dict[str, type[Operation]] = {}
"""Name → operation, in the order in which they are described."""

AnyOperation = TypeVar("AnyOperation", bound="type[Operation]")


class PassingNote(str):
    """A note that a later edit of the same step can make untrue: ``holds`` tells of the area then.

    Who moves the corners of two rooms that meet moves one of them first.
    """

    holds: Callable[[Area], bool]

    def __new__(cls, text: str, holds: Callable[[Area], bool]) -> PassingNote:
        """A note that is told only where ``holds`` of the area after all edits."""
        note = super().__new__(cls, text)
        note.holds = holds
        return note


@dataclass(frozen=True, eq=False)
class Applied:
    """An area after an operation: what was done, in words, and notes on what came of it."""

    area: Area
    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Operation:
    """An edit of an area, as a value: the fields are its arguments.

    Numbers of faces, edges and vertices are those of the area that it is applied to. Raises
    `ValueError` (as `KeyError` or `FormatError`) for what cannot be done.
    """

    op: ClassVar[str] = ""

    def apply(self, area: Area, folder: Path = Path(), kits: Sequence[Path] = ()) -> Applied:
        """The area after the edit; files that it names are looked for in ``folder``, then ``kits``.

        They are read from inside these folders only: edits may come from others.
        """
        del folder, kits
        return self._apply(area)

    def _apply(self, area: Area) -> Applied:
        del area
        raise TypeError(f"{self.op} says what it does in `apply`")

    def to_json(self) -> dict[str, Any]:
        """``{"op": "paint", "room": "hall", ...}``: what differs from the default."""
        document: dict[str, Any] = {"op": self.op}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.default is MISSING or value != each.default:
                document[each.name] = _plain(value)
        return document

    @cached_property
    def line(self) -> str:
        """The same as text in one line; made once, as all edits are kept again after each."""
        return json.dumps(self.to_json(), ensure_ascii=False)


def operation(name: str) -> Callable[[AnyOperation], AnyOperation]:
    """Enter a class into `OPERATIONS` under that name."""

    def enter(kind: AnyOperation) -> AnyOperation:
        kind.op = name
        OPERATIONS[name] = kind
        return kind

    return enter


def parse_operation(document: object, section: str = "") -> Operation:
    """The operation that a JSON object says. Raises `FormatError` with the key that is wrong."""
    if not isinstance(document, Mapping):
        raise FormatError('an edit is an object with an "op"', section=section)
    name = document.get("op")
    if not isinstance(name, str) or name not in OPERATIONS:
        hint = did_you_mean(str(name)[:40], OPERATIONS)
        hint = hint or f"There are: {', '.join(OPERATIONS)}."
        raise FormatError(f"no operation {str(name)[:40]!r}. {hint}", section=section)
    kind = OPERATIONS[name]
    where = f"{section} ({name})" if section else name
    hints = get_type_hints(kind)
    known = {each.name: each for each in fields(kind)}
    for key in document:
        if key != "op" and key not in known:
            hint = did_you_mean(str(key)[:40], known)
            raise FormatError(f"has no {str(key)[:40]!r}. {hint}".rstrip(), section=where)
    values = {}
    for key, each in known.items():
        if key in document and _is_default(document[key], each.default):
            values[key] = each.default  # such as a text that is empty on purpose
        elif key in document:
            values[key] = _READERS[hints[key]](document[key], f"{where}: {key}")
        elif each.default is MISSING:
            raise FormatError(f"needs {key!r}", section=where)
    return kind(**values)


def _is_default(value: object, default: object) -> bool:
    return type(value) is type(default) and value == default


def room_of(area: Area, which: Name) -> Room:
    """The room that is meant. Raises `ValueError` where there is none."""
    try:
        return choose_room(area, which)
    except KeyError as error:
        raise ValueError(str(error.args[0])) from None


def mesh_of(area: Area, which: Name) -> tuple[int, Walkmesh]:
    """The index and the walkmesh of the room that is meant."""
    room = room_of(area, which)
    if room.mesh is None:
        raise ValueError(f"{room.name} has no walkmesh that could be edited")
    return room.index, room.mesh


def _plain(value: object) -> object:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value or len(value) > 4096:
        raise FormatError("a text is expected", section=where)
    return value


def _integer(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**31) <= value < 2**32:
        raise FormatError("a whole number is expected", section=where)
    return value


def _number(value: object, where: str) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 1e30:
        return float(value)
    raise FormatError("a finite number is expected", section=where)


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise FormatError("true or false is expected", section=where)
    return value


def _name(value: object, where: str) -> Name:
    return _text(value, where) if isinstance(value, str) else _integer(value, where)


def _vector(value: object, where: str) -> Vector:
    if not isinstance(value, (list, tuple)) or len(value) != 3:
        raise FormatError("three numbers, x, y, z, are expected", section=where)
    x, y, z = (_number(each, where) for each in value)
    return x, y, z


def _list(read: Callable[[object, str], Any]) -> Callable[[object, str], tuple[Any, ...]]:
    def reader(value: object, where: str) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise FormatError("a list is expected", section=where)
        if len(value) > _MOST:
            raise FormatError(f"a list of at most {_MOST:,} is expected", section=where)
        return tuple(read(each, f"{where}[{number}]") for number, each in enumerate(value))

    return reader


def _optional(read: Callable[[object, str], Any]) -> Callable[[object, str], Any]:
    return lambda value, where: None if value is None else read(value, where)


_READERS: dict[Any, Callable[[object, str], Any]] = {
    str: _text,
    int: _integer,
    float: _number,
    bool: _flag,
    Name: _name,
    Vector: _vector,
    Numbers: _list(_integer),
    Places: _list(_vector),
    Names: _list(_text),
}
_READERS |= {kind | None: _optional(read) for kind, read in list(_READERS.items())}
"""What a field may be → what reads it from JSON."""
