"""CAU007: copies of rooms that win over the ones that fit the level."""

from kotorlevel.checks.causes import Proposal, Proposals, Suspect
from kotorlevel.checks.facts.area.copies import list_shadows
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import Finding, Options, Severity, rule
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list
from kotorlevel.mesh.io import parse_room_walkmesh
from kotorlevel.mesh.walkmesh import Walkmesh

_LONGEST_PLACE = 200


@rule("CAU007", "other-copy-wins", Severity.ERROR, Suspect)
def other_copy_wins(suspect: Suspect, _: Options) -> Proposals:
    """The game takes other copies of rooms than the ones that fit this level.

    Why it matters: a file in Override wins over the one in a module. An older copy there, or one of
    another mod, has other links and another shape, and the edits in the module have no effect.

    How to fix: take the copies that win away, or bring them up to date. `kotorlevel which` says
    which copy counts, and why.
    """
    area = suspect.area
    shadows = [each for each in list_shadows(area) if each.kind == "dead"]
    rooms = {name_key(f"{room.name}.wok"): room for room in area.rooms if room.mesh is not None}
    meshes: dict[int, Walkmesh | None] = {}
    for shadow in shadows:
        room = rooms.get(name_key(shadow.filename))
        if room is None or area.lookup is None or room.index in meshes:
            continue
        loser = area.lookup.copies(room.name, "wok", readable=True)[1].resource
        try:
            meshes[room.index] = parse_room_walkmesh(loser.read(), loser.source, area.surfaces)
        except FormatError:
            continue
    if meshes:
        names = short_list([f"{printable(area.rooms[index].name)}.wok" for index in meshes])
        winner = printable(shadows[0].winner, _LONGEST_PLACE)
        loser_place = printable(shadows[0].loser, _LONGEST_PLACE)
        files = counted(len(meshes), "other copy", "other copies")
        win = "wins" if len(meshes) == 1 else "win"
        text = f"{files} in {winner} {win} over {loser_place}, which would fit: {names}"
        yield Proposal(Finding(text, place="room", numbers=tuple(meshes)), area.with_meshes(meshes))
