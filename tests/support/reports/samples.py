"""A small report, as findings of real rules."""

from __future__ import annotations

from typing import Any

from kotorlevel.checks.finding import Finding, Report
from kotorlevel.checks.rule import all_rules


def finding(rule: str, text: str, file: str, **places: Any) -> Finding:
    """A finding as a run of the rule makes it."""
    known = all_rules()[rule]
    severity = places.pop("severity", known.severity)
    return Finding(
        text, rule=rule, name=known.name, fix=known.fix, file=file, severity=severity, **places
    )


COUNT = finding("LYT001", "roomcount says 5, but there are 2", "mod/a.lyt", line=4)
TWICE = finding(
    "LYT005", "a is there 9 times", "mod/a.lyt", line=6, place="room", numbers=tuple(range(9))
)
CHILDREN = finding("BWM004", "all 3 nodes name children one too high", "mod/b.wok")
PAIRS = finding("VIS004", "1 pair one way only: a sees b", "mod/c.vis", line=2)
BYTES = finding("FIL002", "3 bytes behind the last table", "mod/b.wok", section="rest", offset=472)
FINDINGS = (COUNT, TWICE, BYTES, PAIRS)
FILES = ("mod/a.lyt", "mod/b.wok", "mod/c.vis", "mod/d.lyt")
REPORT = Report(tuple(FINDINGS), tuple(FILES))

# A cause, and what it explains: two findings of its area, and a third that it does not.
WRONG = finding("ARE011", "1 edge meets b and leads to room 2, expected room 1", "mod/a.wok")
LOST = finding(
    "NAV001", "no way leads from the entry to b", "mod/b.wok", place="room", numbers=(1,)
)
CAUSE = finding(
    "CAU001",
    "c was inserted into the layout as number 1: 2 links still use the numbers from before",
    "mod/m.lyt",
    place="room",
    numbers=(1,),
    explains=(("ARE011", "mod/a.wok", ()), ("NAV001", "mod/b.wok", (1,))),
)
CAUSED = Report((WRONG, LOST, CAUSE, PAIRS), ("mod/a.wok", "mod/b.wok", "mod/c.vis", "mod/m.lyt"))
