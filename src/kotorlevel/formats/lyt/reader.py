"""Bytes → `Layout`."""

from __future__ import annotations

import re
from array import array
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from kotorlevel.core.errors import FormatError
from kotorlevel.core.lines import Line, LineReader, split_words
from kotorlevel.core.resource import name_key
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of
from kotorlevel.formats.lyt.entry import SHORTEST_ENTRY, is_number, parse_entry
from kotorlevel.formats.lyt.layout import (
    DoorHook,
    Entry,
    Layout,
    LayoutObstacle,
    LayoutRoom,
    LayoutTrack,
)
from kotorlevel.formats.stored import Stored

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
OTHERS = "othercount"
"""The line that opens a section of KotorBlender's own, behind the others."""

_FIRST_LETTERS = {letter for word in (*SECTIONS, OTHERS) for letter in (word[0], word[0].upper())}
_COMMENT_BEHIND = re.compile(r"(?<=[ \t\v\f])(?:#|//).*")


class EntryLines(NamedTuple):
    """In which lines of its file, from 1, a layout's entries stand, and where sections begin.

    ``blank`` are the blank lines between there and the last line that is not ``donelayout``.
    """

    entries: dict[type[Entry], tuple[int, ...]]
    first_section: int | None
    blank: tuple[int, ...]


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
    others: list[str] | None = None
    rooms: set[str] = field(default_factory=set)
    blank: array[int] = field(default_factory=lambda: array("q"))
    comments: list[str] = field(default_factory=list)
    section_comments: list[tuple[str, str]] = field(default_factory=list)

    def take_comments(self) -> tuple[str, ...]:
        """The lines kept since the last entry, for the one that follows them."""
        if not self.comments:
            return ()
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
    return _parse(data, source)


@lru_cache(4)
def _parse(data: bytes, source: str) -> Layout:
    # An area is read, and then its files are checked one by one.
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
        # In the order of the sections, in which they are written, whatever order the file has.
        section_comments=tuple(sorted(draft.section_comments, key=_section_place)),
        epilogue=_without_blank_ends([line.text for line in lines]),
        others=None if draft.others is None else tuple(draft.others),
    )
    return replace(layout, stored=Stored(data, layout.content), problems=reader.problems)


def find_entry_lines(data: bytes) -> EntryLines:
    """The lines of the entries in a layout that can be read."""
    reader = LineReader(data)
    lines = iter(reader)
    _read_preamble(reader, lines)
    draft = _read_sections(reader, lines)
    entries = {kind: tuple(draft.lines[keyword]) for keyword, kind in SECTIONS.items()}
    return EntryLines(entries, draft.first_section, tuple(draft.blank))


def _section_place(comment: tuple[str, str]) -> int:
    """Where the section that a kept line stands before is written."""
    return (*SECTIONS, OTHERS, END).index(comment[0])


def _find_section(bare: str) -> str | None:
    """The keyword of the section that a line opens, in lower case; None if it opens none."""
    if bare[:1] not in _FIRST_LETTERS:
        return None
    words = split_words(split_comment(bare)[0])
    keyword = words[0].lower() if 1 <= len(words) <= 2 else ""
    return keyword if keyword in SECTIONS or keyword == OTHERS else None


def split_comment(text: str) -> tuple[str, str]:
    """A line without the comment behind it, and that comment; empty if there is none."""
    if "#" not in text and "//" not in text:
        return text, ""
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
    blank = array("q")
    last = 0
    for line in lines:
        last = line.number
        bare = line.bare
        if not bare:
            if current:
                blank.append(last)
            continue
        # Unknown lines before the first section stay at the top: written further down, after a
        # section that was missing here, they would be read as its entries.
        top = None if current else next(iter(SECTIONS))
        if bare.lower() == END:
            _close(reader, current, draft)
            # Behind the lines of `othercount` an unknown one would be read as one of them.
            is_last = draft.others is None or (current and current.keyword == OTHERS)
            draft.close_comments(top or (END if is_last else OTHERS))
            _note_missing(reader, seen, line)
            return draft
        if blank:
            _note_blank(reader, blank, draft)
            blank = array("q")
        if keyword := _find_section(bare):
            _close(reader, current, draft)
            _note_order(reader, keyword, seen, line)
            seen.append(keyword)
            draft.first_section = draft.first_section or line.number
            draft.close_comments(top or keyword)
            current = _open(reader, line, keyword, len(draft.entries.get(keyword, ())))
            if keyword == OTHERS:
                draft.others = draft.others or []
        elif current is None or bare.startswith(COMMENT_MARKS):
            _keep(reader, line, draft)
        elif current.keyword == OTHERS and draft.others is not None:
            draft.others.append(bare)
        elif entry := _read_entry(reader, line, current.keyword, draft):
            draft.entries[current.keyword].append(entry)
            draft.lines[current.keyword].append(line.number)
            if isinstance(entry, LayoutRoom):
                draft.rooms.add(name_key(entry.name))
        else:
            _keep(reader, line, draft)
    raise reader.error(f"the file ends without '{END}'", last)


