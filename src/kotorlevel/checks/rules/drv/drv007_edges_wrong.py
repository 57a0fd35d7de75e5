"""DRV007: boundary edges that are not the open sides."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("DRV007", "edges-wrong", Severity.ERROR, TablesSubject, fix="safe")
def edges_wrong(subject: TablesSubject, _: Options) -> Findings:
    """The boundary edges are not exactly the sides without a neighbour.

    Why it matters: the game looks up in this table where a side leads that has no neighbour. A side
    that is not in it blocks the way into the next room.

    How to fix: rebuild the boundary edges and loops (`kotorlevel fix`).
    """
    bwm = subject.bwm
    if not subject.is_area:
        return
    # Large enough for every number that names a side; others are for BWM015 to say.
    size = max(bwm.adjacency.size, 3 * len(bwm.faces))
    numbers = bwm.edges["edge"].astype(np.int64)
    listed = np.bincount(numbers[(numbers >= 0) & (numbers < size)], minlength=size)
    is_open = np.zeros(size, np.bool_)
    is_open[: bwm.adjacency.size] = bwm.adjacency.reshape(-1) == -1
    faults = {
        "not in the table": is_open & (listed == 0),
        "in it more than once": is_open & (listed > 1),
        "in it without being open": ~is_open & (listed > 0),
    }
    wrong = np.flatnonzero(np.logical_or.reduce(list(faults.values())))
    if len(wrong):
        figures = [f"{rows.sum():,} {what}" for what, rows in faults.items() if rows.any()]
        text = f"{is_open.sum():,} sides are open; {', '.join(figures)}"
        yield rows_finding(subject, "edge", wrong, text)
