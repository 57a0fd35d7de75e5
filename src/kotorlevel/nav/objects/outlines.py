"""Which outlines of triggers and encounters have some floor in them, in the plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats
    from kotorlevel.query.ground import Ground

_BUDGET = 1 << 24
"""Pairs of sides, of all outlines together, that are looked at."""


def find_floorless(ground: Ground, outlines: Sequence[Floats]) -> NDArray[np.bool_]:
    """(n,) the outlines, each (k, 3) with k > 2, that surely have no floor inside of them.

    Of whichever height. An outline may cross itself: what is inside goes by the even-odd rule.
    """
    lost = np.zeros(len(outlines), bool)
    if not outlines:
        return lost
    points = np.concatenate([np.vstack([each, each.mean(axis=0)]) for each in outlines])
    owner = np.repeat(np.arange(len(outlines)), [len(each) + 1 for each in outlines])
    found = ~np.isnan(ground.heights(points[:, :2], points[:, 2], walkable=True))
    lost = np.bincount(owner, found, len(outlines)) == 0
    faces = ground.faces
    floor = faces.corners[faces.walkable].astype(np.float64)[:, :, :2]
    low, high = floor.min(axis=1), floor.max(axis=1)
    budget = _BUDGET
    for row in np.flatnonzero(lost).tolist():
        plan = outlines[row][:, :2]
        near = ((low <= plan.max(axis=0)) & (high >= plan.min(axis=0))).all(axis=1)
        budget -= int(near.sum()) * 3 * len(plan)
        lost[row] = budget > 0 and not _touches(floor[near], plan)
    return np.asarray(lost)


def _touches(faces: Floats, plan: Floats) -> bool:
    """Whether a face (n, 3, 2) has its middle in the outline (k, 2), or a side that crosses it.

    The corners of the outline are known to be in none of the faces.
    """
    if not len(faces):
        return False
    if _inside(faces.mean(axis=1), plan).any():
        return True
    sides = np.roll(faces, -1, axis=1)
    one, other = faces.reshape(-1, 1, 2), sides.reshape(-1, 1, 2)
    start, end = plan[None], np.roll(plan, -1, axis=0)[None]
    across = _turn(one, other, start) * _turn(one, other, end) < 0
    across &= _turn(start, end, one) * _turn(start, end, other) < 0
    return bool(across.any())


def _inside(points: Floats, plan: Floats) -> NDArray[np.bool_]:
    """(n,) the points (n, 2) inside of an outline (k, 2), by the even-odd rule."""
    start, end = plan, np.roll(plan, -1, axis=0)
    x, y = points[:, :1], points[:, 1:]
    spans = (start[:, 1] > y) != (end[:, 1] > y)
    rise = np.where(end[:, 1] == start[:, 1], 1.0, end[:, 1] - start[:, 1])
    at = start[:, 0] + (y - start[:, 1]) / rise * (end[:, 0] - start[:, 0])
    inside: NDArray[np.bool_] = (spans & (x < at)).sum(axis=1) % 2 == 1
    return inside


def _turn(a: Floats, b: Floats, c: Floats) -> Floats:
    found: Floats = (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1])
    return found - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
