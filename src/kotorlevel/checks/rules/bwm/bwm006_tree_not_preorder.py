"""BWM006: a sound tree in another order."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("BWM006", "tree-not-preorder", Severity.INFO, TablesSubject, fix="safe")
def tree_not_preorder(subject: TablesSubject, _: Options) -> Findings:
    """The nodes of the box tree are not in the games' order: each left child right after its node.

    Why it matters: the game follows the child numbers and does not mind. Tools that count on the
    order may lose part of the tree.

    How to fix: rebuild the tree (`kotorlevel fix`).
    """
    tree = subject.tree
    if not subject.is_area or tree.one_based or not tree.is_usable:
        return
    inner = np.flatnonzero(~tree.is_leaf)
    moved = inner[tree.children[inner, 0] != inner + 1]
    if len(moved):
        count = len(moved)
        text = (
            f"{count:,} of {len(inner):,} inner nodes "
            f"{agree(count, 'is', 'are')} not followed by {agree(count, 'its', 'their')} left child"
        )
        yield rows_finding(subject, "node", moved, text)
