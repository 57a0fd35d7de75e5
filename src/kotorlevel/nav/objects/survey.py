"""`survey_objects`: everything that the GIT places, against floor, walls, obstacles and ways."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.geometry import table_key
from kotorlevel.core.humanoid import BODY
from kotorlevel.core.remember import remember
from kotorlevel.core.types import Vector
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.locate import CellIndex
from kotorlevel.nav.floor.near_cells import Near, NearCells
from kotorlevel.nav.objects.collect import collect_objects
from kotorlevel.nav.objects.outlines import find_floorless
from kotorlevel.nav.objects.solids import find_enclosing
from kotorlevel.nav.objects.values import ObjectFault, ObjectSurvey, SurveyedObject
from kotorlevel.nav.reach.islands import find_reachable
from kotorlevel.query.ground import ground_of

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Floats
    from kotorlevel.mesh.materials import Materials

MOST_OBJECTS = 20_000
"""Things that are looked at; the fullest areas of the games have some 400."""
BESIDE = 0.05
"""Metres in the plan from the floor to a place that counts as on it: one on its very rim."""
REACH = 3.0
"""Metres in the plan within which something off the floor is put back on it."""
FAR = 15.0
"""Metres in the plan: in 29 areas of the games only two doors are farther than 13 m from floor."""
HEIGHT = 1.0
"""Metres over or under the floor: of 2,400 creatures and waypoints of the games 97 % are within."""

WALKERS = ("creature", "waypoint", "spawn point")
"""Kinds that somebody stands on the floor at."""
AREAS = ("trigger", "encounter")
"""Kinds that have an outline rather than a place."""
_HIGH = (*WALKERS, "store")
_LARGEST = 1e7
"""Metres: nothing of a level is farther away from its origin."""


def survey_objects(area: Area, surfaces: Materials | None = None) -> ObjectSurvey:
    """How everything stands that the GIT places: creatures, waypoints, placeables, triggers, ….

    Each with the floor below it, whether one can walk there from the module's entry, and what is
    wrong, as data. Not everything off the floor is a fault: cameras and sounds belong there::

        for thing in kl.survey_objects(area).faulty:
            print(thing.kind, thing.tag, [fault.kind for fault in thing.faults])
    """
    key = "object survey", table_key(area, surfaces)
    return remember(area, key, lambda: _Survey(area, surfaces).run())


class _Survey:
    """What is asked of the area for all of its things."""

    def __init__(self, area: Area, surfaces: Materials | None) -> None:
        self._area = area
        self._surfaces = surfaces
        given = [*islice(collect_objects(area), MOST_OBJECTS + 1)]
        self._complete = len(given) <= MOST_OBJECTS
        self._things = given[:MOST_OBJECTS]

    def run(self) -> ObjectSurvey:
        if not self._things:
            return ObjectSurvey()
        self._ground = ground_of(self._area, self._surfaces)
        self._floor = build_floor(self._area, self._surfaces)
        self._cells = NearCells(self._floor)
        self._place_all()
        self._find_floor()
        self._find_reached()
        self._look_at_outlines()
        self._look_into_obstacles()
        objects = tuple(self._describe(row) for row in range(len(self._things)))
        return ObjectSurvey(objects, self._complete)

    def _place_all(self) -> None:
        """(n, 3) where things are, and which are anywhere near a level."""
        nowhere = (math.nan,) * 3
        places = [nowhere if t.position is None else t.position for t in self._things]
        self._places = np.array(places, np.float64)
        with np.errstate(invalid="ignore"):
            self._placed = np.asarray((np.abs(self._places) < _LARGEST).all(axis=1))

    def _find_floor(self) -> None:
        """Height, cell and nearest floor of each thing; equal places are looked at once."""
        count = len(self._things)
        self._height = np.full(count, np.nan)
        self._cell = np.full(count, -1, np.int64)
        self._solid = np.zeros(count, bool)
        self._near: dict[int, tuple[float, Vector | None]] = {}
        rows = np.flatnonzero(self._placed)
        if not len(rows):
            return
        unique, back = np.unique(self._places[rows], axis=0, return_inverse=True)
        back = back.reshape(-1)
        found = self._ground.find_faces(unique[:, :2], unique[:, 2], walkable=True)
        other = self._ground.find_faces(unique[:, :2], unique[:, 2])
        self._height[rows] = found.point[back, 2]
        self._cell[rows] = self._cells_under(found.room, found.face)[back]
        self._solid[rows] = (other.face >= 0)[back]
        lost = np.flatnonzero(found.face < 0)
        around = dict(zip(lost.tolist(), self._measure(unique[lost]), strict=True))
        for row, one in zip(rows.tolist(), back.tolist(), strict=True):
            if one in around:
                distance, cell, place = around[one]
                self._near[row] = distance, place
                if distance <= BESIDE and place is not None:
                    self._cell[row], self._height[row] = cell, place[2]

    def _cells_under(self, room: NDArray[np.int64], face: NDArray[np.int64]) -> NDArray[np.int64]:
        """(n,) the cell of each face, -1 for none; a floor without obstacles cuts no face."""
        index = CellIndex(self._floor)
        pairs = zip(room.tolist(), face.tolist(), strict=True)
        cells = [index.cells_of(*each) if each[1] >= 0 else [] for each in pairs]
        return np.array([each[0] if each else -1 for each in cells], np.int64)

    def _measure(self, points: Floats) -> list[tuple[float, int, Vector | None]]:
        """How far it is to the nearest floor, its cell, and where one could stand there."""
        answers: list[tuple[float, int, Vector | None]] = []
        for point, near in zip(points, self._cells.around_each(points[:, :2], FAR), strict=True):
            if not len(near.cell):
                answers.append((math.inf, -1, None))
                continue
            rise = np.abs(near.point[:, 2] - point[2])
            best = int(np.lexsort((rise, np.round(near.distance, 6)))[0])
            answers.append((float(near.distance[best]), *self._stand(near, best)))
        return answers

    def _stand(self, near: Near, best: int) -> tuple[int, Vector | None]:
        """The cell, and a place on it a little way in from its rim, as far as it is wide."""
        cell = int(near.cell[best])
        if near.distance[best] > REACH:
            return cell, None
        rim, centre = near.point[best], self._floor.centre[cell]
        length = max(float(np.hypot(*(centre - rim)[:2])), 1e-9)
        x, y, _ = rim + (centre - rim) * min(BODY / length, 1.0)
        z = float(self._floor.heights(np.array([cell]), np.array([(x, y)]))[0])
        return cell, (float(x), float(y), z)

    def _find_reached(self) -> None:
        """(C,) the cells that one walks to from the entry; None where no entry is known."""
        self._reached: NDArray[np.bool_] | None = None
        entry = self._area.entry
        start = None if entry is None else self._cells.find_foothold(entry)
        if start is not None:
            self._reached = find_reachable(self._floor, start.cell).cells

    def _look_at_outlines(self) -> None:
        """The rows of outlines without any floor."""
        rows = [
            row
            for row, thing in enumerate(self._things)
            if len(thing.outline) > 2 and self._placed[row]
        ]
        near = [r for r in rows if np.abs(self._things[r].outline).max() < _LARGEST]
        outlines = [self._things[row].outline for row in near]
        lost = find_floorless(self._ground, outlines)
        self._floorless = {row for row, is_lost in zip(near, lost, strict=True) if is_lost}

    def _look_into_obstacles(self) -> None:
        """Row → the placeable or closed door that it stands in."""
        kinds = np.array([thing.kind in WALKERS for thing in self._things], bool)
        rows = np.flatnonzero(kinds & self._placed)
        found = find_enclosing(self._area, self._places[rows])
        self._inside = {int(rows[row]): thing for row, thing in found.items()}

    def _describe(self, row: int) -> SurveyedObject:
        thing, cell = self._things[row], int(self._cell[row])
        known = self._reached is not None and cell >= 0
        height = float(self._height[row])
        thing = replace(
            thing,
            floor=None if math.isnan(height) else height,
            cell=cell,
            reached=bool(self._reached[cell]) if known and self._reached is not None else None,
        )
        return replace(thing, faults=tuple(self._faults(row, thing)))

    def _faults(self, row: int, thing: SurveyedObject) -> list[ObjectFault]:
        if not self._placed[row]:
            return [ObjectFault("no-place")]
        if not len(self._floor):
            return []  # all of it is missing, which says nothing of this thing
        if thing.kind in AREAS:
            return self._outline_faults(row, thing)
        if thing.floor is None:
            return [self._off_floor(row)]
        faults = []
        rise = float(self._places[row, 2]) - thing.floor
        x, y, _ = self._places[row].tolist()
        if abs(rise) > HEIGHT and thing.kind in _HIGH:
            faults.append(ObjectFault("height", rise, (x, y, thing.floor)))
        if row in self._inside:
            faults.append(ObjectFault("obstacle", obstacle=self._inside[row]))
        if thing.reached is False and thing.kind in WALKERS:
            faults.append(ObjectFault("cut-off"))
        return faults

    def _off_floor(self, row: int) -> ObjectFault:
        distance, place = self._near[row]
        if math.isinf(distance):
            return ObjectFault("far", distance)
        return ObjectFault("in-wall" if self._solid[row] else "off-floor", distance, place)

    def _outline_faults(self, row: int, thing: SurveyedObject) -> list[ObjectFault]:
        distance = self._near.get(row, (0.0, None))[0]
        if len(thing.outline) < 3:
            return [ObjectFault("no-outline")]
        if row not in self._floorless:
            return []
        return [ObjectFault("far" if math.isinf(distance) else "off-floor", distance)]
