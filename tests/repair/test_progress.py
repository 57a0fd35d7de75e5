"""Whether a step has helped."""

from __future__ import annotations

from kotorlevel.checks.finding import Finding
from kotorlevel.repair.progress import count_places, is_better

ONE = [Finding("one way", rule="PTH005")] * 20


def findings(more: int) -> list[Finding]:
    return [*ONE, Finding(f"{more} more places of this kind", rule="PTH005", more=more)]


def test_places_that_are_only_counted_count() -> None:
    assert count_places([*findings(40), Finding("", rule="PTH001")], "PTH005") == 60


def test_a_step_that_leaves_many_has_helped() -> None:
    assert is_better([["PTH005"]], findings(40), findings(10))
    assert not is_better([["PTH005"]], findings(40), findings(40))
