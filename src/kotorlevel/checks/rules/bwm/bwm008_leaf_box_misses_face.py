"""BWM008: leaf boxes that do not hold their face."""

from kotorlevel.checks.facts.tables.boxes import SLACK
from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule

LITTLE = 0.05
"""Metres by which a face may leave its box before it is worth a warning."""


@rule("BWM008", "leaf-box-misses-face", Severity.WARNING, TablesSubject, fix="safe", geometry=True)
def leaf_box_misses_face(subject: TablesSubject, _: Options) -> Findings:
    """The box of a leaf of the tree does not contain its face.

    Why it matters: outside the box the game does not find the face. The player stops or hangs at
    a place where there is floor. Some rooms of the games have it at a few faces, by up to 4 cm:
    their trees were made before the last change of the walkmesh. So little is an info.

    How to fix: rebuild the tree (`kotorlevel fix`).
    """
    if not subject.is_area:
        return
    boxes = subject.boxes
    leaves, around = boxes.leaves
    outside = (boxes.bounds[leaves] - around).max(axis=1, initial=0.0)
    wrong = outside > SLACK
    if wrong.any():
        count = int(wrong.sum())
        text = (
            f"{count:,} of {len(leaves):,} leaf boxes {agree(count, 'does', 'do')} not contain "
            f"{agree(count, 'its', 'their')} face, by up to {outside.max():.3g} m"
        )
        # A few are shipped so; a tree that was left behind when the mesh was moved is not.
        is_little = outside.max() <= LITTLE
        severity = (
            Severity.ERROR if count > len(leaves) / 2 else Severity.INFO if is_little else None
        )
        yield rows_finding(subject, "node", leaves[wrong], text, severity)
