"""Which faces lie over each other, seen from above, and how much of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.links.grid import joined, sweep
from kotorlevel.core.distinct import distinct
from kotorlevel.core.types import Plan

_Floats: TypeAlias = NDArray[np.float64]
_Numbers: TypeAlias = NDArray[np.intp]

SAME_HEIGHT = 0.1
"""Metres between two floors that are as good as one."""

LEAST_OVERLAP = 0.01
"""Square metres. Neighbours whose corners were rounded overlap by less; nobody stands on it."""

MOST_OVERLAPS = 10_000
"""The search ends at so many, and one more for every face."""

_CHUNK = 1 << 14
_TOUCHING = 1e-9


@dataclass(frozen=True, eq=False)
class Overlaps:
    """Pairs of faces, one row a pair, in ascending order.

    ``first`` and ``second`` are rows of what was asked about, ``areas`` square metres in the plan,
    ``heights`` (n, 2) the two faces' z in the middle of the overlap. Not ``complete`` when there
    were too many to look at all.
    """

    first: _Numbers
    second: _Numbers
    areas: _Floats
    heights: _Floats
    complete: bool


def find_overlaps(first: _Floats, second: _Floats | None = None) -> Overlaps:
    """The pairs of faces that share more than `LEAST_OVERLAP` of the plan.

    ``first`` and ``second`` are (n, 3, 3) finite corners; without ``second``, pairs among
    ``first``. Faces smaller than that in the plan, so all vertical ones, are in no pair.
    """
    rows = _large(first)
    others = rows if second is None else _large(second)
    a, b = first[rows], (first if second is None else second)[others]
    pairs = find_box_pairs(_boxes(a), None if second is None else _boxes(b), LEAST_OVERLAP)
    none = np.empty(0, np.intp)
    found = [(none, none, np.empty(0), np.empty((0, 2)))]
    left, at = MOST_OVERLAPS + len(a) + len(b), 0
    while at < len(pairs.first) and left > 0:
        chunk = slice(at, at := at + _CHUNK)
        found.append(_shared(a, b, pairs.first[chunk], pairs.second[chunk]))
        left -= len(found[-1][0])
    one, other, areas, heights = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.lexsort((other, one))
    complete = pairs.complete and at >= len(pairs.first)
    return Overlaps(rows[one[order]], others[other[order]], areas[order], heights[order], complete)


def plan_areas(corners: _Floats) -> _Floats:
    """(n,) the area of each of (n, 3, 3) corners in the plan."""
    return np.abs(_cross(*_sides(corners))) / 2


def in_face(faces: _Floats, points: _Floats) -> _Floats:
    """(n, k, 2) where ``points`` (n, k, 2) are along the first and the last side of ``faces``.

    Both parts are at least 0, and at most 1 together, inside the face. The faces (n, 3, 3) have
    an area in the plan.
    """
    a, b = (side[:, None] for side in _sides(faces))
    c = points - faces[:, None, 0, :2]
    return np.stack([_cross(c, b), _cross(a, c)], axis=-1) / _cross(a, b)[..., None]


def _large(corners: _Floats) -> _Numbers:
    return np.flatnonzero(plan_areas(corners) > LEAST_OVERLAP)


def _boxes(corners: _Floats) -> Boxes:
    plan = corners[:, :, :2]
    return Boxes(plan.min(axis=1), plan.max(axis=1))


def _sides(corners: _Floats) -> tuple[_Floats, _Floats]:
    """(n, 2) from the first corner to the second and to the third, in the plan."""
    return corners[:, 1, :2] - corners[:, 0, :2], corners[:, 2, :2] - corners[:, 0, :2]


def _cross(a: _Floats, b: _Floats) -> _Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _shared(
    a: _Floats, b: _Floats, one: _Numbers, other: _Numbers
) -> tuple[_Numbers, _Numbers, _Floats, _Floats]:
    """Of the pairs of rows of ``a`` and ``b`` those that overlap, with areas and heights."""
    for _ in range(2):  # first a side of b may part them, then a side of a
        apart = _apart(in_face(b[other], a[one, :, :2]))
        a, b, one, other = b, a, other[~apart], one[~apart]
    if not len(one):
        return one, other, np.empty(0), np.empty((0, 2))
    # The larger one is the frame: parts of a small frame are large numbers.
    inner, frame = a[one], b[other]
    swap = plan_areas(inner) > plan_areas(frame)
    inner[swap], frame[swap] = frame[swap], inner[swap]
    area, middle = _area_and_middle(_clipped(in_face(frame, inner[:, :, :2])))
    area *= 2 * plan_areas(frame)
    corner, (side, last) = frame[:, 0, :2], _sides(frame)
    place = corner + middle[:, :1] * side + middle[:, 1:] * last
    heights = np.stack([_height(inner, place), _height(frame, place)], axis=1)
    heights[swap] = heights[swap][:, ::-1]
    hit = area > LEAST_OVERLAP
    return one[hit], other[hit], area[hit], heights[hit]


def _apart(parts: _Floats) -> NDArray[np.bool_]:
    """(n,) True when all three of ``parts`` (n, 3, 2) lie beyond one side of the face."""
    x, y = parts[..., 0].T, parts[..., 1].T
    apart = (x <= _TOUCHING).all(axis=0) | (y <= _TOUCHING).all(axis=0)
    return np.asarray(apart | (x + y >= 1 - _TOUCHING).all(axis=0))


def _clipped(points: _Floats) -> _Floats:
    """(n, 24, 2) the polygon of ``points`` (n, 3, 2) inside the triangle (0,0), (1,0), (0,1)."""
    for inward, push in (((1, 0), (1, 0)), ((0, 1), (0, 1)), ((-1, -1), (0.5, 0.5))):
        depth = points @ np.array(inward, float) + (inward[0] < 0)
        points = _cut(points, depth, np.array(push) * (-1 if inward[0] < 0 else 1))
    return points


def _cut(points: _Floats, depth: _Floats, push: _Floats) -> _Floats:
    """(n, 2k, 2) the polygon of ``points`` (n, k, 2) where ``depth`` (n, k) is at least 0.

    Points outside are not left out but pushed on to the line: the way along it has no area, and
    every polygon keeps the same number of points.
    """
    after, deeper = np.roll(points, -1, axis=1), np.roll(depth, -1, axis=1)
    kept = points + np.maximum(-depth, 0)[..., None] * push
    crosses = (depth < 0) != (deeper < 0)
    part = np.where(crosses, depth, 0) / np.where(crosses, depth - deeper, 1)
    crossing = np.where(crosses[..., None], points + part[..., None] * (after - points), kept)
    count, size, _ = points.shape
    return np.stack([kept, crossing], axis=2).reshape(count, 2 * size, 2)


def _area_and_middle(points: _Floats) -> tuple[_Floats, _Floats]:
    """(n,) the area and (n, 2) the centre of polygons (n, k, 2); where there is no area, any."""
    start = points[:, :1]
    a = points - start
    b = np.roll(a, -1, axis=1)
    cross = _cross(a, b)
    double = cross.sum(axis=1)
    moment = (cross[..., None] * (a + b)).sum(axis=1)
    return np.abs(double) / 2, start[:, 0] + moment / np.where(double, 3 * double, 1)[:, None]


def _height(faces: _Floats, points: _Floats) -> _Floats:
    """(n,) the z of each face at a point (n, 2) of its plan."""
    parts = in_face(faces, points[:, None])[:, 0]
    rises = faces[:, 1:, 2] - faces[:, :1, 2]
    return np.asarray(faces[:, 0, 2] + (parts * rises).sum(axis=1))


_Pairs: TypeAlias = tuple[_Numbers, _Numbers]

MOST_LOOKS_A_BOX, MOST_LOOKS = 256, 1_000_000
MOST_PAIRS_A_BOX, MOST_PAIRS = 20, 100_000
"""The search ends at so many boxes compared, or pairs found: a part for each box and one for all.

