"""PTH005: connections of path points that do not lead back."""

from kotorlevel.checks.facts.area.path_points import faults_of
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("PTH005", "connection-one-way", Severity.WARNING, AreaSubject, fix="safe")
def connection_one_way(subject: AreaSubject, options: Options) -> Findings:
    """Two path points are connected in one direction only.

    Why it matters: creatures find the way there, and then not the way back.

    How to fix: connect the second point with the first as well: `kotorlevel fix`.
    """
    yield from faults_of(subject, options, "one-way")
