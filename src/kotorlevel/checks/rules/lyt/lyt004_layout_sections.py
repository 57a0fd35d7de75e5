"""LYT004: sections that are not the four in their order."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import Findings, LayoutSubject, Options, Severity, rule


@rule("LYT004", "layout-sections", Severity.ERROR, LayoutSubject, fix="safe")
def layout_sections(subject: LayoutSubject, _: Options) -> Findings:
    """A section is missing, there twice, or out of order.

    Why it matters: the game reads rooms, tracks, obstacles and door hooks in this order and does
    not look at the words, so what stands in another place is read as something else.

    How to fix: write all four sections in order, with count 0 where there is nothing
    (`kotorlevel fix`).
    """
    yield from findings_of(subject.layout.problems, "sections")
