"""Which doors can be walked to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.floor.near_cells import NearCells

if TYPE_CHECKING:
    from kotorlevel.area.objects import Door
    from kotorlevel.nav.floor.floor import Floor

BEFORE_DOOR = 1.5
"""Metres from a door to a place from which it is opened, in the plan and in height."""

MOST_DOORS = 1_000
"""Doors that are looked at; an area has some dozens."""


@dataclass(frozen=True, eq=False)
class DoorReach:
    """A door, and how many metres in the plan it is from it to the floor.

    ``distance`` is to the nearest place that can be reached, infinite where that is farther away
    than one stands from a door. ``cell`` is the nearest cell of the floor, reached or not, and -1
    where none is as near.
    """

    door: Door
    distance: float
    cell: int

    @property
    def is_reached(self) -> bool:
        """Whether one can stand before it."""
        return math.isfinite(self.distance)

    @property
    def has_floor(self) -> bool:
        """Whether anything could be walked on there."""
        return self.cell >= 0


def find_door_reach(
    doors: Sequence[Door], floor: Floor, reached: NDArray[np.bool_], within: float = BEFORE_DOOR
) -> list[DoorReach]:
    """For each door whether one of the ``reached`` (C,) cells is ``within`` metres of it."""
    cells = NearCells(floor)
    answers = []
    for door in doors[:MOST_DOORS]:
        x, y, z = door.position
        near = cells.around(x, y, within)
        level = np.flatnonzero(np.abs(near.point[:, 2] - z) <= within)
        own = level[reached[near.cell[level]]]
        distance = float(near.distance[own].min(initial=math.inf))
        cell = near.cell[level[np.argmin(near.distance[level])]] if len(level) else -1
        answers.append(DoorReach(door, distance, int(cell)))
    return answers
