"""BWM007: faces that are not in the tree exactly once."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("BWM007", "tree-faces", Severity.ERROR, TablesSubject, fix="safe")
def tree_faces(subject: TablesSubject, _: Options) -> Findings:
    """The leaves of the box tree do not hold every face exactly once.

    Why it matters: a face that is not in the tree is not there for the game: the player cannot
    step on it, and sight passes through it. One room of the first game is shipped so.

    How to fix: rebuild the tree (`kotorlevel fix`).
    """
    tree, nodes = subject.tree, subject.bwm.nodes
    if not subject.is_area or not len(nodes):
        return
    # All leaves of the table count: that some are out of reach is for BWM005 to say.
    faces = nodes["face"][tree.is_leaf]
    exists = (faces >= 0) & (faces < tree.face_count)
    leaves = np.bincount(faces[exists], minlength=tree.face_count)
    if not exists.all():
        numbers = np.flatnonzero(tree.is_leaf)[~exists]
        count, name = len(numbers), faces[~exists][0]
        text = (
            f"{count:,} of {len(faces):,} leaves {agree(count, 'names', 'name')} a face that does "
            f"not exist, such as {name:,}; there are {tree.face_count:,} faces"
        )
        yield rows_finding(subject, "node", numbers, text)
    total = f"of {tree.face_count:,} faces"
    twice = np.flatnonzero(leaves > 1)
    if len(twice):
        text = f"{len(twice):,} {total} {agree(len(twice), 'is', 'are')} in the tree more than once"
        yield rows_finding(subject, "face", twice, text)
    missing = np.flatnonzero(leaves == 0)
    if len(missing):
        text = f"{len(missing):,} {total} {agree(len(missing), 'is', 'are')} not in the tree"
        yield rows_finding(subject, "face", missing, text, Severity.WARNING)
