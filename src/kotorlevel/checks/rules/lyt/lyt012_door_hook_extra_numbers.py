"""LYT012: more numbers than a door hook has."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import Findings, LayoutSubject, Options, Severity, rule


@rule("LYT012", "door-hook-extra-numbers", Severity.INFO, LayoutSubject)
def door_hook_extra_numbers(subject: LayoutSubject, _: Options) -> Findings:
    """A door hook has numbers behind its quaternion.

    Why it matters: the format has ten fields, and the game has no use for more. They are kept;
    but where a field before them is missing or doubled, all others are in the wrong place.

    How to fix: nothing, where the position and the rotation are right; else remove what is too
    much.
    """
    yield from findings_of(subject.layout.problems, "extra-fields")
