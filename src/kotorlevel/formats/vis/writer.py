"""`Visibility` → bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.core.atomic import Target, write_target
from kotorlevel.core.errors import FormatError
from kotorlevel.core.lines import encode_lines, split_words
from kotorlevel.core.text import printable
from kotorlevel.formats.vis.visibility import COMMENT_MARKS, Visibility

if TYPE_CHECKING:
    from collections.abc import Iterator


def write_visibility(visibility: Visibility, target: Target) -> None:
    """Write ``visibility`` to a path (atomically) or an open binary file."""
    write_target(format_visibility(visibility), target)


def format_visibility(visibility: Visibility) -> bytes:
    """The bytes of ``visibility``: as read when unedited, else the games' own form.

    Raises `FormatError` for a name that a visibility file cannot hold.
    """
    stored = visibility.stored.bytes_for(visibility.content) if visibility.stored else None
    if stored is not None:
        return stored
    return encode_lines(_lines(visibility))


def _lines(visibility: Visibility) -> Iterator[str]:
    for entry in visibility.entries:
        yield from map(_comment, entry.comments)
        yield f"{_name(entry.name)} {len(entry.sees)}"
        yield from (f"  {_name(name)}" for name in entry.sees)
    yield from map(_comment, visibility.epilogue)


def _name(name: str) -> str:
    """``name`` if it reads back as the same name; a long one does, as it did when it was read."""
    if not name or " ".join(split_words(name)) != name or name.startswith(COMMENT_MARKS):
        raise FormatError(f"{printable(name)!r} cannot stand in a visibility file")
    return name


def _comment(text: str) -> str:
    if not text.startswith(COMMENT_MARKS):
        raise FormatError(f"{printable(text)!r} is not a comment: those begin with # or //")
    return text