A real floor needs a fraction of that. A thousand faces at one place would need a million pairs.
"""

_MIDDLE = 1 << 30  # cell numbers from -2^30 to 2^30 then fit into one key, two and two


@dataclass(frozen=True, eq=False)
class Boxes:
    """Boxes in the plan: ``low`` and ``high`` (n, 2), neither dimension zero."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]

    @property
    def levels(self) -> NDArray[np.int32]:
        """(n,) the power of two that the longer dimension does not exceed."""
        return np.asarray(np.frexp((self.high - self.low).max(axis=1))[1])

    def take(self, rows: _Numbers) -> Boxes:
        """Some of the boxes."""
        return Boxes(self.low[rows], self.high[rows])


@dataclass(frozen=True, eq=False)
class BoxPairs:
    """Rows of the first boxes, rows of the second; not ``complete`` when there were too many."""

    first: _Numbers
    second: _Numbers
    complete: bool


def find_box_pairs(first: Boxes, second: Boxes | None, least_area: float) -> BoxPairs:
    """The pairs of boxes that share more than ``least_area`` (square metres).

    Without ``second``: pairs among ``first``, each once. A box is filed under the cell that its
    low corner lies in, on a grid whose cells are at least as large as itself; who asks on that
    grid looks into three by three cells at most, whatever the sizes are.
    """
    if len(first.low) * len((second or first).low) <= MOST_LOOKS:
        pairs = _compare_all(first, second, least_area)
        if len(pairs.first) <= MOST_PAIRS:
            return pairs
    count = len(first.low) + (0 if second is None else len(second.low))
    looks = MOST_LOOKS + MOST_LOOKS_A_BOX * count
    wanted = MOST_PAIRS + MOST_PAIRS_A_BOX * count
    found: list[_Pairs] = []
    for one, other in _near(first, second):
        looks -= len(one)
        share = np.ones(len(one))
        for axis in (0, 1):  # most pairs fall out at the first
            length = _common(first, one, second or first, other, axis)
            hit = length > 0
            one, other, share = one[hit], other[hit], (share * length)[hit]
        hit = share > least_area
        found.append((one[hit], other[hit]))
        wanted -= len(found[-1][0])
        if looks < 0 or wanted < 0:
            return _collected(found, False)
    return _collected(found, True)


