"""MDL003: rooms with a WOK, and without a model."""

from kotorlevel.area.models import find_model
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list


@rule("MDL003", "walkmesh-without-model", Severity.INFO, AreaSubject)
def walkmesh_without_model(subject: AreaSubject, _: Options) -> Findings:
    """A room has a walkmesh and no model, though other rooms have one.

    Why it matters: the player walks on nothing: the room is not drawn. Mods ship what they
    change, so this is as it should be where the game has the model; with the game at hand it is
    a warning.

    How to fix: check together with the game, which has the other models. Where it has none,
    either, add the MDL and its MDX.
    """
    area = subject.area
    rooms = [room for room in area.rooms if room.mesh is not None and len(room.mesh.faces)]
    found = {room.index: find_model(area, room.index).resource for room in rooms}
    without = [room for room in rooms if found[room.index] is None]
    if not without or not (area.is_complete or len(without) < len(rooms)):
        return
    names = short_list([printable(room.name) for room in without])
    has = counted(len(without), "room has", "rooms have")
    yield Finding(
        f"{has} a walkmesh and no model: {names}",
        place="room",
        numbers=tuple(room.index for room in without),
        severity=Severity.WARNING if area.is_complete else None,
    )