def _note_blank(reader: LineReader, blank: array[int], draft: _Draft) -> None:
    for line in blank:
        reader.note("a blank line inside the sections", line, code="blank-line")
    draft.blank.extend(blank)


def _keep(reader: LineReader, line: Line, draft: _Draft) -> None:
    """Keep a line that is no entry, for the entry or section that follows it."""
    bare = line.bare
    if not reader.count(line, code="unknown-line"):
        reader.note(f"unknown line, kept: '{printable(bare)}'", line, code="unknown-line")
    draft.comments.append(bare)


def _open(reader: LineReader, line: Line, keyword: str, before: int) -> _Open:
    text, comment = split_comment(line.bare)
    if comment:  # the game looks for the number, and fixes write it, at the end of the line
        raise reader.error(f"expected '{keyword} N' and nothing behind it", line, keyword)
    words = split_words(text)
    count = reader.integer(words[1], line, keyword) if len(words) > 1 else None
    return _Open(keyword, count, line.number, before)


def _close(reader: LineReader, section: _Open | None, draft: _Draft) -> None:
    if section is None:
        return
    if section.keyword == OTHERS:
        count = count_of(len(draft.others or ()), "line")
        text = f"{OTHERS}: {count} that the game does not read, kept (KotorBlender writes them)"
        reader.note(text, section.line, code="other-section")
        return
    found = len(draft.entries[section.keyword]) - section.before
    if found != section.count:
        says = "has no number" if section.count is None else f"says {section.count}"
        text = f"{section.keyword} {says}, but there are {found}"
        reader.note(text, section.line, code="count", value=found, every=True)


def _note_order(reader: LineReader, keyword: str, seen: list[str], line: Line) -> None:
    order = [*SECTIONS, OTHERS]
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
    text, comment = split_comment(line.bare)
    words = split_words(text)
    if not comment and _is_unknown(words):
        return None
    try:
        entry = parse_entry(reader, line, words, SECTIONS[keyword], keyword, draft.rooms)
    except FormatError:
        if comment and (named := _parse_marked(reader, line, keyword, draft.rooms)):
            return replace(named, comments=draft.take_comments())
        if _is_unknown(words):
            return None
        raise
    if comment:
        note = f"comment behind an entry, kept: '{printable(comment)}'"
        reader.note(note, line, code="unknown-line")
        draft.comments.append(comment)
    comments = draft.take_comments()
    return replace(entry, comments=comments) if comments else entry


def _parse_marked(
    reader: LineReader, line: Line, keyword: str, rooms: Container[str]
) -> Entry | None:
    """The entry when what looks like a comment is part of a name: ``room #2 0 0 0``."""
    try:
        return parse_entry(reader, line, line.words, SECTIONS[keyword], keyword, rooms)
    except FormatError:
        return None


def _is_unknown(words: Sequence[str]) -> bool:
    """True for a line that was not meant as an entry; else it is a broken one, and an error."""
    return (
        len(words) < SHORTEST_ENTRY
        and words[0].lower() not in SECTIONS
        and sum(map(is_number, words)) <= 1
    )


def _without_blank_ends(lines: list[str]) -> tuple[str, ...]:
    while lines and not lines[-1].strip():
        lines.pop()
    return tuple(line.rstrip() for line in lines)
