"""BWM011: plane values that mean nothing."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule
from kotorlevel.core.distinct import distinct


@rule("BWM011", "plane-not-a-flag", Severity.WARNING, TablesSubject, fix="safe")
def plane_not_a_flag(subject: TablesSubject, _: Options) -> Findings:
    """A node of the tree has a plane that is not one of the six flags, or in a leaf not 0.

    Why it matters: the game looks at the plane to visit the nearer child first. A value such as 3
    (an axis number, as some documents have it) gives it a wrong order, and no more than that.

    How to fix: rebuild the tree (`kotorlevel fix`).
    """
    if not subject.is_area:
        return
    planes = subject.bwm.nodes["plane"]
    allowed = np.where(subject.tree.is_leaf, planes == 0, subject.tree.has_flag)
    wrong = np.flatnonzero(~allowed)
    if len(wrong):
        count = len(wrong)
        values = distinct(planes[wrong])
        shown = ", ".join(f"{value:,}" for value in values[:4].tolist())
        more = ", …" if len(values) > 4 else ""
        text = (
            f"{count:,} of {len(planes):,} nodes {agree(count, 'has', 'have')} a plane that is no "
            f"flag: {shown}{more}"
        )
        yield rows_finding(subject, "node", wrong, text)
