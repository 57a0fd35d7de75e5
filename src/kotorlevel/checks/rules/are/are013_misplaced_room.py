"""ARE013: rooms that are off by their place in the layout."""

from math import dist

from kotorlevel.area.links.near_misses import WIDEST_GAP
from kotorlevel.checks.facts.area.misplaced import Misplaced, find_misplaced
from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.words import exact, length, short_list

_WHY = {
    1: "as if it had been exported without that position",
    -1: "as if the position had been added twice",
}


@rule("ARE013", "misplaced-room", Severity.WARNING, AreaSubject, fix="unsafe")
def misplaced_room(subject: AreaSubject, _: Options) -> Findings:
    """A room would meet its neighbours if it were moved by its position in the layout, or a little.

    Why it matters: the walkmesh is not where its model or its neighbours are: the floor that the
    player sees is not the one that he walks on. Walkmeshes stand where they are in the area; the
    game adds nothing to them. One that was exported around its own middle, or moved by the
    layout's position twice, is that far off. Where all doorways are off by one small offset and
    linked all the same, it is an info.

    How to fix: if only the walkmesh is off, export it in area space or let `kotorlevel fix
    --unsafe` move it by the offset that is named here; the model stays. If the room was moved as a
    whole, take it back with its model: `kotorlevel layout AREA move ROOM --by X,Y,Z`. The files
    cannot tell the two apart: look which of them fits the neighbours.
    """
    for room, misplaced in find_misplaced(subject).items():
        yield Finding(
            _text(subject, room, misplaced),
            place="room",
            numbers=(room,),
            severity=Severity.INFO if misplaced.linked else Severity.WARNING,
            fix="" if _may_be_meant(misplaced) else None,
            file=subject.file_of(subject.area.rooms[room]),
        )


def _may_be_meant(misplaced: Misplaced) -> bool:
    """True for a room that can be walked into and is off by more than a slip: perhaps a step."""
    return misplaced.linked and dist(misplaced.offset, (0, 0, 0)) > WIDEST_GAP


def _text(subject: AreaSubject, room: int, misplaced: Misplaced) -> str:
    """By how much it is off, what it meets then, and how to get there."""
    numbers = [exact(value) for value in misplaced.offset]
    names = short_list([room_name(subject, other) for other in sorted(misplaced.others)])
    meets = counted(misplaced.edges, "edge would meet", "edges would meet")
    name = room_name(subject, room)
    back = f"`kotorlevel layout AREA move {name} --by {','.join(numbers)} --in-place`"
    if misplaced.sign == 0:
        all_of = "its edge" if misplaced.edges == 1 else f"all of its {misplaced.edges:,} edges"
        alone = ", `kotorlevel fix --unsafe` the walkmesh alone"
        return (
            f"{name} stands {length(dist(misplaced.offset, (0, 0, 0)))} off: moved by "
            f"({', '.join(numbers)}), {all_of} at a doorway would meet {names}. {back} moves it "
            f"with its model{'' if _may_be_meant(misplaced) else alone}"
        )
    text = f"moved by ({', '.join(numbers)}), {meets} {names}: it stands {_WHY[misplaced.sign]}"
    if misplaced.sign > 0 or not misplaced.may_be_chance:
        return text
    return (
        f"{text} (`kotorlevel fix --unsafe` moves the walkmesh alone), or as if the room had been "
        f"moved away as a whole ({back} takes it back with its model)"
    )
