"""Cells and the ways between them → a `Floor`: walls are what no way leads over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.floor.floor import Blocker, Floor
from kotorlevel.nav.floor.points import number_points
from kotorlevel.nav.floor.settle import settle_corners, settle_points

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints


SHORTEST = 1e-6
"""Metres of a side that are neither passage nor wall."""


@dataclass(frozen=True, eq=False)
class Cells:
    """Convex cells, as in `Floor`; ``starts`` (C + 1,). A side has the row of its first corner.

    ``edge`` (K,) is the mesh's edge that a side lies on, or -1.
    """

    corners: Floats
    starts: Ints
    room: NDArray[np.int32]
    face: NDArray[np.int32]
    material: NDArray[np.uint32]
    edge: Ints

    @cached_property
    def following(self) -> Ints:
        """(K,) the row of the next corner of the same cell."""
        following = np.arange(1, len(self.corners) + 1)
        following[self.starts[1:] - 1] = self.starts[:-1]
        return following

    @cached_property
    def owner(self) -> Ints:
        """(K,) the cell of each row."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    @cached_property
    def along(self) -> Floats:
        """(K, 2) from each corner to the next in the plan."""
        plan = self.corners[:, :2]
        along: Floats = plan.take(self.following, axis=0) - plan
        return along

    @cached_property
    def length(self) -> Floats:
        """(K,) metres of each side in the plan."""
        length: Floats = np.hypot(self.along[:, 0], self.along[:, 1])
        return length

    def at(self, side: Ints, part: Floats) -> Floats:
        """(n, 3) the place at a part of sides; the corners themselves at 0 and 1."""
        start, end = self.corners[side], self.corners[self.following[side]]
        place: Floats = np.where(part[:, None] >= 1, end, start + (end - start) * part[:, None])
        return place

    def part_of(self, side: Ints, place: Floats) -> Floats:
        """(n,) which part of sides is nearest to places (n, 2+) in the plan, from 0 to 1.

        0 and 1 themselves where that is within `SHORTEST` of a corner.
        """
        length = self.length[side]
        metres = np.zeros(len(side))
        for axis in (0, 1):
            metres += (place[:, axis] - self.corners[side, axis]) * self.along[side, axis]
        metres /= np.maximum(length, 1e-300)
        return to_parts(metres, length)


def to_parts(metres: Floats, length: Floats) -> Floats:
    """(n,) metres along sides as parts of their length, and 0 and 1 within `SHORTEST` of an end."""
    part = metres / np.maximum(length, 1e-300)
    return np.where(metres <= SHORTEST, 0.0, np.where(metres >= length - SHORTEST, 1.0, part))


@dataclass(frozen=True, eq=False)
class Ways:
    """What is known of the sides of cells, from part ``low`` to ``high`` of each ``side`` (n,).

    ``to`` (n,) is the cell beyond, and ``far_side`` (n,) its side; ``link`` (n,) tells that it is
    one of another room. Where ``to`` is -1 there is a wall, with ``edge`` and ``blocker`` (n,) as
    in `Floor`.
    """

    side: Ints
    low: Floats
    high: Floats
    to: Ints
    far_side: Ints
    link: NDArray[np.bool_]
    edge: Ints
    blocker: Ints

    def __getitem__(self, rows: NDArray[np.generic]) -> Ways:
        """Some of them."""
        return Ways(*(column[rows] for column in vars(self).values()))

    @staticmethod
    def joined(parts: Sequence[Ways]) -> Ways:
        """All of them."""
        columns = [vars(part).values() for part in parts]
        return Ways(*(np.concatenate(column) for column in zip(*columns, strict=True)))


def open_ways(
    side: Ints,
    low: Floats,
    high: Floats,
    to: Ints,
    far_side: Ints,
    link: NDArray[np.bool_] | bool,
) -> Ways:
    """Ways that can be walked."""
    none = np.full(len(side), -1, np.int64)
    return Ways(side, low, high, to, far_side, np.broadcast_to(link, len(side)), none, none)


def blocked_ways(side: Ints, low: Floats, high: Floats, edge: Ints, blocker: Ints) -> Ways:
    """Parts of sides with a wall on them."""
    none = np.full(len(side), -1, np.int64)
    return Ways(side, low, high, none, none, np.zeros(len(side), bool), edge, blocker)


def take_apart(floor: Floor) -> tuple[Cells, Ways]:
    """The cells of a floor, and its passages and walls as ways, the passages first."""
    side, far = floor.side.astype(np.int64), floor.far_side.astype(np.int64)
    wall = floor.wall_side.astype(np.int64)
    edge = np.full(len(floor.corners), -1, np.int64)
    cells = Cells(
        floor.corners,
        floor.corner_starts.astype(np.int64),
        floor.room,
        floor.face,
        floor.material,
        edge,
    )
    ends = cells.part_of(side, floor.right), cells.part_of(side, floor.left)
    passages = open_ways(side, *ends, floor.to.astype(np.int64), far, floor.link)
    ends = cells.part_of(wall, floor.wall_from), cells.part_of(wall, floor.wall_to)
    blocker = floor.wall_blocker.astype(np.int64)
    walls = blocked_ways(wall, *ends, floor.wall_edge, blocker)
    return cells, Ways.joined([passages, walls])


