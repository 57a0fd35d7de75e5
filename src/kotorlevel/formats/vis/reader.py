"""Bytes → `Visibility`."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from kotorlevel.core.errors import Problem
from kotorlevel.core.lines import Line, LineReader
from kotorlevel.core.resource import find_name_fault
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import parse_integer, printable
from kotorlevel.formats.stored import Stored
from kotorlevel.formats.vis.visibility import COMMENT_MARKS, Visibility, VisRoom, is_version

_FLAT = "no room that is seen is indented; the counts say which these are"


class SightLines(NamedTuple):
    """The line of a parent, and those of its children; None where there is no file."""

    parent: int | None
    children: tuple[int | None, ...]


class _Sorted(NamedTuple):
    """A line, what it is taken for, its name, or its text, and the number behind it."""

    line: Line
    kind: Literal["kept", "parent", "child"]
    name: str
    number: int | None


@dataclass(slots=True)
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
    return _parse(data, source)


@lru_cache(4)
def _parse(data: bytes, source: str) -> Visibility:
    # An area is read, and then its files are checked one by one.
    reader = LineReader(data, source)
    entries, epilogue = _read_lines(reader)
    if not entries:
        reader.note("lists no room" if data.strip() else "the file is empty", None, code="empty")
    visibility = Visibility(tuple(entries), epilogue)
    problems = tuple(sorted(reader.problems, key=_line_number))
    return replace(visibility, stored=Stored(data, visibility.content), problems=problems)


def find_sight_lines(data: bytes) -> list[SightLines]:
    """The lines of the entries in a visibility that can be read."""
    found: list[tuple[int, list[int]]] = []
    for each in _sort_lines(LineReader(data)):
        if each.kind == "parent":
            found.append((each.line.number, []))
        elif each.kind == "child":
            found[-1][1].append(each.line.number)
    return [SightLines(parent, tuple(children)) for parent, children in found]


def _read_lines(reader: LineReader) -> tuple[list[VisRoom], tuple[str, ...]]:
    """The entries, and the comments after the last one."""
    entries: list[VisRoom] = []
    comments: list[str] = []
    first: _Parent | None = None
    parent: _Parent | None = None
    sees: list[str] = []
    counted = False
    for line, kind, name, count in _sort_lines(reader):
        if kind == "kept":
            comments.append(name)
            _note_kept(reader, name, line)
        elif kind == "parent":
            if parent:
                entries.append(_finish(reader, parent, sees))
            parent, sees = _Parent(name, count, line, tuple(comments)), []
            first = first or parent
            counted |= count is not None
            _note_name(reader, name, line)
            comments.clear()
        elif parent:
            _note_child(reader, name, count, line)
            sees.append(name)
        else:
            shown = printable(line.bare)
            raise reader.error(f"'{shown}' is indented, but no room stands above it", line)
    if parent:
        entries.append(_finish(reader, parent, sees))
    if first and not counted:
        _refuse_other_formats(reader, first)
    return entries, tuple(comments)


def _sort_lines(reader: LineReader) -> Iterator[_Sorted]:
    """Every line that is not blank, and what it is taken for.

    Indentation tells children from parents. Where nothing is indented, the counts do, if they
    hold from the first line to the last.
    """
    flat = _is_flat(reader)
    left = 0
    noted = not flat
    for line in reader:
        if not (words := line.words):
            continue
        if _is_kept(line, words):
            yield _Sorted(line, "kept", line.bare, None)
            continue
        is_child = left > 0 if flat else line.indented
        name, count = _split_count(words)
        yield _Sorted(line, "child" if is_child else "parent", name, count)
        left = left - 1 if is_child else (count or 0)
        if is_child and not noted:
            reader.note(_FLAT, line, code="flat")
            noted = True


def _is_flat(reader: LineReader) -> bool:
    """True where no line is indented, and the counts say throughout which are children."""
    left = 0
    has_plain = False  # a child without a number: where there is none, all may be parents
    for line in reader:
        words = line.words
        if not words or _is_kept(line, words):
            continue
        if line.indented:
            return False
        count = _split_count(words)[1]
        if left:
            left -= 1
            has_plain |= count is None
        elif count is None or count < 0:
            return False
        else:
            left = count
    return left == 0 and has_plain


def _is_kept(line: Line, words: list[str]) -> bool:
    """True for a comment, and for a line with a version."""
    if words[0].startswith(COMMENT_MARKS):
        return True
    return words[-1][0] in "vV" and not line.indented and is_version(line.bare)


def _note_kept(reader: LineReader, text: str, line: Line) -> None:
    code = "comment" if text.startswith(COMMENT_MARKS) else "version"
    if reader.count(line, code=code):
        return
    shown = printable(text)
    if text.startswith(COMMENT_MARKS):
        fault = f"comments are not part of the format, kept: '{shown}'"
        reader.note(fault, line, code="comment")
    else:
        fault = f"a version is not part of the format, kept: '{shown}'"
        reader.note(fault, line, code="version")


def _note_child(reader: LineReader, name: str, count: int | None, line: Line) -> None:
    _note_name(reader, name, line)
    if count is not None:
        text = f"{printable(name)} is seen from a room, but has a number as if it saw {count}"
        reader.note(text, line, code="child-number", every=True)


def _split_count(words: list[str]) -> tuple[str, int | None]:
    """The name and the number behind it. That is taken from the right: names have spaces."""
    if len(words) == 1:
        return words[0], None
    try:
        return " ".join(words[:-1]), parse_integer(words[-1])
    except ValueError:
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
