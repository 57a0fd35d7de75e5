"""What a reader noted, as findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kotorlevel.check.finding import Finding
from kotorlevel.core.errors import Problem


def findings_of(problems: Iterable[Problem], code: str) -> Iterator[Finding]:
    """A finding for every problem of that kind, at the problem's place."""
    return (as_finding(problem) for problem in problems if problem.code == code)


def as_finding(problem: Problem) -> Finding:
    """The problem as a finding of the rule that reports it."""
    return Finding(problem.text, section=problem.section, offset=problem.offset, line=problem.line)


def line_end_findings(problems: Iterable[Problem]) -> Iterator[Finding]:
    """A finding for each way in which line ends are wrong; the whole file is the place."""
    return (Finding(problem.text) for problem in problems if problem.code == "line-ends")
