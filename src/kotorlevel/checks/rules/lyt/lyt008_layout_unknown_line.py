"""LYT008: comments and other lines that the format does not know."""

from dataclasses import replace

from kotorlevel.checks.facts.text import findings_of, first_section_line
from kotorlevel.checks.rules import Findings, LayoutSubject, Options, Severity, rule


@rule("LYT008", "layout-unknown-line", Severity.INFO, LayoutSubject)
def layout_unknown_line(subject: LayoutSubject, _: Options) -> Findings:
    """A line of the layout is neither a section nor an entry of one.

    Why it matters: inside the sections the game counts lines without looking at them, takes this
    one for an entry, and everything behind it moves by one. Before the first section it is
    harmless.

    How to fix: remove the line, or move it above `beginlayout` or below `donelayout`. The section
    `othercount` of KotorBlender, behind all others, can stay.
    """
    start = first_section_line(subject.layout)
    for finding in findings_of(subject.layout.problems, "unknown-line"):
        inside = start is not None and finding.line is not None and finding.line > start
        yield replace(finding, severity=Severity.WARNING) if inside else finding
    yield from findings_of(subject.layout.problems, "other-section")
