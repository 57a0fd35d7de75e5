"""BWM012: planes that are not the way from the left child to the right one."""

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.tables.boxes import SLACK
from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule


@rule("BWM012", "plane-wrong", Severity.INFO, TablesSubject, fix="safe", on_request=True)
def plane_wrong(subject: TablesSubject, _: Options) -> Findings:
    """The plane of a node is not the main direction from its left child to its right one.

    Why it matters: the game looks at the plane to visit the nearer child first. A wrong one costs
    a little time and nothing else. Tools of modders know only the three positive directions, so
    nearly every room that was not made by the games' own tool has such planes. Therefore it is
    told only when it is asked for: `--select BWM012`, or `also = ["BWM012"]` in `kotorlevel.toml`.

    How to fix: rebuild the tree (`kotorlevel fix --select BWM012`).
    """
    if not subject.is_area:
        return
    boxes = subject.boxes
    inner, children = boxes.families
    planes = subject.bwm.nodes["plane"][inner]
    flags = subject.tree.has_flag[inner]
    inner, children, planes = inner[flags], children[flags], planes[flags]
    ends = boxes.bounds[children]
    centres = (ends[..., :3] - ends[..., 3:]) / 2
    wrong = inner[~_is_right(planes, centres[:, 1] - centres[:, 0])]
    if len(wrong):
        count = len(wrong)
        text = (
            f"{count:,} of {len(inner):,} planes {agree(count, 'is', 'are')} not the direction "
            "from the left child to the right one"
        )
        yield rows_finding(subject, "node", wrong, text)


def _is_right(planes: NDArray[np.uint32], apart: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,) flags that fit the way ``apart`` (n, 3) between the centres; close calls are right.

    The games' tool decided before its coordinates were rounded.
    """
    bits = np.log2(planes).astype(np.intp)
    along = np.take_along_axis(apart, (bits % 3)[:, None], axis=1)[:, 0]
    along = np.where(bits >= 3, -along, along)
    return np.asarray(along >= np.abs(apart).max(axis=1, initial=0.0) - 2 * SLACK)
