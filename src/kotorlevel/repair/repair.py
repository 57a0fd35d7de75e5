"""Repairing a file: check, fix, check again, until nothing is left that can be fixed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kotorlevel.check.finding import Finding
from kotorlevel.check.options import Options
from kotorlevel.check.run import check_data
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.detect import detect_format
from kotorlevel.formats.lyt import Layout
from kotorlevel.repair.layout import fix_layout
from kotorlevel.repair.step import Fixed, Step
from kotorlevel.repair.visibility import fix_visibility
from kotorlevel.repair.walkmesh import fix_walkmesh

_MOST_ROUNDS = 40

Fixer = Callable[[bytes, Sequence[Finding], Options], Fixed]

_FIXERS: dict[str, Fixer] = {
    "bwm": fix_walkmesh,
    "lyt": fix_layout,
    "vis": fix_visibility,
}


@dataclass(frozen=True)
class Repair:
    """What was done to one file: its bytes ``before`` and ``after``, the steps, what is left.

    ``findings`` are those before, ``left`` those after the repair.
    """

    name: str
    before: bytes
    after: bytes
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]
    left: tuple[Finding, ...]

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
) -> Repair:
    """The repair of one file: every safe fix, and with ``unsafe`` the others, applied to its bytes.

    One kind of fix at a time, with a check in between, so that each fix sees the file as the one
    before it left it. A fix whose finding comes back is not tried a second time.
    """
    options = options or Options()
    before = left = check_data(data, name, options, layout)
    fixer = _FIXERS.get(detect_format(data, name) or "")
    after = data
    steps: list[Step] = []
    tried: set[tuple[str, bytes]] = set()
    for _ in range(_MOST_ROUNDS if fixer else 0):
        assert fixer is not None
        todo = [f for f in left if is_wanted(f, unsafe=unsafe) and (f.rule, after) not in tried]
        if not todo:
            break
        tried |= {(finding.rule, after) for finding in todo}
        try:
            fixed = fixer(after, todo, options)
        except FormatError:
            break  # the file as it is cannot be rebuilt; what was done so far stands
        if fixed.data == after:
            continue
        after = fixed.data
        steps += fixed.steps
        left = check_data(after, name, options, layout)
    return Repair(name, data, after, tuple(steps), tuple(before), tuple(left))


def is_wanted(finding: Finding, *, unsafe: bool) -> bool:
    """True when a fix is to be applied: it is safe, or unsafe ones were asked for."""
    return finding.fix == "safe" or (unsafe and finding.fix == "unsafe")
