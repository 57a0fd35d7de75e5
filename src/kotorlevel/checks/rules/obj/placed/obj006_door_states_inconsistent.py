"""OBJ006: doors whose three states do not fit each other."""

from collections.abc import Iterator

from kotorlevel.area.objects import Door
from kotorlevel.checks.facts.area.placed.doors import states_as_closed, stops_nobody
from kotorlevel.checks.facts.area.placed.objects import at_objects, name_objects
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import join_words


@rule("OBJ006", "door-states-inconsistent", Severity.WARNING, AreaSubject)
def door_states_inconsistent(subject: AreaSubject, options: Options) -> Findings:
    """The three walkmeshes of a door, closed and open both ways, do not fit each other.

    Why it matters: a door stops everybody at the faces of its current state that cannot be walked
    on. If the closed state has none, it is no obstacle; if an open state has the same ones as the
    closed state, it never lets anyone through; if a state is missing, one of both happens.
    Without a game that is an info: a mod may bring the states alone that it changes.

    How to fix: export the door again with all three walkmeshes (`…_wg_closed`, `_wg_open1` and
    `_wg_open2`), the leaf of each where it stands in that state.
    """
    by_model: dict[str, list[Door]] = {}
    for door in subject.area.doors:
        if door.model and any(mesh is not None for mesh in door.meshes):
            by_model.setdefault(name_key(door.model), []).append(door)
    for doors in by_model.values():
        for fault in _faults(doors[0], options, subject.area.is_complete):
            yield at_objects(subject, doors, f"{name_objects(doors)}: {fault}")
        if not subject.area.is_complete and (text := _absent(doors[0])):
            text = f"{name_objects(doors)}: {text}, unless the game has it"
            yield at_objects(subject, doors, text, severity=Severity.INFO)


def _absent(door: Door) -> str:
    """Which states are missing beside others; empty where one of them cannot be read."""
    names = [f"{printable(door.model)}{digit}.dwk" for digit in range(len(door.meshes))]
    rows = [*zip(names, door.meshes, door.sources, strict=True)]
    absent = [name for name, mesh, _ in rows if mesh is None]
    if not absent or any(source and mesh is None for _, mesh, source in rows):
        return ""
    verb = "is" if len(absent) == 1 else "are"
    there = [name for name in names if name not in absent]
    return f"{join_words(absent)} {verb} missing beside {join_words(there)}"


def _faults(door: Door, options: Options, is_complete: bool) -> Iterator[str]:
    """What is wrong with the walkmeshes of a door's model."""
    names = [f"{printable(door.model)}{digit}.dwk" for digit in range(len(door.meshes))]
    broken = [
        n for n, m, s in zip(names, door.meshes, door.sources, strict=True) if s and m is None
    ]
    if broken:
        yield f"{join_words(broken)} cannot be read"
    elif is_complete and (text := _absent(door)):
        yield text
    closed = door.meshes[0]
    if closed is not None and stops_nobody(closed, options):
        yield f"{names[0]} has no face that stops anyone: the closed door is no obstacle"
    elif same := [names[state] for state in states_as_closed(door, options)]:
        verb = "has" if len(same) == 1 else "have"
        yield f"{join_words(same)} {verb} the same faces as {names[0]}: it never opens that way"
