"""Edges of two rooms that almost meet, and what keeps them from being a seam.

Each is one of: a *gap* between them in the plan, an *overlap* there, a *step* in height, a *part*
(they lie on one line but only part of one meets the other: a T-junction), or the same *direction*
(one of the rooms is wound the wrong way). Wider gaps with a *door* or a *door hook* in them are
found by `door_gaps`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.links.grid import Cells, sweep
from kotorlevel.area.links.seams import TOLERANCE, Seams
from kotorlevel.core.distinct import distinct
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.links.boundary import AreaBoundary
    from kotorlevel.core.types import Floats, Ints, Vector


Kind = Literal["gap", "overlap", "step", "part", "direction", "door", "door hook"]

WIDEST_GAP = 0.1
"""Metres. The games' own links meet within that; walls between rooms are mostly thicker."""
HIGHEST_STEP = 0.5
"""Metres: more is another storey."""

PARALLEL = 0.996
"""The cosine of about five degrees."""

_LEAST_SHARE = 0.05
_LARGEST_LEVEL = 13
"""Edges longer than 2¹³ m are no part of a level."""
_LOOKS, _LOOKS_AN_EDGE = 2_000_000, 100
"""How many pairs are measured at most: so many, and so many more for each edge."""
_MOST_FOUND = 100_000
"""More than an area that anybody would join by hand can have."""


@dataclass(frozen=True)
class NearMiss:
    """Two edges that almost meet, by room and edge number, and why they do not.

    ``gap`` is their distance in the plan, below 0 where they overlap, and ``step`` the difference
    in height, both in metres where they are largest; ``shared`` how long the part is that lies
    side by side, and ``at`` its middle. ``apart`` is the larger distance of their ends. ``linked``
    tells whether both lead to each other all the same. ``door`` is the name of the door or door
    hook in the gap.
    """

    kind: Kind
    room: int
    edge: int
    other_room: int
    other_edge: int
    gap: float
    step: float
    shared: float
    apart: float
    at: Vector
    linked: bool
    door: str = ""

    @property
    def reason(self) -> str:
        """What keeps them apart, in words."""
        step = f" and a step of {_length(self.step)}" if self.step > TOLERANCE else ""
        if self.kind == "gap":
            return f"a gap of {_length(self.gap)}{step}"
        if self.kind in ("door", "door hook"):
            name = f" {printable(self.door)}" if self.door else ""
            return f"a gap of {self.gap:.2f} m{step}, with {self.kind}{name} in it"
        if self.kind == "overlap":
            return f"they overlap by {_length(-self.gap)}{step}"
        if self.kind == "step":
            return f"a step of {_length(self.step)}"
        if self.kind == "part":
            return f"only {self.shared:.2f} m of them lie side by side (a T-junction)"
        return "both run in the same direction: one of the rooms is wound the wrong way"


class NearMisses(NamedTuple):
    """What `find_near_misses` found; not ``complete`` where there was too much to compare."""

    found: tuple[NearMiss, ...]
    complete: bool = True


def find_near_misses(
    seams: Seams, widest_gap: float = WIDEST_GAP, tolerance: float = TOLERANCE
) -> NearMisses:
    """The pairs of edges of different rooms, none of them in a seam, that almost meet.

    An edge with a wall on it is not looked at, unless it leads to the room of the other.
    """
    boundary = seams.boundary
    is_free = (seams.partner < 0) & (boundary.length > 2 * tolerance)
    is_free[seams.crowded] = False
    found: list[NearMiss] = []
    budget = _LOOKS + _LOOKS_AN_EDGE * len(boundary)
    for a, b, looked in _candidates(boundary, np.flatnonzero(is_free), widest_gap):
        budget -= looked
        if budget < 0:
            return NearMisses(tuple(sorted(found, key=in_order)), complete=False)
        if not len(a):
            continue
        measured = measure(boundary, a, b)
        kept = np.flatnonzero(_is_near_miss(boundary, measured, a, b, widest_gap, tolerance))
        found += [
            measured.near_miss(
                boundary, int(a[row]), int(b[row]), row, measured.kind(row, tolerance)
            )
            for row in kept[: _MOST_FOUND - len(found)].tolist()
        ]
        if len(found) >= _MOST_FOUND:
            budget = 0
    return NearMisses(tuple(sorted(found, key=in_order)))


