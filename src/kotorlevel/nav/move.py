"""Moving along the floor: straight ahead, and along walls where they are in the way."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Point
from kotorlevel.nav.causes.stops import describe_wall
from kotorlevel.nav.floor.spots import Spot
from kotorlevel.nav.path import Obstruction

if TYPE_CHECKING:
    from kotorlevel.nav.search.search import Search

_MOST_WALLS = 64
"""Walls that one move slides along: a round one has many, and each takes something of the way."""

_SHORTEST = 1e-6
"""Metres: what is left of a step that is none."""


@dataclass(frozen=True, eq=False)
class Move:
    """Where a move ends: ``point``, on ``face`` of ``room``; whether that is where it was to go.

    ``faces`` are room and number of the faces passed, in order; ``points`` (N, 3) where it
    started, met or left walls, and ended. ``stopped_by`` is the last thing that was in the way,
    None if it was ``reached``. Off the floor to begin with, there is no move: ``room`` and
    ``face`` are -1.
    """

    point: Point
    room: int
    face: int
    reached: bool
    stopped_by: Obstruction | None = None
    faces: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    points: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 3)), repr=False)

    def __bool__(self) -> bool:
        return self.reached


def slide(search: Search, start: Spot, x: float, y: float) -> Move:
    """The move from ``start`` towards (x, y): what a wall takes of the direction is lost.

    In a corner that no direction leads out of it ends.
    """
    floor = search.floor
    at, aim_x, aim_y = start, x, y
    cells, spots, wall, stuck = [start.cell], [start], -1, 0
    for _ in range(_MOST_WALLS):
        passages, arrived, cell, met, gone = search.walk(at, aim_x, aim_y)
        cells += floor.to[passages].tolist()
        length = math.hypot(aim_x - at.x, aim_y - at.y)
        part = 1.0 if arrived or length <= gone else gone / length
        at = Spot(at.x + (aim_x - at.x) * part, at.y + (aim_y - at.y) * part, int(cell))
        if part > 0.0:
            spots.append(at)
        if arrived or met < 0:
            break
        wall = met
        stuck = stuck + 1 if gone <= _SHORTEST else 0
        along = (floor.wall_to[met] - floor.wall_from[met])[:2]
        along = along / max(float(np.hypot(*along)), 1e-300)
        rest = float((aim_x - at.x) * along[0] + (aim_y - at.y) * along[1])
        if abs(rest) <= _SHORTEST or stuck > 2:
            break
        aim_x, aim_y = at.x + rest * float(along[0]), at.y + rest * float(along[1])
    reached = math.hypot(at.x - x, at.y - y) <= _SHORTEST
    points = np.array([(s.x, s.y, floor.height(s.cell, s.x, s.y)) for s in spots])
    rows = [c for i, c in enumerate(cells) if i == 0 or c != cells[i - 1]]
    return Move(
        (at.x, at.y, floor.height(at.cell, at.x, at.y)),
        int(floor.room[at.cell]),
        int(floor.face[at.cell]),
        reached,
        None if reached or wall < 0 else describe_wall(floor, wall, at.x, at.y),
        tuple((int(floor.room[c]), int(floor.face[c])) for c in rows),
        points,
    )
