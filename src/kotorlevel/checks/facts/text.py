"""Where in its text file something stands, and what a reader noted, as findings."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.core.errors import Problem
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
    return _sight_lines(data)


@lru_cache(1)
def _sight_lines(data: bytes) -> list[SightLines]:
    # One rule after the other asks about the same file.
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


def findings_of(problems: Iterable[Problem], code: str) -> Iterator[Finding]:
    """A finding for every problem of that kind, at the problem's place."""
    return (as_finding(problem) for problem in problems if problem.code == code)


def as_finding(problem: Problem) -> Finding:
    """The problem as a finding of the rule that reports it."""
    return Finding(problem.text, section=problem.section, offset=problem.offset, line=problem.line)


def line_end_findings(problems: Iterable[Problem]) -> Iterator[Finding]:
    """A finding on each way in which line ends are wrong; the whole file is the place.

    A last line without an end is an info: 5 of 60 texts of shipped areas end so.
    """
    severities = {"line-ends": None, "last-line-end": Severity.INFO}
    for problem in problems:
        if problem.code in severities:
            yield Finding(problem.text, severity=severities[problem.code])
