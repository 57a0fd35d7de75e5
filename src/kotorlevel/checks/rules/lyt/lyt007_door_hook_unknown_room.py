"""LYT007: a door hook of a room that is not there."""

from kotorlevel.checks.facts.text import layout_lines
from kotorlevel.checks.rules import Finding, Findings, LayoutSubject, Options, Severity, rule
from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.core.text import printable
from kotorlevel.formats.lyt import DoorHook


@rule("LYT007", "door-hook-unknown-room", Severity.INFO, LayoutSubject)
def door_hook_unknown_room(subject: LayoutSubject, _: Options) -> Findings:
    """A door hook belongs to a room that is not in the layout.

    Why it matters: the hook is of no use to tools that place doors by it, and it shows that a
    room was removed or renamed without its doors. The doors in the game come from the module's
    GIT, so it does no harm: shipped layouts have door hooks of rooms of other areas.

    How to fix: give the hook the name of the room it stands in, or remove it.
    """
    known = {name_key(room.name) for room in subject.layout.rooms} - {EMPTY_NAME}
    strays: dict[str, list[int]] = {}
    for number, hook in enumerate(subject.layout.door_hooks):
        if name_key(hook.room) not in known:
            strays.setdefault(name_key(hook.room), []).append(number)
    lines = layout_lines(subject.layout, DoorHook) if strays else []
    for numbers in strays.values():
        first = subject.layout.door_hooks[numbers[0]]
        yield Finding(
            f"no room of the layout is called {printable(first.room)}",
            place="door hook",
            numbers=tuple(numbers),
            at=first.position,
            line=lines[numbers[0]],
        )
