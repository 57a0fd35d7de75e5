"""Which faces lie over each other, seen from above, and how much of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kotorlevel.check.box_pairs import Boxes, find_box_pairs

_Floats: TypeAlias = NDArray[np.float64]
_Numbers: TypeAlias = NDArray[np.intp]

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
    found = [_shared(a, b, pairs.first[:0], pairs.second[:0])]
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
