"""PTH007: path points without a way to the others."""

from kotorlevel.checks.facts.area.path_points import faults_of
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("PTH007", "path-net-apart", Severity.WARNING, AreaSubject)
def net_apart(subject: AreaSubject, options: Options) -> Findings:
    """Path points on one floor are not connected with the rest.

    Why it matters: creatures that are near these points find no way to any other place, though the
    floor has one.

    How to fix: connect them, or make all points anew: `kotorlevel pth AREA build`.
    """
    yield from faults_of(subject, options, "alone", "net-apart")
