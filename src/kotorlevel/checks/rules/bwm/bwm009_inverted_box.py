"""BWM009: boxes with their ends the wrong way round."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("BWM009", "inverted-box", Severity.ERROR, TablesSubject, fix="safe")
def inverted_box(subject: TablesSubject, _: Options) -> Findings:
    """A box of the tree ends before it begins, or has an end that is not a number.

    Why it matters: nothing is inside such a box. The game passes over it and finds no floor there:
    the player cannot move.

    How to fix: rebuild the tree (`kotorlevel fix`).
    """
    if not subject.is_area:
        return
    boxes = subject.boxes
    wrong = np.flatnonzero(~boxes.is_box)
    if not len(wrong):
        return
    count, total = len(wrong), len(boxes.is_box)
    bounds = boxes.bounds[wrong]
    finite = np.isfinite(bounds).all(axis=1)
    inverted = (bounds[:, :3] > -bounds[:, 3:])[finite]
    axes = "".join(axis for k, axis in enumerate("xyz") if inverted[:, k].any())
    text = f"{count:,} of {total:,} boxes {agree(count, 'has', 'have')}"
    if finite.all():
        text += f" the lower end above the upper one in {', '.join(axes)}"
    elif not finite.any():
        text += " an end that is not finite"
    else:
        text += f" swapped ends ({', '.join(axes)}) or ends that are not finite"
    yield rows_finding(subject, "node", wrong, text)
