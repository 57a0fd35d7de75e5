"""Door hooks of the layout and use hooks of walkmeshes, by the doors that they belong to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.edit.doors import bearing_of
from kotorlevel.nav.doors.values import DoorStand

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.objects import Door
    from kotorlevel.nav.doors.leaf import Line
    from kotorlevel.nav.doors.surroundings import Spot

FROM_HOOK = 2.0
"""Metres in the plan from a door to its door hook: farther away it stands elsewhere on purpose."""
_STEP = 1.5
"""Metres in height, the same."""
_REACH = 0.5
"""Metres in the plan from a use hook to the floor that one stands on to use it."""
_MOST_HOOKS = 10_000


def assign_hooks(area: Area, doors: Sequence[Door]) -> dict[int, tuple[int, DoorStand]]:
    """Number of a door → its door hook, the nearest that no other door is nearer to."""
    hooks = [
        (number, hook)
        for number, hook in enumerate(area.layout.door_hooks[:_MOST_HOOKS])
        if np.isfinite((*hook.position, *hook.orientation)).all() and len(hook.position) == 3
    ]
    doors = [door for door in doors if np.isfinite(door.position).all()]
    if not hooks or not doors:
        return {}
    places = np.array([hook.position for _, hook in hooks], np.float64)
    pairs = []
    for row, door in enumerate(doors):
        off = np.abs(places - door.position)
        apart = np.hypot(off[:, 0], off[:, 1])
        near = np.flatnonzero((apart <= FROM_HOOK) & (off[:, 2] <= _STEP))
        pairs += [(float(apart[column]), row, column) for column in near.tolist()]
    found: dict[int, tuple[int, DoorStand]] = {}
    taken: set[int] = set()
    for _, row, column in sorted(pairs):
        if doors[row].index not in found and column not in taken:
            number, hook = hooks[column]
            stand = DoorStand(hook.position, bearing_of(hook), "door hook")
            found[doors[row].index] = number, stand
            taken.add(column)
    return found


def find_lost_sides(door: Door, line: Line, spot: Spot) -> tuple[int, ...]:
    """The sides (1 before the leaf, -1 behind it) of which no use hook is on the floor.

    None where the closed door has no use hooks at all, which is told elsewhere.
    """
    hooks = np.array(door.use_hooks(0), np.float64).reshape(-1, 3)[:, :2]
    if not len(hooks):
        return ()
    middle = (line.leaf.back + line.leaf.front) / 2
    side = (hooks - line.origin) @ line.across > middle
    stands = np.array([_is_floor_near(spot, hook) for hook in hooks])
    before, behind = bool((stands & side).any()), bool((stands & ~side).any())
    return tuple(number for number, is_there in ((1, before), (-1, behind)) if not is_there)


def _is_floor_near(spot: Spot, place: np.ndarray) -> bool:
    turns = np.linspace(0, math.tau, 16, endpoint=False)
    ring = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    points = np.concatenate([[place], place + _REACH * ring, place + _REACH / 2 * ring])
    return bool(spot.on_floor(points).any())
