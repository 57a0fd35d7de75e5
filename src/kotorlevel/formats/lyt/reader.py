"""Bytes → `Layout`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from kotorlevel.core.lines import Line, LineReader
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
    from collections.abc import Iterator

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

_HOOK_NUMBERS = 8  # the integer, x, y, z, qw, qx, qy, qz


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
        words = line.words
        keyword = words[0].lower() if words else ""
        # Unknown lines before the first section stay at the top: written further down, after a
        # section that was missing here, they would be read as its entries.
        owner = keyword if current else next(iter(SECTIONS))
        if keyword == END and len(words) == 1:
            _close(reader, current, draft)
            draft.close_comments(owner)
            _note_missing(reader, seen, line)
            return draft
        if keyword in SECTIONS and len(words) <= 2:
            _close(reader, current, draft)
            _note_order(reader, keyword, seen, line)
            seen.append(keyword)
            draft.close_comments(owner)
            current = _open(reader, line, keyword, len(draft.entries[keyword]))
        elif not words:
            continue
        elif current is None or keyword.startswith(COMMENT_MARKS):
            text = f"unknown line, kept: {printable(line.bare)!r}"
            reader.note(text, line, code="unknown-line")
            draft.comments.append(line.bare)
        else:
            entry = _read_entry(reader, line, current.keyword)
            draft.entries[current.keyword].append(replace(entry, comments=draft.take_comments()))
    raise reader.error(f"the file ends without '{END}'", last)


def _open(reader: LineReader, line: Line, keyword: str, before: int) -> _Open:
    words = line.words
    count = reader.integer(words[1], line, keyword) if len(words) > 1 else None
    return _Open(keyword, count, line.number, before)


def _close(reader: LineReader, section: _Open | None, draft: _Draft) -> None:
    if section is None:
        return
    found = len(draft.entries[section.keyword]) - section.before
    if found != section.count:
        says = "has no number" if section.count is None else f"says {section.count}"
        text = f"{section.keyword} {says}, but there are {found}"
        reader.note(text, section.line, code="count", value=found)


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


def _read_entry(reader: LineReader, line: Line, keyword: str) -> Entry:
    kind = SECTIONS[keyword]
    if kind is DoorHook:
        return _read_door_hook(reader, line, keyword)
    *names, x, y, z = [""] * 3 + line.words
    name = " ".join(word for word in names if word)
    if not name:
        raise reader.error(
            f"expected a name and three numbers: {printable(line.bare)!r}", line, keyword
        )
    _note_name(reader, name, line)
    position = tuple(reader.number(word, line, keyword) for word in (x, y, z))
    return kind(name, position)  # type: ignore[call-arg, arg-type]


def _read_door_hook(reader: LineReader, line: Line, keyword: str) -> DoorHook:
    words = line.words
    numbers = _HOOK_NUMBERS
    if len(words) == numbers + 1 and not _is_number(words[1]):
        numbers -= 1  # room, door, position and quaternion: the integer was left out
        text = "a door hook has ten fields, this one nine: the 0 after the door is missing"
        reader.note(text, line, code="nine-fields")
    *names, door = ["", *words[: max(len(words) - numbers, 0)]]
    room = " ".join(word for word in names if word)
    if not room or not door:
        raise reader.error(
            "expected room, door, 0, x, y, z, qw, qx, qy, qz: " + repr(printable(line.bare)),
            line,
            keyword,
        )
    _note_name(reader, room, line)
    unknown = reader.integer(words[-numbers], line, keyword) if numbers == _HOOK_NUMBERS else 0
    x, y, z, qw, qx, qy, qz = (reader.number(word, line, keyword) for word in words[-7:])
    return DoorHook(room, door, (x, y, z), (qw, qx, qy, qz), unknown)


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