def assemble(
    cells: Cells,
    ways: Ways,
    blockers: tuple[Blocker, ...] = (),
    unusable: tuple[tuple[int, str], ...] = (),
    notes: tuple[str, ...] = (),
) -> Floor:
    """The floor of these cells. What no way leads over is a wall."""
    ways = without_slits(cells, ways)
    ways = ways[np.lexsort((ways.low, ways.side))]
    walls = _find_walls(cells, ways)
    ways = ways[ways.to >= 0]
    right, left = cells.at(ways.side, ways.low), cells.at(ways.side, ways.high)
    points = number_points(cells, ways, walls, right, left)
    settled = settle_corners(cells, ways, points)
    if settled is not cells:
        cells = settled
        right, left = cells.at(ways.side, ways.low), cells.at(ways.side, ways.high)
        points = number_points(cells, ways, walls, right, left)
    wall_from, wall_to = cells.at(walls.side, walls.low), cells.at(walls.side, walls.high)
    settle_points(points, right, left, wall_from, wall_to)
    count = len(cells.face)
    return Floor(
        corners=cells.corners,
        corner_starts=cells.starts.astype(np.int32),
        room=cells.room,
        face=cells.face,
        material=cells.material,
        passage_starts=_starts(cells.owner[ways.side], count),
        to=ways.to.astype(np.int32),
        left=left,
        right=right,
        left_id=points.left,
        right_id=points.right,
        link=np.array(ways.link),
        side=ways.side.astype(np.int32),
        far_side=ways.far_side.astype(np.int32),
        wall_starts=_starts(cells.owner[walls.side], count),
        wall_from=wall_from,
        wall_to=wall_to,
        wall_edge=walls.edge,
        wall_blocker=walls.blocker.astype(np.int32),
        wall_side=walls.side.astype(np.int32),
        wall_from_id=points.wall_from,
        wall_to_id=points.wall_to,
        at_wall=points.at_wall,
        floor_angle=points.angle,
        blockers=blockers,
        unusable=unusable,
        notes=notes,
    )


def without_slits(cells: Cells, ways: Ways) -> Ways:
    """The ways but for those that are not wider than `SHORTEST`."""
    kept = (ways.high - ways.low) * cells.length[ways.side] > SHORTEST
    return ways if kept.all() else ways[kept]


def _starts(groups: Ints, count: int) -> NDArray[np.int32]:
    """(count + 1,) where each group begins in sorted ``groups``."""
    return np.searchsorted(groups, np.arange(count + 1)).astype(np.int32)


def _find_walls(cells: Cells, ways: Ways) -> Ways:
    """The parts of all sides that no way leads over, sorted; ``ways`` that are walls say why."""
    is_open = ways.to >= 0
    bare = np.ones(len(cells.corners), bool)
    bare[ways.side[is_open & (ways.low <= 0) & (ways.high >= 1)]] = False
    some = ways[bare[ways.side]]
    every = np.flatnonzero(bare)
    # All ends on those sides in order, and between two of them: how many ways lead over it, and
    # which wall has begun last.
    side = np.concatenate([every, every, some.side, some.side])
    part = np.concatenate([np.zeros(len(every)), np.ones(len(every)), some.low, some.high])
    passable = (some.to >= 0).astype(np.int64)
    none = np.zeros(2 * len(every), np.int64)
    change = np.concatenate([none, passable, -passable])
    begun = np.concatenate(
        [
            none - 1,
            np.where(some.to >= 0, -1, np.arange(len(some.side))),
            np.full(len(some.side), -1),
        ]
    )
    order = np.lexsort((part, side))
    side, part = side[order], part[order]
    covered = np.cumsum(change[order])
    # Walls are sorted as their beginnings are, so the last one begun is the largest number.
    wall = np.maximum.accumulate(begun[order]) if len(order) else begun
    low, high = part[:-1], part[1:]
    kept = (side[1:] == side[:-1]) & (covered[:-1] == 0)
    kept &= (high - low) * cells.length[side[:-1]] > SHORTEST
    rows = np.flatnonzero(kept)
    side, low, high, wall = side[rows], low[rows], high[rows], wall[rows]
    known = wall >= 0
    known[known] &= some.side[wall[known]] == side[known]
    known[known] &= some.high[wall[known]] > low[known]
    edge, blocker = cells.edge[side], np.full(len(side), -1, np.int64)
    edge[known], blocker[known] = some.edge[wall[known]], some.blocker[wall[known]]
    return _merged(cells, blocked_ways(side, low, high, edge, blocker))


def _merged(cells: Cells, walls: Ways) -> Ways:
    """Walls, sorted, with those made one that go on as they are."""
    if not len(walls.side):
        return walls
    new = np.ones(len(walls.side), bool)
    new[1:] = walls.side[1:] != walls.side[:-1]
    gap = (walls.low[1:] - walls.high[:-1]) * cells.length[walls.side[1:]]
    new[1:] |= (gap > SHORTEST) | (walls.edge[1:] != walls.edge[:-1])
    new[1:] |= walls.blocker[1:] != walls.blocker[:-1]
    first = np.flatnonzero(new)
    last = np.append(first[1:], len(new)) - 1
    merged = walls[first]
    return blocked_ways(merged.side, merged.low, walls.high[last], merged.edge, merged.blocker)
