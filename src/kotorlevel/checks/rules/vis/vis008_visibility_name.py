"""VIS008: a name that is too long or has a forbidden character."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rule
from kotorlevel.checks.subjects import VisibilitySubject


@rule("VIS008", "visibility-name", Severity.WARNING, VisibilitySubject)
def visibility_name(subject: VisibilitySubject, _: Options) -> Iterator[Finding]:
    """A name in the visibility is one that no room can have.

    Why it matters: the game keeps 16 characters of a name and finds no room with the rest cut
    off, so that room is not drawn.

    How to fix: write the name of the room as it is in the layout.
    """
    yield from findings_of(subject.visibility.problems, "name")
