"""Marks that were moved in a drawing: door hooks, path points, the entry, objects without mesh."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.drawn.naming import Named, find_named
from kotorlevel.area.drawn.standing import bearing_of_turn
from kotorlevel.area.drawn.things import NOTICED, move_thing
from kotorlevel.area.edit.entry import move_entry
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, exact_place

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.formats.drawing import Mark


class MarkMover:
    """Moves what the marks of a drawing stand for; says what it did and what it cannot do."""

    def __init__(self, area: Area, marks: Sequence[Mark]) -> None:
        self.area = area
        self.remarks: list[str] = []
        self.warnings: list[str] = []
        self._found: dict[Named, Mark] = {}
        for mark in marks:
            named = find_named(mark.name)
            if named is not None:
                self._found.setdefault(named, mark)

    def move(self) -> Area:
        """The area with everything where its mark is."""
        self._forget_applied()
        self._move_hooks()
        self._move_points()
        for named, mark in self._found.items():
            if named.kind in ("door", "placeable"):
                self._move_object(named, mark)
        self._move_entry()
        return self.area

    def _forget_applied(self) -> None:
        """Leave out marks that Blender put at the origin, as it does when transforms are applied.

        One mark may be meant to be there, several at one point are not.
        """
        applied = [named for named, mark in self._found.items() if _is_at_origin(mark)]
        if len(applied) < 2:
            return
        for named in applied:
            del self._found[named]
        text = "at the origin, where Blender puts empties whose transforms are applied"
        places = f"{count_of(len(applied), 'place')} (doors, path points and such)"
        self.warnings.append(f"{places} {text}: left where they were")

    def _move_hooks(self) -> None:
        layout = self.area.layout
        hooks = list(layout.door_hooks)
        for number, hook in enumerate(hooks):
            mark = self._found.get(Named("doorhook", number))
            if mark is None:
                continue
            turned = _is_turned(mark.turn, hook.orientation)
            if _is_near(mark.place, hook.position) and not turned:
                continue
            turn = mark.turn if turned else hook.orientation
            place = hook.position if _is_near(mark.place, hook.position) else mark.place
            hooks[number] = replace(hook, position=_rounded(place), orientation=turn)
            what = f"door hook {printable(hook.name)} of {printable(hook.room)}"
            self.remarks.append(f"{what} moved to {exact_place(place)}")
        if tuple(hooks) != layout.door_hooks:
            self.area = replace(self.area, layout=replace(layout, door_hooks=tuple(hooks)))

    def _move_points(self) -> None:
        paths = self.area.path_points
        if paths is None:
            return
        points = paths.points.astype(np.float64)
        moved = 0
        for number in range(len(points)):
            mark = self._found.get(Named("path", number))
            if mark is not None and math.dist(mark.place[:2], points[number]) > NOTICED:
                points[number] = mark.place[:2]
                moved += 1
        if moved:
            self.area = self.area.with_path_points(paths.replaced(points=points))
            self.remarks.append(f"{count_of(moved, 'path point')} moved")

    def _move_object(self, named: Named, mark: Mark) -> None:
        things = self.area.doors if named.kind == "door" else self.area.placeables
        thing = next((each for each in things if each.index == named.number), None)
        if thing is None:
            return
        bearing = bearing_of_turn(mark.turn)
        turned = abs(math.remainder(bearing - thing.bearing, math.tau)) > NOTICED
        if _is_near(mark.place, thing.position) and not turned:
            return
        self.area = move_thing(self.area, named.kind, thing, mark.place, bearing)
        tag = printable(thing.tag or str(thing.index))
        self.remarks.append(f"{named.kind} {tag} moved to {exact_place(mark.place)}")

    def _move_entry(self) -> None:
        mark, entry, module = self._found.get(Named("entry")), self.area.entry, self.area.module
        if mark is None or entry is None or module is None:
            return
        bearing, was = bearing_of_turn(mark.turn), math.atan2(*reversed(module.direction))
        turned = abs(math.remainder(bearing - was, math.tau)) > NOTICED
        if _is_near(mark.place, entry) and not turned:
            return
        place = entry if _is_near(mark.place, entry) else mark.place
        direction = (math.cos(bearing), math.sin(bearing)) if turned else module.direction
        try:
            self.area = move_entry(self.area, place, direction)
        except FormatError as error:
            self.warnings.append(f"the entry stays where it is: {error.message}")
        else:
            self.remarks.append(f"the entry moved to {exact_place(place)}")


def _is_at_origin(mark: Mark) -> bool:
    return not any(mark.place) and abs(mark.turn[0]) > 1 - 1e-6


def _is_near(place: Sequence[float], other: Sequence[float]) -> bool:
    return math.dist(place, other) <= NOTICED


def _is_turned(turn: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two quaternions are more than a sixth of a degree apart; files have them longer."""
    size = math.hypot(*turn) * math.hypot(*other)
    return size > 0 and 1 - abs(float(np.dot(turn, other))) / size > 1e-6


def _rounded(place: Sequence[float]) -> tuple[float, float, float]:
    x, y, z = (round(value, 6) for value in place)
    return x, y, z
