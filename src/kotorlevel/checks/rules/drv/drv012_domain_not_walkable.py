"""DRV012: neighbours for more or fewer faces than can be walked on."""

from dataclasses import replace

import numpy as np

from kotorlevel.checks.facts.tables.rows import rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("DRV012", "domain-not-walkable", Severity.WARNING, TablesSubject, fix="safe")
def domain_not_walkable(subject: TablesSubject, _: Options) -> Findings:
    """The faces with neighbours are not as many as the walkable ones.

    Why it matters: a walkable face without neighbours holds the player fast. Neighbours of other
    faces do no harm; one room of the second game is shipped so. A tool with another list of
    walkable materials writes such files.

    How to fix: rebuild the tables (`kotorlevel fix`). Where faces that are not walkable have
    neighbours, that may be meant: look at the materials first (then `kotorlevel fix --unsafe`).
    """
    walkable, domain = subject.mesh.walkable, subject.mesh.domain
    count = int(walkable.sum())
    if not subject.is_area or domain == count or domain > len(walkable):
        return
    text = f"{domain:,} faces have neighbours, {count:,} are walkable"
    if domain < count:
        outside = domain + np.flatnonzero(walkable[domain:])
        yield rows_finding(subject, "face", outside, text, Severity.ERROR)
    else:
        more = rows_finding(subject, "face", np.flatnonzero(~walkable[:domain]), text)
        yield replace(more, fix="unsafe")