def _compare_all(first: Boxes, second: Boxes | None, least_area: float) -> BoxPairs:
    """The same for few boxes, each with each: that takes less time than to put them into cells."""
    found: list[_Pairs] = []
    for one, other in _overlapping(first, second):
        width = _common(first, one, second or first, other, 0)
        depth = _common(first, one, second or first, other, 1)
        hit = (width > 0) & (depth > 0) & (width * depth > least_area)
        found.append((one[hit], other[hit]))
    pairs = _collected(found, True)
    one, other = pairs.first, pairs.second
    if second is None:
        # Of two boxes the one of the lower level comes first, and of these the first.
        one, other = np.minimum(one, other), np.maximum(one, other)
        swap = first.levels[one] > first.levels[other]
        one, other = np.where(swap, other, one), np.where(swap, one, other)
    return BoxPairs(one, other, True)


def _overlapping(first: Boxes, second: Boxes | None) -> Iterator[_Pairs]:
    """Pairs of boxes that overlap along the first axis."""
    if second is None:
        yield from sweep(first.low[:, 0], first.high[:, 0])
    else:
        hit = first.low[:, :1] < second.high[:, 0]
        hit &= first.high[:, :1] > second.low[:, 0]
        one, other = np.nonzero(hit)
        yield one, other


def _common(a: Boxes, one: _Numbers, b: Boxes, other: _Numbers, axis: int) -> NDArray[np.float64]:
    """(n,) how much of an axis both boxes of a pair cover; negative when they are apart."""
    high = np.minimum(a.high[:, axis][one], b.high[:, axis][other])
    return np.asarray(high - np.maximum(a.low[:, axis][one], b.low[:, axis][other]))


