"""CAU004: a room whose name is spelt differently in the layout, the visibility or its file."""

from collections.abc import Iterator
from dataclasses import replace

from kotorlevel.area.area import Area, Room
from kotorlevel.area.install.resources import Resource
from kotorlevel.checks.causes import Proposal, Proposals, Suspect
from kotorlevel.checks.facts.area.names import find_alike, list_unused
from kotorlevel.checks.rules import Finding, Options, Severity, rule
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.mesh.io import parse_room_walkmesh


@rule("CAU004", "name-misspelt", Severity.ERROR, Suspect, fix="safe")
def name_misspelt(suspect: Suspect, _: Options) -> Proposals:
    """A room's name is spelt differently in the layout, in the visibility, or in its file's name.

    Why it matters: the game finds the walkmesh and the model of a room by that name, and nothing
    tells it that another spelling is meant: there is no floor, or the room is not drawn.

    How to fix: correct the spelling. `kotorlevel fix` does so in the layout or the visibility where
    the other files agree on the name; a file has to be renamed by hand.
    """
    yield from _in_layout(suspect.area)
    yield from _in_visibility(suspect.area)


def _in_layout(area: Area) -> Iterator[Proposal]:
    """Rooms without a walkmesh, beside walkmeshes without a room."""
    unused = {each.name: each for each in list_unused(area)}
    seen = _spellings(area)
    for room in area.rooms:
        if room.is_empty_slot or room.resource is not None:
            continue
        name = find_alike(room.name, unused)
        if name is None or {name_key(name), name_key(room.name)} <= seen.keys():
            continue  # two rooms that others know, named after one another
        resource = unused[name]
        shown, file = printable(room.name), printable(resource.filename)
        if name_key(room.name) in seen:
            text = f"the walkmesh of {shown} is not here, but {file} is: rename it to {shown}.wok"
            finding = Finding(
                text,
                place="room",
                numbers=(room.index,),
                severity=Severity.ERROR,
                fix="",
                file=resource.source,
            )
            yield Proposal(finding, _renamed(area, room, room.name, resource))
            continue
        right = _cased(seen.get(name_key(name), name), room.name)
        known = "" if name_key(name) in seen else ", and no other file tells which is right"
        finding = Finding(
            f"the layout names a room {shown}, which has no walkmesh; {file} is one that no room "
            f"of the layout has{known}: did you mean {printable(right)}?",
            place="room",
            numbers=(room.index,),
            severity=Severity.ERROR,
            fix=None if name_key(name) in seen else "unsafe",
        )
        repaired = _renamed(area, room, right, resource)
        if repaired is not None:
            yield Proposal(finding, repaired)


def _cased(name: str, like: str) -> str:
    """The name in the large and small letters of another, where they have the same."""
    if len(name) != len(like):
        return name
    pairs = zip(name, like, strict=True)
    return "".join(b if a.lower() == b.lower() else a for a, b in pairs)


def _spellings(area: Area) -> dict[str, str]:
    """The names of rooms that files other than walkmeshes have, as they spell them."""
    names = [*(area.visibility.rooms if area.visibility else ())]
    names += [hook.room for hook in area.layout.door_hooks]
    return {name_key(name): name for name in reversed(names)}


def _renamed(area: Area, room: Room, name: str, resource: Resource) -> Area | None:
    """The area whose layout calls the room by another name; None if that has no walkmesh."""
    try:
        mesh = parse_room_walkmesh(resource.read(), resource.source, area.surfaces)
    except FormatError:
        return None
    placed = replace(area.layout.rooms[room.index], name=name)
    rooms = list(area.rooms)
    rooms[room.index] = Room(room.index, name, room.position, mesh, resource, None, mesh)
    return replace(area, layout=area.layout.replaced(room.index, placed), rooms=tuple(rooms))


def _in_visibility(area: Area) -> Iterator[Proposal]:
    """Names of the visibility that no room has, beside rooms that the visibility lacks."""
    if area.visibility is None:
        return
    listed = {name_key(name) for name in area.visibility.rooms}
    unlisted = [
        room.name
        for room in area.rooms
        if not room.is_empty_slot and name_key(room.name) not in listed
    ]
    for name in area.visibility.rooms:
        right = find_alike(name, unlisted) if area.find_room(name) is None else None
        if right is not None:
            text = (
                f"the visibility names a room {printable(name)}: did you mean {printable(right)}?"
            )
            finding = Finding(text, file=area.files["vis"].source if "vis" in area.files else "")
            try:
                renamed = area.visibility.renamed(name, right)
            except ValueError:  # one of them is no name that a visibility can hold
                continue
            yield Proposal(finding, replace(area, visibility=renamed))
