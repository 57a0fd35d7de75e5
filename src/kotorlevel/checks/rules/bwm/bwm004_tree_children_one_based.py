"""BWM004: child numbers that count from 1."""

from kotorlevel.checks.rules import Finding, Findings, Options, Severity, TablesSubject, rule


@rule("BWM004", "tree-children-one-based", Severity.ERROR, TablesSubject, fix="safe")
def tree_children_one_based(subject: TablesSubject, _: Options) -> Findings:
    """The box tree counts its nodes from 1.

    Why it matters: the game counts from 0. It walks into the wrong nodes, finds no floor under the
    player, and the player cannot move.

    How to fix: rebuild the tree (`kotorlevel fix`).
    """
    if subject.tree.one_based:
        yield Finding(f"all {len(subject.bwm.nodes):,} nodes name children one too high")
