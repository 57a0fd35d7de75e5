"""FIL002: bytes behind the last table."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import FileSubject, Findings, Options, Severity, rule


@rule("FIL002", "trailing-bytes", Severity.WARNING, FileSubject, fix="safe")
def trailing_bytes(subject: FileSubject, _: Options) -> Findings:
    """The file goes on behind its last table.

    Why it matters: the game does not read these bytes; they are waste, or the sign that a tool
    wrote a wrong count and part of a table is lost.

    How to fix: drop them (`kotorlevel fix`), after a look at whether the tables before them are
    complete.
    """
    yield from findings_of(subject.problems, "trailing")