def in_order(miss: NearMiss) -> tuple[int, int, int, int]:
    """What near misses are sorted by: the numbers of rooms and edges."""
    return miss.room, miss.edge, miss.other_room, miss.other_edge


def _candidates(
    boundary: AreaBoundary, rows: Ints, reach: float
) -> Iterator[tuple[Ints, Ints, int]]:
    """Pairs of ``rows`` of different rooms that come close, each once, lower row first.

    With each batch comes the number of pairs that were looked at. Edges are sorted by length into
    levels, and each is compared with those of its own and longer levels in cells of that length:
    so a long edge is found from all along it, and no short one looks far.
    """
    least = max(int(np.ceil(np.log2(reach))), -20)
    sizes = boundary.length[rows] + reach
    with np.errstate(over="ignore"):
        level = np.clip(np.ceil(np.log2(sizes)), least, _LARGEST_LEVEL + 1).astype(np.int64)
    low = np.minimum(boundary.start, boundary.end)
    high = np.maximum(boundary.start, boundary.end)
    slack = np.array([reach, reach, HIGHEST_STEP])
    if len(rows) ** 2 <= _LOOKS:  # to compare each with each is less than to make all those cells
        rows = rows[level <= _LARGEST_LEVEL]
        for one, other in sweep(low[rows, 0], high[rows, 0] + reach):
            a, b = rows[one], rows[other]
            yield *_near_ones(boundary, a, b, low, high + slack), 0
        return
    for each in distinct(level[level <= _LARGEST_LEVEL]).tolist():
        long, short = rows[level == each], rows[level <= each]
        same = level[level <= each] == each
        cells = Cells(boundary.middle[long, :2], 2.0**each)
        for asking, others, _ in cells.around(boundary.middle[short, :2]):
            a, b = short[asking], long[others]
            fresh = ~same[asking] | (a < b)
            yield *_near_ones(boundary, a[fresh], b[fresh], low, high + slack), len(asking)


def _near_ones(
    boundary: AreaBoundary, a: Ints, b: Ints, low: Floats, high: Floats
) -> tuple[Ints, Ints]:
    """The pairs of two rooms whose boxes overlap and that a wall need not part; lower row first."""
    near = boundary.room[a] != boundary.room[b]
    for axis in (1, 0, 2):  # most pairs fall out at the first
        a, b = a[near], b[near]
        near = (low[a, axis] <= high[b, axis]) & (low[b, axis] <= high[a, axis])
    a, b = a[near], b[near]
    near = may_be_open(boundary, a, b)
    a, b = a[near], b[near]
    return np.minimum(a, b), np.maximum(a, b)


def may_be_open(boundary: AreaBoundary, a: Ints, b: Ints) -> NDArray[np.bool_]:
    """(M,) False where a wall stands on one of the edges, and neither leads to the other."""
    leads = boundary.transition[a] == boundary.room[b]
    leads |= boundary.transition[b] == boundary.room[a]
    is_open: NDArray[np.bool_] = leads | ~(boundary.walled[a] | boundary.walled[b])
    return is_open


