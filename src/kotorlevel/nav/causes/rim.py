"""The walls of a floor in the order in which they follow each other around it."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.components import component_roots, label_components

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints
    from kotorlevel.nav.floor.floor import Floor


class Rim(NamedTuple):
    """The walls (W,) loop after loop: around the outside, and around each hole.

    ``wall`` are their numbers on the floor, ``start`` and ``end`` (W, 2) run along the loop, with
    the floor on the left; ``loop`` and ``part`` (W,). ``before`` and ``after`` (W,) are the rows
    of the walls beside. ``turned`` (C,) are cells that look down: the floor is folded there, and
    the floor of their walls is on the right.
    """

    wall: Ints
    start: Floats
    end: Floats
    loop: Ints
    part: Ints
    before: Ints
    after: Ints
    turned: Flags


def cross(a: Floats, b: Floats) -> Floats:
    """(n,) the cross products of (n, 2) and (n, 2)."""
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def follow_walls(floor: Floor, parts: NDArray[np.intp]) -> Rim | None:
    """The rim of a floor with ``parts`` (C,); None where walls do not follow each other."""
    turned = _find_turned(floor, parts)
    if turned is None:
        return None
    flipped = turned[floor.wall_owner]
    begin = np.where(flipped, floor.wall_to_id, floor.wall_from_id)
    finish = np.where(flipped, floor.wall_from_id, floor.wall_to_id)
    wall_at = np.full(len(floor.floor_angle), -1, np.int64)
    wall_at[begin] = np.arange(len(begin))
    following = wall_at[finish]
    if not np.array_equal(np.sort(following), np.arange(len(begin))):
        return None
    order, loop = _order(following.tolist())
    origin = floor.corners[:, :2].mean(axis=0)  # far away from it small areas would be lost
    one, other = ((points[order, :2] - origin) for points in (floor.wall_from, floor.wall_to))
    swap = flipped[order][:, None]
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    after = place[following[order]]
    before = np.empty(len(order), np.int64)
    before[after] = np.arange(len(order))
    return Rim(
        order,
        np.where(swap, other, one),
        np.where(swap, one, other),
        loop,
        parts[floor.wall_owner[order]].astype(np.int64),
        before,
        after,
        turned,
    )


def _order(following: list[int]) -> tuple[Ints, Ints]:
    """(W,) the walls loop after loop, and (W,) the loop of each."""
    order: list[int] = []
    loops: list[int] = []
    seen = [False] * len(following)
    for first in range(len(following)):
        number = loops[-1] + 1 if loops else 0
        wall = first
        while not seen[wall]:
            seen[wall] = True
            order.append(wall)
            loops.append(number)
            wall = following[wall]
    return np.array(order, np.int64), np.array(loops, np.int64)


def _find_turned(floor: Floor, parts: NDArray[np.intp]) -> Flags | None:
    """(C,) cells that look down; None where that cannot be told.

    Across a fold both sides run in the same direction. The largest sheet of each part looks up,
    those behind its folds down, and so on.
    """
    following = np.arange(1, len(floor.corners) + 1)
    following[floor.corner_starts[1:] - 1] = floor.corner_starts[:-1]
    along = floor.corners[following, :2] - floor.corners[:, :2]
    fold = (along[floor.side] * along[floor.far_side]).sum(axis=1) >= 0
    turned = np.zeros(len(floor), bool)
    if not fold.any():
        return turned
    owner, to = floor.owner.astype(np.intp), floor.to.astype(np.intp)
    sheet = component_roots(len(floor), owner[~fold], to[~fold])
    size = np.bincount(sheet, floor.plan_area)
    pairs = sorted(set(zip(sheet[owner[fold]].tolist(), sheet[to[fold]].tolist(), strict=True)))
    looks: dict[int, bool] = {}
    for root in sorted({root for root, _ in pairs}, key=lambda root: -size[root]):
        if all(parts[other] != parts[root] for other in looks):
            looks[root] = True
    for _ in pairs:
        for here, there in pairs:
            if here in looks and looks.setdefault(there, not looks[here]) == looks[here]:
                return None
    for root, is_up in looks.items():
        turned |= (sheet == root) & (not is_up)
    return turned


# Loops that are joined


class Spot(NamedTuple):
    """A place on a wall, by its row of the rim: ``along`` it, and how far ``leftward`` one goes on.

    Spots of one wall are in the order in which one comes to them who follows it. ``along`` is in
    micrometres, so that what is at one place is at one place.
    """

    row: int
    along: int
    leftward: float
    point: tuple[float, float]


class Chain(NamedTuple):
    """The pieces of loops, with those in one ``group`` (n,) joined by lines across the floor.

    ``row`` (n,) is the wall of a piece, -1 for a line; ``start`` and ``end`` (n, 2). ``sums`` (n,)
    is twice the area up to a piece, ``areas`` (G,) that of a group, ``first`` (G + 1,) where its
    pieces begin. ``piece_of`` (W,) is the piece of a wall, or the first of several ``pieces``, by
    the places where they begin; ``group_of`` (L,) the group of each loop.
    """

    row: Ints
    start: Floats
    end: Floats
    group: Ints
    sums: Floats
    areas: Floats
    first: Ints
    group_of: Ints
    piece_of: Ints
    pieces: dict[int, list[tuple[int, float, int]]]

    def find(self, row: int, along: int, leftward: float) -> int:
        """The piece that a spot is on."""
        several = self.pieces.get(row)
        if several is None:
            return int(self.piece_of[row])
        return several[bisect_right(several, (along, -leftward, 1 << 60)) - 1][2]


def join_loops(rim: Rim, lines: Sequence[tuple[Spot, Spot]]) -> Chain:
    """The loops of a rim, joined by lines between walls that make no ring of loops."""
    count = int(rim.loop.max(initial=-1)) + 1
    ends = [np.array([rim.loop[line[k].row] for line in lines], np.intp) for k in (0, 1)]
    group_of = label_components(component_roots(count, *ends))
    joined: dict[int, list[tuple[Spot, Spot]]] = defaultdict(list)
    for one, other in lines:
        joined[one.row].append((one, other))
        joined[other.row].append((other, one))
    for leaving in joined.values():
        leaving.sort(key=lambda line: (line[0].along, -line[0].leftward))
    simple = np.flatnonzero(~np.isin(rim.loop, np.concatenate(ends)))
    made = _Made(rim, joined)
    seen: set[int] = set()
    for loop in sorted({int(loop) for some in ends for loop in some}):
        if group_of[loop] not in seen:
            seen.add(int(group_of[loop]))
            made.walk_around(int(np.searchsorted(rim.loop, loop)), None)
    return made.chain(simple, group_of)


class _Made:
    """The pieces of joined loops, as they are walked along."""

    def __init__(self, rim: Rim, joined: dict[int, list[tuple[Spot, Spot]]]) -> None:
        self.rim, self.joined = rim, joined
        self.after = rim.after.tolist()
        self.rows: list[int] = []
        self.starts: list[tuple[float, float]] = []
        self.ends: list[tuple[float, float]] = []
        self.begins: list[tuple[int, float]] = []

    def walk_around(self, row: int, came: Spot | None) -> None:
        """Add the pieces of a loop, from where one ``came`` to it, and of all that hangs on it."""
        self._walk_along(row, came, None)
        here = self.after[row]
        while here != row:
            self._walk_along(here, None, None)
            here = self.after[here]
        if came is not None:
            self._walk_along(row, None, came)

    def _walk_along(self, row: int, low: Spot | None, high: Spot | None) -> None:
        at = low.point if low else tuple(self.rim.start[row].tolist())
        begin = (low.along, -low.leftward) if low else (-1, 0.0)
        for spot, other in self.joined.get(row, ()):
            place = (spot.along, -spot.leftward)
            if (low and place <= begin) or (high and place >= (high.along, -high.leftward)):
                continue
            self._add(row, at, spot.point, begin)
            self._add(-1, spot.point, other.point, begin)
            self.walk_around(other.row, other)
            self._add(-1, other.point, spot.point, begin)
            at, begin = spot.point, place
        self._add(row, at, high.point if high else tuple(self.rim.end[row].tolist()), begin)

    def _add(
        self, row: int, start: tuple[float, ...], end: tuple[float, ...], begin: tuple[int, float]
    ) -> None:
        self.rows.append(row)
        self.starts.append((start[0], start[1]))
        self.ends.append((end[0], end[1]))
        self.begins.append(begin)

    def chain(self, simple: Ints, group_of: Ints) -> Chain:
        """All pieces, with the walls of loops that are ``simple``."""
        rim, count = self.rim, len(simple)
        row = np.concatenate([simple, np.array(self.rows, np.int64)])
        start = np.concatenate([rim.start[simple], np.array(self.starts).reshape(-1, 2)])
        end = np.concatenate([rim.end[simple], np.array(self.ends).reshape(-1, 2)])
        group = self._groups(row, group_of)
        order = np.argsort(group, kind="stable")
        row, start, end, group = row[order], start[order], end[order], group[order]
        first = np.searchsorted(group, np.arange(int(group_of.max(initial=-1)) + 2))
        following = np.arange(1, len(row) + 1)
        following[first[1:] - 1] = first[:-1]
        terms = cross(start, end) + cross(end, start[following])
        piece_of = np.full(len(rim.wall), -1, np.int64)
        walls = np.flatnonzero(row >= 0)[::-1]
        piece_of[row[walls]] = walls
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        pieces: dict[int, list[tuple[int, float, int]]] = defaultdict(list)
        for number, (wall, begin) in enumerate(zip(self.rows, self.begins, strict=True), count):
            if wall in self.joined:
                pieces[wall].append((*begin, int(place[number])))
        for several in pieces.values():
            several.sort()
        sums = np.cumsum(terms) - terms
        areas = np.bincount(group, terms) / 2
        return Chain(row, start, end, group, sums, areas, first, group_of, piece_of, dict(pieces))

    def _groups(self, row: Ints, group_of: Ints) -> Ints:
        """(n,) the group of each piece; a line is in that of the wall before it."""
        last = np.maximum.accumulate(np.where(row >= 0, np.arange(len(row)), 0))
        groups: Ints = group_of[self.rim.loop[row[last]]]
        return groups
