"""Where path points stand: they have no height, so on every floor that is there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.near_cells import Near, NearCells
from kotorlevel.nav.floor.spots import Spot

if TYPE_CHECKING:
    from kotorlevel.formats.pth import PathPoints

MISS = 0.001
"""Metres: the game looks so far beside a place for its floor (FACTS 9)."""

LOOK_AROUND = 10.0
"""Metres within which the nearest floor is named."""

_LARGEST = 1e7
"""Metres: nothing of a level is farther away from its origin."""


class Stand(NamedTuple):
    """What is under a point: its ``spots``, that of the first room first; none where no floor is.

    ``distance`` in metres to the nearest floor in the plan, and the height of that, ``z``; infinite
    and NaN where none is within `LOOK_AROUND`.
    """

    spots: tuple[Spot, ...]
    distance: float
    z: float = math.nan


def find_stands(floor: Floor, path_points: PathPoints) -> list[Stand]:
    """Where each of the points stands."""
    places = path_points.points.astype(np.float64)
    near = NearCells(floor)
    known = (np.abs(places) < _LARGEST).all(axis=1)  # not where it is no number
    stands = [Stand((), math.inf)] * len(places)
    rows = np.flatnonzero(known)
    for row, found in zip(rows.tolist(), near.around_each(places[rows], MISS), strict=True):
        stands[row] = _stand(floor, near, places[row].tolist(), found)
    return stands


def list_point_rooms(area: Area) -> list[int | None]:
    """The index of the room that each path point of an area stands in; None on no floor."""
    if area.path_points is None:
        return []
    floor = build_floor(area)
    stands = find_stands(floor, area.path_points)
    return [int(floor.room[stand.spots[0].cell]) if stand.spots else None for stand in stands]


def _stand(floor: Floor, near: NearCells, place: Sequence[float], found: Near) -> Stand:
    """Where a point stands, of what is ``found`` there."""
    if not len(found.cell):
        around = near.around(place[0], place[1], LOOK_AROUND)
        if not len(around.cell):
            return Stand((), math.inf)
        nearest = int(np.argmin(around.distance))
        return Stand((), float(around.distance[nearest]), float(around.point[nearest, 2]))
    order = np.lexsort((found.cell, floor.room[found.cell], np.round(found.distance / 1e-9)))
    spots = []
    for row in _one_a_storey(order.tolist(), found.point[:, 2]):
        px, py, _ = found.point[row].tolist()
        spots.append(Spot(px, py, int(found.cell[row])))
    return Stand(tuple(spots), float(found.distance.min()), float(found.point[order[0], 2]))


def _one_a_storey(rows: Iterable[int], z: NDArray[np.float64]) -> list[int]:
    """The rows that are not on the same height as one before."""
    kept: list[int] = []
    for row in rows:
        if all(abs(z[row] - z[other]) > 0.01 for other in kept):
            kept.append(row)
    return kept
