"""PTH002: path points that are not in the order of x."""

from kotorlevel.checks.facts.area.path_points import faults_of
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("PTH002", "points-unsorted", Severity.ERROR, AreaSubject, fix="safe")
def points_unsorted(subject: AreaSubject, options: Options) -> Findings:
    """Path points are not sorted by x.

    Why it matters: the game looks for points by their x and expects them sorted; it finds the wrong
    ones, or none.

    How to fix: `kotorlevel fix` or `kotorlevel pth AREA fix` sorts them; connections follow.
    """
    yield from faults_of(subject, options, "unsorted")
