"""OBJ022: things for which the GIT names no place."""

from __future__ import annotations

from kotorlevel.area.instances import GIT_LISTS
from kotorlevel.checks.facts.area.placed.things import find_faulty, tell_together
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("OBJ022", "thing-without-place", Severity.WARNING, AreaSubject)
def thing_without_place(subject: AreaSubject, options: Options) -> Findings:
    """The GIT names no place for a thing: fields are missing, not numbers, or out of all bounds.

    Why it matters: a field that is not there counts as 0 in the game, so the thing stands at the
    origin of the level; with numbers that are not finite nobody can say what happens. All 5,300
    things in 30 areas of the games have a place.

    How to fix: set its position in the GIT.
    """
    found = find_faulty(subject, options, (*GIT_LISTS.values(), "spawn point"), "no-place")
    yield from tell_together(subject, found, lambda *_: (Severity.WARNING, ""))
