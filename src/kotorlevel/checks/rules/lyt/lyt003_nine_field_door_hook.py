"""LYT003: a door hook without its third field."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import Findings, LayoutSubject, Options, Severity, rule


@rule("LYT003", "nine-field-door-hook", Severity.ERROR, LayoutSubject, fix="safe")
def nine_field_door_hook(subject: LayoutSubject, _: Options) -> Findings:
    """A door hook lacks the 0 between the door's name and its position.

    Why it matters: without its third field every number of the hook moves up by one, so the door's
    place and rotation are read wrong.

    How to fix: put a 0 after the door's name (`kotorlevel fix`). A tool that leaves it out may
    write the quaternion as x y z w, too: see LYT009.
    """
    yield from findings_of(subject.layout.problems, "nine-fields")
