"""PTH006: connections to path points that do not exist."""

from kotorlevel.checks.facts.area.path_points import faults_of
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("PTH006", "connection-to-nowhere", Severity.ERROR, AreaSubject, fix="safe")
def connection_to_nowhere(subject: AreaSubject, options: Options) -> Findings:
    """A connection leads to a path point that does not exist, or belongs to none.

    Why it matters: the game reads what is behind its list of points, and may crash.

    How to fix: `kotorlevel fix` or `kotorlevel pth AREA fix` takes such connections out.
    """
    yield from faults_of(subject, options, "nowhere")
