"""The words of a line → an entry of a layout."""

import math
from collections.abc import Container, Sequence

from kotorlevel.core.lines import Line, LineReader
from kotorlevel.core.resource import find_name_fault, name_key
from kotorlevel.core.text import parse_float, printable
from kotorlevel.formats.lyt.layout import DoorHook, Entry

SHORTEST_ENTRY = 4
"""Words: a name and three numbers."""

_MOST_ROOM_WORDS = 64
"""Words of a name that are compared with the rooms': in a long line every one more costs more."""

_NUMBERS_BEGIN = frozenset("+-.0123456789")
_HOOK_NUMBERS = 8  # the integer, x, y, z, qw, qx, qy, qz


def parse_entry(
    reader: LineReader,
    line: Line,
    words: Sequence[str],
    kind: type[Entry],
    keyword: str,
    rooms: Container[str] = (),
) -> Entry:
    """The entry that ``words`` of ``line`` spell in the section ``keyword``, without comments.

    A room's numbers are taken from the right: its name may hold spaces. A door hook's fields are
    taken from the left, and ``rooms`` are the keys of the names that its room may have. Raises
    `FormatError` for what is none.
    """
    if kind is DoorHook:
        return _parse_door_hook(reader, line, words, keyword, rooms)
    if len(words) < SHORTEST_ENTRY:
        raise reader.error(
            f"expected a name and three numbers: '{printable(line.bare)}'", line, keyword
        )
    position = tuple(reader.number(word, line, keyword) for word in words[-3:])
    name = " ".join(words[:-3])
    _note_name(reader, name, line)
    return kind(name, position)  # type: ignore[call-arg, arg-type]


def _parse_door_hook(
    reader: LineReader, line: Line, words: Sequence[str], keyword: str, rooms: Container[str]
) -> DoorHook:
    # The first two words are names; further ones belong to them as long as they are no numbers.
    start = next((i for i in range(2, len(words)) if is_number(words[i])), len(words))
    fields = words[start:]
    # Position and quaternion alone: the integer was left out.
    nine = len(fields) == _HOOK_NUMBERS - 1
    if len(fields) < _HOOK_NUMBERS - nine or (nine and is_number(words[1])):
        raise reader.error(
            "expected room, door, 0, x, y, z, qw, qx, qy, qz: " + f"'{printable(line.bare)}'",
            line,
            keyword,
        )
    unknown = 0 if nine else _parse_third(reader, line, fields[0], keyword)
    numbers = [reader.number(word, line, keyword) for word in fields[not nine :]]
    x, y, z, qw, qx, qy, qz = numbers[:7]
    if nine:
        text = "a door hook has ten fields, this one nine: the 0 after the door is missing"
        reader.note(text, line, code="nine-fields", every=True)
    extra = tuple(map(_as_written, fields[_HOOK_NUMBERS:]))
    if extra:
        text = f"a door hook has ten fields, this one {len(extra) + 10}; the others are kept"
        reader.note(text, line, code="extra-fields")
    split = _room_words(words[:start], rooms)
    room = " ".join(words[:split])
    _note_name(reader, room, line)
    door = " ".join(words[split:start])
    return DoorHook(room, door, (x, y, z), (qw, qx, qy, qz), unknown, extra=extra)


def _room_words(names: Sequence[str], rooms: Container[str]) -> int:
    """How many words are the room's name: those of a room that is there, else the first."""
    longest = range(min(len(names) - 1, _MOST_ROOM_WORDS), 1, -1)
    return next((n for n in longest if name_key(" ".join(names[:n])) in rooms), 1)


def _as_written(text: str) -> float:
    """A number that is written again as it was: a whole one without a point."""
    return int(text) if text.lstrip("+-").isdigit() else float(text)


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
    if text[:1] not in _NUMBERS_BEGIN:  # what is certain need not be tried
        return False
    try:
        parse_float(text)
    except ValueError:
        return False
    return True


def _note_name(reader: LineReader, name: str, line: Line) -> None:
    if fault := find_name_fault(name):
        reader.note(fault, line, code="name")
