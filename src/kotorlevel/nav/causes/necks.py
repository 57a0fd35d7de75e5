"""Whether a floor can fall apart for a body at all: a test that is quick where it says no.

The middle of a body stays a radius away from walls. So the floor falls apart for it only where
two walls are nearer to each other than twice that, and only if the straight line between them, a
*neck*, is on all ways from one place to another.

Walls follow each other around the floor in loops: one around the outside, and one around each
hole. The first neck between two loops divides nothing, and makes one loop of the two. Every other
neck is one between two walls of a loop, and divides what the loop goes around. Both areas follow
from the corners alone, by the shoelace formula. Where one of them is too small to be worth a word,
the neck does no harm: whoever is not in that corner can walk past it. If that is so for every
neck, then all of the floor but such corners hangs together. Where it is not, only those walls
have to be looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.links.grid import sweep
from kotorlevel.nav.causes.rim import Chain, Rim, Spot, cross, follow_walls, join_loops
from kotorlevel.nav.causes.wall_gaps import closest_points
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.reach.islands import cell_areas, is_mutual

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints

_SLACK = 0.002
"""Metres by which walls may be farther apart than a body is wide and still count as near: what is
cut off about corners reaches half a millimetre too far."""
_TOUCHING = 1e-6
"""Metres: nearer walls have no floor between them, and a nearer corner is the end of a wall."""
_NOTHING = 0.05
"""Square metres that a loop may be off, where rooms do not quite meet."""
_LARGEST_STEP = 1.5
"""Metres in height between two walls with a floor between them that is not steep."""
_STEEP = 1.5
"""How much larger a steep cell is than its plan."""
_LARGEST_CORNER, _MOST_CORNERS = 25.0, 200
"""Square metres that are looked at closely, and how often."""
_SQUARE = 0.1
"""Metres of the squares in which they are."""
_FACTORS = (1.0, 1.05, 1.2, 1.5, 2.0, 3.0)
_MOST_LOOKS = 3_000_000


def find_doubtful_walls(
    floor: Floor, parts: NDArray[np.intp], radius: float, least: float
) -> Ints | None:
    """The walls (n,) that may part a floor for a body of ``radius`` metres; None if one must look.

    If these walls alone leave no more than one piece of ``least`` m² for the middle of a body in
    each part (C,) of the floor, then all walls together do not.
    """
    if least <= 0 or not is_mutual(floor).all():
        return None
    rim = follow_walls(floor, parts)
    if rim is None:
        return None
    cells = _Cells(parts, cell_areas(floor), floor.plan_area, rim.turned)
    necks = _find_necks(floor, rim, 2 * radius, cells.sums(cells.area) >= least)
    lines = _choose_lines(rim, necks)
    chain = join_loops(rim, [necks.spots(number) for number in lines])
    outer = _find_outer(rim, chain, necks)
    if outer is None:
        return None
    asked = np.ones(len(necks.a), bool)
    asked[lines] = False
    harmful = np.flatnonzero(asked)[
        _find_harmful(floor, rim, chain, necks.only(asked), cells, outer, radius, least)
    ]
    # Who goes around a group of loops may go along the lines between them.
    group = chain.group_of[rim.loop[necks.a]]
    joining = [number for number in lines if group[number] in group[harmful]]
    rows = necks.rows(rim, np.concatenate([harmful, np.array(joining, np.int64)]))
    return np.union1d(rim.wall[rows], _find_near_folds(floor, rim, 2 * radius + _SLACK))


def _find_harmful(
    floor: Floor,
    rim: Rim,
    chain: Chain,
    necks: _Necks,
    cells: _Cells,
    outer: Flags,
    radius: float,
    least: float,
) -> Ints:
    """The necks that do not just divide a small corner from the rest."""
    divided = _divide(chain, necks, outer)
    part = rim.part[necks.a]
    folded = 2 * cells.sums(cells.plan * cells.turned)
    harmful = divided.small + folded[part] >= cells.limits(least)[part]
    harmful &= divided.small < _LARGEST_CORNER
    look = _Look(floor, chain, cells, radius, least)
    for row in np.flatnonzero(harmful)[:_MOST_CORNERS].tolist():
        harmful[row] = not look.is_small(divided, row, int(part[row]))
    harmful |= divided.small >= _LARGEST_CORNER
    # What is less than nothing is no corner: something is odd there.
    return np.flatnonzero(harmful | (outer[divided.group] & (divided.small < -_NOTHING)))


def _find_near_folds(floor: Floor, rim: Rim, reach: float) -> Ints:
    """The walls about cells that look down: there nobody can tell without looking."""
    found = np.zeros(len(rim.wall), bool)
    low, high = np.minimum(rim.start, rim.end) - reach, np.maximum(rim.start, rim.end) + reach
    origin = floor.corners[:, :2].mean(axis=0)
    box_low, box_high = (box[rim.turned] - origin for box in _boxes(floor))
    for cell_low, cell_high in zip(box_low, box_high, strict=True):
        found |= ((low <= cell_high) & (high >= cell_low)).all(axis=1)
    return rim.wall[found]


class _Cells(NamedTuple):
    """The part of each cell (C,), its m² and those of its plan, and whether it looks down."""

    part: NDArray[np.intp]
    area: Floats
    plan: Floats
    turned: Flags

    def sums(self, values: Floats) -> Floats:
        """(P,) the sum of something (C,) over each part."""
        count = int(self.part.max(initial=-1)) + 1
        return np.asarray(np.bincount(self.part, values, count), np.float64)

    def limits(self, least: float) -> Floats:
        """(P,) m² in the plan below which a piece of each part has less than ``least`` m²."""
        choices = [
            (least - self.sums(np.maximum(self.area - factor * self.plan, 0.0))) / factor
            for factor in _FACTORS
        ]
        return np.asarray(np.maximum.reduce(choices))


# Finding necks


class _Necks(NamedTuple):
    """Lines from wall ``a`` to wall ``b`` (n,), rows of the rim, and how long they are.

    From ``point`` to ``other`` (n, 2); ``along`` (n, 2) and ``leftward`` (n, 2) as in `Spot`, of
    both ends.
    """

    a: Ints
    b: Ints
    point: Floats
    other: Floats
    width: Floats
    along: Ints
    leftward: Floats

    def only(self, used: Flags | Ints) -> _Necks:
        """Some of them."""
        columns: list[Any] = [column[used] for column in self]
        return _Necks(*columns)

    def spots(self, row: int) -> tuple[Spot, Spot]:
        """Both ends of one."""
        one, other = (
            Spot(int(wall[row]), int(self.along[row, k]), float(self.leftward[row, k]), (x, y))
            for k, wall, (x, y) in (
                (0, self.a, self.point[row].tolist()),
                (1, self.b, self.other[row].tolist()),
            )
        )
        return one, other

    def rows(self, rim: Rim, numbers: Ints) -> Ints:
        """The rows of the walls at both ends of some; at a corner both walls are meant."""
        rows = np.stack([self.a[numbers], self.b[numbers]], axis=1)
        at_corner = self.along[numbers] == 0
        return np.concatenate([rows.reshape(-1), rim.before[rows[at_corner]]])


def _find_necks(floor: Floor, rim: Rim, width: float, large: Flags) -> _Necks:
    """The necks of at most ``width`` metres in the parts that are ``large`` (P,).

    Where something is in the way of a line from wall to wall, there are necks to that: so it is
    enough to look where two walls are nearest to each other.
    """
    reach = width + _SLACK
    a, b = _find_near_boxes(rim, reach, large)
    point, other = closest_points(rim.start[a], rim.end[a], rim.start[b], rim.end[b])
    apart = np.hypot(*(point - other).T)
    near = np.flatnonzero((apart <= reach) & _may_be_on_one_floor(floor, rim, a, b, reach))
    a, b, point, other, apart = a[near], b[near], point[near], other[near], apart[near]
    ones, others = _sectors(rim, a, point), _sectors(rim, b, other)
    way = other - point
    kept = _is_within(ones, way) & _is_within(others, -way)
    # Where walls touch, floors lie back to back; or over each other, and then nobody can tell.
    touching = np.flatnonzero(apart <= _TOUCHING)
    kept[touching] = _overlap(ones.only(touching), others.only(touching))
    along = np.round(np.stack([ones.gone, others.gone], axis=1) * 1e6).astype(np.int64)
    leftward = np.stack([_turn(ones.first, way), _turn(others.first, -way)], axis=1)
    # A wall touches the next one: that is no neck.
    kept &= (ones.row != others.row) | (along[:, 0] != along[:, 1])
    necks = _Necks(ones.row, others.row, point, other, apart, along, leftward).only(kept)
    # A neck from a corner is found for both walls that meet there.
    ends = np.sort(np.stack([necks.a, necks.b], axis=1) * (1 << 36) + necks.along, axis=1)
    return necks.only(np.unique(ends, axis=0, return_index=True)[1])


def _find_near_boxes(rim: Rim, reach: float, large: Flags) -> tuple[Ints, Ints]:
    """(n,) and (n,) walls of one part whose boxes are within ``reach``, each pair once."""
    low, high = np.minimum(rim.start, rim.end), np.maximum(rim.start, rim.end) + reach
    asked = np.flatnonzero(large[rim.part])
    ones, others = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for one, other in sweep(low[asked, 0], high[asked, 0]):
        a, b = asked[one], asked[other]
        near = (low[a, 1] <= high[b, 1]) & (low[b, 1] <= high[a, 1])
        near &= rim.part[a] == rim.part[b]
        ones.append(a[near])
        others.append(b[near])
    return np.concatenate(ones), np.concatenate(others)


def _may_be_on_one_floor(floor: Floor, rim: Rim, a: Ints, b: Ints, reach: float) -> Flags:
    """(n,) whether a floor can lie between two walls: not between two storeys, if none is steep."""
    heights = [
        np.sort([ends[rim.wall[row], 2] for ends in (floor.wall_from, floor.wall_to)], axis=0)
        for row in (a, b)
    ]
    (low, high), (other_low, other_high) = heights
    step = np.maximum(low - other_high, other_low - high)
    alike: Flags = step <= _LARGEST_STEP
    steep = np.flatnonzero(cell_areas(floor) > _STEEP * floor.plan_area)
    if alike.all() or not len(steep):
        return alike
    origin = floor.corners[:, :2].mean(axis=0)
    box_low, box_high = (box[steep] - origin for box in _boxes(floor))
    wall_low, wall_high = np.minimum(rim.start, rim.end), np.maximum(rim.start, rim.end)
    for row in np.flatnonzero(~alike).tolist():
        near = (box_low <= wall_high[a[row]] + reach) & (box_high >= wall_low[a[row]] - reach)
        alike[row] = bool(near.all(axis=1).any())
    return alike


def _boxes(floor: Floor) -> tuple[Floats, Floats]:
    """(C, 2) and (C, 2) the boxes of cells in the plan."""
    plan, starts = floor.corners[:, :2], floor.corner_starts[:-1]
    return np.minimum.reduceat(plan, starts), np.maximum.reduceat(plan, starts)


class _Sectors(NamedTuple):
    """What about points is floor: all directions from ``first`` (n, 2) to the left, up to ``last``.

    ``angle`` (n,) is how far that is, in radians. The points are ``gone`` (n,) metres along the
    walls ``row`` (n,); what is at the end of a wall is at the start of the next.
    """

    first: Floats
    last: Floats
    angle: Floats
    row: Ints
    gone: Floats

    def only(self, used: Ints) -> _Sectors:
        """Some of them."""
        columns: list[Any] = [column[used] for column in self]
        return _Sectors(*columns)


def _sectors(rim: Rim, row: Ints, point: Floats) -> _Sectors:
    at_end = np.hypot(*(point - rim.end[row]).T) <= _TOUCHING
    row = np.where(at_end, rim.after[row], row)
    gone = np.where(at_end, 0.0, np.hypot(*(point - rim.start[row]).T))
    gone[gone <= _TOUCHING] = 0.0
    along = rim.end - rim.start
    first = along[row]
    last = -np.where((gone == 0)[:, None], along[rim.before[row]], first)
    angle = np.where(gone == 0, _turn(first, last), np.pi)
    return _Sectors(first, last, np.where(angle > 0, angle, 2 * np.pi), row, gone)


def _turn(first: Floats, way: Floats) -> Floats:
    """(n,) by how many radians, from 0 to 2π, directions are to the left of others."""
    turn = np.arctan2(cross(first, way), (first * way).sum(axis=1))
    return np.asarray(np.where(turn < 0, turn + 2 * np.pi, turn))


def _is_within(sectors: _Sectors, way: Floats, margin: float = 1e-6) -> Flags:
    """(n,) whether directions lead into sectors, or less than ``margin`` radians beside them."""
    turn = _turn(sectors.first, way)
    return (turn <= sectors.angle + margin) | (turn >= 2 * np.pi - margin)


def _overlap(ones: _Sectors, others: _Sectors) -> Flags:
    """(n,) whether two sectors about one point have something in common."""
    found = np.zeros(len(ones.row), bool)
    for one, other in ((ones, others), (others, ones)):
        turn = _turn(one.first, other.first)
        found |= (turn < one.angle - 1e-6) | (turn > 2 * np.pi - 1e-6)
    return found


# What they divide


def _choose_lines(rim: Rim, necks: _Necks) -> list[int]:
    """Necks that make one of each two loops that are near to each other, and no ring of loops."""
    root = list(range(int(rim.loop.max(initial=-1)) + 1))

    def find(loop: int) -> int:
        while root[loop] != loop:
            root[loop] = root[root[loop]]
            loop = root[loop]
        return loop

    one, other = rim.loop[necks.a], rim.loop[necks.b]
    apart = np.flatnonzero(one != other)
    lines = []
    for row in apart[np.argsort(necks.width[apart], kind="stable")].tolist():
        here, there = find(int(one[row])), find(int(other[row]))
        if here != there:
            root[here] = there
            lines.append(row)
    return lines


def _find_outer(rim: Rim, chain: Chain, necks: _Necks) -> Flags | None:
    """(G,) the groups of loops around the outside; None where a part has none, or several."""
    loop = np.bincount(rim.loop, cross(rim.start, rim.end) + cross(rim.end, rim.start[rim.after]))
    part = rim.part[np.flatnonzero(np.diff(rim.loop, prepend=-1))]
    found = np.bincount(part[loop > 0], minlength=int(part.max(initial=-1)) + 1)
    if (found[rim.part[necks.a]] != 1).any():
        return None
    outer = np.zeros(len(chain.areas), bool)
    outer[chain.group_of[loop > 0]] = True
    return outer


class _Divided(NamedTuple):
    """What necks (n,) divide: from ``point`` (n, 2) on ``piece`` (n,) to ``other`` on ``to`` (n,).

    ``small`` (n,) m² of what may be a corner; it is ``ahead`` (n,) on the pieces between the two,
    or on all others of the ``group`` (n,).
    """

    piece: Ints
    to: Ints
    point: Floats
    other: Floats
    small: Floats
    ahead: Flags
    group: Ints


def _divide(chain: Chain, necks: _Necks, outer: Flags) -> _Divided:
    piece, to = chain.piece_of[necks.a], chain.piece_of[necks.b]
    for k, rows, found in ((0, necks.a, piece), (1, necks.b, to)):
        for neck in np.flatnonzero(np.isin(rows, list(chain.pieces))).tolist():
            at = int(necks.along[neck, k]), float(necks.leftward[neck, k])
            found[neck] = chain.find(int(rows[neck]), *at)
    back = (piece > to) | ((piece == to) & (necks.along[:, 0] > necks.along[:, 1]))
    piece, to = np.where(back, to, piece), np.where(back, piece, to)
    point = np.where(back[:, None], necks.other, necks.point)
    other = np.where(back[:, None], necks.point, necks.other)
    swept = [
        chain.sums[row] + cross(chain.start[row], place)
        for row, place in ((piece, point), (to, other))
    ]
    area = (swept[1] - swept[0] + cross(other, point)) / 2
    group = chain.group[piece]
    rest = chain.areas[group] - area
    # About a hole the negative one is all around it; the other is the corner.
    ahead = (area <= rest) == outer[group]
    return _Divided(piece, to, point, other, np.where(ahead, area, rest), ahead, group)


class _Look:
    """Looks at corners closely: how much of them is left for the middle of a body, at most."""

    def __init__(
        self, floor: Floor, chain: Chain, cells: _Cells, radius: float, least: float
    ) -> None:
        self._chain, self._cells = chain, cells
        self._radius, self._least = radius, least
        origin = floor.corners[:, :2].mean(axis=0)
        self._boxes = [box - origin for box in _boxes(floor)]

    def is_small(self, divided: _Divided, row: int, part: int) -> bool:
        """Whether less than enough is left of the corner behind a neck."""
        chain, group = self._chain, int(divided.group[row])
        piece, to = int(divided.piece[row]), int(divided.to[row])
        point, other = divided.point[row], divided.other[row]
        if divided.ahead[row]:
            between = np.arange(piece + 1, to)
        else:
            point, other, piece, to = other, point, to, piece
            first, last = chain.first[group], chain.first[group + 1]
            between = np.concatenate([np.arange(piece + 1, last), np.arange(first, to)])
        # The pieces at both ends belong to the corner from the neck on.
        start = np.concatenate([[point], chain.start[between], [chain.start[to]]])
        end = np.concatenate([[chain.end[piece]], chain.end[between], [other]])
        is_wall = chain.row[np.concatenate([[piece], between, [to]])] >= 0
        low, high = np.minimum(start, end).min(axis=0), np.maximum(start, end).max(axis=0)
        near = (self._boxes[0] <= high) & (self._boxes[1] >= low)
        cells = np.flatnonzero(near.all(axis=1) & (self._cells.part == part))
        if self._cells.turned[cells].any():
            return False
        free = self._find_free(start, end, is_wall, low, high)
        area, plan = self._cells.area[cells], self._cells.plan[cells]
        bounds = [
            factor * free + np.maximum(area - factor * plan, 0.0).sum() for factor in _FACTORS
        ]
        return free == 0 or min(bounds) < self._least

    def _find_free(
        self, start: Floats, end: Floats, is_wall: Flags, low: Floats, high: Floats
    ) -> float:
        """M² of all squares in a polygon in which there may be a place for a body."""
        count = np.ceil((high - low) / _SQUARE).astype(np.int64) + 1
        if count.prod() * len(start) > _MOST_LOOKS:
            return np.inf
        x, y = (low[k] + _SQUARE * (np.arange(count[k]) - 0.5) for k in (0, 1))
        places = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        half = _SQUARE * np.sqrt(0.5)
        neck = _distance(places, end[-1:], start[:1])
        places = places[_is_in_polygon(places, start, end) | (neck <= half)]
        walls = _distance(places, start[is_wall], end[is_wall])
        return float((walls >= self._radius - half).sum()) * _SQUARE**2


def _is_in_polygon(places: Floats, start: Floats, end: Floats) -> Flags:
    """(n,) whether places are in the polygon of these sides, by the parity of crossings."""
    start, end = np.concatenate([start, end[-1:]]), np.concatenate([end, start[:1]])
    (x, y), (dx, dy) = start.T, (end - start).T
    px, py = places[:, :1], places[:, 1:]
    between = (y > py) != (y + dy > py)
    left = px < x + (py - y) * dx / np.where(dy == 0, 1.0, dy)
    return np.asarray((between & left).sum(axis=1) % 2 == 1)


def _distance(places: Floats, start: Floats, end: Floats) -> Floats:
    """(n,) metres to the nearest of segments."""
    along = end - start
    square = np.maximum((along * along).sum(axis=1), 1e-24)
    away = places[:, None] - start
    part = np.clip((away * along).sum(axis=2) / square, 0.0, 1.0)
    gaps = away - part[..., None] * along
    return np.asarray(np.hypot(gaps[..., 0], gaps[..., 1]).min(axis=1, initial=np.inf))
