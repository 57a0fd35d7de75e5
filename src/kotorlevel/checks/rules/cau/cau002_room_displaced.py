"""CAU002: the walkmesh of a room stands somewhere else than its doorways."""

from math import dist

from kotorlevel.checks.causes import Proposal, Proposals, Suspect
from kotorlevel.checks.facts.area.displaced import Displaced, find_displaced
from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import Finding, Options, Severity, rule
from kotorlevel.core.words import exact, length, short_list
from kotorlevel.mesh.walkmesh import Walkmesh

_HOW = {
    1: "it was exported without its position in the layout",
    -1: "its position in the layout was added twice",
}

_HOW_ALL = {
    1: "they were exported without their positions in the layout",
    -1: "their positions in the layout were added twice",
}


@rule("CAU002", "room-displaced", Severity.ERROR, Suspect, fix="unsafe")
def room_displaced(suspect: Suspect, _: Options) -> Proposals:
    """The walkmesh of a room stands away from the doorways that its links lead through.

    Why it matters: the floor is not where the model and the neighbours are: the player stops at
    the doorways, walks on nothing, or through walls. It was exported around its own middle, moved
    by the layout's position twice, or moved without its neighbours.

    How to fix: export it again in area space, or let `kotorlevel fix --unsafe` move the walkmesh;
    the model stays. If the room was moved as a whole on purpose, move its neighbours or link it
    anew (`kotorlevel link`).
    """
    for each in find_displaced(suspect.subject):
        rooms = [suspect.area.rooms[room] for room in each.moves]
        file = suspect.subject.file_of(rooms[0]) if len(rooms) == 1 else ""
        finding = Finding(_text(suspect, each), place="room", numbers=(*each.moves,), file=file)
        moved: dict[int, Walkmesh | None] = {
            room.index: room.mesh.translated(each.moves[room.index])
            for room in rooms
            if room.mesh is not None
        }
        yield Proposal(finding, suspect.area.with_meshes(moved))


def _text(suspect: Suspect, each: Displaced) -> str:
    names = [room_name(suspect.subject, room) for room in each.moves]
    others = short_list([room_name(suspect.subject, other) for other in sorted(each.others)])
    edges = counted(each.edges, "edge meets", "edges meet")
    if each.sign and len(names) > 1:
        how = _HOW_ALL[each.sign]
        return f"{short_list(names)} stand as if {how}: moved by them, {edges} each other"
    offset = next(iter(each.moves.values()))
    way = ", ".join(exact(value) for value in offset)
    far = length(dist(offset, (0, 0, 0)))
    how = f", as if {_HOW[each.sign]}" if each.sign else ""
    stand = f"{names[0]} stands" if len(names) == 1 else f"{short_list(names)} stand together"
    return f"{stand} {far} off{how}: moved by ({way}), {edges} {others}"
