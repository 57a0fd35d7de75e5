"""Drawn walls that stand on the floor and can be walked through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.checks.facts.area.seen.grid import connected, find_keys, square_keys
from kotorlevel.core.distinct import distinct
from kotorlevel.core.remember import remember
from kotorlevel.query.drawn import raised

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kotorlevel.checks.facts.area.seen.scene import Scene
    from kotorlevel.core.types import Floats, Ints

LEAST_LENGTH = 1.0
"""Metres; what is narrower is a pole, a cable, or a leg."""

_HEIGHTS = ((0.9, 0.0), (0.4, 0.3), (1.4, 0.3))
"""Metres above the floor at which a wall is there, and how far it may lean forth or back."""
_STEP = 0.3


@dataclass(frozen=True, eq=False)
class OpenWalls:
    """Seen walls in ``room`` that stop nobody: so many, ``length`` metres together.

    The ``longest`` of them is at ``at``; ``squares`` are rows of the grid beside them.
    """

    room: int
    squares: Ints
    walls: int
    length: float
    longest: float
    at: tuple[float, float, float]


def find_open_walls(scene: Scene) -> list[OpenWalls]:
    """The walls of every room that has some, where the floor goes on at both sides."""
    return remember(scene, "open walls", lambda: [*_look(scene)])


def _look(scene: Scene) -> Iterator[OpenWalls]:
    grid = scene.grid
    one, other = _crossings(scene)
    middle = (grid.point[one] + grid.point[other]) / 2
    along = np.abs(grid.square[other] - grid.square[one])
    sized = [
        # A slanting wall crosses the ways along x and those along y.
        (float(np.linalg.norm(along[each].sum(axis=0))) * grid.step, each)
        for each in _joined(middle, grid.step)
    ]
    walls = sorted((each for each in sized if each[0] >= LEAST_LENGTH), key=lambda each: -each[0])
    rooms = [int(np.bincount(grid.room[one[each]]).argmax()) for _, each in walls]
    for room in sorted(set(rooms)):
        own = [wall for wall, where in zip(walls, rooms, strict=True) if where == room]
        size, longest = own[0]
        x, y, z = middle[longest[len(longest) // 2]].tolist()
        every = np.concatenate([rows for _, rows in own])
        yield OpenWalls(
            room,
            distinct(np.concatenate([one[every], other[every]])),
            len(own),
            sum(metres for metres, _ in own),
            size,
            (x, y, z + _HEIGHTS[0][0]),
        )


def _crossings(scene: Scene) -> tuple[Ints, Ints]:
    """(N,) the pairs of neighbouring squares with a wall between them."""
    grid, drawn = scene.grid, scene.drawn
    inner = grid.inner & scene.judged
    rows = np.tile(np.arange(len(grid)), 2)
    beside = grid.beside[:, :2].T.reshape(-1)
    kept = (beside >= 0) & inner[rows] & inner[beside]
    one, other = rows[kept], beside[kept]
    kept = np.abs(grid.point[one, 2] - grid.point[other, 2]) < _STEP
    one, other = one[kept], other[kept]
    for height, slant in _HEIGHTS:
        start, way = grid.point[one], grid.point[other] - grid.point[one]
        far = np.linalg.norm(way, axis=1)
        unit = way / far[:, None]
        origins = raised(start - slant * unit, height)
        hit, gone = drawn.hit(f"wall {height}", origins, unit, 4 * grid.step, "walls")
        kept = (hit >= 0) & (gone <= far + 2 * slant)
        one, other = one[kept], other[kept]
    return one, other


def _joined(points: Floats, step: float) -> list[Ints]:
    """Rows of ``points`` (N, 3) that follow each other closely."""
    place = np.floor(points[:, :2] / (1.5 * step)).astype(np.int64)
    keys, first, number = np.unique(square_keys(place), return_index=True, return_inverse=True)
    ways = np.array(((1, 0), (0, 1), (1, 1), (1, -1)))
    every = np.arange(len(keys))
    pairs = [(every, find_keys(keys, square_keys(place[first] + way))) for way in ways]
    return [np.flatnonzero(np.isin(number, each)) for each in connected(len(keys), pairs)]
