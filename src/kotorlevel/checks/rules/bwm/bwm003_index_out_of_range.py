"""BWM003: faces with corners that do not exist."""

from dataclasses import replace

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("BWM003", "index-out-of-range", Severity.ERROR, TablesSubject)
def index_out_of_range(subject: TablesSubject, _: Options) -> Findings:
    """A face names a corner that does not exist.

    Why it matters: the game does not check. It reads whatever lies behind the last corner as one,
    and crashes or puts the floor anywhere.

    How to fix: export the walkmesh again: only the author knows where the corner was. No rule about
    geometry looks at the file before that.
    """
    faces, vertices = subject.bwm.faces, len(subject.bwm.vertices)
    outside = np.flatnonzero((faces >= vertices).any(axis=1))
    if not len(outside):
        return
    count = len(outside)
    text = (
        f"{count:,} of {len(faces):,} faces {agree(count, 'names', 'name')} corners up to "
        f"{int(faces.max()):,}, but there are only {vertices:,}"
    )
    yield replace(rows_finding(subject, "face", outside, text), section="faces")
