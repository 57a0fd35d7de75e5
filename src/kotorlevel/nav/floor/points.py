"""Numbers for the ends of passages and walls: the same number is the same point of the floor."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.components import component_roots

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.nav.floor.assemble import Cells, Ways


_SAME = 2e-6
"""Metres along a side: closer ends are one."""
_MEETS = 0.0015
"""Metres between two sides that are joined; the games' own links meet within 1 mm (FACTS 3)."""


class Points(NamedTuple):
    """Numbers of the ends of ways and of walls, and what there is to say of each number.

    ``left``, ``right`` (P,), ``wall_from``, ``wall_to`` (W,); ``at_wall`` and ``angle`` (I,) as in
    `Floor`. ``corner`` (K,) are the numbers of the cells' corners, -1 for none.
    """

    left: NDArray[np.int32]
    right: NDArray[np.int32]
    wall_from: NDArray[np.int32]
    wall_to: NDArray[np.int32]
    at_wall: NDArray[np.bool_]
    angle: Floats
    corner: Ints


def number_points(cells: Cells, ways: Ways, walls: Ways, right: Floats, left: Floats) -> Points:
    """The numbers of all ends; ``right`` and ``left`` (P, 3) are where those of ways are.

    Two are one where they are the same place on a cell's border, or on both sides of a way; so
    parts of the floor that only touch in a point do not share it.
    """
    far = [cells.part_of(ways.far_side, place) for place in (right, left)]
    side = [ways.side, ways.side, ways.far_side, ways.far_side, walls.side, walls.side]
    part = [ways.low, ways.high, *far, walls.low, walls.high]
    place, row = _places(cells, np.concatenate(side), np.concatenate(part))
    here_right, here_left, there_right, there_left, wall_from, wall_to = np.split(
        place, np.cumsum([len(column) for column in side])[:-1]
    )
    meets = [
        _away(cells, ways.far_side, on_far, near) <= _MEETS
        for on_far, near in zip(far, (right, left), strict=True)
    ]
    a = np.concatenate([here_right[meets[0]], here_left[meets[1]]])
    b = np.concatenate([there_right[meets[0]], there_left[meets[1]]])
    root = component_roots(len(row), a, b)
    used = np.zeros(len(row), bool)
    used[root[place]] = True
    number = (np.cumsum(used) - 1)[root].astype(np.int32)
    count = int(used.sum())
    angle = np.zeros(count)
    np.add.at(angle, number[_occurring(place, len(row))], _angles(cells, row, place))
    angle[number[np.concatenate([here_right[~meets[0]], here_left[~meets[1]]])]] = np.inf
    at_wall = np.zeros(count, bool)
    corners = np.arange(len(cells.corners))
    corner = np.where(used[root[corners]], number[corners], -1)
    at_wall[number[wall_from]] = at_wall[number[wall_to]] = True
    return Points(
        left=number[here_left],
        right=number[here_right],
        wall_from=number[wall_from],
        wall_to=number[wall_to],
        at_wall=at_wall,
        angle=angle,
        corner=corner.astype(np.int64),
    )


def _away(cells: Cells, side: Ints, part: Floats, place: Floats) -> Floats:
    """(n,) metres in the plan from a part of sides to places."""
    x, y = (
        cells.corners[side, axis] + cells.along[side, axis] * part - place[:, axis]
        for axis in (0, 1)
    )
    away: Floats = np.hypot(x, y)
    return away


def _occurring(place: Ints, count: int) -> Ints:
    """The places below ``count`` that occur in ``place``, ascending."""
    occurs = np.zeros(count, bool)
    occurs[place] = True
    return np.flatnonzero(occurs)


def _places(cells: Cells, side: Ints, part: Floats) -> tuple[Ints, Ints]:
    """(n,) a number for each place on the border of a cell, and (m,) the side of each number.

    Corners have the numbers of their rows; places inside of sides come after them, where the
    side is given as -1.
    """
    length = cells.length[side]
    metres = part * length
    at_end = metres >= length - _SAME
    row = np.where(at_end & (metres > _SAME), cells.following[side], side)
    inside = np.flatnonzero((metres > _SAME) & ~at_end)
    place = row.copy()
    order = inside[np.lexsort((metres[inside], side[inside]))]
    new = np.ones(len(order), bool)
    new[1:] = (side[order][1:] != side[order][:-1]) | (np.diff(metres[order]) > _SAME)
    place[order] = len(cells.corners) + np.cumsum(new) - 1
    kinds = np.concatenate([np.arange(len(cells.corners)), np.full(int(new.sum()), -1)])
    return place, kinds


def _angles(cells: Cells, row: Ints, place: Ints) -> Floats:
    """(m,) the angle of the cell at each place that occurs in ``place``, in radians."""
    back = np.empty_like(cells.along)
    back[cells.following] = -cells.along
    ahead = cells.along
    cross = ahead[:, 0] * back[:, 1] - ahead[:, 1] * back[:, 0]
    dot = (ahead * back).sum(axis=1)
    corner = np.arctan2(cross, dot)
    occurring = row[_occurring(place, len(row))]
    return np.where(occurring >= 0, corner[np.maximum(occurring, 0)], np.pi)
