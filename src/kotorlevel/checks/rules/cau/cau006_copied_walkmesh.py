"""CAU006: two rooms with one and the same walkmesh."""

from collections import defaultdict
from math import dist

from kotorlevel.area.area import Room
from kotorlevel.checks.causes import Proposal, Proposals, Suspect
from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.rules import Finding, Options, Severity, rule
from kotorlevel.core.resource import name_key


@rule("CAU006", "copied-walkmesh", Severity.ERROR, Suspect)
def copied_walkmesh(suspect: Suspect, _: Options) -> Proposals:
    """The walkmesh of a room is that of another room: one file was copied over the other.

    Why it matters: walkmeshes are in area space, so both lie at one place. Where the room with the
    wrong file is, there is no floor at all.

    How to fix: put the right walkmesh back, from the game or a copy; what it was is not in the
    files. `kotorlevel undo` knows it if KotorLevel wrote it.
    """
    same: dict[tuple[bytes, bytes], list[Room]] = defaultdict(list)
    for room in suspect.area.rooms:
        if room.mesh is not None and len(room.mesh.faces):
            same[room.mesh.vertices.tobytes(), room.mesh.faces.tobytes()].append(room)
    for rooms in same.values():
        if len({name_key(room.name) for room in rooms}) < 2:
            continue
        right = min(rooms, key=_distance)
        for room in rooms:
            if name_key(room.name) == name_key(right.name):
                continue
            file = suspect.subject.file_of(room)
            names = (room_name(suspect.subject, each.index) for each in (room, right))
            text = "the walkmesh of {} is a copy of that of {}, which lies there".format(*names)
            finding = Finding(text, "room", (room.index,), file=file, severity=Severity.ERROR)
            # What was there is not known, so that nothing can be said of the links to it either.
            yield Proposal(finding, suspect.area.with_mesh(room.index, None), sure=True)


def _distance(room: Room) -> float:
    """Metres in the plan from the middle of a room's walkmesh to its place in the layout."""
    assert room.mesh is not None
    x, y, _ = room.mesh.vertices.mean(axis=0).tolist()
    return dist((x, y), room.position[:2])
