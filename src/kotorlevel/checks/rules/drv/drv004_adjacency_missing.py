"""DRV004: neighbours that do not know each other."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("DRV004", "adjacency-missing", Severity.ERROR, TablesSubject, fix="safe", geometry=True)
def adjacency_missing(subject: TablesSubject, options: Options) -> Findings:
    """Two faces share a side, but the file does not say that they are neighbours.

    Why it matters: there is an invisible wall along that side: the player cannot walk across.

    How to fix: rebuild the adjacency (`kotorlevel fix`).
    """
    if not subject.is_area:
        return
    sides = subject.sides(options.seam_tolerance)
    if sides.is_right:
        return
    partner = sides.derived.table.reshape(-1)
    missing = np.flatnonzero((sides.across == -1) & (partner >= 0) & ~sides.is_crowded)
    # Where the other side names this one, it is a matter of DRV003.
    missing = missing[sides.across[partner[missing]] != missing]
    if len(missing):
        count = len(missing)
        text = (
            f"{count:,} of {len(partner):,} sides {agree(count, 'lacks', 'lack')} the neighbour "
            "that has the same two corners"
        )
        yield rows_finding(subject, "edge", missing, text)
