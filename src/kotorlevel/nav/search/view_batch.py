"""What many corners see, all at once in NumPy: for where Numba is not installed.

The same as `look_around` of the kernels, number for number: intervals of all corners are taken
one cell farther together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kotorlevel.core.distinct import distinct
from kotorlevel.nav.search.kernels.corner_search import SAME

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints
    from kotorlevel.nav.search.corners import Corners
    from kotorlevel.nav.search.plan import Plan


class _Front(NamedTuple):
    """Cells to look into: row of the corner that looks, cell, the one before, both ends."""

    row: Ints
    cell: Ints
    back: Ints
    left_x: Floats
    left_y: Floats
    right_x: Floats
    right_y: Floats


def look_from_corners(plan: Plan, corners: Corners, sources: Ints) -> tuple[Ints, Ints, Floats]:
    """(V,) the row of ``sources``, (V,) the corner that it sees and (V,) its distance in metres.

    Rows ascend. ``plan`` and ``corners`` hold arrays.
    """
    many = len(corners.x)
    front = _around(corners, sources)
    touched = distinct(_keys(plan, front.row, front.cell))
    seen = [np.empty(0, np.int64)]
    rounds = 2 * plan.cells + 100  # no line of sight is longer
    while len(front.row) and rounds:
        rounds -= 1
        front, touched, found = _look_on(plan, corners, sources, front, touched)
        seen.append(distinct(found))
    pairs = distinct(np.concatenate(seen))
    row, other = pairs // max(many, 1), pairs % max(many, 1)
    x = corners.x[other] - corners.x[sources[row]]
    y = corners.y[other] - corners.y[sources[row]]
    past = _goes_past(corners, other, x, y) & _goes_past(corners, sources[row], x, y)
    past &= np.abs(x) + np.abs(y) > SAME
    return row[past], other[past], np.sqrt(x * x + y * y)[past]


def count_steps(plan: Plan, corners: Corners, sources: Ints, most: int) -> int:
    """How many intervals ``sources`` look into, or something above ``most`` if it is more."""
    front = _around(corners, sources)
    touched = distinct(_keys(plan, front.row, front.cell))
    steps = 0
    while len(front.row) and steps <= most:
        steps += len(front.row)
        front, touched, _ = _look_on(plan, corners, sources, front, touched)
    return steps


def _around(corners: Corners, sources: Ints) -> _Front:
    """The cells that meet at each corner; all of them are seen."""
    begin, end = corners.starts[sources], corners.starts[sources + 1]
    row, at = _spread(begin, end)
    nothing = np.zeros(len(row))
    back = np.full(len(row), -1, np.int64)
    return _Front(row, corners.cells[at], back, nothing, nothing, nothing, nothing)


def _spread(begin: Ints, end: Ints) -> tuple[Ints, Ints]:
    """(n,) index and (n,) number, for each index every number from ``begin`` to before ``end``."""
    counts = end - begin
    index = np.repeat(np.arange(len(begin)), counts)
    return index, np.arange(len(index)) + (begin - (np.cumsum(counts) - counts))[index]


def _look_on(
    plan: Plan, corners: Corners, sources: Ints, front: _Front, touched: Ints
) -> tuple[_Front, Ints, Ints]:
    """The cells behind those of ``front``, all that is now ``touched``, and what is seen."""
    index, p = _spread(plan.starts[front.cell], plan.starts[front.cell + 1])
    ahead = plan.to[p] != front.back[index]
    index, p = index[ahead], p[ahead]
    row = front.row[index]
    x, y = corners.x[sources[row]], corners.y[sources[row]]
    ax, ay = plan.right_x[p] - x, plan.right_y[p] - y
    bx, by = plan.left_x[p] - x, plan.left_y[p] - y
    low = _hidden_part(front.right_x[index], front.right_y[index], ax, ay, bx, by)
    high = 1.0 - _hidden_part(-front.left_x[index], front.left_y[index], -bx, by, -ax, ay)
    facing = ax * by - ay * bx
    shown = ~(facing < -SAME) & (low < 1.0)
    shown &= ~((high - low) * (np.abs(bx - ax) + np.abs(by - ay)) <= SAME) & (high > low)
    # Edge-on a passage is seen from both sides, and sight could go round and round.
    edge_on = np.flatnonzero(shown & (facing <= SAME))
    if len(edge_on):
        keys = _keys(plan, row[edge_on], plan.cells + p[edge_on])
        fresh, touched = _touch(keys, touched)
        shown[edge_on] = False
        shown[edge_on[fresh]] = True
    row, p, low, high, ax, ay, bx, by, cell = (
        column[shown] for column in (row, p, low, high, ax, ay, bx, by, front.cell[index])
    )
    found = []
    for turn, whole in ((plan.right_turn[p], low <= 0.0), (plan.left_turn[p], high >= 1.0)):
        whole &= turn >= 0
        found.append(row[whole] * len(corners.x) + turn[whole])
    along_x, along_y = bx - ax, by - ay
    cut = high < 1.0
    bx, by = np.where(cut, ax + along_x * high, bx), np.where(cut, ay + along_y * high, by)
    cut = low > 0.0
    ax, ay = np.where(cut, ax + along_x * low, ax), np.where(cut, ay + along_y * low, ay)
    # A cell with a corner where one stands is seen as a whole, once.
    keep = np.minimum(np.abs(ax) + np.abs(ay), np.abs(bx) + np.abs(by)) > SAME
    at_corner = np.flatnonzero(~keep)
    if len(at_corner):
        keys = _keys(plan, row[at_corner], plan.to[p[at_corner]])
        fresh, touched = _touch(keys, touched)
        keep[at_corner[fresh]] = True
    columns = row, plan.to[p], cell, bx, by, ax, ay
    kept: list[Any] = [column[keep] for column in columns]
    return _Front(*kept), touched, np.concatenate(found)


def _keys(plan: Plan, row: Ints, thing: Ints) -> Ints:
    """(n,) a number for each corner that looks and each cell or, after the cells, each passage."""
    return row * (plan.cells + len(plan.to)) + thing


def _touch(keys: Ints, touched: Ints) -> tuple[Ints, Ints]:
    """(n,) the first place of each of the keys that is not ``touched`` yet, and all that now is."""
    keys, first = np.unique(keys, return_index=True)
    fresh = ~np.isin(keys, touched)
    return first[fresh], np.union1d(touched, keys[fresh])


def _hidden_part(x: Floats, y: Floats, ax: Floats, ay: Floats, bx: Floats, by: Floats) -> Floats:
    """(n,) as `hidden_part` of the kernels."""
    size = np.abs(x) + np.abs(y)
    slack = SAME * size
    a, b = x * ay - y * ax, x * by - y * bx
    crossing = np.divide(a, a - b, out=np.ones_like(a), where=(a < -slack) & (b > slack))
    over = np.where((b < -slack) & (a < -b), 1.0, 0.0)
    hidden = np.where(a >= -slack, over, crossing)
    return np.where(size <= SAME, 0.0, hidden)


def _goes_past(corners: Corners, corner: Ints, x: Floats, y: Floats) -> Flags:
    """(n,) as `goes_past` of the kernels, for the walls of these corners."""
    with np.errstate(invalid="ignore"):
        one = x * corners.one_y[corner] - y * corners.one_x[corner]
        other = x * corners.other_y[corner] - y * corners.other_x[corner]
        slack = SAME * (np.abs(x) + np.abs(y))
        across = ((one > slack) & (other < -slack)) | ((one < -slack) & (other > slack))
    past: Flags = ~across
    return past
