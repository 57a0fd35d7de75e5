"""LYT004: sections that are not the four in their order."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rule
from kotorlevel.checks.subjects import LayoutSubject


@rule("LYT004", "layout-sections", Severity.ERROR, LayoutSubject, fix="safe")
def layout_sections(subject: LayoutSubject, _: Options) -> Iterator[Finding]:
    """A section is missing, there twice, or out of order.

    Why it matters: the game reads rooms, tracks, obstacles and door hooks in this order and does
    not look at the words, so what stands in another place is read as something else.

    How to fix: write all four sections in order, with count 0 where there is nothing
    (`kotorlevel fix`).
    """
    yield from findings_of(subject.layout.problems, "sections")
