"""LYT001: a count that is not the number of lines."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.check.finding import Finding, Severity
from kotorlevel.check.options import Options
from kotorlevel.check.problem_findings import findings_of
from kotorlevel.check.rule import rule
from kotorlevel.check.subjects import LayoutSubject


@rule("LYT001", "layout-count-wrong", Severity.ERROR, LayoutSubject, fix="safe")
def layout_count_wrong(subject: LayoutSubject, _: Options) -> Iterator[Finding]:
    """A section has more or fewer lines than its count says.

    Why it matters: the game reads as many lines as the count says, so rooms are left out or the
    next section is read as rooms. The area does not load, or loads in pieces.

    How to fix: write the number of lines that are there (`kotorlevel fix`).
    """
    yield from findings_of(subject.layout.problems, "count")
