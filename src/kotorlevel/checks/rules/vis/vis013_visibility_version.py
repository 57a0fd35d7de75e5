"""VIS013: a line with a version in a format that has none."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import Findings, Options, Severity, VisibilitySubject, rule


@rule("VIS013", "visibility-version", Severity.WARNING, VisibilitySubject, fix="safe")
def visibility_version(subject: VisibilitySubject, _: Options) -> Findings:
    """The visibility has a line with a version, such as `m55aa V3.28`.

    Why it matters: no shipped file has one. The game takes the line for a room, and what follows
    for what is seen from it.

    How to fix: remove the line (`kotorlevel fix`).
    """
    yield from findings_of(subject.visibility.problems, "version")
