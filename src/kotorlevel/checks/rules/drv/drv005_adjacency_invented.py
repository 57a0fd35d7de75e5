"""DRV005: neighbours that do not touch."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("DRV005", "adjacency-invented", Severity.ERROR, TablesSubject, fix="safe", geometry=True)
def adjacency_invented(subject: TablesSubject, options: Options) -> Findings:
    """A side names a neighbour that is somewhere else.

    Why it matters: the player who crosses the side is taken to be on a face far away, and is moved
    there, sinks or is stuck.

    How to fix: rebuild the adjacency (`kotorlevel fix`).
    """
    if not subject.is_area:
        return
    sides = subject.sides(options.seam_tolerance)
    if sides.is_right:
        return
    inside = (sides.across >= 0) & (sides.across < len(sides.across))
    wrong = np.flatnonzero(inside & ~sides.is_reversed & ~sides.is_by_position)
    if len(wrong):
        count, first = len(wrong), wrong[0]
        text = (
            f"{count:,} of {len(sides.across):,} sides {agree(count, 'names', 'name')} a neighbour "
            f"that is somewhere else: edge {first:,} names edge {sides.across[first]:,}"
        )
        yield rows_finding(subject, "edge", wrong, text)
