"""ARE013: rooms that are off by their place in the layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from kotorlevel.area.boundary import AreaBoundary
from kotorlevel.area.seams import Seams, find_seams
from kotorlevel.check.finding import Finding, Severity
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


@rule("ARE013", "misplaced-room", Severity.WARNING, AreaSubject)
def misplaced_room(subject: AreaSubject, _: Options) -> Iterator[Finding]:
    """A room would meet its neighbours if it were moved by its position in the layout.

    Why it matters: walkmeshes stand where they are in the area; the game adds nothing to them.
    One that was exported around its own middle, or moved by the layout's position twice, is not
    where its model is: the player falls through the floor that he sees.

    How to fix: export the walkmesh in area space, or move it by the offset that is named here.
    """
    told: set[int] = set()
    for sign, why in _WHY.items():
        for room, (edges, others) in _gains(subject, sign).items():
            if room in told:
                continue
            told.add(room)
            position = subject.area.rooms[room].position
            offset = ", ".join(figure(sign * part + 0.0) for part in position)  # never -0
            names = short_list([room_name(subject, other) for other in sorted(others)])
            meets = counted(edges, "edge would meet", "edges would meet")
            yield Finding(
                f"moved by ({offset}), {meets} {names}: it stands {why}",
                place="room",
                numbers=(room,),
                file=subject.file_of(subject.area.rooms[room]),
            )


def _gains(subject: AreaSubject, sign: int) -> dict[int, tuple[int, set[int]]]:
    """Room → how many of its edges would meet which rooms, moved by ``sign`` times its position.

    Only rooms that meet nothing where they are.
    """
    seams = subject.seams
    moved = _with_moved(subject, seams, sign)
    if moved is None:
        return {}
    count = len(subject.area.rooms)
    found = find_seams(moved)
    gains: dict[int, tuple[int, set[int]]] = {}
    for first, second in zip(found.first.tolist(), found.second.tolist(), strict=True):
        rooms = int(moved.room[first]), int(moved.room[second])
        for room, other in (rooms, rooms[::-1]):
            if room >= count and other % count != room % count:
                number, others = gains.get(room % count, (0, set()))
                gains[room % count] = number + 1, others | {other % count}
    return gains


def _with_moved(subject: AreaSubject, seams: Seams, sign: int) -> AreaBoundary | None:
    """Edges that meet nothing and have no wall, and those of rooms without a seam again, moved.

    The moved ones count as other rooms, with numbers behind the last. None if there are none.
    """
    boundary, area = seams.boundary, subject.area
    meets = np.unique(boundary.room[seams.partner >= 0])
    free = (seams.partner < 0) & ~boundary.walled
    positions = np.array([room.position for room in area.rooms], np.float64).reshape(-1, 3)
    is_placed = np.flatnonzero(np.isfinite(positions).all(axis=1) & positions.any(axis=1))
    can_move = free & np.isin(boundary.room, is_placed) & ~np.isin(boundary.room, meets)
    if not can_move.any():
        return None
    rows = np.concatenate([np.flatnonzero(free), np.flatnonzero(can_move)])
    start, end, room = boundary.start[rows], boundary.end[rows], boundary.room[rows].copy()
    behind = slice(int(free.sum()), None)
    offset = sign * positions[room[behind]]
    start[behind] += offset
    end[behind] += offset
    room[behind] += len(area.rooms)
    rest = {name: getattr(boundary, name)[rows] for name in ("edge", "transition", "walled")}
    return replace(boundary, room=room, start=start, end=end, **rest)
