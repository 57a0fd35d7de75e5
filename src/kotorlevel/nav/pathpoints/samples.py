"""Places all over a floor, each with its distance to the walls."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.pathpoints.sight import Places, sort_places

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.nav.floor.spots import Spot


SPACING = 0.5
"""Metres between places, about."""

FARTHEST = 2.0
"""Metres: walls that are farther away are not measured."""

_MOST_PLACES = 20_000
"""On larger floors they are farther apart; what is hidden between them is found in other ways."""

_STOREY = 2.0
"""Metres up or down; a wall beyond belongs to another storey."""

_NOOK = math.pi - 0.2
"""Radians: corners with less floor are looked into."""

_STEPS = (0.7548776662466927, 0.5698402909980532)
"""Multiples of these modulo 1 fill a square evenly."""

_LONGEST_PIECE = 2.0
_MOST_PIECES = 200_000
_MOST_BINS = 1 << 20
_PAIRS_AT_ONCE = 1 << 20
_MOST_PAIRS = 100_000_000
"""Walls and places that are compared; where more are at one place, nobody could walk there."""


class Samples(NamedTuple):
    """``places`` on a floor, in the order of cells; the ``area`` (n,) in m² that each stands for.

    ``z`` (n,) is the height there and ``clearance`` (n,) how far the nearest wall is in the plan,
    at most what was asked for.
    """

    places: Places
    area: Floats
    z: Floats
    clearance: Floats


def sample_floor(floor: Floor, farthest: float = FARTHEST, extra: Sequence[Spot] = ()) -> Samples:
    """Places about `SPACING` metres apart, at least one a cell, those in nooks, and ``extra``."""
    places, areas = sample_places(floor, extra)
    z = heights(floor, places.cell, places.at)
    return Samples(places, areas, z, measure_clearance(floor, places.at, z, farthest))


def sample_places(floor: Floor, extra: Sequence[Spot] = ()) -> tuple[Places, Floats]:
    """The places of `sample_floor`, and (n,) the m² that each stands for: 0 for the last two."""
    at, cell, area = _inside(floor)
    nook_at, nook_cell = _nooks(floor)
    more_at = np.array([spot[:2] for spot in extra]).reshape(-1, 2)
    more_cell = np.array([spot.cell for spot in extra], np.int64)
    places, order = sort_places(
        np.concatenate([at, nook_at, more_at]),
        np.concatenate([cell, nook_cell, more_cell]),
        len(floor),
    )
    return places, np.concatenate([area, np.zeros(len(nook_cell) + len(more_cell))])[order]


def heights(floor: Floor, cell: Ints, at: Floats) -> Floats:
    """(n,) the z of the planes of cells at places (n, 2)."""
    plane, centre = floor.plane[cell], floor.centre[cell]
    x, y = (at - centre[:, :2]).T
    z: Floats = plane[:, 0] * x + plane[:, 1] * y + plane[:, 2]
    return z


def _inside(floor: Floor) -> tuple[Floats, Ints, Floats]:
    """(n, 2) places, (n,) their cells and (n,) m²: so many in each as its area asks for."""
    first, second, third, cell = _fans(floor)
    one, other = second - first, third - first
    area = np.maximum(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0], 0.0) / 2
    total = float(area.sum())
    if not len(area) or not math.isfinite(total):
        return np.empty((0, 2)), np.empty(0, np.int64), np.empty(0)
    square = max(SPACING * SPACING, total / _MOST_PLACES)
    counts = np.maximum(np.ceil(area / square), 1).astype(np.int64)
    rows = np.repeat(np.arange(len(area)), counts)
    number = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    u, v = ((0.5 + number * step) % 1.0 for step in _STEPS)
    folded = u + v > 1.0
    u, v = np.where(folded, 1.0 - u, u), np.where(folded, 1.0 - v, v)
    u, v = np.where(number == 0, 1 / 3, u), np.where(number == 0, 1 / 3, v)
    at = first[rows] + u[:, None] * one[rows] + v[:, None] * other[rows]
    return at, cell[rows], area[rows] / counts[rows]


def _fans(floor: Floor) -> tuple[Floats, Floats, Floats, Ints]:
    """(t, 2) three times: the corners of the triangles that cells consist of; (t,) the cells."""
    counts = np.diff(floor.corner_starts).astype(np.int64) - 2
    cell = np.repeat(np.arange(len(floor)), counts)
    number = np.arange(len(cell)) - np.repeat(np.cumsum(counts) - counts, counts)
    start = floor.corner_starts[cell].astype(np.int64)
    plan = floor.corners[:, :2]
    return plan[start], plan[start + number + 1], plan[start + number + 2], cell


def _nooks(floor: Floor) -> tuple[Floats, Ints]:
    """(n, 2) places just inside of corners of the floor, and (n,) their cells."""
    places, cells = [], []
    for end, number in ((floor.wall_from, floor.wall_from_id), (floor.wall_to, floor.wall_to_id)):
        rows = np.flatnonzero(floor.floor_angle[number] < _NOOK)
        cell = floor.wall_owner[rows].astype(np.int64)
        places.append(end[rows, :2] + 0.03 * (floor.centre[cell, :2] - end[rows, :2]))
        cells.append(cell)
    return np.concatenate(places), np.concatenate(cells)


def measure_clearance(floor: Floor, at: Floats, z: Floats, farthest: float = FARTHEST) -> Floats:
    """(n,) metres in the plan from places (n, 2) at heights (n,) to the nearest wall.

    ``farthest`` where none is nearer. Walls of other storeys do not count.
    """
    found = np.full(len(at), farthest)
    start, end = _pieces(floor)
    if not len(at) or not len(start):
        return found
    longest = float(np.hypot(*(end - start)[:, :2].T).max())
    low, high = at.min(axis=0), at.max(axis=0)
    size = max(farthest, longest / 2, float((high - low).max()) / _MOST_BINS)
    bins = np.floor((at - low) / size).astype(np.int64)
    keys = bins[:, 0] * (2 * _MOST_BINS) + bins[:, 1]
    order = np.argsort(keys, kind="stable")
    done = 0
    for piece, rows in _near(keys[order], start, end, low, size, farthest):
        places = order[rows]
        away, height = _distances(start[piece], end[piece], at[places])
        away = np.where(np.abs(height - z[places]) <= _STOREY, away, farthest)
        np.minimum.at(found, places, away)
        done += len(rows)
        if done > _MOST_PAIRS:
            break
    return found


def _pieces(floor: Floor) -> tuple[Floats, Floats]:
    """(m, 3) and (m, 3) the walls, the long ones cut."""
    along = floor.wall_to - floor.wall_from
    length = np.hypot(*along[:, :2].T)
    total = float(length.sum())
    if not math.isfinite(total):
        return np.empty((0, 3)), np.empty((0, 3))
    longest = max(_LONGEST_PIECE, total / _MOST_PIECES)
    counts = np.maximum(np.ceil(length / longest), 1).astype(np.int64)
    rows = np.repeat(np.arange(len(counts)), counts)
    number = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    low, high = number / counts[rows], (number + 1) / counts[rows]
    start = floor.wall_from[rows]
    return start + low[:, None] * along[rows], start + high[:, None] * along[rows]


def _near(
    keys: Ints, a: Floats, b: Floats, low: Floats, size: float, reach: float
) -> Iterator[tuple[Ints, Ints]]:
    """Pairs of a piece of wall and a row of ``keys``, which are sorted, that may be near."""
    least = np.minimum(a, b)[:, :2] - reach
    most = np.maximum(a, b)[:, :2] + reach
    first = np.clip(np.floor((least - low) / size), -1, 2.0 * _MOST_BINS - 1).astype(np.int64)
    last = np.clip(np.floor((most - low) / size), -1, 2.0 * _MOST_BINS - 1).astype(np.int64)
    for step in range(int((last - first)[:, 0].max(initial=-1)) + 1):
        column = first[:, 0] + step
        is_there = (column <= last[:, 0]) & (column >= 0)
        begin = np.searchsorted(keys, column * (2 * _MOST_BINS) + np.maximum(first[:, 1], 0))
        end = np.searchsorted(keys, column * (2 * _MOST_BINS) + last[:, 1], side="right")
        counts = np.where(is_there, np.maximum(end - begin, 0), 0)
        group = np.cumsum(counts) // _PAIRS_AT_ONCE
        bounds = np.flatnonzero(np.diff(group, prepend=-1, append=-2))
        for lower, upper in pairwise(bounds.tolist()):
            few = counts[lower:upper]
            pieces = np.repeat(np.arange(lower, upper), few)
            rows = np.repeat(begin[lower:upper] - np.cumsum(few) + few, few)
            yield pieces, rows + np.arange(len(pieces))


def _distances(a: Floats, b: Floats, at: Floats) -> tuple[Floats, Floats]:
    """(n,) metres in the plan from places (n, 2) to segments, and (n,) the z of these there."""
    along = b - a
    square = np.maximum((along[:, :2] ** 2).sum(axis=1), 1e-24)
    part = np.clip(((at - a[:, :2]) * along[:, :2]).sum(axis=1) / square, 0.0, 1.0)
    nearest = a + part[:, None] * along
    return np.hypot(*(nearest[:, :2] - at).T), nearest[:, 2]
