"""How pieces of cells are joined: by the carriers of their sides, not by where they lie.

Two pieces of one cell are joined where they have the two sides of the same cut, and pieces of
two cells where a passage led over the sides that they lie on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.floor.assemble import SHORTEST, Cells, Ways, blocked_ways, open_ways, to_parts

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints

    _Crossing = tuple[Ints, Ints, Floats, Floats, Ints]


class Sides(NamedTuple):
    """Sides of cells and pieces; all (n,).

    ``carrier`` is what a side lies on: a side of the old floor, or below 0 one side of a cut. It
    goes from ``begin`` to ``end``, metres along the carrier, and is ``row`` of the new floor, or
    -1 where the piece is dead; then ``dead_of`` is the polygon that it lies in, else -1.
    """

    carrier: Ints
    begin: Floats
    end: Floats
    row: Ints
    dead_of: Ints

    def only(self, used: Flags) -> Sides:
        """Some of them."""
        begin, end = self.begin[used], self.end[used]
        return Sides(self.carrier[used], begin, end, self.row[used], self.dead_of[used])


class Joined(NamedTuple):
    """The ways of the new floor, and for those that lead into a dead piece its polygon, else -1."""

    ways: Ways
    dead_of: Ints


def join_pieces(old: Cells, ways: Ways, new: Cells, sides: Sides, is_cut: Flags) -> Joined:
    """The ways and walls of the old floor on the sides of the new one, and those over cuts.

    ``is_cut`` (C,) tells which cells of the old floor are now pieces.
    """
    touched = is_cut[old.owner]
    concerned = touched[ways.side] | ((ways.to >= 0) & touched[ways.far_side])
    kept = _renumbered(ways[~concerned], new, sides, len(old.corners))
    ways = ways[concerned]
    asked = touched.copy()
    asked[ways.side] = asked[ways.far_side[ways.to >= 0]] = True
    used = (sides.carrier < 0) | asked[np.maximum(sides.carrier, 0)]
    sides = sides.only(used)
    index = _Index(sides)
    parts = _over_cuts(index, sides), _over_passages(index, sides, old, ways)
    here, there, low, high, way = (np.concatenate(two) for two in zip(*parts, strict=True))
    link = np.append(ways.link, False)[way]
    crossing = _ways_between(new, sides, here, there, low, high, link)
    mutual = ~_is_widow(new, crossing, old, ways, way)
    crossing, there = crossing[mutual], there[mutual]
    walls = _old_walls(index, old, ways[ways.to < 0], sides)
    others = np.full(len(walls.side) + len(kept.side), -1, np.int64)
    return Joined(
        Ways.joined([crossing, walls, kept]), np.concatenate([sides.dead_of[there], others])
    )


def _is_widow(new: Cells, crossing: Ways, old: Cells, ways: Ways, way: Ints) -> Flags:
    """(n,) ways that were both ways on the old floor, and now have no way back.

    Of two that are about as long as the shortest there may be, rounding could keep one alone.
    ``way`` (n,) are their rows among the old ``ways``, -1 for those over cuts.
    """
    length = (crossing.high - crossing.low) * new.length[crossing.side]
    narrow = np.flatnonzero((crossing.to >= 0) & (length < 4 * SHORTEST))
    there, back = _both_keys(crossing[narrow], len(new.corners))
    alone = ~_among(there, back[length[narrow] > SHORTEST])
    narrow, was = narrow[alone], way[narrow[alone]]
    there, back = _both_keys(ways, len(old.corners))
    mutual = (was < 0) | _among(there[was], back)
    widow = np.zeros(len(way), bool)
    widow[narrow[mutual]] = True
    return widow


def _both_keys(ways: Ways, count: int) -> tuple[Ints, Ints]:
    """(n,) and (n,) one number for both sides of each way, in both directions."""
    here, there = ways.side, ways.far_side
    return here * (count + 1) + there, there * (count + 1) + here


def _among(few: Ints, many: Ints) -> Flags:
    """(n,) which of ``few`` are among ``many``."""
    known = np.unique(few)
    if not len(known):
        return np.zeros(len(few), bool)
    place = np.minimum(np.searchsorted(known, many), len(known) - 1)
    seen = np.zeros(len(known), bool)
    seen[place[known[place] == many]] = True
    found: Flags = seen[np.searchsorted(known, few)]
    return found


def _renumbered(ways: Ways, new: Cells, sides: Sides, count: int) -> Ways:
    """Ways between cells of which none was cut, by the rows and cells of the new floor."""
    row_of = np.full(count + 1, -1, np.int64)  # the last is for "none"
    whole = (sides.carrier >= 0) & (sides.row >= 0)
    row_of[sides.carrier[whole]] = sides.row[whole]
    far = row_of[ways.far_side]
    to = np.where(ways.to >= 0, _owner_of(new, far), -1)
    changed = {"side": row_of[ways.side], "far_side": far, "to": to}
    return Ways(**{**vars(ways), **changed})


def _owner_of(cells: Cells, rows: Ints) -> Ints:
    """(n,) the cells of rows, and -1 of -1."""
    return np.append(cells.owner, -1)[rows]


class _Index:
    """Finds the sides on a part of a carrier. Sides of one carrier do not overlap."""

    def __init__(self, sides: Sides) -> None:
        self.low = np.minimum(sides.begin, sides.end)
        self.high = np.maximum(sides.begin, sides.end)
        self._order = np.lexsort((self.low, sides.carrier))
        carrier = sides.carrier[self._order]
        self._starts = _as_pairs(carrier, self.low[self._order])
        self._ends = np.maximum.accumulate(_as_pairs(carrier, self.high[self._order]))

    def find(self, carrier: Ints, low: Floats, high: Floats) -> tuple[Ints, Ints]:
        """(m,) and (m,) the numbers of questions and of sides on their carriers between two places.

        Only what is shared by more than `SHORTEST` counts.
        """
        low, high = low + SHORTEST, high - SHORTEST
        first = np.searchsorted(self._ends, _as_pairs(carrier, low), "right")
        last = np.searchsorted(self._starts, _as_pairs(carrier, high), "left")
        found = np.where(low < high, np.maximum(last - first, 0), 0)
        asked = np.repeat(np.arange(len(carrier)), found)
        skipped = np.repeat(np.cumsum(found) - found, found)
        place = np.arange(len(asked)) - skipped + np.repeat(first, found)
        return asked, self._order[place]


def _as_pairs(carrier: Ints, place: Floats) -> NDArray[np.complex128]:
    """(n,) carrier and place as one number each: NumPy compares real parts before imaginary."""
    pairs = np.empty(len(carrier), np.complex128)
    pairs.real, pairs.imag = carrier, place
    return pairs


def _over_cuts(index: _Index, sides: Sides) -> _Crossing:
    """Sides, the sides of the same cut that lie across from them, and the part of the carrier.

    And the way of the old floor that leads there, here -1.
    """
    here = np.flatnonzero((sides.carrier < 0) & (sides.row >= 0))
    across = -1 - ((-1 - sides.carrier[here]) ^ 1)
    asked, there = index.find(across, index.low[here], index.high[here])
    here = here[asked]
    low = np.maximum(index.low[here], index.low[there])
    high = np.minimum(index.high[here], index.high[there])
    return here, there, low, high, np.full(len(here), -1, np.int64)


def _over_passages(index: _Index, sides: Sides, old: Cells, ways: Ways) -> _Crossing:
    """The same for what passages of the old floor lead to."""
    rows = np.flatnonzero(ways.to >= 0)
    asked, here, low, high = _on_sides(index, sides, old, ways[rows])
    way = rows[asked]
    side, far = ways.side[way], ways.far_side[way]
    # Where the far side begins and ends, in metres along this one: mostly length and 0.
    first, second = (
        _metres_along(old, side, old.corners[ends]) for ends in (far, old.following[far])
    )
    scale = (second - first) / np.maximum(old.length[far], 1e-300)
    safe = np.where(np.abs(scale) > 1e-3, scale, np.nan)  # upright to this side: joined nowhere
    ends = [np.nan_to_num((place - first) / safe, nan=-1.0) for place in (low, high)]
    asked, there = index.find(far, np.minimum(*ends), np.maximum(*ends))
    scale, first = scale[asked], first[asked]
    ends = [first + scale * place[there] for place in (index.low, index.high)]
    low, high = (
        np.maximum(low[asked], np.minimum(*ends)),
        np.minimum(high[asked], np.maximum(*ends)),
    )
    return here[asked], there, low, high, way[asked]


def _metres_along(cells: Cells, side: Ints, place: Floats) -> Floats:
    """(n,) where places are in the direction of sides, in metres from their beginning."""
    along, length = cells.along[side], np.maximum(cells.length[side], 1e-300)
    metres: Floats = ((place - cells.corners[side])[:, :2] * along).sum(axis=1) / length
    return metres


def _ways_between(
    new: Cells,
    sides: Sides,
    here: Ints,
    there: Ints,
    low: Floats,
    high: Floats,
    link: NDArray[np.bool_],
) -> Ways:
    """Ways from sides to sides, over a part of the carrier of the first in metres.

    Those into dead pieces are walls.
    """
    side, part = _parts(sides, here, low, high)
    far = sides.row[there]
    return open_ways(side, *part, _owner_of(new, far), far, link & (far >= 0))


def _parts(
    sides: Sides, here: Ints, low: Floats, high: Floats
) -> tuple[Ints, tuple[Floats, Floats]]:
    """(n,) rows of the new floor, and which part of them is the part of the carrier."""
    row = sides.row[here]
    begin, end = sides.begin[here], sides.end[here]
    ahead = np.where(end >= begin, 1.0, -1.0)
    length = np.abs(end - begin)
    metres = [np.where(ahead > 0, place - begin, begin - place) for place in (low, high)]
    parts = [to_parts(place, length) for place in metres]
    return row, (np.minimum(*parts), np.maximum(*parts))


def _old_walls(index: _Index, old: Cells, walls: Ways, sides: Sides) -> Ways:
    """The walls of the old floor, on the sides that are left."""
    asked, here, low, high = _on_sides(index, sides, old, walls)
    row, part = _parts(sides, here, low, high)
    return blocked_ways(row, *part, walls.edge[asked], walls.blocker[asked])


def _on_sides(
    index: _Index, sides: Sides, old: Cells, ways: Ways
) -> tuple[Ints, Ints, Floats, Floats]:
    """(m,) numbers of ways, the living sides that they lie on, and the part of the carrier."""
    low, high = (part * old.length[ways.side] for part in (ways.low, ways.high))
    asked, here = index.find(ways.side, low, high)
    alive = sides.row[here] >= 0
    asked, here = asked[alive], here[alive]
    low, high = np.maximum(low[asked], index.low[here]), np.minimum(high[asked], index.high[here])
    return asked, here, low, high
