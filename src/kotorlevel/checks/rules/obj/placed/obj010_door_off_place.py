"""OBJ010: doors beside, before or behind their doorway."""

from kotorlevel.checks.facts.area.placed.doors import find_door_faults
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("OBJ010", "door-off-place", Severity.WARNING, AreaSubject, fix="unsafe")
def door_off_place(subject: AreaSubject, _options: Options) -> Findings:
    """A door stands 0.3 to 2 m off its door hook, or off the doorway that it would close.

    Why it matters: the door is out of its frame, and where the room is wider there, its closed leaf
    leaves a way past it. The 282 doors of 30 areas of the games that have a hook stand within
    0.11 m of it. A door without a hook is told only where its leaf leaves such a way, and would
    not a step further.

    How to fix: move the door in the GIT into its doorway; `fix --unsafe` does. Unsafe, because
    somebody may have wanted it so.
    """
    yield from find_door_faults(subject, "off")
