"""DRV011: walkable faces behind others."""

from dataclasses import replace

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("DRV011", "walkable-not-first", Severity.ERROR, TablesSubject, fix="safe")
def walkable_not_first(subject: TablesSubject, _: Options) -> Findings:
    """A walkable face comes after faces on which one cannot walk.

    Why it matters: only the first faces have neighbours. A walkable face that comes too late has
    none, and the player who gets onto it is stuck. Where all of them have neighbours the order
    does no harm: a tool with another list of walkable materials writes such files.

    How to fix: sort the faces and rebuild the tables (`kotorlevel fix`).
    """
    walkable, domain = subject.mesh.walkable, subject.mesh.domain
    if not subject.is_area:
        return
    late = np.flatnonzero(walkable & (np.cumsum(~walkable) > 0))
    if len(late):
        count, stuck = len(late), int((late >= domain).sum())
        text = f"{count:,} of {walkable.sum():,} walkable faces {agree(count, 'comes', 'come')} "
        text += f"after unwalkable ones, {stuck:,} of them without neighbours"
        severity = None if stuck else Severity.WARNING
        finding = rows_finding(subject, "face", late, text, severity)
        # As long as all of them have neighbours, the order may be that of another table.
        yield finding if stuck else replace(finding, fix="unsafe")
