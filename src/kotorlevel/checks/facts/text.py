"""Where in its text file something stands, and what a reader noted, as findings."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.core.errors import Problem
from kotorlevel.formats.lyt import Layout
from kotorlevel.formats.lyt.layout import Entry, Quaternion
from kotorlevel.formats.lyt.reader import find_entry_lines
from kotorlevel.formats.vis import Visibility
from kotorlevel.formats.vis.reader import SightLines, find_sight_lines

_NEARLY_0 = 0.01  # of a quaternion's numbers


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


# One rule after the other asks about the same file.
_sight_lines = lru_cache(1)(find_sight_lines)


def is_w_last(orientation: Quaternion) -> bool:
    """True where (w, x, y, z) tips a door over, and x, y, z, w in that place would not."""
    w, x, y, z = orientation
    is_turn = abs(math.hypot(w, x, y, z) - 1) <= _NEARLY_0
    return is_turn and abs(w) <= _NEARLY_0 and abs(x) <= _NEARLY_0 < abs(y)


def find_w_last(layout: Layout) -> list[int]:
    """The numbers of the door hooks whose quaternion is written x y z w.

    Of 0 0 0 1 one cannot say: half a turn with w first, none with w last. It goes with the other
    hooks of the file where none of those has w first for sure.
    """
    turns = [hook.orientation for hook in layout.door_hooks]
    last = [number for number, turn in enumerate(turns) if is_w_last(turn)]
    if not last or any(abs(turn[0]) > _NEARLY_0 for turn in turns):
        return last
    return [n for n, turn in enumerate(turns) if is_w_last(turn) or not any(turn[:3])]


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
