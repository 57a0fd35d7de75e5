"""PTH004: connections of path points that lead through walls."""

from kotorlevel.checks.facts.area.path_points import faults_of
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("PTH004", "connection-blocked", Severity.WARNING, AreaSubject, fix="unsafe")
def connection_blocked(subject: AreaSubject, options: Options) -> Findings:
    """The straight line between two connected path points cannot be walked.

    Why it matters: the game takes every connection for free, so creatures walk against the wall
    that is between the points.

    How to fix: add a point at the corner, take out the connection (`kotorlevel fix --unsafe`), or
    make all points anew: `kotorlevel pth AREA build`.
    """
    yield from faults_of(subject, options, "blocked")
