"""`fit_doors`: every door of an area against its doorway."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.edit.openings import find_doorways
from kotorlevel.core.remember import remember
from kotorlevel.nav.doors.belongs import BODY, Place, find_stand, off_place, turn_between
from kotorlevel.nav.doors.hooks import assign_hooks, find_lost_sides
from kotorlevel.nav.doors.leaf import Line, Measured, measure_leaf
from kotorlevel.nav.doors.surroundings import Spot, Surroundings
from kotorlevel.nav.doors.values import DoorFault, DoorFit, DoorFits, DoorStand

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.objects import Door

MOST_DOORS = 1_000
"""Doors that are looked at; an area has some dozens."""
TURNED = 15.0
"""Degrees off the doorway: doors of the games are off their seams by 5, off their hooks by 1."""
OFF = 0.3
"""Metres off the doorway in the plan: of 282 doors of the games at a hook all are within 0.11."""
_ASIDE = 1.5
"""Metres across that a doorway's width is looked for about a door on no floor."""


def fit_doors(area: Area) -> DoorFits:
    """How each door of an area stands in its doorway, and what does not fit.

    The floor's walls left and right of the closed leaf (DWK), the seam of the two rooms and the
    layout's door hook say where it belongs. A leaf that is wider than its doorway is no fault:
    those of the games reach up to 4 m into walls. Static doors are scenery::

        for fit in kl.fit_doors(area).faulty:
            print(fit.door.tag, [fault.kind for fault in fit.faults], fit.belongs)
    """
    return remember(area, "door fits", lambda: _Fitting(area).fit_all())


class _Fitting:
    """What is asked of the area for all of its doors."""

    def __init__(self, area: Area) -> None:
        self._area = area
        self._doors = area.doors[:MOST_DOORS]

    def fit_all(self) -> DoorFits:
        if not self._doors:
            return DoorFits()
        self._around = Surroundings(self._area)
        self._seams = {each.door: each for each in find_doorways(self._area) if each.door >= 0}
        self._hooks = assign_hooks(self._area, self._doors)
        fits = tuple(self._fit(door) for door in self._doors)
        return DoorFits(fits, len(fits) == len(self._area.doors))

    def _fit(self, door: Door) -> DoorFit:
        leaf = measure_leaf(door.meshes[0])
        hook, stand = self._hooks.get(door.index, (-1, None))
        fit = DoorFit(door, "unknown", leaf, hook=hook, belongs=stand)
        if not all(map(math.isfinite, (*door.position, door.bearing))):
            return replace(fit, reason="it stands at no finite place")
        spot = self._around.about(door.position)
        if spot is None:
            return replace(fit, reason="too many walls about it")
        line = Line(door.position[:2], door.bearing, leaf)
        here = line.measure(spot)
        fit = replace(
            fit,
            width=_doorway_width(spot, door, here),
            gaps=None if here is None or leaf is None else here.gaps,
            sides=line.find_sides(spot),
        )
        if not door.usable:
            return replace(fit, verdict="scenery", belongs=None)
        return self._judge(fit, spot, line)

    def _judge(self, fit: DoorFit, spot: Spot, line: Line) -> DoorFit:
        place = self._find_place(fit, spot)
        faults = (*place.faults, *_state_faults(fit, spot, line, is_placed=not place.faults))
        fit = replace(fit, faults=faults, belongs=place.stand)
        if faults:
            return replace(fit, verdict="faulty")
        if fit.leaf is None:
            return replace(fit, reason=fit.door.reason or "its walkmesh stops nobody")
        return replace(fit, verdict="fits")

    def _find_place(self, fit: DoorFit, spot: Spot) -> Place:
        """Whether the door stands where it belongs, and where that is."""
        door = fit.door
        seam = self._seams.get(door.index)
        hook = fit.belongs
        axes = [each.bearing for each in (seam, hook) if each is not None]
        turns = [math.degrees(turn_between(door.bearing, axis)) for axis in axes]
        if fit.gaps is not None and all(fit.sides) and max(fit.gaps) >= BODY and fit.leaf:
            return find_stand(door, fit.leaf, spot, hook, axes, fit.gaps, fit.width)
        stand = hook or _in_seam(door, axes)
        faults = []
        if turns and min(map(abs, turns)) > TURNED:
            faults.append(DoorFault("turned", degrees=turns[-1]))
        if hook is not None:
            faults += off_place(door, hook, OFF)
        return Place(stand, tuple(faults))


def _in_seam(door: Door, axes: list[float]) -> DoorStand | None:
    """Where the door stands, but along the seam of its rooms."""
    if not axes:
        return None
    return DoorStand(door.position, door.bearing + turn_between(door.bearing, axes[0]), "seam")


def _doorway_width(spot: Spot, door: Door, here: Measured | None) -> float | None:
    """From wall to wall at the door (``here``) or, where it stands on no floor, nearest to it."""
    if here is not None and math.isfinite(here.width):
        return here.width
    across = np.array([-math.sin(door.bearing), math.cos(door.bearing)])
    for step in sorted(np.linspace(-_ASIDE, _ASIDE, 13).tolist(), key=abs)[1:]:
        x, y = (np.array(door.position[:2]) + step * across).tolist()
        found = Line((x, y), door.bearing, None).measure(spot)
        if found is not None and math.isfinite(found.width):
            return found.width
    return None


def _state_faults(fit: DoorFit, spot: Spot, line: Line, *, is_placed: bool) -> Iterator[DoorFault]:
    """What is wrong with the three states; their shapes count where the door stands right."""
    door = fit.door
    missing = tuple(state for state, mesh in enumerate(door.meshes) if mesh is None)
    if 0 < len(missing) < len(door.meshes):
        yield DoorFault("state-missing", states=missing)
    if not is_placed or not all(fit.sides) or fit.gaps is None:
        return
    blocked = {}
    for state in (1, 2):
        opened = door.placed(state)
        if opened is not None and np.isfinite(opened.vertices).all():
            way = line.widest_way(spot, opened, door.position[2])
            if way < BODY:
                blocked[state] = way
    if blocked:
        yield DoorFault("open-blocks", metres=min(blocked.values()), states=tuple(blocked))
    if lost := find_lost_sides(door, line, spot):
        yield DoorFault("use-hook", sides=lost)
