"""Bytes → `Layout`."""

from __future__ import annotations

import math
import re
from array import array
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from kotorlevel.core.errors import FormatError
from kotorlevel.core.lines import Line, LineReader, split_words
from kotorlevel.core.resource import find_name_fault
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import parse_float, printable
from kotorlevel.formats.lyt.layout import (
    DoorHook,
    Entry,
    Layout,
    LayoutObstacle,
    LayoutRoom,
    LayoutTrack,
)
from kotorlevel.formats.stored import Stored

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BEGIN = "beginlayout"
END = "donelayout"
COMMENT_MARKS = ("#", "//")
SECTIONS: dict[str, type[Entry]] = {
    "roomcount": LayoutRoom,
    "trackcount": LayoutTrack,
    "obstaclecount": LayoutObstacle,
    "doorhookcount": DoorHook,
}
"""The line that opens each section → what stands in it, in the fixed order of the file."""

_COMMENT_BEHIND = re.compile(r"(?<=[ \t\v\f])(?:#|//).*")
_SHORTEST_ENTRY = 4  # words
_HOOK_NUMBERS = 8  # the integer, x, y, z, qw, qx, qy, qz


class EntryLines(NamedTuple):
    """In which lines of its file, from 1, a layout's entries stand, and where sections begin."""

    entries: dict[type[Entry], tuple[int, ...]]
    first_section: int | None


@dataclass(frozen=True)
class _Open:
    """The section being read: its first line, the count it gives, and the entries before it."""

    keyword: str
    count: int | None
    line: int
    before: int


@dataclass
class _Draft:
    """What has been read so far."""

    entries: dict[str, list[Entry]] = field(default_factory=lambda: {k: [] for k in SECTIONS})
    lines: dict[str, array[int]] = field(default_factory=lambda: {k: array("q") for k in SECTIONS})
    first_section: int | None = None
    comments: list[str] = field(default_factory=list)
    section_comments: list[tuple[str, str]] = field(default_factory=list)

    def take_comments(self) -> tuple[str, ...]:
        """The lines kept since the last entry, for the one that follows them."""
        taken, self.comments = tuple(self.comments), []
        return taken

    def close_comments(self, keyword: str) -> None:
        """Give the lines kept since the last entry to the line with ``keyword``."""
        self.section_comments += [(keyword, text) for text in self.take_comments()]


def read_layout(source: Source) -> Layout:
    """The layout in ``source``. Raises `FormatError` where a line cannot be understood."""
    data, name = load_source(source)
    return parse_layout(data, name)


def parse_layout(data: bytes, source: str = "") -> Layout:
    """The layout in ``data``; ``source`` names it in errors."""
    reader = LineReader(data, source)
    lines = iter(reader)
    preamble = _read_preamble(reader, lines)
    draft = _read_sections(reader, lines)
    sections: dict[str, Any] = {
        kind.section: tuple(draft.entries[keyword]) for keyword, kind in SECTIONS.items()
    }
    layout = Layout(
        **sections,
        preamble=preamble,
        section_comments=tuple(draft.section_comments),
        epilogue=_without_blank_ends([line.text for line in lines]),
    )
    return replace(layout, stored=Stored(data, layout.content), problems=tuple(reader.problems))


def find_entry_lines(data: bytes) -> EntryLines:
    """The lines of the entries in a layout that can be read."""
    reader = LineReader(data)
    lines = iter(reader)
    _read_preamble(reader, lines)
    draft = _read_sections(reader, lines)
    entries = {kind: tuple(draft.lines[keyword]) for keyword, kind in SECTIONS.items()}
    return EntryLines(entries, draft.first_section)


def find_section(line: Line) -> str | None:
    """The keyword of the section that ``line`` opens, in lower case; None if it opens none."""
    words = split_words(_split_comment(line.bare)[0])
    keyword = words[0].lower() if 1 <= len(words) <= 2 else ""
    return keyword if keyword in SECTIONS else None


def _split_comment(text: str) -> tuple[str, str]:
    """A line without the comment behind it, and that comment; empty if there is none."""
    match = _COMMENT_BEHIND.search(text)
    return (text[: match.start()], match[0]) if match else (text, "")


def _read_preamble(reader: LineReader, lines: Iterator[Line]) -> tuple[str, ...]:
    preamble: list[str] = []
    last = 1
    for line in lines:
        last = line.number
        if line.bare.lower() == BEGIN:
            return tuple(preamble)
        if line.bare:
            preamble.append(line.bare)
    raise reader.error(f"no '{BEGIN}' line: this is not a layout", last)


def _read_sections(reader: LineReader, lines: Iterator[Line]) -> _Draft:
    draft = _Draft()
    seen: list[str] = []
    current: _Open | None = None
    last = 0
    for line in lines:
        last = line.number
        if not line.bare:
            continue
        # Unknown lines before the first section stay at the top: written further down, after a
        # section that was missing here, they would be read as its entries.
        top = None if current else next(iter(SECTIONS))
        if line.bare.lower() == END:
            _close(reader, current, draft)
            draft.close_comments(top or END)
            _note_missing(reader, seen, line)
            return draft
        if keyword := find_section(line):
            _close(reader, current, draft)
            _note_order(reader, keyword, seen, line)
            seen.append(keyword)
            draft.first_section = draft.first_section or line.number
            current = _open(reader, line, keyword, draft)
            draft.close_comments(top or keyword)
        elif current is None or line.bare.startswith(COMMENT_MARKS):
            _keep(reader, line, draft)
        elif entry := _read_entry(reader, line, current.keyword, draft):
            draft.entries[current.keyword].append(entry)
            draft.lines[current.keyword].append(line.number)
        else:
            _keep(reader, line, draft)
    raise reader.error(f"the file ends without '{END}'", last)


