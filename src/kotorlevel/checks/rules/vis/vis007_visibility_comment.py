"""VIS007: a comment in a format that has none."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import Findings, Options, Severity, VisibilitySubject, rule


@rule("VIS007", "visibility-comment", Severity.WARNING, VisibilitySubject)
def visibility_comment(subject: VisibilitySubject, _: Options) -> Findings:
    """The visibility contains a comment.

    Why it matters: the format has no comments: the game takes the line for a room or for
    something that is seen, and the counts no longer fit.

    How to fix: remove the line.
    """
    yield from findings_of(subject.visibility.problems, "comment")
