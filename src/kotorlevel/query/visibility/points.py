"""Points of a room that can see or be seen: over its floor, and where one looks out of it.

A line of sight that leaves a room crosses the border of its floor, and where it does, nothing
blocks it. Such places are few in a room with walls: doorways, windows, open sides. So lines are
looked for between these, and hardly ever in vain where there is one. Points over the floor find
the rest: lines that leave higher up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.area.area import Room
    from kotorlevel.area.links.boundary import AreaBoundary
    from kotorlevel.query.ground import Ground

LOWEST = 0.1
"""Metres above the floor of the lowest point that is looked at or from."""

_FLOOR_POINTS = 256
_OPEN_POINTS = 512
_CANDIDATES = 4096
_MOST_ENDS = 4096
_HEIGHTS_AN_END = 4
_INSET = 0.01
"""Metres from the border: walls stand on it, and must be between inside and outside."""
_HEADROOM = 0.02
"""Metres over a point that must be free; nothing within 1 mm of the end of a line blocks it."""
_PROBE = 0.05
"""Metres beyond the border where a wall still closes it."""
_WIDE = 1.0
"""Metres of free view straight out that make a place promising."""
_SHRUNK = 0.98
"""Points on a face are in this part of it, about its middle: a wall may stand on its sides."""
_END = 0.01
"""How near to the ends of an edge its outermost points are, as a part of its length."""

STEPS_2 = (0.7548776662466927, 0.5698402909980532)
STEPS_3 = (0.8191725133961645, 0.6710436067037893, 0.5497004779019703)
"""Additive recurrences that fill a square and a cube evenly: powers of 1 / the root of
x^(n+1) = x + 1."""


@dataclass(frozen=True, eq=False)
class RoomPoints:
    """Where room ``index`` can be looked from and at, in metres.

    ``eyes`` (N, 3) at eye height over the floor, ``floor`` (N, 3) at any height over it, and
    ``openings`` (M, 3) at any height where the border of the floor is open.
    """

    index: int
    eyes: NDArray[np.float64]
    floor: NDArray[np.float64]
    openings: NDArray[np.float64]

    def __bool__(self) -> bool:
        return bool(len(self.eyes))


def spread(count: int, steps: tuple[float, ...], first: int = 1) -> NDArray[np.float64]:
    """(count, D) numbers from 0 to 1 that fill the unit cube evenly; the same in every run."""
    at = np.arange(first, first + count, dtype=np.float64)[:, None]
    numbers: NDArray[np.float64] = (0.5 + at * np.array(steps)) % 1.0
    return numbers


def collect_points(
    ground: Ground, boundary: AreaBoundary, room: Room, eye: float, highest: float
) -> RoomPoints:
    """The points of a room: eyes ``eye`` metres over the floor, others up to ``highest``."""
    faces = ground.faces
    own = (faces.room == room.index) & faces.walkable & faces.has_height
    places = _on_faces(faces.corners[own].astype(np.float64))
    heights = LOWEST + spread(len(places), STEPS_2)[:, :1] * (highest - LOWEST)
    eyes = _below_ceiling(ground, places, np.full((len(places), 1), eye))
    floor = _below_ceiling(ground, places, heights)
    borders = _choose_borders(boundary, room, highest)
    openings = np.empty((0, 3)) if borders is None else _open_ones(ground, borders)
    return RoomPoints(room.index, eyes, floor, openings)


def _on_faces(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 3) points on faces (F, 3, 3), evenly over their area in the plan; none for none."""
    a, b, c = corners.transpose(1, 0, 2)
    ab, ac = b - a, c - a
    area = np.abs(ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0])
    total = area.sum()
    if not len(area) or not 0 < total < np.inf:
        return np.empty((0, 3))
    chance = spread(_FLOOR_POINTS, STEPS_3)
    face = np.searchsorted(np.cumsum(area) / total, chance[:, 0]).clip(0, len(area) - 1)
    u, v = chance[:, 1:2], chance[:, 2:3]
    over = u + v > 1
    u, v = np.where(over, 1 - u, u), np.where(over, 1 - v, v)
    middle = corners[face].mean(axis=1)
    places = a[face] + u * ab[face] + v * ac[face]
    shrunk: NDArray[np.float64] = middle + _SHRUNK * (places - middle)
    return shrunk


