"""A floor without specks: what cutting left over that nobody could stand on or walk to."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.nav.clip.clip import Clippers, clip_out
from kotorlevel.nav.clip.clipper import find_cells, polygons_of
from kotorlevel.nav.floor.assemble import Cells, Ways, assemble, open_ways, take_apart
from kotorlevel.nav.floor.build import find_components
from kotorlevel.nav.floor.floor import Floor

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints


_SPECK = 1e-6
"""Square metres: a square millimetre."""


def drop_specks(floor: Floor) -> Floor:
    """The floor without parts that are cut off and smaller than a square millimetre.

    Pieces thinner than what cutting takes for nothing cannot be cut away.
    """
    if not len(floor):
        return floor
    part = find_components(floor)
    kept = np.bincount(part, floor.plan_area)[part] >= _SPECK
    if kept.all():
        return floor
    cells, ways = take_apart(floor)
    rows = kept[cells.owner]
    row_of = np.append(np.where(rows, np.cumsum(rows) - 1, -1), -1)
    cell_of = np.append(np.where(kept, np.cumsum(kept) - 1, -1), -1)
    ways = ways[rows[ways.side]]
    ways = replace(
        ways, side=row_of[ways.side], to=cell_of[ways.to], far_side=row_of[ways.far_side]
    )
    left = Cells(
        cells.corners[rows],
        np.concatenate([[0], np.cumsum(np.diff(cells.starts)[kept])]),
        cells.room[kept],
        cells.face[kept],
        cells.material[kept],
        cells.edge[rows],
    )
    return assemble(left, ways, floor.blockers, floor.unusable, floor.notes)


LARGEST_RADIUS = 10.0
"""Metres. The largest creatures of the games have a radius of a few."""

_OUTSIDE = 0.00049
"""Metres that a corner of a sector may lie outside of its circle."""
_OVERLAP = 4e-6
"""Metres that rectangles go on beside and behind their walls. Less than what the cutting takes for
nothing: more would leave strips as thin as that along the lines of walls, and corners so close to
each other that rounding decides what can be seen past them."""

_THIN = 0.1
"""Radians."""
_WIDER = 3e-5
"""Metres that a thin sector reaches into the rectangles beside it; more than the cutting takes for
nothing."""


def shrink(
    floor: Floor, radius: float, fast: bool | None = None, walls: Ints | None = None
) -> Floor:
    """The floor on which the middle of a body of that ``radius`` (metres) can be.

    Walls of the result keep the edge and the blocker of those that they are in front of. Only
    what can be reached from a wall within the radius is looked at, so a bridge above stays as it
    is. ``fast`` None compiles where that is possible. With ``walls`` (n,) only these keep a body
    away.
    """
    if not 0 <= radius <= LARGEST_RADIUS:
        raise ValueError(f"a body has a radius from 0 to {LARGEST_RADIUS:g} m, not {radius!r}")
    both = _open_both_ways(floor)
    if radius == 0 or not len(both.wall_side):
        return floor
    meant = np.arange(len(both.wall_side)) if walls is None else walls
    strips = _strips(both, radius)[meant]
    wall, rounds, sizes = _rounds(both, radius, meant)
    corners = np.concatenate([strips.reshape(-1, 2), rounds])
    starts = np.concatenate([[0], np.cumsum(np.append(np.full(len(strips), 4), sizes))])
    of_wall = np.concatenate([meant, wall])
    polygons = polygons_of(corners, starts)
    start = both.wall_owner[of_wall].astype(np.int64)
    cell, polygon = find_cells(both, polygons, start, fast)
    cutters = Clippers(
        polygons,
        both.wall_edge[of_wall],
        both.room[start].astype(np.int64),
        both.wall_blocker[of_wall].astype(np.int64),
    )
    return drop_specks(clip_out(floor, cutters, cell, polygon, floor.blockers, fast))


def _open_both_ways(floor: Floor) -> Floor:
    """The floor with every passage that leads in one direction open in the other as well."""
    count = len(floor.corners) + 1
    there = floor.side.astype(np.int64) * count + floor.far_side
    back = np.sort(floor.far_side.astype(np.int64) * count + floor.side)
    place = np.minimum(np.searchsorted(back, there), len(back) - 1)
    alone = np.flatnonzero(back[place] != there)
    if not len(alone):
        return floor
    cells, ways = take_apart(floor)
    side, far = floor.far_side[alone].astype(np.int64), floor.side[alone].astype(np.int64)
    parts = [cells.part_of(side, ends[alone]) for ends in (floor.left, floor.right)]
    low, high = np.minimum(*parts), np.maximum(*parts)
    opened = open_ways(side, low, high, floor.owner[alone].astype(np.int64), far, floor.link[alone])
    return assemble(cells, Ways.joined([ways, opened]), floor.blockers)


def _ahead(floor: Floor) -> tuple[Floats, Floats]:
    """(W, 2) and (W, 2) the direction of each wall, and away from it onto the floor."""
    along = (floor.wall_to - floor.wall_from)[:, :2]
    along /= np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-300)[:, None]
    return along, np.stack([-along[:, 1], along[:, 0]], axis=1)


def _strips(floor: Floor, radius: float) -> Floats:
    """(W, 4, 2) the rectangles in front of walls; their first side is the one on the floor.

    Cutting with that side first leaves most of a cell in one piece.
    """
    along, inward = _ahead(floor)
    a = floor.wall_from[:, :2] - _OVERLAP * along
    b = floor.wall_to[:, :2] + _OVERLAP * along
    near, far = -_OVERLAP * inward, radius * inward
    return np.stack([b + far, a + far, a + near, b + near], axis=1)


def _rounds(floor: Floor, radius: float, meant: Ints) -> tuple[Ints, Floats, Ints]:
    """(n,) walls with a round end, (m, 2) the corners of all of these ends, and (n,) how many each.

    Only ends of the walls ``meant`` (k,). An end that one wall comes to and one goes on from, with
    more than half a turn of floor about it, has a sector; where that cannot be told, the whole
    circle.
    """
    count = len(floor.floor_angle)
    comes = np.bincount(floor.wall_to_id, minlength=count)
    goes = np.bincount(floor.wall_from_id, minlength=count)
    turn = floor.floor_angle - np.pi
    simple = (comes == 1) & (goes == 1) & (turn <= np.pi + 1e-9)
    whole = ((comes > 0) | (goes > 0)) & ~simple
    simple &= turn * radius > _OVERLAP
    asked = np.zeros(count, bool)
    asked[floor.wall_from_id[meant]] = asked[floor.wall_to_id[meant]] = True
    wall_at = np.full(count, -1, np.int64)
    wall_at[floor.wall_from_id] = np.arange(len(floor.wall_side))
    wall_at[floor.wall_to_id] = np.arange(len(floor.wall_side))
    _, inward = _ahead(floor)
    walls, rings = [], []
    step = 2 * math.acos(radius / (radius + _OUTSIDE))
    for point in np.flatnonzero((simple | whole) & asked).tolist():
        wall = int(wall_at[point])
        at_end = floor.wall_to_id[wall] == point
        x, y, _ = (floor.wall_to if at_end else floor.wall_from)[wall].tolist()
        if simple[point]:
            angle = math.atan2(*inward[wall, ::-1].tolist())
            rings.append(_sector(x, y, radius, angle, min(float(turn[point]), math.pi), step))
        else:
            rings.append(_circle(x, y, radius, step))
        walls.append(wall)
    sizes = np.array([len(ring) for ring in rings], np.int64)
    return np.array(walls, np.int64), np.concatenate([np.empty((0, 2)), *rings]), sizes


def _sector(x: float, y: float, radius: float, last: float, turn: float, step: float) -> Floats:
    """(n, 2) a polygon around the sector of ``turn`` radians that ends at the angle ``last``.

    Its sides on the circle come first, and touch it; the first and the last of them go on where
    the rectangles of the two walls end.
    """
    count = max(math.ceil(turn / step), 1)
    part = turn / count
    angles: Floats = last - turn + part * np.arange(0.5, count)
    far = radius / math.cos(part / 2)
    ends = np.array([last - turn, last])
    rim = _on_circle(x, y, far, angles)
    if turn > _THIN:
        first, final = _on_circle(x, y, radius, ends)
        return np.concatenate([[first], rim, [final], [(x, y)]])
    # A little into both rectangles: of a thin sector nothing would be left to cut with.
    aside = _WIDER * np.stack([np.sin(ends), -np.cos(ends)], axis=1) * [[1], [-1]]
    first, final = _on_circle(x, y, radius, ends) + aside
    begin, end = aside + np.array((x, y))
    return np.concatenate([[first], rim, [final], [end], [begin]])


def _circle(x: float, y: float, radius: float, step: float) -> Floats:
    """(n, 2) a polygon around a circle."""
    count = max(math.ceil(2 * math.pi / step), 3)
    far = radius / math.cos(math.pi / count)
    return _on_circle(x, y, far, 2 * math.pi * np.arange(count) / count)


def _on_circle(x: float, y: float, radius: float, angles: Floats) -> Floats:
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)
