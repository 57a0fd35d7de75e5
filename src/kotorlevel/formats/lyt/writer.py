"""`Layout` → bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.core.atomic import Target, write_target
from kotorlevel.core.errors import FormatError
from kotorlevel.core.lines import encode_lines, split_words
from kotorlevel.core.text import format_float32, printable
from kotorlevel.formats.lyt.layout import DoorHook, Entry, Layout
from kotorlevel.formats.lyt.reader import BEGIN, COMMENT_MARKS, END, SECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator


def write_layout(layout: Layout, target: Target) -> None:
    """Write ``layout`` to a path (atomically) or an open binary file."""
    write_target(format_layout(layout), target)


def format_layout(layout: Layout) -> bytes:
    """The bytes of ``layout``: as read when unedited, else the games' own form.

    Raises `FormatError` for a name or a number that a layout cannot hold.
    """
    stored = layout.stored.bytes_for(layout.content) if layout.stored else None
    if stored is not None:
        return stored
    return encode_lines(_lines(layout))


def _lines(layout: Layout) -> Iterator[str]:
    yield from layout.preamble
    yield BEGIN
    for keyword, kind in SECTIONS.items():
        entries = getattr(layout, kind.section)
        yield from _comments(layout, keyword)
        yield f"   {keyword} {len(entries)}"
        for entry in entries:
            yield from map(_comment, entry.comments)
            yield f"      {_entry(entry, keyword)}"
    yield from _comments(layout, END)
    yield END
    yield from layout.epilogue


def _comments(layout: Layout, keyword: str) -> Iterator[str]:
    kept = (text for before, text in layout.section_comments if before == keyword)
    # Before the first section anything may stand: no line there is read as an entry.
    return kept if keyword == next(iter(SECTIONS)) else map(_comment, kept)


def _comment(text: str) -> str:
    if not text.startswith(COMMENT_MARKS):
        raise FormatError(f"{printable(text)!r} is not a comment: those begin with # or //")
    return text


def _entry(entry: Entry, section: str) -> str:
    try:
        position = " ".join(map(format_float32, entry.position))
        if not isinstance(entry, DoorHook):
            return f"{_name(entry.name)} {position}"
        turn = " ".join(map(format_float32, entry.orientation))
        return f"{_name(entry.room)} {_word(entry.name)} {entry.unknown} {position} {turn}"
    except FormatError as error:
        raise FormatError(f"{printable(entry.name)}: {error.message}", section=section) from None


def _name(name: str) -> str:
    """``name`` if it reads back as the same name; a long one does, as it did when it was read."""
    if not name or " ".join(split_words(name)) != name or name.startswith(COMMENT_MARKS):
        raise FormatError(f"{printable(name)!r} cannot stand in a layout")
    return name


def _word(name: str) -> str:
    """``name`` if it is one word. A door's must be: the words before it are its room's name."""
    if split_words(name) != [name]:
        raise FormatError(f"{printable(name)!r} cannot name a door in a layout")
    return name
