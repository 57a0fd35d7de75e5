"""BWM013: leaf boxes that are exactly as large as their face."""

import numpy as np

from kotorlevel.checks.facts.tables.boxes import GROWTH, SLACK
from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("BWM013", "leaf-box-not-grown", Severity.INFO, TablesSubject, fix="safe", geometry=True)
def leaf_box_not_grown(subject: TablesSubject, _: Options) -> Findings:
    """The box of a leaf of the tree has no margin about its face.

    Why it matters: the games make every leaf box 1 cm larger on each side, so that a flat floor
    has a box with some height. Files without the margin work in the game; it is a matter of safety.

    How to fix: rebuild the tree (`kotorlevel fix`).
    """
    if not subject.is_area:
        return
    boxes = subject.boxes
    leaves, around = boxes.leaves
    margin = np.abs(boxes.bounds[leaves] - around).max(axis=1, initial=0.0)
    tight = leaves[margin <= SLACK]
    if len(tight):
        count = len(tight)
        text = (
            f"{count:,} of {len(leaves):,} leaf boxes {agree(count, 'has', 'have')} no margin; "
            f"the games' have {GROWTH:g} m"
        )
        yield rows_finding(subject, "node", tight, text)
