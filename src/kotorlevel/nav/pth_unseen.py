"""How much of a floor has no path point in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.nav.pth_samples import sample_places
from kotorlevel.nav.pth_sight import Sight

if TYPE_CHECKING:
    from kotorlevel.nav.floor import Floor
    from kotorlevel.nav.pth_stand import Stand

Place = tuple[float, float, float]


class Unseen(NamedTuple):
    """``area`` of ``total`` m² in the plan sees no point; about there is the most of it.

    ``rooms`` are the rooms with more than a square metre of it: index and m², most first.
    """

    area: float
    total: float
    at: Place | None
    rooms: tuple[tuple[int, float], ...]

    @property
    def share(self) -> float:
        """From 0 for none to 1 for all."""
        return self.area / self.total if self.total > 0 else 0.0


def find_unseen(floor: Floor, stands: list[Stand], compiled: bool) -> Unseen:
    """What sees none of the points, by samples half a metre apart."""
    sight = Sight(floor, compiled)
    places, areas = sample_places(floor)
    hidden = np.ones(places.size, bool)
    for stand in stands:
        for spot in stand.spots:
            hidden[sight.seen(*spot, places)] = False
    rows = np.flatnonzero(hidden & (areas > 0))
    room = floor.room[places.cell[rows]]
    sums = np.bincount(room, areas[rows]) if len(rows) else np.empty(0)
    order = [n for n in np.argsort(-sums, kind="stable").tolist() if sums[n] >= 1.0]
    at = None
    if len(rows):
        cells = np.bincount(places.cell[rows], areas[rows])
        x, y, z = floor.centre[int(np.argmax(cells))].tolist()
        at = (x, y, z)
    total = float(areas.sum())
    return Unseen(float(areas[rows].sum()), total, at, tuple((n, float(sums[n])) for n in order))
