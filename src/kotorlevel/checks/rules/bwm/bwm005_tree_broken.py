"""BWM005: nodes that are no tree."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import rows_finding
from kotorlevel.checks.rules import Finding, Findings, Options, Severity, TablesSubject, rule


@rule("BWM005", "tree-broken", Severity.ERROR, TablesSubject, fix="safe")
def tree_broken(subject: TablesSubject, _: Options) -> Findings:
    """The box tree is not a tree: it is missing, has loose ends, runs in circles or is cut apart.

    Why it matters: the game finds the floor under the player only by walking down this tree. Where
    it breaks off the player cannot move; where it runs in circles the game hangs.

    How to fix: rebuild the tree (`kotorlevel fix`).
    """
    tree, nodes = subject.tree, subject.bwm.nodes
    if not subject.is_area or tree.one_based:
        return
    if not len(nodes):
        if tree.face_count:
            yield Finding(f"there is no tree for {tree.face_count:,} faces", section="nodes")
        return
    inner = ~tree.is_leaf
    faults = {
        "without two children in the table": inner & ~tree.child_exists.all(axis=1),
        "reached more than once": tree.visits > 1,
        "never reached": tree.visits == 0,
        "with both a face and children": tree.is_leaf & (tree.children != -1).any(axis=1),
    }
    wrong = np.flatnonzero(np.logical_or.reduce(list(faults.values())))
    if len(wrong):
        figures = [f"{rows.sum():,} {what}" for what, rows in faults.items() if rows.any()]
        text = f"of {len(nodes):,} nodes: {', '.join(figures)}"
        yield rows_finding(subject, "node", wrong, text)
