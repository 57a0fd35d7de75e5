"""How far it is from a point to the floor, seen from above."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.checks.facts.mesh.overlap import Boxes, find_box_pairs, in_face

_Floats: TypeAlias = NDArray[np.float64]
_Flags: TypeAlias = NDArray[np.bool_]

_FIRST_FACES, _MOST_FACES = 1 << 6, 1 << 15
_PAIRS_AT_ONCE = 1 << 15


class Nearest(NamedTuple):
    """The floor nearest to a point: metres away in the plan, and its z there."""

    distance: float
    height: float


def find_nearest_floor(corners: _Floats, point: Sequence[float], reach: float) -> Nearest | None:
    """The nearest of the faces ``corners`` (m, 3, 3) within ``reach`` metres in the plan, or None.

    At the same distance the one nearest in height. The faces have an area in the plan, and all
    numbers are finite.
    """
    x, y, z = point
    plan = corners[:, :, :2]
    low, high = plan.min(axis=1), plan.max(axis=1)
    close = ((low <= np.add((x, y), reach)) & (high >= np.subtract((x, y), reach))).all(axis=1)
    faces = corners[close]
    gaps, heights = _closest(faces, np.broadcast_to((x, y), (len(faces), 2)))
    if not len(gaps) or gaps.min() > reach:
        return None
    best = np.lexsort((np.abs(heights - z), gaps))[0]
    return Nearest(float(gaps[best]), float(heights[best]))


class Floors(NamedTuple):
    """(n,) for each point whether there is floor; not ``known`` where it was too crowded to say."""

    found: _Flags
    known: _Flags

    @property
    def none(self) -> _Flags:
        """(n,) where there is surely none."""
        return self.known & ~self.found


def find_floors_near(
    corners: _Floats, points: _Floats, reach: float, rise: ArrayLike = np.inf
) -> Floors:
    """Whether one of the faces ``corners`` (m, 3, 3) is near each of ``points`` (n, 3).

    Near is within ``reach`` metres in the plan and ``rise`` metres, one number or (n,), up or down.
    The faces have an area in the plan, and all numbers are finite.
    """
    answer = Floors(np.zeros(len(points), bool), np.ones(len(points), bool))
    rises = np.broadcast_to(np.asarray(rise, np.float64), len(points))
    for faces in _samples(corners):
        asked = np.flatnonzero(answer.known & ~answer.found)
        if not len(asked):
            break
        answer.found[asked], complete = _look(faces, points[asked], reach, rises[asked])
        answer.known[asked] = answer.found[asked] | complete
    return answer


def _samples(corners: _Floats) -> Iterator[_Floats]:
    """All faces in growing parts, each from everywhere.

    A point that has its floor is not asked for again. So where thousands of faces lie at one
    place, a few of them answer for all.
    """
    order = np.random.default_rng(0).permutation(len(corners))
    start, size = 0, _FIRST_FACES
    while start < len(order):
        yield corners[order[start : start + size]]
        start, size = start + size, min(size * 4, _MOST_FACES)


def _look(faces: _Floats, points: _Floats, reach: float, rises: _Floats) -> tuple[_Flags, bool]:
    """(n,) which points have one of the faces near them, and whether all pairs were looked at."""
    found = np.zeros(len(points), bool)
    places = points[:, :2]
    edge, far = places.min(axis=0) - reach, places.max(axis=0) + reach
    low, high = faces[..., :2].min(axis=1), faces[..., :2].max(axis=1)
    around = np.flatnonzero(((low <= far) & (high >= edge)).all(axis=1))
    # Boxes of like sizes need few grids, so the far parts of faces are cut off.
    low, high = np.maximum(low[around], edge), np.minimum(high[around], far)
    half = reach / 2 * (1 + 1e-9)  # boxes that only touch share nothing
    pairs = find_box_pairs(Boxes(places - half, places + half), Boxes(low - half, high + half), 0.0)
    for start in range(0, len(pairs.first), _PAIRS_AT_ONCE):
        chunk = slice(start, start + _PAIRS_AT_ONCE)
        rows = pairs.first[chunk]
        gaps, heights = _closest(faces[around[pairs.second[chunk]]], places[rows])
        near = (gaps <= reach) & (np.abs(heights - points[rows, 2]) <= rises[rows])
        found[rows[near]] = True
    return found, pairs.complete


def _closest(faces: _Floats, points: _Floats) -> tuple[_Floats, _Floats]:
    """(n,) how far each point (n, 2) is from its face (n, 3, 3) in the plan, and the z there."""
    sides = np.roll(faces, -1, axis=1) - faces
    away = points[:, None] - faces[..., :2]
    length = (sides[..., :2] ** 2).sum(axis=2)
    part = (away * sides[..., :2]).sum(axis=2) / np.where(length > 0, length, 1)
    part = np.clip(part, 0, 1)
    gaps = np.hypot(*np.moveaxis(away - part[..., None] * sides[..., :2], 2, 0))
    rows, side = np.arange(len(faces)), np.argmin(gaps, axis=1)
    heights = faces[rows, side, 2] + part[rows, side] * sides[rows, side, 2]
    within = in_face(faces, points[:, None])[:, 0]
    inside = (within >= 0).all(axis=1) & (within.sum(axis=1) <= 1)
    over = faces[:, 0, 2] + (within * (faces[:, 1:, 2] - faces[:, :1, 2])).sum(axis=1)
    return np.where(inside, 0.0, gaps[rows, side]), np.where(inside, over, heights)