@dataclass(frozen=True, eq=False)
class Measured:
    """For pairs of edges: the cosine of their directions, and see `NearMiss` for the rest."""

    cosine: NDArray[np.float64]
    gap: NDArray[np.float64]
    step: NDArray[np.float64]
    shared: NDArray[np.float64]
    apart: NDArray[np.float64]
    at: NDArray[np.float64]

    def kind(self, row: int, tolerance: float) -> Kind:
        """What keeps a pair apart."""
        if self.cosine[row] > 0:
            return "direction"
        if abs(self.gap[row]) > tolerance:
            return "gap" if self.gap[row] > 0 else "overlap"
        return "step" if self.step[row] > tolerance else "part"

    def near_miss(
        self, boundary: AreaBoundary, a: int, b: int, row: int, kind: Kind, door: str = ""
    ) -> NearMiss:
        """The pair of rows ``a`` and ``b`` of the boundary, which is measured here as ``row``."""
        x, y, z = self.at[row].tolist()
        rooms = int(boundary.room[a]), int(boundary.room[b])
        return NearMiss(
            kind,
            rooms[0],
            int(boundary.edge[a]),
            rooms[1],
            int(boundary.edge[b]),
            float(self.gap[row]),
            float(self.step[row]),
            float(self.shared[row]),
            float(self.apart[row]),
            (x, y, z),
            (int(boundary.transition[a]), int(boundary.transition[b])) == rooms[::-1],
            door,
        )


def measure(boundary: AreaBoundary, a: Ints, b: Ints) -> Measured:
    """How two edges lie to each other, in the plan along the first."""
    start, along = boundary.start[a], boundary.end[a] - boundary.start[a]
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-12)
    unit = along[:, :2] / length[:, None]
    other_start, other = boundary.start[b], boundary.end[b] - boundary.start[b]
    # Where the ends of the other are along the first, and the part in which both are.
    at = [((point - start)[:, :2] * unit).sum(axis=1) for point in (other_start, boundary.end[b])]
    low, high = np.maximum(np.minimum(*at), 0.0), np.minimum(np.maximum(*at), length)
    span = np.where(np.abs(at[1] - at[0]) > 1e-9, at[1] - at[0], np.inf)
    gaps, steps, middles = [], [], []
    for place in (low, high):
        here = start + along * (place / length)[:, None]
        there = other_start + other * ((place - at[0]) / span)[:, None]
        dx, dy = (there - here)[:, 0], (there - here)[:, 1]
        gaps.append(dx * unit[:, 1] - dy * unit[:, 0])  # the floor is on the left of an edge
        steps.append(np.abs(there[:, 2] - here[:, 2]))
        middles.append((here + there) / 2)
    across = np.maximum(np.hypot(other[:, 0], other[:, 1]), 1e-12)
    return Measured(
        (other[:, :2] * unit).sum(axis=1) / across,
        np.where(np.abs(gaps[0]) >= np.abs(gaps[1]), *gaps),
        np.maximum(*steps),
        high - low,
        np.maximum(
            np.linalg.norm(boundary.end[b] - start, axis=1),
            np.linalg.norm(boundary.end[a] - other_start, axis=1),
        ),
        (middles[0] + middles[1]) / 2,
    )


def _is_near_miss(
    boundary: AreaBoundary,
    found: Measured,
    a: Ints,
    b: Ints,
    widest_gap: float,
    tolerance: float,
) -> NDArray[np.bool_]:
    """(M,) pairs that run back along each other, or exactly along each other."""
    one, other = boundary.length[a], boundary.length[b]
    close = (np.abs(found.gap) <= widest_gap) & (found.step <= HIGHEST_STEP)
    close &= found.shared >= np.minimum(_LEAST_SHARE, 0.5 * np.minimum(one, other))
    exact = (np.abs(found.gap) <= tolerance) & (found.step <= tolerance)
    exact &= found.shared >= np.maximum(one, other) - 2 * tolerance
    # Where both look up, or both down, the rooms lie over each other.
    exact &= boundary.turned[a] != boundary.turned[b]
    near: NDArray[np.bool_] = close & (
        (found.cosine < -PARALLEL) | ((found.cosine > PARALLEL) & exact)
    )
    return near


def _length(metres: float) -> str:
    """``3.2 cm``, or ``1.4 mm`` for what is small."""
    return f"{1000 * metres:.1f} mm" if metres < 0.01 else f"{100 * metres:.1f} cm"
