"""Long lines for people, taken apart at the width that reports have."""

import re
import sys
import textwrap
from collections.abc import Iterator

WIDTH = 100
"""Columns of all reports that go to a file or a pipe, whatever made them."""

_NARROWEST, _WIDEST = 40, 120
"""Longer lines are hard to read, and in shorter ones no place has room."""
_COMMAND = "kotorlevel "
_TOGETHER = re.compile(r"(?<=[0-9],) (?=-?[0-9])| (?=\((?:door|placeable):[0-9])")
"""Spaces at which no line ends: inside of places, and between a name and its number."""
_JOINED = "\0"
"""Stands for such a space meanwhile; no text for people contains it."""

_SHORT = 12
"""Letters before a command that are not worth a line of their own: ``fix:``."""


def line_width() -> int:
    """Columns that a line may have."""
    if not sys.stdout.isatty():
        return WIDTH
    import shutil

    columns = shutil.get_terminal_size((WIDTH, 24)).columns
    return max(_NARROWEST, min(_WIDEST, columns))


def as_fix(remedy: str) -> str:
    """A remedy as it is printed: ``fix:`` stands before a command."""
    before, command = _split_command(remedy)
    if not command:
        return remedy
    return f"{before.removesuffix(':')}, fix: {command}" if before else f"fix: {command}"


def wrap(text: str, first: str = "", margin: str = "", width: int | None = None) -> list[str]:
    """The lines of ``text``: ``first`` stands before the first one, ``margin`` before the others.

    A command at the end of the text stays in one piece, so that it can be copied: on a line of
    its own if it does not fit beside what is before it.
    """
    width = line_width() if width is None else width
    if len(first) + len(text) <= width:
        return [first + text]
    before, command = _split_command(text)
    if not command:
        return list(_folded(text, first, margin, width))
    if len(before) <= _SHORT:
        return [f"{first}{before} {command}".rstrip() if before else first + command]
    return [*_folded(before, first, margin, width), margin + command]


def _split_command(text: str) -> tuple[str, str]:
    """What is before a command at the end of a text, and the command; empty without one."""
    if text.startswith(_COMMAND):
        return "", text
    before, colon, command = text.partition(f": {_COMMAND}")
    return (f"{before}:", _COMMAND + command) if colon else (text, "")


def _folded(text: str, first: str, margin: str, width: int) -> Iterator[str]:
    lines = textwrap.wrap(
        _TOGETHER.sub(_JOINED, text),
        width,
        initial_indent=first,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
    yield from (line.replace(_JOINED, " ") for line in lines or [first])
