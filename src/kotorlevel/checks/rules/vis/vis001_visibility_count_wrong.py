"""VIS001: a count that is not the number of lines."""

from dataclasses import replace

from kotorlevel.checks.facts.text import as_finding
from kotorlevel.checks.rules import Findings, Options, Severity, VisibilitySubject, rule


@rule("VIS001", "visibility-count-wrong", Severity.WARNING, VisibilitySubject, fix="safe")
def visibility_count_wrong(subject: VisibilitySubject, _: Options) -> Findings:
    """A room says that it sees more or fewer rooms than the lines below it name.

    Why it matters: the game goes by the count and may read the next room as a child, or
    children as rooms: parts of the area are not drawn.

    How to fix: write the number of indented lines (`kotorlevel fix`). A line without a number
    may be a child that lost the two spaces before it: then counts must not be changed before
    somebody has looked, and nothing is fixed.
    """
    for problem in subject.visibility.problems:
        if problem.code in ("count", "no-count"):
            yield replace(as_finding(problem), fix=subject.fix)
