"""DRV006: neighbours across a seam."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule(
    "DRV006", "adjacency-by-position", Severity.WARNING, TablesSubject, fix="unsafe", geometry=True
)
def adjacency_by_position(subject: TablesSubject, options: Options) -> Findings:
    """A side names a neighbour at the same place that has other corners, or runs the same way.

    Why it matters: in the games' files neighbours share two corners, one going up the side and one
    down. Other corners at the same place are a border on purpose; the same direction means that
    one of the faces is upside down. The tool that wrote this file looked at positions only, and the
    game may or may not let the player across.

    How to fix: if one should be able to walk across, weld the corners or turn the face first; then
    rebuild the adjacency (`kotorlevel fix --unsafe`), which goes by corners.
    """
    if not subject.is_area:
        return
    sides = subject.sides(options.seam_tolerance)
    if sides.is_right:
        return
    seam = np.flatnonzero(sides.is_by_position)
    if len(seam):
        count, turned = len(seam), int(sides.is_same_way[seam].sum())
        figures = {"with other corners": count - turned, "in the same direction": turned}
        parts = ", ".join(f"{number:,} {what}" for what, number in figures.items() if number)
        text = (
            f"{count:,} of {len(sides.across):,} sides {agree(count, 'has', 'have')} a neighbour "
            f"that only lies at the same place: {parts}"
        )
        yield rows_finding(subject, "edge", seam, text)