def _below_ceiling(
    ground: Ground, places: NDArray[np.float64], heights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(N, 3) the points so high over ``places``, or half way to what is over them if it is lower.

    A point above the ceiling would look over all walls.
    """
    up = np.array((0.0, 0.0, 1.0))
    low, high = places + up * (LOWEST / 2), places + up * heights
    sights = ground.lines_of_sight(low, high + up * _HEADROOM)
    return np.where(sights.clear[:, None], high, (low + sights.point) / 2)


@dataclass(frozen=True, eq=False)
class _Borders:
    """Places on the border of a floor: ``at`` (N, 3), ``up`` (N, 1) metres over them to look from.

    ``inward`` (N, 3) leads from each to the middle of its face, so that no step on it leaves the
    floor, not even in a sharp corner.
    """

    at: NDArray[np.float64]
    up: NDArray[np.float64]
    inward: NDArray[np.float64]


def _choose_borders(boundary: AreaBoundary, room: Room, highest: float) -> _Borders | None:
    """Places all along the border of a room's floor; None where there is none."""
    rows = np.flatnonzero((boundary.room == room.index) & (boundary.length > 0))
    length = boundary.length[rows]
    if room.mesh is None or not 0 < length.sum() < np.inf:
        return None
    chance = spread(_CANDIDATES, STEPS_2)
    ends = np.cumsum(length)
    at = chance[:, 0] * ends[-1]
    edge = np.searchsorted(ends, at).clip(0, len(rows) - 1)
    share = 1 - (ends[edge] - at) / length[edge]
    # Lines that just pass a corner are the last to be found: begin at the corners, too.
    corner = _some(np.arange(2 * len(rows)), _MOST_ENDS)
    corner = np.repeat(corner, max(1, min(_HEIGHTS_AN_END, _MOST_ENDS // len(corner))))
    edge = np.concatenate([edge, corner // 2])
    share = np.concatenate([share, corner % 2]).clip(_END, 1 - _END)[:, None]
    up = np.concatenate([chance[:, 1], spread(len(corner), STEPS_2)[:, 1]])[:, None]
    start, end = boundary.start[rows[edge]], boundary.end[rows[edge]]
    border = start + share * (end - start)
    face = boundary.edge[rows[edge]] // 3
    middle = room.mesh.vertices[room.mesh.faces[face]].astype(np.float64).mean(axis=1)
    return _Borders(border, LOWEST + up * (highest - LOWEST), middle - border)


def _open_ones(ground: Ground, borders: _Borders) -> NDArray[np.float64]:
    """(M, 3) points just inside the border where it is open; half of them with a wide view."""
    length = np.linalg.norm(borders.inward, axis=1, keepdims=True)
    usable = (np.isfinite(length) & (length > 0))[:, 0]
    border, inward, length = borders.at[usable], borders.inward[usable], length[usable]
    inside = border + inward * np.minimum(_INSET / length, 0.5)
    inside = _below_ceiling(ground, inside, borders.up[usable])
    outside = np.column_stack([border[:, :2], inside[:, 2]])
    outward = -inward / length * (1.0, 1.0, 0.0)
    is_open = ground.lines_of_sight(inside, outside + outward * _PROBE).clear
    is_wide = is_open & ground.lines_of_sight(inside, outside + outward * _WIDE).clear
    half = _OPEN_POINTS // 2
    wide, all_open = np.flatnonzero(is_wide), np.flatnonzero(is_open)
    chosen: NDArray[np.float64] = inside[np.concatenate([_some(wide, half), _some(all_open, half)])]
    return chosen


def _some(numbers: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """At most so many of the numbers, evenly among them."""
    if len(numbers) <= most:
        return numbers
    return numbers[np.linspace(0, len(numbers) - 1, most).astype(np.int64)]
