"""Operations on doors: new ones, what stands in an area taken out, door hooks."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kotorlevel.area.area import Area
from kotorlevel.area.edit.doors import add_door, move_door_hook, remove_object
from kotorlevel.area.instances import name_instance
from kotorlevel.core.types import Vector
from kotorlevel.core.words import exact_place
from kotorlevel.repair.edits.operation import Applied, Operation, operation


@operation("add-door")
@dataclass(frozen=True)
class AddDoor(Operation):
    """A new door in the GIT, made of a template (UTD), as with `kl.add_door`.

    ``degrees`` is its bearing, counter-clockwise; without ``tag`` it gets that of its template.
    """

    template: str
    place: Vector
    degrees: float = 0.0
    tag: str = ""

    def _apply(self, area: Area) -> Applied:
        bearing = math.radians(self.degrees)
        more, door = add_door(area, self.template, self.place, bearing, self.tag)
        notes = []
        if door.missing == "template":
            notes.append(f"{self.template}.utd is not at hand: the level needs it, or its game has")
        text = f"door {door.index} ({door.tag}) added at {exact_place(self.place)}"
        return Applied(more, text, tuple(notes))


@operation("remove-object")
@dataclass(frozen=True)
class RemoveObject(Operation):
    """An entry of the GIT (``list`` "Door List", say, and its number) goes; others move up."""

    list: str
    number: int

    def _apply(self, area: Area) -> Applied:
        left = remove_object(area, self.list, self.number)
        return Applied(left, f"{name_instance(area, self.list, self.number)} removed")


@operation("move-door-hook")
@dataclass(frozen=True)
class MoveDoorHook(Operation):
    """A door hook of the layout stands at another place; ``degrees`` turns it, None: as it is."""

    number: int
    place: Vector
    degrees: float | None = None

    def _apply(self, area: Area) -> Applied:
        bearing = None if self.degrees is None else math.radians(self.degrees)
        moved = move_door_hook(area, self.number, self.place, bearing)
        name = area.layout.door_hooks[self.number].name
        text = f"door hook {self.number} ({name}) moved to {exact_place(self.place)}"
        return Applied(moved, text)
