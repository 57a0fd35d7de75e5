"""The doors of a plan: in which doorway, made of which template, and the hook in the layout."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.edit.doors import add_door, as_orientation
from kotorlevel.area.edit.openings import Opening, find_doorways
from kotorlevel.build.fields.utd import make_utd
from kotorlevel.build.generic_doors import GenericDoors
from kotorlevel.build.plan.values import LevelPlan, PlannedDoor
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import LONGEST_NAME, find_name_fault, name_key
from kotorlevel.core.source import load_source
from kotorlevel.core.types import Vector
from kotorlevel.core.words import did_you_mean, exact_place
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.lyt import DoorHook
from kotorlevel.query.ground import Ground

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.install.lookup import Lookup

_TEMPLATE = "utd"
_IN_DOORWAY = 1.5
"""Metres from a place to a doorway of which a door there takes its bearing."""


@dataclass
class Doors:
    """What the doors bring along: files of the module, and what is to be said.

    ``appearances`` are those that were chosen for doors, by their number in the plan.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    appearances: dict[int, int] = field(default_factory=dict)


def add_doors(plan: LevelPlan, area: Area, game: Lookup | None) -> tuple[Area, Doors]:
    """The area with all doors of a plan: in its GIT, and as door hooks of its layout.

    ``game`` is for templates and models that are there. Raises `FormatError` with the line of the
    plan where a door has no place or no template.
    """
    work = _Work(plan, area, game)
    for number in range(len(plan.doors)):
        work.add(number)
    return work.area, work.done


