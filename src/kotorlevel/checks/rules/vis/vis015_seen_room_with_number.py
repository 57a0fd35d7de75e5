"""VIS015: a number behind a room that is seen."""

from dataclasses import replace

from kotorlevel.checks.facts.text import findings_of, visibility_lines
from kotorlevel.checks.rules import Findings, Options, Severity, VisibilitySubject, rule


@rule("VIS015", "seen-room-with-number", Severity.WARNING, VisibilitySubject, fix="safe")
def seen_room_with_number(subject: VisibilitySubject, _: Options) -> Findings:
    """A room that is seen has a number behind its name, as a room that sees others has.

    Why it matters: the game may take the number for a part of the name, finds no such room, and
    does not draw it.

    How to fix: take the number away (`kotorlevel fix`). Where the count of the room above is wrong
    as well, the line may be a room of its own that was indented: then look at it, nothing is fixed.
    """
    problems = subject.visibility.problems
    wrong = {problem.line for problem in problems if problem.code in ("count", "no-count")}
    doubtful = {
        line
        for entry in visibility_lines(subject.visibility)
        if entry.parent in wrong
        for line in entry.children
    }
    for finding in findings_of(problems, "child-number"):
        yield replace(finding, fix="") if finding.line in doubtful else finding
