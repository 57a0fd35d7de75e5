"""ARE013: rooms that are off by their place in the layout."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.check.finding import Finding, Severity
from kotorlevel.check.misplaced import find_misplaced
from kotorlevel.check.options import Options
from kotorlevel.check.places import counted, figure
from kotorlevel.check.rule import rule
from kotorlevel.check.seam_links import room_name
from kotorlevel.check.short_list import short_list
from kotorlevel.check.subjects import AreaSubject

_WHY = {
    1: "as if it had been exported without that position",
    -1: "as if the position had been added twice",
}


@rule("ARE013", "misplaced-room", Severity.WARNING, AreaSubject, fix="unsafe")
def misplaced_room(subject: AreaSubject, _: Options) -> Iterator[Finding]:
    """A room would meet its neighbours if it were moved by its position in the layout.

    Why it matters: walkmeshes stand where they are in the area; the game adds nothing to them.
    One that was exported around its own middle, or moved by the layout's position twice, is not
    where its model is: the player falls through the floor that he sees.

    How to fix: export the walkmesh in area space, or move it by the offset that is named here:
    `kotorlevel fix --unsafe` does it.
    """
    for room, misplaced in find_misplaced(subject).items():
        offset = ", ".join(map(figure, misplaced.offset))
        names = short_list([room_name(subject, other) for other in sorted(misplaced.others)])
        meets = counted(misplaced.edges, "edge would meet", "edges would meet")
        yield Finding(
            f"moved by ({offset}), {meets} {names}: it stands {_WHY[misplaced.sign]}",
            place="room",
            numbers=(room,),
            file=subject.file_of(subject.area.rooms[room]),
        )
