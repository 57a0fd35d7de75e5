"""When a step has made things better."""

from __future__ import annotations

import pytest

from kotorlevel.check.finding import Finding
from kotorlevel.repair.progress import is_better

FIXES = (("AAA001",), ("BBB001", "BBB002"))


def found(**places: int) -> list[Finding]:
    """Findings of rules, each with so many places; 0 for one that names none."""
    return [Finding("", "face", tuple(range(count)), rule=rule) for rule, count in places.items()]


@pytest.mark.parametrize(
    ("before", "after", "better"),
    [
        (found(BBB001=2), found(BBB001=1), True),
        (found(BBB001=2), found(), True),
        (found(BBB001=0), found(), True),
        (found(BBB001=2), found(BBB001=2), False),
        (found(BBB001=2), found(BBB001=3), False),
        (found(BBB001=2), found(BBB002=1), True),
        (found(BBB001=1, BBB002=1), found(BBB002=2), False),
        (found(BBB001=2), found(CCC001=9), True),  # what comes behind it does not count
        (found(BBB001=2), found(AAA001=1), False),  # what comes before it does
        (found(AAA001=1, BBB001=2), found(AAA001=1), True),
        (found(AAA001=2), found(AAA001=1), False),
    ],
)
def test_less_to_do_and_no_more_for_those_before(
    before: list[Finding], after: list[Finding], better: bool
) -> None:
    assert is_better(FIXES, before, after) is better
