"""LYT010: a blank line where the game counts lines."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import Findings, LayoutSubject, Options, Severity, rule


@rule("LYT010", "layout-blank-line", Severity.WARNING, LayoutSubject, fix="safe")
def layout_blank_line(subject: LayoutSubject, _: Options) -> Findings:
    """A blank line stands inside the sections of the layout.

    Why it matters: the game counts lines without looking at them, takes this one for an entry, and
    everything behind it moves by one. No shipped layout has one.

    How to fix: remove the line (`kotorlevel fix`).
    """
    yield from findings_of(subject.layout.problems, "blank-line")
