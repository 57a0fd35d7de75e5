"""Where the floor that is walked on lies over or under the one that is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.distinct import distinct
from kotorlevel.query.drawn import raised

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kotorlevel.checks.facts.area.seen.scene import Scene
    from kotorlevel.core.types import Flags, Floats, Ints

LEAST_GAP = 0.1
"""Metres that nobody overlooks."""
LEAST_AREA = 0.5
"""Square metres that hang together."""

WIDE_GAP = 0.25
"""Metres. Natural ground is walked on that far from where it is seen in shipped rooms."""
_DEEPEST, _HIGHEST = 3.0, 0.6
"""Metres to look down and up: more is another floor, or a table."""
_STEEP = 0.3
_LEVEL = 0.9995
_ROOF, _PROBES = 12.0, 200


@dataclass(frozen=True, eq=False)
class Gap:
    """Parts of the floor of ``room`` that are not seen where they are, of ``area`` m² together.

    ``squares`` are rows of the grid. The worst place is ``at``; there the feet are ``far`` metres
    above the seen floor, below it where that is negative, infinite where none is seen. ``plain``
    tells that it is no natural ground under the sky, which is never quite where one walks.
    """

    room: int
    squares: Ints
    parts: int
    area: float
    far: float
    at: tuple[float, float, float]
    plain: bool


def find_gaps(scene: Scene) -> Iterator[Gap]:
    """The gaps of every room that has some."""
    grid = scene.grid
    above, level = _measure(scene)
    wrong = scene.judged & grid.inner & (np.abs(above) > LEAST_GAP)
    regions = [each for each in grid.regions(wrong) if len(each) * grid.area >= LEAST_AREA]
    if not regions:
        return
    region = np.repeat(np.arange(len(regions)), [len(each) for each in regions])
    rows = np.concatenate(regions)
    for room in distinct(grid.room[rows]).tolist():
        own = grid.room[rows] == room
        squares = rows[own]
        if len(squares) * grid.area < LEAST_AREA:
            continue  # the rest of it is next door
        depth = np.abs(above[squares])
        worst = squares[int(np.argmax(np.where(np.isfinite(depth), depth, -1.0)))]
        worst = worst if np.isfinite(depth).any() else squares[len(squares) // 2]
        wide = squares[depth > WIDE_GAP]
        yield Gap(
            room,
            squares,
            len(distinct(region[own])),
            len(squares) * grid.area,
            float(above[worst]),
            _place(grid.point[worst]),
            len(wide) * grid.area >= 2 * LEAST_AREA and _is_plain(scene, room, wide, level),
        )


def _measure(scene: Scene) -> tuple[Floats, Flags]:
    """(S,) how far each square is above the seen floor, and whether both are quite level."""
    drawn, grid = scene.drawn, scene.grid
    seen, height = drawn.find_floors(grid.point, _STEEP)
    above = grid.point[:, 2] - height
    lost = (seen < 0) | (above > _DEEPEST) | (above < -_HIGHEST)
    level = (drawn.level[seen] > _LEVEL) & (np.abs(scene.faces.normal_z[grid.face]) > _LEVEL)
    return np.where(lost, np.inf, above), ~lost & level


def _is_plain(scene: Scene, room: int, wide: Ints, level: Flags) -> bool:
    """Whether the floor is level there, or half of it is off, or the room has a roof."""
    grid = scene.grid
    every = np.flatnonzero(grid.room == room)
    if level[wide].sum() * grid.area >= 2 * LEAST_AREA or 2 * len(wide) > len(every):
        return True
    some = every[:: 1 + len(every) // _PROBES]
    free = scene.drawn.is_free("roof", raised(grid.point[some], 2.0), (0, 0, 1), _ROOF)
    return bool(2 * free.sum() < len(some))


def _place(point: Floats) -> tuple[float, float, float]:
    x, y, z = point.tolist()
    return x, y, z
