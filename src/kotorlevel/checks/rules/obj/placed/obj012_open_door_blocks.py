"""OBJ012: doors that leave no way when they are open."""

from kotorlevel.checks.facts.area.placed.doors import find_door_faults, states_as_closed
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("OBJ012", "open-door-blocks", Severity.WARNING, AreaSubject)
def open_door_blocks(subject: AreaSubject, options: Options) -> Findings:
    """The walkmesh of an open state leaves less than 0.7 m of the doorway free.

    Why it matters: a door stops everybody at the faces of its current state that cannot be walked
    on. People are 0.7 m wide: they see an open door and do not come through.

    How to fix: put the leaf of that state (`…_wg_open1`, `…_wg_open2`) where it stands when the
    door is open, or make a walkmesh without faces of it. A wider doorway helps, too.
    """
    # Where every state that blocks is the closed one once more, OBJ006 says so.
    yield from find_door_faults(
        subject,
        "open-blocks",
        lambda door, fault: not set(fault.states) <= set(states_as_closed(door, options)),
    )
