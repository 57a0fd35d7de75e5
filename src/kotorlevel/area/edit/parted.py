"""What a move does to the doorways of a room: which of them meet no longer, and by how much."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.links.near_misses import HIGHEST_STEP, WIDEST_GAP, measure
from kotorlevel.area.links.seams import TOLERANCE
from kotorlevel.core.types import Vector
from kotorlevel.core.words import length

if TYPE_CHECKING:
    from kotorlevel.area.area import Area


@dataclass(frozen=True)
class Parted:
    """A doorway to the room ``other`` that a move takes apart, by its worst edge, in metres.

    ``gap`` in the plan (below 0 they overlap), ``step`` in height, ``shared`` how much of the
    edges is still side by side, ``apart`` the larger distance of their ends.
    """

    other: int
    gap: float
    step: float
    shared: float
    apart: float

    @property
    def reason(self) -> str:
        """How its edges lie to each other now: ``now has a gap of 2.0 cm``."""
        if abs(self.gap) > WIDEST_GAP or self.step > HIGHEST_STEP or self.shared <= 0:
            return f"is now {length(self.apart)} apart"
        parts = [f"a gap of {length(self.gap)}"] if self.gap > TOLERANCE else []
        parts += [f"an overlap of {length(-self.gap)}"] if self.gap < -TOLERANCE else []
        parts += [f"a step of {length(self.step)}"] if self.step > TOLERANCE else []
        if not parts:
            return f"is now off sideways by {length(self.apart)}"
        return f"now has {' and '.join(parts)}"


def find_parted(before: Area, index: int, offset: Vector) -> tuple[Parted, ...]:
    """The linked doorways that the room ``index`` met and meets no longer, one for each room.

    ``before`` is the area before the room is moved by ``offset`` metres.
    """
    boundary, seams = before.geometry.boundary, before.geometry.seams
    first, second = seams.first, seams.second
    own = (boundary.room[first] == index) | (boundary.room[second] == index)
    linked = (boundary.transition[first] == boundary.room[second]) | (
        boundary.transition[second] == boundary.room[first]
    )
    a, b = first[own & linked], second[own & linked]
    way = np.where((boundary.room == index)[:, None], np.array(offset), 0.0)
    moved = replace(boundary, start=boundary.start + way, end=boundary.end + way)
    measured = measure(moved, a, b)
    worst: dict[int, Parted] = {}
    for row in np.flatnonzero(measured.apart > TOLERANCE).tolist():
        kind = measured.kind(row, TOLERANCE)
        miss = measured.near_miss(moved, int(a[row]), int(b[row]), row, kind)
        other = miss.other_room if miss.room == index else miss.room
        found = Parted(other, miss.gap, miss.step, miss.shared, miss.apart)
        worst[other] = max(worst.get(other, found), found, key=lambda p: (p.apart, p.reason))
    return tuple(worst[other] for other in sorted(worst))
