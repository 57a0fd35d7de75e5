"""PTH003: path points on parts of the floor that cannot be walked to."""

from kotorlevel.checks.facts.area.path_points import faults_of
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("PTH003", "points-on-other-island", Severity.INFO, AreaSubject)
def points_on_other_island(subject: AreaSubject, options: Options) -> Findings:
    """Path points stand on a part of the floor without a way to the others.

    Why it matters: nobody who comes from the entry gets there. Creatures that live there still
    use the points, so it may be meant.

    How to fix: nothing, if it is meant; else look with `kotorlevel reach` at what cuts it off.
    """
    yield from faults_of(subject, options, "other-island")
