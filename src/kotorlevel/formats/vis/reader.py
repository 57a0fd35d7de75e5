"""Bytes → `Visibility`."""

from dataclasses import dataclass, replace

from kotorlevel.core.errors import Problem
from kotorlevel.core.lines import Line, LineReader
from kotorlevel.core.resource import find_name_fault
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import parse_integer, printable
from kotorlevel.formats.stored import Stored
from kotorlevel.formats.vis.visibility import COMMENT_MARKS, Visibility, VisRoom


@dataclass(frozen=True, slots=True)
class _Parent:
    """A parent's line: the name, the count (None without one), the comments kept before it."""

    name: str
    count: int | None
    line: Line
    comments: tuple[str, ...]


def read_visibility(source: Source) -> Visibility:
    """The visibility in ``source``. Raises `FormatError` where a line cannot be understood."""
    data, name = load_source(source)
    return parse_visibility(data, name)


def parse_visibility(data: bytes, source: str = "") -> Visibility:
    """The visibility in ``data``; ``source`` names it in errors."""
    reader = LineReader(data, source)
    entries, epilogue = _read_lines(reader)
    if not entries:
        reader.note("lists no room" if data.strip() else "the file is empty", None, code="empty")
    visibility = Visibility(tuple(entries), epilogue)
    problems = tuple(sorted(reader.problems, key=_line_number))
    return replace(visibility, stored=Stored(data, visibility.content), problems=problems)


def _read_lines(reader: LineReader) -> tuple[list[VisRoom], tuple[str, ...]]:
    """The entries, and the comments after the last one."""
    entries: list[VisRoom] = []
    comments: list[str] = []
    first: _Parent | None = None
    parent: _Parent | None = None
    sees: list[str] = []
    counted = False
    for line in reader:
        words = line.words
        if not words:
            continue
        if words[0].startswith(COMMENT_MARKS):
            text = line.bare
            comments.append(text)
            text = f"comments are not part of the format, kept: '{printable(text)}'"
            reader.note(text, line, code="comment")
        elif not line.indented:
            if parent:
                entries.append(_finish(reader, parent, sees))
            parent, sees = _Parent(*_split_count(words), line, tuple(comments)), []
            first = first or parent
            counted |= parent.count is not None
            _note_name(reader, parent.name, line)
            comments.clear()
        elif parent:
            name = " ".join(words)
            _note_name(reader, name, line)
            sees.append(name)
        else:
            raise reader.error(
                f"'{printable(line.bare)}' is indented, but no room stands above it", line
            )
    if parent:
        entries.append(_finish(reader, parent, sees))
    if first and not counted:
        _refuse_other_formats(reader, first)
    return entries, tuple(comments)


def _split_count(words: list[str]) -> tuple[str, int | None]:
    """The name and the count of a parent. The count is taken from the right: names have spaces."""
    *names, last = words
    if names:
        try:
            return " ".join(names), parse_integer(last)
        except ValueError:
            pass
    return " ".join(words), None


def _refuse_other_formats(reader: LineReader, first: _Parent) -> None:
    """Refuse a text with no sign of a visibility: no count at all, and no name to begin with."""
    if find_name_fault(first.name):
        raise reader.error(
            f"expected a room and a number, not '{printable(first.line.bare)}': "
            "this is not a visibility file",
            first.line,
        )


def _finish(reader: LineReader, parent: _Parent, sees: list[str]) -> VisRoom:
    """The entry of ``parent``; a count that is missing or wrong is noted."""
    shown = printable(parent.name)
    if parent.count is None:
        reader.note(
            f"{shown} has no number, so it is read as a room that sees what follows; "
            "a room that is seen must be indented",
            parent.line,
            code="no-count",
        )
    elif parent.count != len(sees):
        reader.note(
            f"{shown} says {parent.count}, but there are {len(sees)}",
            parent.line,
            code="count",
            value=len(sees),
            every=True,
        )
    return VisRoom(parent.name, tuple(sees), parent.comments)


def _note_name(reader: LineReader, name: str, line: Line) -> None:
    if fault := find_name_fault(name):
        reader.note(fault, line, code="name")


def _line_number(problem: Problem) -> int:
    return problem.line or 0
