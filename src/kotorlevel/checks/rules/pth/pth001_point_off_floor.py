"""PTH001: path points where nobody can stand."""

from kotorlevel.checks.facts.area.path_points import faults_of
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("PTH001", "point-off-floor", Severity.WARNING, AreaSubject, fix="unsafe")
def point_off_floor(subject: AreaSubject, options: Options) -> Findings:
    """A path point is on no floor.

    Why it matters: the game sends creatures there that look for a way, and they walk against a
    wall or stand still.

    How to fix: move the point onto the floor, drop it (`kotorlevel fix --unsafe`), or make all
    points anew: `kotorlevel pth AREA build`.
    """
    yield from faults_of(subject, options, "not-a-place", "off-floor")
