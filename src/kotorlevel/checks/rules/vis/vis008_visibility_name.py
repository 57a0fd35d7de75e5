"""VIS008: a name that is too long or has a forbidden character."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import Findings, Options, Severity, VisibilitySubject, rule


@rule("VIS008", "visibility-name", Severity.WARNING, VisibilitySubject)
def visibility_name(subject: VisibilitySubject, _: Options) -> Findings:
    """A name in the visibility is one that no room can have.

    Why it matters: the game keeps 16 characters of a name and finds no room with the rest cut
    off, so that room is not drawn.

    How to fix: write the name of the room as it is in the layout.
    """
    yield from findings_of(subject.visibility.problems, "name")
