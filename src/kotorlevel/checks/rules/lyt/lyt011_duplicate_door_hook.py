"""LYT011: door hooks that share a name."""

from collections import defaultdict

from kotorlevel.checks.facts.text import layout_lines
from kotorlevel.checks.rules import Finding, Findings, LayoutSubject, Options, Severity, rule
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.formats.lyt import DoorHook


@rule("LYT011", "duplicate-door-hook", Severity.INFO, LayoutSubject)
def duplicate_door_hook(subject: LayoutSubject, _: Options) -> Findings:
    """Several door hooks have the same name.

    Why it matters: who places doors by the names of their hooks puts them all in one place. The
    game does not: its doors come from the module's GIT, and one shipped layout repeats a name in
    another room. In one room it is mostly a copy that was not renamed.

    How to fix: give each door hook a name of its own, or remove the copy.
    """
    hooks = subject.layout.door_hooks
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for number, hook in enumerate(hooks):
        numbers[name_key(hook.name)].append(number)
    repeated = [same for same in numbers.values() if len(same) > 1]
    lines = layout_lines(subject.layout, DoorHook) if repeated else []
    for same in repeated:
        rooms = {name_key(hooks[number].room) for number in same}
        again = hooks[same[1]]
        yield Finding(
            f"{printable(again.name)} is there {len(same)} times",
            severity=Severity.WARNING if len(rooms) < len(same) else None,
            place="door hook",
            numbers=tuple(same),
            at=again.position,
            line=lines[same[1]],
        )
