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
from kotorlevel.formats.lyt import LayoutRoom
from kotorlevel.formats.vis import Visibility
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
    for room in area.rooms:
        if room.is_empty_slot or room.resource is not None or room.mesh is not None:
            continue
        name = find_alike(room.name, unused)
        if name is None:
            continue
        resource, others = unused[name], _known_by_others(area, room.name, name)
        shown, file = printable(room.name), printable(resource.filename)
        if others == {room.name, name}:
            continue  # two rooms that others know, named after one another
        if others == {room.name}:
            text = f"the walkmesh of {shown} is not here, but {file} is: rename it to {shown}.wok"
            finding = Finding(text, "room", (room.index,), fix="", file=resource.source)
            right = room.name
        else:
            right = _spelling(area, name, room.name)
            doubt = "" if others else ", and no other file tells which is right"
            finding = Finding(
                f"the layout names a room {shown}, which has no walkmesh; {file} is one that no "
                f"room of the layout has{doubt}: did you mean {printable(right)}?",
                "room",
                (room.index,),
                fix=None if others else "unsafe",
            )
        repaired = _renamed(area, room, right, resource)
        if repaired is not None:
            sure = bool(others) and _meets_others(repaired, room.index)
            yield Proposal(replace(finding, severity=Severity.ERROR), repaired, sure)


def _meets_others(area: Area, room: int) -> bool:
    """True when edges of a room lie at edges of others: so it belongs there, whatever links say."""
    seams = area.geometry.seams
    return bool((seams.partner[seams.boundary.room == room] >= 0).any())


def _known_by_others(area: Area, *names: str) -> set[str]:
    """Which of these names the visibility has; if it has none, which the door hooks have."""
    seen = {name_key(name) for name in (area.visibility.rooms if area.visibility else ())}
    hooks = {name_key(hook.room) for hook in area.layout.door_hooks}
    # Hooks stand in the layout itself: who replaces a name there replaces it in them as well.
    found = ({name for name in names if name_key(name) in keys} for keys in (seen, hooks))
    return next((each for each in found if each), set())


def _spelling(area: Area, name: str, wrong: str) -> str:
    """A name in the large and small letters of the layout: of a hook, or of the wrong name."""
    hooks = (hook.room for hook in area.layout.door_hooks)
    same = next((room for room in hooks if name_key(room) == name_key(name)), "")
    if same:
        return same
    return _in_letters_of(name, wrong)


def _in_letters_of(name: str, like: str) -> str:
    """A name in the large and small letters of one like it, as far as both begin and end alike."""
    size = min(len(name), len(like))
    alike = [a.lower() == b.lower() for a, b in zip(name, like, strict=False)]
    start = next((at for at in range(size) if not alike[at]), size)
    rest, end = name[start:], 0
    while (
        end < min(len(rest), len(like) - start) and rest[-1 - end].lower() == like[-1 - end].lower()
    ):
        end += 1
    return like[:start] + rest[: len(rest) - end] + like[len(like) - end :]


def _renamed(area: Area, room: Room, name: str, resource: Resource) -> Area | None:
    """The area whose layout calls the room by another name; None if that has no walkmesh."""
    try:
        mesh = parse_room_walkmesh(resource.read(), resource.source, area.surfaces)
    except FormatError:
        return None
    rooms = list(area.rooms)
    rooms[room.index] = Room(room.index, name, room.position, mesh, resource, None, mesh)
    layout = area.layout
    if name != room.name:
        layout = layout.renamed(LayoutRoom, room.index, name)
    return replace(area, layout=layout, rooms=tuple(rooms))


def _in_visibility(area: Area) -> Iterator[Proposal]:
    """Names of the visibility that no room has, beside rooms that it lacks, or their entries."""
    visibility = area.visibility
    if visibility is None:
        return
    files = {name_key(each.name) for each in list_unused(area)}
    parents = {name_key(name) for name in visibility.parents}
    seen = {name_key(name) for entry in visibility.entries for name in entry.sees}
    for name in visibility.rooms:
        key = name_key(name)
        if area.find_room(name) is not None or key in files:
            continue  # a walkmesh has that name as well: then it is the layout that has not
        lacking = (parents if key in parents else set()) | (seen if key in seen else set())
        rooms = [room.name for room in area.rooms if not room.is_empty_slot]
        right = find_alike(name, [room for room in rooms if name_key(room) not in lacking])
        if right is None or not (key in parents or name_key(right) not in parents):
            continue
        text = f"the visibility names a room {printable(name)}: did you mean {printable(right)}?"
        finding = Finding(text, file=area.files["vis"].source if "vis" in area.files else "")
        respelt = _respelt(visibility, key, _in_letters_of(right, name))
        if respelt is not None:
            yield Proposal(finding, replace(area, visibility=respelt))


def _respelt(visibility: Visibility, key: str, name: str) -> Visibility | None:
    """The visibility with another spelling of a name; None where it has both side by side."""
    lists = [[*map(name_key, entry.sees)] for entry in visibility.entries]
    lists.append([*map(name_key, visibility.parents)])
    if any(key in each and name_key(name) in each for each in lists):
        return None

    def spell(old: str) -> str:
        return name if name_key(old) == key else old

    entries = (
        replace(entry, name=spell(entry.name), sees=tuple(map(spell, entry.sees)))
        for entry in visibility.entries
    )
    return replace(visibility, entries=tuple(entries), problems=())
