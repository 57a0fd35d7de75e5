"""Where a door belongs that leaves its doorway open: turned, moved, or too narrow for it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.nav.doors.leaf import Line
from kotorlevel.nav.doors.values import DoorFault, DoorLeaf, DoorStand

if TYPE_CHECKING:
    from kotorlevel.area.objects import Door
    from kotorlevel.nav.doors.surroundings import Spot

BODY = 0.7
"""Metres: where people, 0.35 m from the middle to the side (FACTS 9), come through."""
_FARTHEST = 1.5
"""Metres that a doorway is looked for before and behind a door."""
_STEP = 0.1
_SAME_TURN, _SAME_PLACE = 10.0, 0.2
"""Degrees and metres: what is less is no reason that a doorway stays open."""


@dataclass(frozen=True)
class Place:
    """Where a door belongs, and what is wrong with where it is."""

    stand: DoorStand | None
    faults: tuple[DoorFault, ...] = ()


def turn_between(bearing: float, axis: float) -> float:
    """Radians from a bearing to an axis, at most a quarter turn: doors have no front (FACTS 9)."""
    return math.remainder(axis - bearing, math.pi)


def find_stand(
    door: Door,
    leaf: DoorLeaf,
    spot: Spot,
    hook: DoorStand | None,
    axes: list[float],
    gaps: tuple[float, float],
    width: float | None,
) -> Place:
    """Where a leaf that leaves ``gaps`` would close its doorway, or that it is too narrow."""
    for stand in _candidates(door, leaf, spot, hook, axes):
        x, y, _ = stand.place
        found = Line((x, y), stand.bearing, leaf).measure(spot)
        if found is None or max(found.gaps) >= BODY:
            continue
        turn = math.degrees(turn_between(door.bearing, stand.bearing))
        faults = [DoorFault("turned", degrees=turn)] if abs(turn) > _SAME_TURN else []
        faults += off_place(door, stand, _SAME_PLACE)
        if faults:
            return Place(stand, tuple(faults))
    if width is None:  # no walls: it stands in the open, and may be meant to
        return Place(hook)
    return Place(hook, (DoorFault("narrow", metres=max(gaps), sides=_open_sides(gaps)),))


def off_place(door: Door, stand: DoorStand, least: float) -> list[DoorFault]:
    """The fault of a door that stands ``least`` metres or more off its place, in the plan."""
    off = np.array(door.position[:2]) - stand.place[:2]
    metres = math.hypot(*off.tolist())
    if metres < least:
        return []
    aside = float(off @ (math.cos(stand.bearing), math.sin(stand.bearing)))
    return [DoorFault("off", metres=metres, aside=aside)]


def _candidates(
    door: Door, leaf: DoorLeaf, spot: Spot, hook: DoorStand | None, axes: list[float]
) -> Iterator[DoorStand]:
    """Where the door may belong, what is likeliest first."""
    if hook is not None:
        yield hook
    bearings = [door.bearing + turn_between(door.bearing, axis) for axis in axes]
    for bearing in (*bearings, door.bearing + math.pi / 2):
        yield DoorStand(door.position, bearing, "seam" if bearing in bearings else "floor")
    x, y, z = door.position
    for bearing in (door.bearing, *bearings, door.bearing + math.pi / 2):
        along = np.array([math.cos(bearing), math.sin(bearing)])
        across = np.array([-along[1], along[0]])
        count = round(_FARTHEST / _STEP)
        for step in sorted(range(-count, count + 1), key=abs):
            start = np.array([x, y]) + step * _STEP * across
            found = Line((float(start[0]), float(start[1])), bearing, leaf).measure(spot)
            if found is None or found.width > leaf.width + BODY:
                continue
            # The middle of the leaf goes to the middle of the doorway.
            there = start + (found.right - found.left) / 2 * along
            yield DoorStand((float(there[0]), float(there[1]), z), bearing, "floor")


def _open_sides(gaps: tuple[float, float]) -> tuple[int, ...]:
    """-1 for the left end of the leaf, 1 for its right one: where people come through."""
    return tuple(side for side, gap in zip((-1, 1), gaps, strict=True) if gap >= BODY)
