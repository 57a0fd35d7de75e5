"""VIS014: rooms that are seen, but not indented."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import Findings, Options, Severity, VisibilitySubject, rule


@rule("VIS014", "indentation-lost", Severity.WARNING, VisibilitySubject, fix="safe")
def indentation_lost(subject: VisibilitySubject, _: Options) -> Findings:
    """No line of the visibility is indented, though its counts are right.

    Why it matters: two spaces before a name tell a room that is seen from one that sees. Tools
    that go by them take every line for a room that sees nothing.

    How to fix: put two spaces before each room that is seen (`kotorlevel fix`). Where the counts
    do not hold either, nobody can tell who sees whom, and each line has to be looked at.
    """
    yield from findings_of(subject.visibility.problems, "flat")
