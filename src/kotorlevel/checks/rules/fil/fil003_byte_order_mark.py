"""FIL003: a mark that text editors put before UTF-8 text."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import FileSubject, Findings, Options, Severity, rule


@rule("FIL003", "byte-order-mark", Severity.WARNING, FileSubject, fix="safe")
def byte_order_mark(subject: FileSubject, _: Options) -> Findings:
    """The text begins with a UTF-8 byte-order mark.

    Why it matters: the game takes the three bytes for text, so the first line is not what it
    should be: the first room of a visibility gets a name that no room has.

    How to fix: save the file as ANSI or ASCII, or let it be done (`kotorlevel fix`).
    """
    yield from findings_of(subject.problems, "byte-order-mark")
