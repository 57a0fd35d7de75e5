"""PTH002: path points that are not in the order of x."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.checks.facts.area.path_points import faults_of
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rule
from kotorlevel.checks.subjects import AreaSubject


@rule("PTH002", "points-unsorted", Severity.ERROR, AreaSubject, fix="safe")
def points_unsorted(subject: AreaSubject, options: Options) -> Iterator[Finding]:
    """Path points are not sorted by x.

    Why it matters: the game looks for points by their x and expects them sorted; it finds the wrong
    ones, or none.

    How to fix: `kotorlevel fix` or `kotorlevel pth AREA fix` sorts them; connections follow.
    """
    yield from faults_of(subject, options, "unsorted")
