"""What the GIT puts into an area, whatever it is: where each thing stands, and moving some.

Three ways to say where occur in the games' files: ``X``, ``Y``, ``Z`` (doors, placeables, spawn
points), ``XPosition``, … (all else but cameras), and the vector ``Position`` (cameras). The
``Geometry`` of triggers and encounters is relative to that, so it goes along by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from kotorlevel.core.text import printable
from kotorlevel.core.types import Vector
from kotorlevel.formats.gff import GffType, Struct, StructList

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.objects import PlacedObject

AnyObject = TypeVar("AnyObject", bound="PlacedObject")

GIT_LISTS = {
    "Creature List": "creature",
    "Door List": "door",
    "Encounter List": "encounter",
    "List": "item",
    "SoundList": "sound",
    "StoreList": "store",
    "TriggerList": "trigger",
    "WaypointList": "waypoint",
    "Placeable List": "placeable",
    "CameraList": "camera",
}
"""Lists of a GIT → what one thing in it is called."""

_AXES = (("XPosition", "YPosition", "ZPosition"), ("X", "Y", "Z"))
_SPAWN_POINTS = "SpawnPointList"


def name_instance(area: Area, list_name: str, number: int) -> str:
    """``door 3 (man26_door01)``: an entry of the GIT for people; its tag where it has one."""
    rows = None if area.git is None else area.git.root.get(list_name)
    row = rows[number] if isinstance(rows, StructList) and 0 <= number < len(rows) else None
    tag = row.get("Tag") if row is not None else None
    told = f" ({printable(tag, 40)})" if isinstance(tag, str) and tag else ""
    return f"{GIT_LISTS.get(list_name, printable(list_name, 40))} {number}{told}"


@dataclass(frozen=True)
class Instance:
    """Something in the GIT: the list and its number there, and where it stands, in metres.

    ``spawn_point`` is the number of one of an encounter's places, -1 for the thing itself.
    """

    list_name: str
    number: int
    position: Vector
    spawn_point: int = -1

    @property
    def key(self) -> tuple[str, int, int]:
        """Which one it is."""
        return self.list_name, self.number, self.spawn_point


def list_instances(area: Area) -> list[Instance]:
    """Everything that the GIT gives a place, in its order; what has no finite place is left out."""
    if area.git is None:
        return []
    found = []
    for label, rows in _lists(area.git.root):
        for number, row in enumerate(rows):
            if (place := find_place(row)) is not None:
                found.append(Instance(label, number, place))
            for index, point in enumerate(_spawn_points(row)):
                if (place := find_place(point)) is not None:
                    found.append(Instance(label, number, place, index))
    return found


def move_instances(area: Area, chosen: Collection[Instance], offset: Vector) -> Area:
    """The area with these things moved by ``offset``, in the GIT and among its doors and such."""
    if area.git is None or not chosen:
        return area
    keys = {instance.key for instance in chosen}
    moved = change_instances(area, chosen, lambda row, place: (row, _shifted(place, offset)))
    return replace(
        moved,
        doors=tuple(_moved_object(door, keys, "Door List", offset) for door in area.doors),
        placeables=tuple(
            _moved_object(thing, keys, "Placeable List", offset) for thing in area.placeables
        ),
    )


RowChange = Callable[[Struct, Vector], tuple[Struct, Vector]]
"""A struct of the GIT and its place → how it is, and where it stands, afterwards."""


def change_instances(area: Area, chosen: Collection[Instance], change: RowChange) -> Area:
    """The area whose GIT has these things changed; its doors and placeables stay as they are."""
    if area.git is None or not chosen:
        return area
    keys = {instance.key for instance in chosen}
    root = area.git.root
    for label, rows in _lists(root):
        new = [_changed_row(row, keys, label, number, change) for number, row in enumerate(rows)]
        if any(after is not before for after, before in zip(new, rows, strict=True)):
            root = root.replaced({label: new})
    return replace(area, git=area.git.replaced(root))


def place_instance(
    area: Area, label: str, number: int, place: Vector, bearing: float | None = None
) -> Area:
    """The area with entry ``number`` of the GIT's list ``label`` at ``place``, turned as said.

    Doors and placeables, which the area knows as such, go there as well.
    """
    if area.git is None:
        return area
    rows = [*area.git.root[label]]
    row = rows[number]
    labels = _axes(row)
    if labels is None:
        return area
    values: dict[str, Any] = dict(zip(labels, place, strict=False))
    new = row.replaced({"Position": place} if len(labels) == 1 else values)
    if bearing is not None and "Bearing" in new and new["Bearing"] != bearing:
        new = new.replaced({"Bearing": bearing})
    rows[number] = new
    git = area.git.replaced(area.git.root.replaced({label: rows}))
    changes: dict[str, Any] = {"git": git}
    for name, things in (("Door List", "doors"), ("Placeable List", "placeables")):
        if name == label:
            changes[things] = tuple(
                replace(each, position=place, bearing=each.bearing if bearing is None else bearing)
                if each.index == number
                else each
                for each in getattr(area, things)
            )
    return replace(area, **changes)


def _lists(root: Struct) -> Iterator[tuple[str, StructList]]:
    for label in root:
        value = root[label]
        if isinstance(value, StructList):
            yield label, value


def _spawn_points(row: Struct) -> StructList | tuple[()]:
    points = row.get(_SPAWN_POINTS, ())
    return points if isinstance(points, StructList) else ()


def _axes(row: Struct) -> tuple[str, ...] | None:
    """The fields that say where a struct stands: three numbers, or one vector."""
    for labels in _AXES:
        if all(label in row and row.type_of(label) is GffType.FLOAT for label in labels):
            return labels
    if "Position" in row and row.type_of("Position") is GffType.VECTOR:
        return ("Position",)
    return None


def find_place(row: Struct) -> Vector | None:
    """Where a struct of the GIT stands; None where it does not say, or nothing finite."""
    labels = _axes(row)
    if labels is None:
        return None
    x, y, z = row["Position"] if len(labels) == 1 else (row[label] for label in labels)
    return (x, y, z) if all(map(math.isfinite, (x, y, z))) else None


def _changed_row(
    row: Struct, keys: set[tuple[str, int, int]], label: str, number: int, change: RowChange
) -> Struct:
    """The struct and its spawn points where they are among ``keys``; itself where none is."""
    new = _changed(row, change) if (label, number, -1) in keys else row
    points = _spawn_points(row)
    chosen = [(label, number, index) in keys for index in range(len(points))]
    if any(chosen):
        after = [_changed(p, change) if c else p for p, c in zip(points, chosen, strict=True)]
        new = new.replaced({_SPAWN_POINTS: after})
    return new


def _changed(row: Struct, change: RowChange) -> Struct:
    labels, place = _axes(row), find_place(row)
    assert labels is not None
    assert place is not None
    row, there = change(row, place)
    values: dict[str, Any] = dict(zip(labels, there, strict=False))
    return row.replaced({"Position": there} if len(labels) == 1 else values)


def _shifted(place: Vector, offset: Vector) -> Vector:
    x, y, z = (a + b for a, b in zip(place, offset, strict=True))
    return x, y, z


def _moved_object(
    thing: AnyObject, keys: set[tuple[str, int, int]], label: str, offset: Vector
) -> AnyObject:
    if (label, thing.index, -1) not in keys:
        return thing
    return replace(thing, position=_shifted(thing.position, offset))
