"""Bytes → `Visibility`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kotorlevel.core.lines import Line, LineReader
from kotorlevel.core.resource import find_name_fault
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import parse_integer, printable
from kotorlevel.formats.stored import Stored
from kotorlevel.formats.vis.visibility import COMMENT_MARKS, Visibility, VisRoom

if TYPE_CHECKING:
    from kotorlevel.core.errors import Problem


@dataclass
class _Parent:
    """A parent, the count its line gives (None without one), and the children read so far."""

    name: str
    count: int | None
    line: Line
    comments: tuple[str, ...]
    sees: list[str] = field(default_factory=list)


def read_visibility(source: Source) -> Visibility:
    """The visibility in ``source``. Raises `FormatError` where a line cannot be understood."""
    data, name = load_source(source)
    return parse_visibility(data, name)


def parse_visibility(data: bytes, source: str = "") -> Visibility:
    """The visibility in ``data``; ``source`` names it in errors."""
    reader = LineReader(data, source)
    parents, epilogue = _read_lines(reader)
    _refuse_other_formats(reader, parents)
    _note_counts(reader, parents)
    if not parents:
        reader.note("lists no room" if data.strip() else "the file is empty", None, code="empty")
    visibility = Visibility(
        tuple(VisRoom(parent.name, tuple(parent.sees), parent.comments) for parent in parents),
        epilogue,
    )
    problems = tuple(sorted(reader.problems, key=_line_number))
    return replace(visibility, stored=Stored(data, visibility.content), problems=problems)


def _read_lines(reader: LineReader) -> tuple[list[_Parent], tuple[str, ...]]:
    """The parents with their children, and the comments after the last one."""
    parents: list[_Parent] = []
    comments: list[str] = []
    for line in reader:
        words = line.words
        if not words:
            continue
        if words[0].startswith(COMMENT_MARKS):
            text = line.bare
            comments.append(text)
            text = f"comments are not part of the format, kept: {printable(text)!r}"
            reader.note(text, line, code="comment")
        elif not line.indented:
            name, count = _split_count(words)
            _note_name(reader, name, line)
            parents.append(_Parent(name, count, line, tuple(comments)))
            comments.clear()
        elif parents:
            name = " ".join(words)
            _note_name(reader, name, line)
            parents[-1].sees.append(name)
        else:
            raise reader.error(
                f"{printable(line.bare)!r} is indented, but no room stands above it", line
            )
    return parents, tuple(comments)


def _split_count(words: list[str]) -> tuple[str, int | None]:
    """The name and the count of a parent. The count is taken from the right: names have spaces."""
    *names, last = words
    if names:
        try:
            return " ".join(names), parse_integer(last)
        except ValueError:
            pass
    return " ".join(words), None


def _refuse_other_formats(reader: LineReader, parents: list[_Parent]) -> None:
    """Refuse a text with no sign of a visibility: no count at all, and no name to begin with."""
    if any(parent.count is not None for parent in parents):
        return
    if parents and find_name_fault(parents[0].name):
        raise reader.error(
            f"expected a room and a number, not {printable(parents[0].line.bare)!r}: "
            "this is not a visibility file",
            parents[0].line,
        )


def _note_counts(reader: LineReader, parents: list[_Parent]) -> None:
    for parent in parents:
        shown = printable(parent.name)
        if parent.count is None:
            reader.note(
                f"{shown} has no number, so it is read as a room that sees what follows; "
                "a room that is seen must be indented",
                parent.line,
                code="no-count",
            )
        elif parent.count != len(parent.sees):
            reader.note(
                f"{shown} says {parent.count}, but there are {len(parent.sees)}",
                parent.line,
                code="count",
                value=len(parent.sees),
            )


def _note_name(reader: LineReader, name: str, line: Line) -> None:
    if fault := find_name_fault(name):
        reader.note(fault, line, code="name")


def _line_number(problem: Problem) -> int:
    return problem.line or 0
