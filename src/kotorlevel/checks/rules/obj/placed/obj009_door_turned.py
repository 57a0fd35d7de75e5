"""OBJ009: doors that are turned off their doorway."""

from kotorlevel.checks.facts.area.placed.doors import find_door_faults
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("OBJ009", "door-turned", Severity.WARNING, AreaSubject, fix="unsafe")
def door_turned(subject: AreaSubject, _options: Options) -> Findings:
    """A door is turned by more than 15 degrees off the axis of its doorway.

    Why it matters: the door stands across its frame, cuts into the floor and, where its leaf no
    longer reaches from wall to wall, can be walked around. Door hook of the layout, seam of the two
    rooms and walls all say how a doorway runs; half a turn makes no difference.

    How to fix: set the door's bearing in the GIT to that of its doorway; `fix --unsafe` does.
    Unsafe, because somebody may have wanted it so.
    """
    yield from find_door_faults(subject, "turned")
