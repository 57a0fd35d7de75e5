"""Drawn things on the floor that can be walked through: tables, rocks, machines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.checks.facts.area.seen.walls import find_open_walls
from kotorlevel.query.drawn import raised

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kotorlevel.checks.facts.area.seen.scene import Scene
    from kotorlevel.core.types import Ints

_HEAD, _KNEE = 1.8, 0.35
"""Metres above the floor between which a thing has its top. Natural ground is off by less, and of
five shipped areas of the first game not one place is so."""

_LEAST_AREA = 0.75
"""Square metres."""


@dataclass(frozen=True, eq=False)
class OpenThings:
    """Seen things on the floor of ``room`` that stop nobody: so many, on ``area`` m² together.

    The largest is at ``at`` and ``height`` metres high; ``squares`` are rows of the grid.
    """

    room: int
    squares: Ints
    things: int
    area: float
    height: float
    at: tuple[float, float, float]


def find_open_things(scene: Scene) -> Iterator[OpenThings]:
    """The things of every room that has some; none where a wall is told already."""
    grid, drawn = scene.grid, scene.drawn
    origins = raised(grid.point, _HEAD)
    hit, far = drawn.hit("thing", origins, (0.0, 0.0, -1.0), _HEAD - _KNEE, "solid")
    regions = grid.regions((hit >= 0) & scene.judged & grid.inner)
    regions = [each for each in regions if len(each) * grid.area >= _LEAST_AREA]
    if not regions:
        return
    told = np.zeros(len(grid), bool)
    for walls in find_open_walls(scene):
        told[walls.squares] = True
    regions = [each for each in regions if not told[each].any()]
    rooms = [int(np.bincount(grid.room[each]).argmax()) for each in regions]
    for room in sorted(set(rooms)):
        own = [each for each, where in zip(regions, rooms, strict=True) if where == room]
        largest = own[0]
        height = _HEAD - float(np.median(far[largest]))
        x, y, z = grid.point[largest[len(largest) // 2]].tolist()
        squares = np.concatenate(own)
        yield OpenThings(
            room, squares, len(own), len(squares) * grid.area, height, (x, y, z + height)
        )
