"""PTH007: path points without a way to the others."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.checks.facts.area.path_points import faults_of
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rule
from kotorlevel.checks.subjects import AreaSubject


@rule("PTH007", "path-net-apart", Severity.WARNING, AreaSubject)
def net_apart(subject: AreaSubject, options: Options) -> Iterator[Finding]:
    """Path points on one floor are not connected with the rest.

    Why it matters: creatures that are near these points find no way to any other place, though the
    floor has one.

    How to fix: connect them, or make all points anew: `kotorlevel pth AREA build`.
    """
    yield from faults_of(subject, options, "alone", "net-apart")
