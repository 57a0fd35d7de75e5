"""In which lines of its file the entries of a layout or a visibility stand.

The values themselves do not know: an edit would make it wrong. So it is looked up in the bytes they
were read from, when a finding needs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kotorlevel.core.lines import LineReader
from kotorlevel.formats.lyt import Layout
from kotorlevel.formats.lyt.layout import Entry
from kotorlevel.formats.lyt.reader import BEGIN, COMMENT_MARKS, END, SECTIONS
from kotorlevel.formats.vis import Visibility


class SightLines(NamedTuple):
    """The line of a parent, and those of its children; None where there is no file."""

    parent: int | None
    children: tuple[int | None, ...]


def layout_lines(layout: Layout, kind: type[Entry]) -> list[int | None]:
    """The line of each entry of ``kind``, from 1; None where the layout is not as in a file."""
    data = layout.stored.bytes_for(layout.content) if layout.stored else None
    if data is None:
        return [None] * len(getattr(layout, kind.section))
    return [
        line for line, section, is_entry in _section_lines(data) if section is kind and is_entry
    ]


def first_section_line(layout: Layout) -> int | None:
    """The line with which the first section begins; None where the layout is not as in a file."""
    data = layout.stored.bytes_for(layout.content) if layout.stored else None
    return None if data is None else next((line for line, *_ in _section_lines(data)), None)


def _section_lines(data: bytes) -> Iterator[tuple[int, type[Entry], bool]]:
    """Line, section, and whether it is an entry and not the section's own line."""
    lines = iter(LineReader(data))
    for line in lines:
        if line.bare.lower() == BEGIN:
            break
    section: type[Entry] | None = None
    for line in lines:
        words = line.words
        keyword = words[0].lower() if words else ""
        if keyword == END and len(words) == 1:
            return
        if keyword in SECTIONS and len(words) <= 2:
            section = SECTIONS[keyword]
            yield line.number, section, False
        elif words and section is not None and not keyword.startswith(COMMENT_MARKS):
            yield line.number, section, True


def visibility_lines(visibility: Visibility) -> list[SightLines]:
    """The lines of each entry, from 1; None where the visibility is not as in a file."""
    stored = visibility.stored
    data = stored.bytes_for(visibility.content) if stored else None
    if data is None:
        return [SightLines(None, (None,) * len(entry.sees)) for entry in visibility.entries]
    found: list[tuple[int, list[int]]] = []
    for line in LineReader(data):
        words = line.words
        if not words or words[0].startswith(COMMENT_MARKS):
            continue
        if line.indented:
            found[-1][1].append(line.number)
        else:
            found.append((line.number, []))
    return [SightLines(parent, tuple(children)) for parent, children in found]
