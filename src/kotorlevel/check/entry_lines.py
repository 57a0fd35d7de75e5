"""In which lines of its file the entries of a layout or a visibility stand.

The values themselves do not know: an edit would make it wrong. So it is looked up in the bytes they
were read from, when a finding needs it.
"""

from __future__ import annotations

from typing import NamedTuple

from kotorlevel.core.lines import LineReader
from kotorlevel.formats.lyt import Layout
from kotorlevel.formats.lyt.layout import Entry
from kotorlevel.formats.lyt.reader import find_entry_lines
from kotorlevel.formats.vis import Visibility
from kotorlevel.formats.vis.visibility import COMMENT_MARKS


class SightLines(NamedTuple):
    """The line of a parent, and those of its children; None where there is no file."""

    parent: int | None
    children: tuple[int | None, ...]


def layout_lines(layout: Layout, kind: type[Entry]) -> list[int | None]:
    """The line of each entry of ``kind``, from 1; None where the layout is not as in a file."""
    data = layout.stored.bytes_for(layout.content) if layout.stored else None
    if data is None:
        return [None] * len(getattr(layout, kind.section))
    return list(find_entry_lines(data).entries[kind])


def first_section_line(layout: Layout) -> int | None:
    """The line with which the first section begins; None where the layout is not as in a file."""
    data = layout.stored.bytes_for(layout.content) if layout.stored else None
    return None if data is None else find_entry_lines(data).first_section


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
