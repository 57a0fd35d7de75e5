"""Connections of path points along which one cannot walk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.floor.spots import Spot

if TYPE_CHECKING:
    from kotorlevel.formats.pth import PathPoints
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.nav.pathpoints.stand import Stand
    from kotorlevel.nav.search.search import Search


_WELL = 1e-5
"""Metres from all that may be taken for something else: a hundred times what walks allow for."""
_MOST_STEPS = 100


class Blocked(NamedTuple):
    """A connection from point ``start`` to ``end`` that ends at a ``wall`` (-1 if at none).

    ``distance`` are the metres that can be walked, up to ``at``.
    """

    start: int
    end: int
    wall: int
    distance: float
    at: tuple[float, float]


def find_blocked(
    search: Search,
    path_points: PathPoints,
    stands: list[Stand],
    uncertain: list[bool],
    uncertain_walls: NDArray[np.bool_],
) -> tuple[list[Blocked], list[tuple[int, int]]]:
    """The connections that cannot be walked, and those of which nobody knows.

    Where floors lie above each other, one on which the walk succeeds is enough. Connections of
    points off the floor are left out: it is the point that is wrong there.
    """
    blocked, unknown = [], []
    pairs = list_pairs(path_points)
    for (a, b), is_clear in zip(pairs, _find_clear(search.floor, pairs, stands), strict=True):
        if uncertain[a] or uncertain[b]:
            unknown.append((a, b))
            continue
        if is_clear:
            continue
        found = walk_between(search, a, b, stands[a], stands[b])
        if found is None:
            continue
        if found.wall >= 0 and uncertain_walls[found.wall]:
            unknown.append((a, b))
        else:
            blocked.append(found)
    return blocked, unknown


def _find_clear(floor: Floor, pairs: list[tuple[int, int]], stands: list[Stand]) -> list[bool]:
    """For each connection whether one can walk along it for certain; all of them at once.

    For certain means: every side that is crossed is crossed well inside, so that there is no
    choice on the way. False leaves it to `walk_between` to say.
    """
    clear = np.zeros(len(pairs), bool)
    rows = [row for row, (a, b) in enumerate(pairs) if stands[a].spots and stands[b].spots]
    spots, goals = ([stands[pairs[row][end]].spots[0] for row in rows] for end in (0, 1))
    if not rows:
        return clear.tolist()
    start, goal = (np.array([each[:2] for each in some], np.float64) for some in (spots, goals))
    cell, last = (np.array([each.cell for each in some], np.int64) for some in (spots, goals))
    walks = _Walks(np.array(rows), start, goal - start, cell, last)
    before: list[NDArray[np.int64]] = []
    for _ in range(_MOST_STEPS):
        clear[walks.row[walks.cell == walks.last]] = True
        going = walks.cell != walks.last
        walks, before = walks.only(going), [cells[going] for cells in before]
        if not len(walks.row):
            break
        to, sure = walks.step(floor, is_first=not before)
        before.append(walks.cell)
        for cells in before:
            sure &= cells != to
        walks = walks._replace(cell=to).only(sure)
        before = [cells[sure] for cells in before]
    found: list[bool] = clear.tolist()
    return found


class _Walks(NamedTuple):
    """Straight walks (n,) from ``start`` (n, 2) by ``way`` (n, 2), now in ``cell``, to ``last``."""

    row: NDArray[np.int64]
    start: NDArray[np.float64]
    way: NDArray[np.float64]
    cell: NDArray[np.int64]
    last: NDArray[np.int64]

    def only(self, used: NDArray[np.bool_]) -> _Walks:
        """Some of them."""
        columns: list[Any] = [column[used] for column in self]
        return _Walks(*columns)

    def step(self, floor: Floor, *, is_first: bool) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """(n,) the cells that they come to next, and (n,) whether that is certain."""
        first = floor.passage_starts[self.cell].astype(np.int64)
        count = floor.passage_starts[self.cell + 1] - first
        number = np.arange(max(int(count.max()), 1))
        exists = number < count[:, None]
        passage = np.where(exists, first[:, None] + number, 0)
        if not len(floor.to):
            return self.cell, np.zeros(len(self.cell), bool)
        length = np.hypot(self.way[:, 0], self.way[:, 1])[:, None]
        ux, uy = (self.way / np.maximum(length, 1e-12)).T[..., None]
        ax, ay = (floor.right[passage, k] - self.start[:, k, None] for k in (0, 1))
        bx, by = (floor.left[passage, k] - self.start[:, k, None] for k in (0, 1))
        a, b = ux * ay - uy * ax, ux * by - uy * bx
        # The line comes from the left of a side, and leaves well between its ends.
        well = exists & (a < -_WELL) & (b > _WELL)
        part = np.where(well, -a, 0.0) / np.where(well, b - a, 1.0)
        along = ux * (ax + (bx - ax) * part) + uy * (ay + (by - ay) * part)
        well &= (along > _WELL) & (along < length - _WELL)
        beside = ((a > _WELL) | (b < -_WELL)) | ((b - a < -_WELL) & (np.abs(a) > _WELL))
        sure = (well | beside | ~exists).all(axis=1) & (well.sum(axis=1) == 1)
        if is_first:  # not on the border of a cell
            sure &= (~exists | (_distance_to(ax, ay, bx, by) > _WELL)).all(axis=1)
        return floor.to[passage[np.arange(len(first)), well.argmax(axis=1)]].astype(np.int64), sure


def _distance_to(
    ax: NDArray[np.float64],
    ay: NDArray[np.float64],
    bx: NDArray[np.float64],
    by: NDArray[np.float64],
) -> NDArray[np.float64]:
    """(n, m) metres from (0, 0) to the segments from a to b."""
    dx, dy = bx - ax, by - ay
    part = np.clip(-(ax * dx + ay * dy) / np.maximum(dx * dx + dy * dy, 1e-24), 0.0, 1.0)
    return np.asarray(np.hypot(ax + dx * part, ay + dy * part))


def list_pairs(path_points: PathPoints) -> list[tuple[int, int]]:
    """The connections between points that exist, once each, sorted."""
    pairs = path_points.connections
    real = (pairs >= 0).all(axis=1) & (pairs < len(path_points)).all(axis=1)
    return sorted({(a, b) for a, b in pairs[real].tolist() if a != b})


def walk_between(search: Search, a: int, b: int, start: Stand, end: Stand) -> Blocked | None:
    """What stops the straight walk from one point to another; None where nothing does.

    Also None where one of them is on no floor.
    """
    best: Blocked | None = None
    for spot in start.spots:
        for goal in end.spots:
            _, arrived, _, wall, distance = search.walk(spot, *goal)
            if arrived:
                return None
            if best is None or distance > best.distance:
                best = Blocked(a, b, int(wall), float(distance), _along(spot, goal, distance))
    return best


def _along(start: Spot, goal: Spot, distance: float) -> tuple[float, float]:
    length = float(np.hypot(goal.x - start.x, goal.y - start.y))
    part = distance / length if length > 0 else 0.0
    return start.x + part * (goal.x - start.x), start.y + part * (goal.y - start.y)
