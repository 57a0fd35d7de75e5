"""PTH004: connections of path points that lead through walls."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.checks.facts.area.path_points import faults_of
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rule
from kotorlevel.checks.subjects import AreaSubject


@rule("PTH004", "connection-blocked", Severity.WARNING, AreaSubject, fix="unsafe")
def connection_blocked(subject: AreaSubject, options: Options) -> Iterator[Finding]:
    """The straight line between two connected path points cannot be walked.

    Why it matters: the game takes every connection for free, so creatures walk against the wall
    that is between the points.

    How to fix: add a point at the corner, take out the connection (`kotorlevel fix --unsafe`), or
    make all points anew: `kotorlevel pth AREA build`.
    """
    yield from faults_of(subject, options, "blocked")
