"""The words of a line → an entry of a layout."""

import math
from collections.abc import Sequence

from kotorlevel.core.lines import Line, LineReader
from kotorlevel.core.resource import find_name_fault
from kotorlevel.core.text import parse_float, printable
from kotorlevel.formats.lyt.layout import DoorHook, Entry

SHORTEST_ENTRY = 4
"""Words: a name and three numbers."""

_HOOK_NUMBERS = 8  # the integer, x, y, z, qw, qx, qy, qz


def parse_entry(
    reader: LineReader, line: Line, words: Sequence[str], kind: type[Entry], keyword: str
) -> Entry:
    """The entry that ``words`` of ``line`` spell in the section ``keyword``, without comments.

    Fields are taken from the right: a name may hold spaces. Raises `FormatError` for what is none.
    """
    if kind is DoorHook:
        return _parse_door_hook(reader, line, words, keyword)
    if len(words) < SHORTEST_ENTRY:
        raise reader.error(
            f"expected a name and three numbers: '{printable(line.bare)}'", line, keyword
        )
    position = tuple(reader.number(word, line, keyword) for word in words[-3:])
    name = " ".join(words[:-3])
    _note_name(reader, name, line)
    return kind(name, position)  # type: ignore[call-arg, arg-type]


def _parse_door_hook(
    reader: LineReader, line: Line, words: Sequence[str], keyword: str
) -> DoorHook:
    # Room, door, position and quaternion alone: the integer was left out.
    nine = len(words) == _HOOK_NUMBERS + 1 and not is_number(words[1])
    numbers = _HOOK_NUMBERS - nine
    if len(words) < numbers + 2:
        raise reader.error(
            "expected room, door, 0, x, y, z, qw, qx, qy, qz: " + f"'{printable(line.bare)}'",
            line,
            keyword,
        )
    *rooms, door = words[:-numbers]
    x, y, z, qw, qx, qy, qz = (reader.number(word, line, keyword) for word in words[-7:])
    unknown = 0 if nine else _parse_third(reader, line, words[-numbers], keyword)
    if nine:
        text = "a door hook has ten fields, this one nine: the 0 after the door is missing"
        reader.note(text, line, code="nine-fields", every=True)
    room = " ".join(rooms)
    _note_name(reader, room, line)
    return DoorHook(room, door, (x, y, z), (qw, qx, qy, qz), unknown)


def _parse_third(reader: LineReader, line: Line, text: str, keyword: str) -> int:
    """The integer behind the door, which may be written ``0.0``."""
    value = float(text) if is_number(text) and not text.lstrip("+-").isdigit() else math.nan
    if value.is_integer() and abs(value) < 2**31:
        shown = f"{text} behind the door is not written as a whole number"
        reader.note(shown, line, keyword, code="third-field")
        return int(value)
    return reader.integer(text, line, keyword)


def is_number(text: str) -> bool:
    """True when ``text`` is a number that the game can hold."""
    try:
        parse_float(text)
    except ValueError:
        return False
    return True


def _note_name(reader: LineReader, name: str, line: Line) -> None:
    if fault := find_name_fault(name):
        reader.note(fault, line, code="name")
