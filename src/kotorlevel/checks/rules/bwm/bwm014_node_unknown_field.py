"""BWM014: an unknown field that is always the same in the games' files."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule

_VANILLA = 4


@rule("BWM014", "node-unknown-field", Severity.INFO, TablesSubject, fix="safe")
def node_unknown_field(subject: TablesSubject, _: Options) -> Findings:
    """A node of the tree has something else than 4 in the field at 0x1c.

    Why it matters: nobody knows what the field is for. Every node of the games' own files has 4
    there, so another value is at least untested.

    How to fix: rebuild the tree (`kotorlevel fix`).
    """
    if not subject.is_area:
        return
    values = subject.bwm.nodes["unknown_1c"]
    other = np.flatnonzero(values != _VANILLA)
    if len(other):
        count = len(other)
        text = (
            f"{count:,} of {len(values):,} nodes {agree(count, 'has', 'have')} another number than "
            f"{_VANILLA} at 0x1c, such as {values[other[0]]:,}"
        )
        yield rows_finding(subject, "node", other, text)