def _keep(reader: LineReader, line: Line, draft: _Draft) -> None:
    """Keep a line that is no entry, for the entry or section that follows it."""
    text = f"unknown line, kept: {printable(line.bare)!r}"
    reader.note(text, line, code="unknown-line")
    draft.comments.append(line.bare)


def _keep_behind(reader: LineReader, line: Line, comment: str, draft: _Draft) -> None:
    """Keep the comment behind an entry or a section's keyword, for that one; if there is one."""
    if comment:
        text = f"comment behind an entry, kept: {printable(comment)!r}"
        reader.note(text, line, code="unknown-line")
        draft.comments.append(comment)


def _open(reader: LineReader, line: Line, keyword: str, draft: _Draft) -> _Open:
    text, comment = _split_comment(line.bare)
    _keep_behind(reader, line, comment, draft)
    words = split_words(text)
    count = reader.integer(words[1], line, keyword) if len(words) > 1 else None
    return _Open(keyword, count, line.number, len(draft.entries[keyword]))


def _close(reader: LineReader, section: _Open | None, draft: _Draft) -> None:
    if section is None:
        return
    found = len(draft.entries[section.keyword]) - section.before
    if found != section.count:
        says = "has no number" if section.count is None else f"says {section.count}"
        text = f"{section.keyword} {says}, but there are {found}"
        reader.note(text, section.line, code="count", value=found, every=True)


def _note_order(reader: LineReader, keyword: str, seen: list[str], line: Line) -> None:
    order = list(SECTIONS)
    if keyword in seen:
        reader.note(f"a second {keyword}", line, code="sections")
    elif seen and order.index(keyword) < order.index(seen[-1]):
        text = f"{keyword} stands after {seen[-1]}; the game expects it before"
        reader.note(text, line, code="sections")


def _note_missing(reader: LineReader, seen: list[str], line: Line) -> None:
    for keyword in SECTIONS:
        if keyword not in seen:
            reader.note(f"no {keyword} before '{END}'", line, code="sections")


def _read_entry(reader: LineReader, line: Line, keyword: str, draft: _Draft) -> Entry | None:
    """The entry with the comments kept for it, or None when the line is something else."""
    text, comment = _split_comment(line.bare)
    words = split_words(text)
    try:
        entry = _parse_entry(reader, line, words, keyword)
    except FormatError:
        if comment and (named := _parse_marked(reader, line, keyword)):
            return replace(named, comments=draft.take_comments())
        if _is_unknown(words):
            return None
        raise
    _keep_behind(reader, line, comment, draft)
    return replace(entry, comments=draft.take_comments())


def _parse_marked(reader: LineReader, line: Line, keyword: str) -> Entry | None:
    """The entry when what looks like a comment is part of a name: ``room #2 0 0 0``."""
    try:
        return _parse_entry(reader, line, line.words, keyword)
    except FormatError:
        return None


def _is_unknown(words: Sequence[str]) -> bool:
    """True for a line that was not meant as an entry; else it is a broken one, and an error."""
    return (
        len(words) < _SHORTEST_ENTRY
        and words[0].lower() not in SECTIONS
        and sum(map(_is_number, words)) <= 1
    )


def _parse_entry(reader: LineReader, line: Line, words: Sequence[str], keyword: str) -> Entry:
    kind = SECTIONS[keyword]
    if kind is DoorHook:
        return _parse_door_hook(reader, line, words, keyword)
    if len(words) < _SHORTEST_ENTRY:
        raise reader.error(
            f"expected a name and three numbers: {printable(line.bare)!r}", line, keyword
        )
    position = tuple(reader.number(word, line, keyword) for word in words[-3:])
    name = " ".join(words[:-3])
    _note_name(reader, name, line)
    return kind(name, position)  # type: ignore[call-arg, arg-type]


def _parse_door_hook(
    reader: LineReader, line: Line, words: Sequence[str], keyword: str
) -> DoorHook:
    # Room, door, position and quaternion alone: the integer was left out.
    nine = len(words) == _HOOK_NUMBERS + 1 and not _is_number(words[1])
    numbers = _HOOK_NUMBERS - nine
    if len(words) < numbers + 2:
        raise reader.error(
            "expected room, door, 0, x, y, z, qw, qx, qy, qz: " + repr(printable(line.bare)),
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
    value = float(text) if _is_number(text) and not text.lstrip("+-").isdigit() else math.nan
    if value.is_integer() and abs(value) < 2**31:
        shown = f"{text} behind the door is not written as a whole number"
        reader.note(shown, line, keyword, code="third-field")
        return int(value)
    return reader.integer(text, line, keyword)


def _is_number(text: str) -> bool:
    try:
        parse_float(text)
    except ValueError:
        return False
    return True


def _note_name(reader: LineReader, name: str, line: Line) -> None:
    if fault := find_name_fault(name):
        reader.note(fault, line, code="name")


def _without_blank_ends(lines: list[str]) -> tuple[str, ...]:
    while lines and not lines[-1].strip():
        lines.pop()
    return tuple(line.rstrip() for line in lines)
