"""Choosing path points (a set cover): so few that every walkable place still sees one of them."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.humanoid import BODY
from kotorlevel.nav.floor.spots import Spot
from kotorlevel.nav.pathpoints.candidates import Candidates, settle
from kotorlevel.nav.pathpoints.leftovers import Leftovers
from kotorlevel.nav.pathpoints.samples import Samples
from kotorlevel.nav.pathpoints.sight import Sight, sort_places

if TYPE_CHECKING:
    from kotorlevel.core.types import Ints
    from kotorlevel.nav.search.search import Search

    Progress = Callable[[int, int], None]

_MOST_KEPT = 30_000_000
"""Numbers of seen places that are kept in memory; what is beyond is looked at again."""

_MOST_MORE = 10_000
"""Points that are added for what is hidden between the samples."""


class Cover:
    """Points that are chosen one after the other, and which samples see none of them yet."""

    def __init__(self, sight: Sight, samples: Samples, search: Search, wanted: Ints) -> None:
        """``wanted`` are the samples that have to see a point."""
        self.points: list[Spot] = []
        self.seen: list[Ints] = []
        self.sight = sight
        self.samples = samples
        self.search = search
        self._times = np.zeros(samples.places.size, np.int64)
        self._wanted = np.zeros(samples.places.size, bool)
        self._wanted[wanted] = True

    @property
    def hidden(self) -> Ints:
        """(n,) the wanted samples that see no point."""
        return np.flatnonzero(self._wanted & (self._times == 0))

    def is_hidden(self, number: int) -> bool:
        """True while a sample sees no point."""
        return bool(self._times[number] == 0)

    def sample(self, number: int) -> Spot:
        """A sample as a place to look from."""
        x, y = self.samples.places.at[number].tolist()
        return Spot(x, y, int(self.samples.places.cell[number]))

    def look(self, spot: Spot) -> Ints:
        """(n,) the wanted samples that see a place."""
        rows = self.sight.seen(*spot, self.samples.places)
        return rows[self._wanted[rows]]

    def add(self, spot: Spot, seen: Ints | None = None) -> None:
        """One more point."""
        seen = self.look(spot) if seen is None else seen
        self.points.append(spot)
        self.seen.append(seen)
        self._times[seen] += 1

    def gain(self, seen: Ints) -> int:
        """How many of the seen samples see no point yet."""
        return int((self._times[seen] == 0).sum())

    def drop_needless(self, first: int = 0) -> None:
        """Take out points, the last first, all of whose samples see others too."""
        for number in range(len(self.points) - 1, first - 1, -1):
            if (self._times[self.seen[number]] > 1).all():
                self._times[self.seen[number]] -= 1
                del self.points[number], self.seen[number]

    def add_for(self, spot: Spot) -> bool:
        """One more point in sight of a place: where most is gained among those with room.

        False where there is none, not even at the place itself.
        """
        places, clearance = self.samples.places, self.samples.clearance
        near = self.sight.seen(*spot, places)
        roomy = near[clearance[near] >= BODY]
        if not len(roomy):
            roomy = near[clearance[near] >= clearance[near].max(initial=0.0) - 1e-6]
        away = np.hypot(*(places.at[roomy] - spot[:2]).T)
        chosen = roomy[np.lexsort((away, -np.minimum(clearance[roomy], 2 * BODY)))[:8]]
        at = np.concatenate([places.at[chosen], [spot[:2]]])
        cell = np.append(places.cell[chosen], spot.cell)
        at, cell, _ = settle(self.sight.floor, self.search, at, cell)
        for (x, y), home in zip(at.tolist(), cell.tolist(), strict=True):
            new = Spot(x, y, home)
            if self.search.walk(new, *spot)[1] and self.search.walk(spot, *new)[1]:
                self.add(new)
                return True
        return False


def choose_points(cover: Cover, candidates: Candidates, progress: Progress | None = None) -> None:
    """Doorways first, then always what shows the most that is hidden, until nothing is."""
    doors = np.flatnonzero(candidates.doorway)
    for number in doors.tolist():
        cover.add(candidates.spot(number))
    roomy = candidates.clearance >= BODY
    rest = np.flatnonzero(~candidates.doorway)
    for rows in (rest[roomy[rest]], rest[~roomy[rest]]):
        if len(cover.hidden):
            _choose_greedily(cover, candidates, rows, progress)
    cover.drop_needless(len(doors))
    _show_hidden(cover)


def _choose_greedily(
    cover: Cover, candidates: Candidates, rows: Ints, progress: Progress | None
) -> None:
    kept: dict[int, Ints] = {}
    size = 0
    heap: list[tuple[int, float, int]] = []
    for step, number in enumerate(rows.tolist()):
        seen = cover.look(candidates.spot(number))
        if size < _MOST_KEPT:
            kept[number] = seen
            size += len(seen)
        heap.append((-cover.gain(seen), -float(candidates.clearance[number]), number))
        if progress is not None and step % 16 == 0:
            progress(step, len(rows))
    heapq.heapify(heap)
    # What a candidate gains only shrinks, so one that is still the best needs no comparison.
    while heap and heap[0][0] < 0:
        _, room, number = heapq.heappop(heap)
        seen = kept[number] if number in kept else cover.look(candidates.spot(number))
        gain = cover.gain(seen)
        if not heap or -gain <= heap[0][0]:
            if gain:
                cover.add(candidates.spot(number), seen)
        else:
            heapq.heappush(heap, (-gain, room, number))


def _show_hidden(cover: Cover) -> None:
    """Points for the samples that no candidate sees."""
    for number in cover.hidden.tolist():
        spot = cover.sample(number)
        if cover.is_hidden(number):
            cover.add_for(spot)


def show_leftovers(cover: Cover, candidates: Candidates, wanted: NDArray[np.bool_]) -> None:
    """Points for what is hidden between the samples, until nothing is in the ``wanted`` cells."""
    leftovers = Leftovers(cover.sight, wanted, cover.points)
    for spot in _see_most(cover, candidates, leftovers):
        cover.add(spot)
        leftovers.add(spot)
    for _ in range(_MOST_MORE):
        place = leftovers.largest()
        if place is None:
            return
        spot = Spot(*place)
        if not cover.add_for(spot):
            del leftovers.parts[spot.cell]
            continue
        before = leftovers.area_in(spot.cell)
        leftovers.add(cover.points[-1])
        if spot.cell in leftovers.parts and leftovers.area_in(spot.cell) >= before:
            # It is not seen, by a hair: nothing more can be done.
            del leftovers.parts[spot.cell]


def _see_most(cover: Cover, candidates: Candidates, leftovers: Leftovers) -> list[Spot]:
    """Few of the candidates that see the middles of all leftovers that any of them sees."""
    at, cell = leftovers.middles()
    places, _ = sort_places(at, cell, len(cover.sight.floor))
    none = np.zeros(len(cell))
    hidden = Cover(
        cover.sight, Samples(places, none, none, none), cover.search, np.arange(len(cell))
    )
    if len(cell):
        roomy = np.flatnonzero(candidates.clearance >= BODY)
        _choose_greedily(hidden, candidates, roomy, None)
        hidden.drop_needless()
    return hidden.points
