"""DRV009: loops that do not divide the boundary edges."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("DRV009", "loop-ends-wrong", Severity.ERROR, TablesSubject, fix="safe")
def loop_ends_wrong(subject: TablesSubject, _: Options) -> Findings:
    """The ends of the loops do not rise to the number of boundary edges.

    Why it matters: each number says where a loop ends in the table of edges. Whoever
    follows wrong ones leaves edges out or reads behind the table. What the game does with loops is
    not known for certain; its own files are never wrong here.

    How to fix: rebuild the boundary edges and loops (`kotorlevel fix`).
    """
    ends, edges = subject.bwm.loops.astype(np.int64), len(subject.bwm.edges)
    if not subject.is_area or not len(ends):
        return
    empty = np.diff(ends, prepend=0) <= 0
    wrong = empty | (ends > edges)
    wrong[-1] |= ends[-1] != edges
    if wrong.any():
        figures = []
        if empty.any():
            count = int(empty.sum())
            figures.append(
                f"{count:,} of {len(ends):,} {agree(len(ends), 'loop', 'loops')} "
                f"{agree(count, 'does', 'do')} not end behind the one before"
            )
        if ends[-1] != edges:
            figures.append(f"the last ends at {ends[-1]:,}, the edges at {edges:,}")
        yield rows_finding(subject, "loop", np.flatnonzero(wrong), "; ".join(figures))
