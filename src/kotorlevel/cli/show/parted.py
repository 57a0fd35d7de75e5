"""What a move does to the doorways of a room: which of them meet no longer, and by how much."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from typing import TYPE_CHECKING

from kotorlevel.cli.ask.levels import quoted
from kotorlevel.core.text import printable
from kotorlevel.core.types import Vector
from kotorlevel.core.words import exact, length

if TYPE_CHECKING:
    from pathlib import Path

    from kotorlevel.area.area import Area


WIDEST_SNAP = 0.1
"""Metres up to which corners are moved rather than rooms, as `fix --unsafe` does."""


@dataclass(frozen=True)
class Parted:
    """A doorway to the room ``other`` that a move takes apart, with the reason in words."""

    other: int
    reason: str


def find_parted(before: Area, index: int, offset: Vector) -> list[Parted]:
    """The rooms whose linked edges the room ``index`` met and meets no longer; the worst edge each.

    ``before`` is the area before the room is moved by ``offset`` metres.
    """
    import numpy as np

    from kotorlevel.area.links.near_misses import measure
    from kotorlevel.area.links.seams import TOLERANCE

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
    worst: dict[int, tuple[float, str]] = {}
    for row in np.flatnonzero(measured.apart > TOLERANCE).tolist():
        miss = measured.near_miss(
            moved, int(a[row]), int(b[row]), row, measured.kind(row, TOLERANCE)
        )
        other = miss.other_room if miss.room == index else miss.room
        reason = _reason(miss.gap, miss.step, miss.shared, miss.apart)
        worst[other] = max(worst.get(other, (0.0, "")), (miss.apart, reason))
    return [Parted(other, reason) for other, (_, reason) in sorted(worst.items())]


def _reason(gap: float, step: float, shared: float, apart: float) -> str:
    """How the edges of a doorway lie to each other now."""
    from kotorlevel.area.links.near_misses import HIGHEST_STEP, WIDEST_GAP
    from kotorlevel.area.links.seams import TOLERANCE

    if abs(gap) > WIDEST_GAP or step > HIGHEST_STEP or shared <= 0:
        return f"is now {length(apart)} apart"
    parts = [f"a gap of {length(gap)}"] if gap > TOLERANCE else []
    parts += [f"an overlap of {length(-gap)}"] if gap < -TOLERANCE else []
    parts += [f"a step of {length(step)}"] if step > TOLERANCE else []
    return f"now has {' and '.join(parts)}" if parts else f"is now off sideways by {length(apart)}"


def describe_move(name: str, offset: Vector) -> str:
    """What was done: ``moved hall by (0, 0, 0.5)``."""
    return f"moved {printable(name)} by ({', '.join(map(exact, offset))})"


def parted_notes(area: Area, parted: list[Parted]) -> list[str]:
    """What became of each doorway."""
    return [
        f"its doorway to {printable(area.rooms[each.other].name)} {each.reason}" for each in parted
    ]


def mending_note(path: Path, name: str, offset: Vector) -> str:
    """How to take back a move in place, or to close what it has opened."""
    area = quoted(path)
    back = ",".join(exact(-value) for value in offset)
    text = f"take it back: kotorlevel layout {area} move {quoted(name)} --by {back} --in-place"
    apart = dist(offset, (0, 0, 0))
    if apart > WIDEST_SNAP:
        return text
    snap = (int(apart * 1000) + 1) / 1000  # a little more than needed
    return f"{text}; or close the gaps: kotorlevel link {area} --snap {snap:g} --in-place"