def _collected(found: list[_Pairs], complete: bool) -> BoxPairs:
    first, second = (
        np.concatenate([np.empty(0, np.intp), *(pair[column] for pair in found)])
        for column in (0, 1)
    )
    return BoxPairs(first, second, complete)


def _near(first: Boxes, second: Boxes | None) -> Iterator[_Pairs]:
    """Pairs of rows that may overlap: every one that does is among them, once."""
    levels = first.levels
    if second is None:
        for level in distinct(levels).tolist():
            own = np.flatnonzero(levels == level)
            for one, other in _look(first, own, first, own, level):
                yield one[one < other], other[one < other]
            yield from _look(first, np.flatnonzero(levels < level), first, own, level)
        return
    others = second.levels
    for level in np.union1d(levels, others).tolist():
        filed, asking = np.flatnonzero(others == level), np.flatnonzero(levels <= level)
        yield from _look(first, asking, second, filed, level)
        filed, asking = np.flatnonzero(levels == level), np.flatnonzero(others < level)
        for other, one in _look(second, asking, first, filed, level):
            yield one, other


def _look(
    asking: Boxes, askers: _Numbers, filed: Boxes, rows: _Numbers, level: int
) -> Iterator[_Pairs]:
    """Pairs (asker, filed row) of boxes in neighbouring cells, in chunks."""
    if not len(askers) or not len(rows):
        return
    size = np.ldexp(1.0, level)
    column, line = _cells(filed.low[rows], size).T
    keys = _key(column, line)
    order = np.argsort(keys, kind="stable")
    keys, rows = keys[order], rows[order]
    low, high = _cells(asking.low[askers], size) - 1, _cells(asking.high[askers], size)
    for step in range(3):
        column = low[:, 0] + step
        start = np.searchsorted(keys, _key(column, low[:, 1]))
        stop = np.searchsorted(keys, _key(column, high[:, 1]), "right")
        counts = np.where(column <= high[:, 0], stop - start, 0)
        for asker, place in joined(start, counts):
            yield askers[asker], rows[place]


def _cells(points: NDArray[np.float64], size: float) -> NDArray[np.int64]:
    cells = np.clip(np.floor(points / size), 2 - _MIDDLE, _MIDDLE - 2)
    return cells.astype(np.int64)


def _key(column: NDArray[np.int64], line: NDArray[np.int64]) -> NDArray[np.int64]:
    return (column + _MIDDLE << 32) + (line + _MIDDLE)


def shared_middle(first: NDArray[np.float64], second: NDArray[np.float64]) -> Plan:
    """The mean of the corners of what two faces (3, 3) share in the plan; they do share some."""
    shared = _turned_left(first)
    around = _turned_left(second)
    for start, end in pairwise([*around, around[0]]):
        shared = _left_of(shared, start, end)
    x, y = np.mean(shared or _turned_left(first), axis=0).tolist()
    return x, y


def _turned_left(face: NDArray[np.float64]) -> list[Plan]:
    """The corners in the plan, counter-clockwise."""
    a, b, c = ((float(x), float(y)) for x, y in face[:, :2])
    return [a, b, c] if _depth(c, a, b) >= 0 else [a, c, b]


def _depth(point: Plan, start: Plan, end: Plan) -> float:
    """More than 0 to the left of the line from ``start`` to ``end``."""
    ahead = end[0] - start[0], end[1] - start[1]
    return ahead[0] * (point[1] - start[1]) - ahead[1] * (point[0] - start[0])


def _left_of(polygon: list[Plan], start: Plan, end: Plan) -> list[Plan]:
    """The part of a convex polygon to the left of a line."""
    kept: list[Plan] = []
    for here, there in pairwise([*polygon, *polygon[:1]]):
        depth, deeper = _depth(here, start, end), _depth(there, start, end)
        if depth >= 0:
            kept.append(here)
        if depth * deeper < 0:
            part = depth / (depth - deeper)
            crossing = (
                here[0] + part * (there[0] - here[0]),
                here[1] + part * (there[1] - here[1]),
            )
            kept.append(crossing)
    return kept
