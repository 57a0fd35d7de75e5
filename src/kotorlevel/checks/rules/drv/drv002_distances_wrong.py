"""DRV002: planes that pass by their face."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule

_LIMIT = 0.01


@rule("DRV002", "distances-wrong", Severity.ERROR, TablesSubject, fix="safe", geometry=True)
def distances_wrong(subject: TablesSubject, _: Options) -> Findings:
    """The stored distance of a face puts its plane somewhere else than its corners.

    Why it matters: the game takes the height of the floor from the plane. The player floats above
    the floor or sinks into it. In placeables and doors it does not matter: the games' own have
    junk there.

    How to fix: recompute the distances from the corners (`kotorlevel fix`).
    """
    planes = subject.planes
    # Negated, so that a distance which is not a number counts as wrong.
    wrong = np.flatnonzero(planes.has_plane & ~(planes.missed <= _LIMIT + planes.rounding))
    if not len(wrong):
        return
    count, worst = len(wrong), planes.missed[wrong].max()
    figure = f"by up to {worst:.3g} m" if np.isfinite(worst) else "some not finite"
    text = f"{count:,} of {len(planes.missed):,} distances {agree(count, 'is', 'are')} wrong, "
    severity = None if subject.is_area else Severity.INFO
    yield rows_finding(subject, "face", wrong, text + figure, severity)
