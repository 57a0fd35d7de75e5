"""DRV003: neighbours in one direction only."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("DRV003", "adjacency-one-sided", Severity.ERROR, TablesSubject, fix="safe", geometry=True)
def adjacency_one_sided(subject: TablesSubject, options: Options) -> Findings:
    """A side names a neighbour that does not name it back.

    Why it matters: the player can walk from the one face to the other, but not back: there is an
    invisible wall in one direction.

    How to fix: rebuild the adjacency (`kotorlevel fix`). Where more than two faces meet at a side,
    the games' own files lead to the last of them, which names only one of them back: that is not
    told here (see MSH006).
    """
    if not subject.is_area:
        return
    sides = subject.sides(options.seam_tolerance)
    if sides.is_right:
        return
    known = sides.is_reversed | sides.is_by_position
    back = sides.across[sides.named]
    # Where the other side names something impossible, that is the fault, and has its own rule.
    silent = known & (back != np.arange(len(back))) & ((back == -1) | known[sides.named])
    right = sides.across == sides.derived.table.reshape(-1)
    silent &= ~(right & right[sides.named])
    if silent.any():
        count = int(silent.sum())
        text = (
            f"{count:,} of {len(back):,} sides {agree(count, 'names', 'name')} a neighbour that "
            f"does not name {agree(count, 'it', 'them')} back"
        )
        # Another tool chose another of the faces that meet there.
        severity = Severity.WARNING if sides.is_crowded[silent].all() else None
        yield rows_finding(subject, "edge", np.flatnonzero(silent), text, severity)
