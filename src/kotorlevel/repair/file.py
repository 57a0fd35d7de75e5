"""Repairing a file: check, fix, check again, until nothing is left that can be fixed."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kotorlevel.checks.files import check_data
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.bwm import parse_bwm
from kotorlevel.formats.bwm.tables import AREA_KIND, MAGIC
from kotorlevel.formats.detect import detect_format
from kotorlevel.formats.lyt import Layout
from kotorlevel.repair.chosen import ALL, Chosen
from kotorlevel.repair.fixes.layout import LAYOUT_FIXES
from kotorlevel.repair.fixes.visibility import VISIBILITY_FIXES
from kotorlevel.repair.fixes.walkmesh import WALKMESH_FIXES
from kotorlevel.repair.progress import count_places, is_better, is_wanted
from kotorlevel.repair.step import Fix, Step

_MOST_STEPS = 100

_FIXES: dict[str, tuple[Fix, ...]] = {
    "bwm": WALKMESH_FIXES,
    "lyt": LAYOUT_FIXES,
    "vis": VISIBILITY_FIXES,
}


@dataclass(frozen=True)
class Repair:
    """What was done to one file: its bytes ``before`` and ``after``, the steps, what is left.

    ``findings`` are those before, ``left`` those after the repair. ``path`` is the file, and
    ``target`` where its repair goes. Once it is ``written``, ``backup`` is where the file is kept
    that was in its place, if there was one.
    """

    name: str
    before: bytes
    after: bytes
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]
    left: tuple[Finding, ...]
    path: Path = Path()
    target: Path | None = None
    backup: Path | None = None
    written: bool = False

    @property
    def changed(self) -> bool:
        """True when the file would be written."""
        return self.before != self.after


def repair_data(
    data: bytes,
    name: str,
    options: Options | None = None,
    *,
    unsafe: bool = False,
    layout: Layout | None = None,
    chosen: Chosen = ALL,
) -> Repair:
    """The repair of one file: every safe fix, and with ``unsafe`` the others, applied to its bytes.

    One fix at a time, with a check in between, so that each sees the file and its numbers as the
    one before left them. A fix is kept only if it leaves fewer findings of its own rules and no
    more of those that come before it. So this ends, and a second repair has nothing to do. Unless
    ``unsafe``, a fix that takes a link, a neighbour or a part of the floor from the player is not
    kept either. Only ``chosen`` findings are repaired.
    """
    options = options or Options()
    fixes = _FIXES.get(detect_format(data, name) or "", ())
    before = left = check_data(data, name, options, layout)
    after = data
    steps: list[Step] = []
    tried = 0
    while tried < len(fixes) and len(steps) < _MOST_STEPS:
        fix = fixes[tried]
        wanted = [f for f in left if f.rule in fix.rules and is_wanted(f, unsafe=unsafe)]
        wanted = [f for f in wanted if chosen.wants(f)]
        fixed = _apply(fix, after, wanted, options) if wanted else after
        found = check_data(fixed, name, options, layout) if fixed != after else left
        harms = not unsafe and _does_harm(after, fixed, left, found)
        if harms or not is_better([each.rules for each in fixes[: tried + 1]], left, found):
            tried += 1
            continue
        steps.append(Step(fix.text, tuple(sorted({finding.rule for finding in wanted}))))
        after, left, tried = fixed, found, 0
    return Repair(name, data, after, tuple(steps), tuple(before), tuple(left))


def _apply(fix: Fix, data: bytes, findings: Sequence[Finding], options: Options) -> bytes:
    """The file after the fix, or as it is where the fix cannot be made."""
    try:
        return fix.apply(data, findings, options)
    except FormatError:
        return data


_LOST_WAYS = ("MSH010", "MSH014")
"""Rules that find more where a step has cut the floor apart."""


def _does_harm(before: bytes, after: bytes, old: Sequence[Finding], new: Sequence[Finding]) -> bool:
    """True when a step takes a way from the player: a link, a neighbour by place, a part of floor.

    No safe fix may do that, whatever it repairs.
    """
    if before == after or not before.startswith(MAGIC):
        return False
    if _links(after) < _links(before):
        return True
    one_sided = any(finding.rule == "DRV003" for finding in old)  # those are no ways
    if not one_sided and count_places(new, "DRV006") < count_places(old, "DRV006"):
        return True
    return any(count_places(new, rule) > count_places(old, rule) for rule in _LOST_WAYS)


def _links(data: bytes) -> int:
    """How many boundary edges of a room lead to another; an object has none that matter."""
    bwm = parse_bwm(data)
    return int((bwm.edges["transition"] >= 0).sum()) if bwm.kind == AREA_KIND else 0
