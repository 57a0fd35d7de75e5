"""Where a path point may go: doorways, and places with room about them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.humanoid import BODY
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.spots import Spot
from kotorlevel.nav.pathpoints.samples import Samples, heights, measure_clearance
from kotorlevel.nav.reach.islands import is_mutual

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.nav.search.search import Search


_WIDEST_DOORWAY = 8.0
"""Metres; a wider seam is a hall that is cut into rooms."""

_MOST = 3_000
"""Places that are looked from, about."""

_FINEST = 1.0
"""Metres between them, at least."""

_STOREY = 2.0
_LARGEST = 1e15


class Candidates(NamedTuple):
    """``at`` (n, 2), as a PTH holds it; the ``cell`` (n,) and the ``clearance`` (n,) in metres.

    ``doorway`` (n,) tells which are middles of doorways.
    """

    at: Floats
    cell: Ints
    clearance: Floats
    doorway: NDArray[np.bool_]

    def spot(self, number: int) -> Spot:
        """One of them as a place to start from."""
        x, y = self.at[number].tolist()
        return Spot(x, y, int(self.cell[number]))


def find_candidates(floor: Floor, samples: Samples, search: Search) -> Candidates:
    """Middles of doorways, and of every few square metres the place farthest from the walls."""
    door_at, door_cell = find_doorways(floor)
    rows = find_roomiest(samples, float(floor.plan_area.sum()))
    at, cell, kept = settle(
        floor,
        search,
        np.concatenate([door_at, samples.places.at[rows]]),
        np.concatenate([door_cell, samples.places.cell[rows]]),
    )
    clearance = measure_clearance(floor, at, heights(floor, cell, at), 2 * BODY)
    return Candidates(at, cell, clearance, kept < len(door_at))


def settle(floor: Floor, search: Search, at: Floats, cell: Ints) -> tuple[Floats, Ints, Ints]:
    """Places as a PTH holds them, the cells they are in then, and which (m,) of the given ones.

    A PTH has float32; that may be beyond the border of a cell, or beyond a wall.
    """
    rounded = at.astype(np.float32).astype(np.float64)
    kept, cells = [], []
    for number, ((x, y), home) in enumerate(zip(rounded.tolist(), cell.tolist(), strict=True)):
        centre_x, centre_y, _ = floor.centre[home].tolist()
        _, arrived, end, *_ = search.walk(Spot(centre_x, centre_y, home), x, y)
        if arrived:
            kept.append(number)
            cells.append(int(end))
    chosen = np.array(kept, np.int64)
    return rounded[chosen], np.array(cells, np.int64), chosen


def find_doorways(floor: Floor) -> tuple[Floats, Ints]:
    """(n, 2) the middles of the seams between two rooms each, and (n,) the cells they are on."""
    rows = np.flatnonzero(floor.link & is_mutual(floor))
    here, there = floor.room[floor.owner[rows]], floor.room[floor.to[rows]]
    rows, here, there = rows[here < there], here[here < there], there[here < there]
    ends: dict[tuple[int, int, int], int] = {}
    for row, a, b in zip(rows.tolist(), here.tolist(), there.tolist(), strict=True):
        ends.setdefault((a, b, int(floor.right_id[row])), row)
    starts: dict[int, int] = {}
    for row, a, b in zip(rows.tolist(), here.tolist(), there.tolist(), strict=True):
        following = ends.get((a, b, int(floor.left_id[row])))
        if following is not None:
            starts[following] = row
    found = [_middle(floor, run) for run in _runs(rows.tolist(), starts)]
    kept = [each for each in found if each is not None]
    at = np.array([place for place, _ in kept]).reshape(-1, 2)
    return at, np.array([cell for _, cell in kept], np.int64)


def _runs(rows: list[int], before: dict[int, int]) -> list[list[int]]:
    """The passages in runs in which each begins where the one before ends."""
    after = {first: second for second, first in before.items()}
    seen: set[int] = set()
    runs = []
    for row in [*(r for r in rows if r not in before), *rows]:  # then those that go round
        run = []
        at: int | None = row
        while at is not None and at not in seen:
            seen.add(at)
            run.append(at)
            at = after.get(at)
        if run:
            runs.append(run)
    return runs


def _middle(floor: Floor, run: list[int]) -> tuple[Floats, int] | None:
    """The middle of a run of passages, and its cell; None where it is no doorway but a hall."""
    right, left = floor.right[run, :2], floor.left[run, :2]
    length = np.hypot(*(left - right).T)
    total = float(length.sum())
    if not 0 < total <= _WIDEST_DOORWAY:
        return None
    done = np.cumsum(length)
    number = int(np.searchsorted(done, total / 2))
    part = (total / 2 - (done[number] - length[number])) / max(float(length[number]), 1e-12)
    place = right[number] + part * (left[number] - right[number])
    return place, int(floor.owner[run[number]])


def find_roomiest(samples: Samples, area: float) -> Ints:
    """(n,) of every square of the plan, and every storey, the sample with the most room."""
    if not math.isfinite(area) or not samples.places.size:
        return np.empty(0, np.int64)
    size = max(_FINEST, math.sqrt(area / _MOST))
    columns = [*samples.places.at.T / size, samples.z / _STOREY]
    bins = [np.floor(np.clip(column, -_LARGEST, _LARGEST)).astype(np.int64) for column in columns]
    order = np.lexsort((-samples.clearance, *bins))
    is_first = np.zeros(len(order), bool)
    is_first[:1] = True
    for column in bins:
        is_first[1:] |= np.diff(column[order]) != 0
    return np.sort(order[is_first])