class _Work:
    """An area that gets one door after the other."""

    def __init__(self, plan: LevelPlan, area: Area, game: Lookup | None) -> None:
        self.plan = plan
        self.area = area
        self.game = game
        self.done = Doors()
        self.openings = find_doorways(area) if plan.doors else []
        self.ground = Ground(area)
        self._made: dict[tuple[str, int, bool], str] = {}
        self._generic = None if game is None else GenericDoors(game)

    def add(self, number: int) -> None:
        door = self.plan.doors[number]
        place, bearing, opening = self._place(number, door)
        template = self._template(number, door, opening)
        try:
            self.area, _ = add_door(self.area, template, place, bearing, door.tag or template)
        except ValueError as error:
            raise self.plan.error(str(error), "door", number, "at") from None
        self._add_hook(number, place, bearing, opening)

    def _add_hook(
        self, number: int, place: Vector, bearing: float, opening: Opening | None
    ) -> None:
        """A hook in the layout: the games have one for most doors."""
        room = -1 if opening is None else opening.room
        if room < 0:
            face = self.ground.find_face(*place)
            room = 0 if face is None else face.room
        name = self.area.rooms[room].name
        hook = DoorHook(name, f"door_{number + 1:02d}", place, as_orientation(bearing))
        self.area = replace(self.area, layout=self.area.layout.added(hook))

    # Where

    def _place(self, number: int, door: PlannedDoor) -> tuple[Vector, float, Opening | None]:
        """Place and bearing (radians) of a door, and the doorway that it stands in."""
        if door.between is not None:
            opening = self._between(number, door)
            turn = opening.bearing if door.turn is None else math.radians(door.turn)
            return opening.place, turn, opening
        assert door.at is not None
        x, y, *rest = door.at
        floor = self.ground.height(x, y, rest[0] if rest else None)
        if floor is None:
            text = f"there is no floor at {exact_place((x, y))}"
            raise self.plan.error(text, "door", number, "at")
        place = (x, y, rest[0] if rest else floor)
        near = [each for each in self.openings if math.dist(each.place, place) <= _IN_DOORWAY]
        opening_there = min(near, key=lambda each: math.dist(each.place, place), default=None)
        bearing = 0.0 if opening_there is None else opening_there.bearing
        return place, bearing if door.turn is None else math.radians(door.turn), opening_there

    def _between(self, number: int, door: PlannedDoor) -> Opening:
        assert door.between is not None
        a, b = door.between
        rooms = {self.area.room(a).index, self.area.room(b).index}
        found = [each for each in self.openings if {each.room, each.other} == rooms]
        if not found:
            raise self.plan.error(self._no_doorway(a, b), "door", number, "between")
        if door.at is not None:
            at = door.at
            return min(found, key=lambda each: math.dist(each.place[: len(at)], at))
        if len(found) > 1:
            places = "; ".join(exact_place(each.place) for each in found)
            text = f"there are {len(found)} doorways between {a} and {b}; say which, at = [x, y]"
            raise self.plan.error(f"{text}: {places}", "door", number, "between")
        return found[0]

    def _no_doorway(self, a: str, b: str) -> str:
        index = self.area.room(a).index
        beside = {
            self.area.rooms[each.other if each.room == index else each.room].name
            for each in self.openings
            if index in (each.room, each.other)
        }
        others = f"it meets {', '.join(sorted(beside))}" if beside else "it meets no room"
        return f"{a} and {b} do not meet, so there is no doorway between them; {a}: {others}"

    # Of what

    def _template(self, number: int, door: PlannedDoor, opening: Opening | None) -> str:
        """The name of the template of a door; what has to come along is noted."""
        if door.template.lower().endswith(f".{_TEMPLATE}"):
            return self._take_file(number, door.template)
        if door.template:
            self._check_in_game(number, door.template)
            return door.template.lower()
        appearance = door.appearance
        if appearance is None:
            appearance = self._choose(number, opening)
            self.done.appearances[number] = appearance
        key = door.title, appearance, door.locked
        if key not in self._made:
            name = self._new_name()
            gff = make_utd(name, door.title, appearance, locked=door.locked)
            self.done.files[f"{name}.{_TEMPLATE}"] = gff.to_bytes()
            self._made[key] = name
        return self._made[key]

    def _choose(self, number: int, opening: Opening | None) -> int:
        if self._generic is None:
            text = "say what door it is: template, or appearance, a row of genericdoors.2da"
            raise self.plan.error(f"{text}; with a game one that fits is found", "door", number)
        if opening is None:
            raise self.plan.error("in no doorway: say which appearance", "door", number)
        fit = self._generic.find_fit(opening.width)
        if fit is None:
            text = f"no door of the game is about {opening.width:.2f} m wide: say which appearance"
            raise self.plan.error(text, "door", number)
        text = f"door {number + 1}: row {fit.row} of genericdoors.2da, {fit.model}"
        self.done.notes.append(f"{text}, {fit.width:.2f} m in {opening.width:.2f} m")
        return fit.row

    def _take_file(self, number: int, template: str) -> str:
        path = self.plan.folder / template
        name = path.stem.lower()
        fault = find_name_fault(name)
        if fault is not None:
            raise self.plan.error(fault, "door", number, "template")
        try:
            data = load_source(path).data
            kind = parse_gff(data, str(path)).kind.strip()
        except FormatError as error:
            text = f"{path}: {': '.join(filter(None, (error.place, error.message)))}"
            raise self.plan.error(text, "door", number, "template") from None
        if kind != _TEMPLATE.upper():
            text = f"{path}: is a {kind}, not a UTD"
            raise self.plan.error(text, "door", number, "template")
        filename = f"{name}.{_TEMPLATE}"
        if self.done.files.get(filename, data) != data:
            text = f"{path}: there is another template '{name}' already"
            raise self.plan.error(text, "door", number, "template")
        self.done.files[filename] = data
        return name

    def _check_in_game(self, number: int, template: str) -> None:
        if self.game is None or self.game.find(template, _TEMPLATE) is not None:
            return
        # Templates of modules are in those modules: the game finds only what is common to all.
        names = [r.name for r in self.game.resources() if r.extension == _TEMPLATE]
        hint = did_you_mean(template, names)
        text = f"there is no {template}.utd for all modules of the game. {hint}".rstrip()
        raise self.plan.error(text, "door", number, "template")

    def _new_name(self) -> str:
        """A name for a template of this module, which no file of the plan has."""
        taken = {name_key(Path(door.template).stem) for door in self.plan.doors if door.template}
        number = len(self._made) + 1
        while True:
            ending = f"_door{number}"
            name = f"{self.plan.area_name[: LONGEST_NAME - len(ending)]}{ending}".lower()
            if name not in taken and name not in self._made.values():
                return name
            number += 1
