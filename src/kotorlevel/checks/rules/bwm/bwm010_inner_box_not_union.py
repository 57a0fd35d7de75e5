"""BWM010: inner boxes that are not the union of their children's."""

import numpy as np

from kotorlevel.checks.facts.tables.boxes import SLACK
from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("BWM010", "inner-box-not-union", Severity.ERROR, TablesSubject, fix="safe")
def inner_box_not_union(subject: TablesSubject, _: Options) -> Findings:
    """The box of an inner node of the tree is not the union of its children's boxes.

    Why it matters: where a child's box sticks out of its parent's, the game never looks at the
    child: there is floor, and the player cannot step on it. A box that is only too large costs
    a little time.

    How to fix: rebuild the tree (`kotorlevel fix`).
    """
    if not subject.is_area:
        return
    boxes = subject.boxes
    inner, children = boxes.families
    if not len(inner):
        return
    larger = boxes.bounds[children].min(axis=1) - boxes.bounds[inner]
    out, over = -larger.min(axis=1), larger.max(axis=1)
    small = out > SLACK
    large = (over > SLACK) & ~small
    total = f"of {len(inner):,} inner boxes"
    if small.any():
        count = int(small.sum())
        text = (
            f"{count:,} {total} {agree(count, 'does', 'do')} not contain "
            f"{agree(count, 'its', 'their')} children's, by up to {out.max():.3g} m"
        )
        yield rows_finding(subject, "node", inner[small], text)
    if large.any():
        count = int(large.sum())
        text = (
            f"{count:,} {total} {agree(count, 'is', 'are')} larger than needed, "
            f"by up to {np.max(over, where=large, initial=0):.3g} m"
        )
        yield rows_finding(subject, "node", inner[large], text, Severity.INFO)
