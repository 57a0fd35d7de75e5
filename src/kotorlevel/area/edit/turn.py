"""Turning a room about its place, and what stands in it: positions, and the ways things look."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from kotorlevel.area.edit.doors import as_orientation, bearing_of
from kotorlevel.area.edit.rooms import RoomEdit, check_place, choose_room, refuse_listed_again
from kotorlevel.area.instances import Instance, change_instances
from kotorlevel.area.links.relink import refuse_unreadable
from kotorlevel.core.resource import same_name
from kotorlevel.core.types import Vector
from kotorlevel.formats.gff import GffType, Struct, StructList
from kotorlevel.formats.lyt import DoorHook
from kotorlevel.mesh.transforms import cos_and_sin

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.objects import PlacedObject

AnyObject = TypeVar("AnyObject", bound="PlacedObject")

_LOOKS = ("XOrientation", "YOrientation")
_RIMS = (("PointX", "PointY"), ("X", "Y"))
"""Corners of triggers and of encounters, from the place of the thing."""


@dataclass(frozen=True)
class Turn:
    """A turn by ``degrees``, counter-clockwise, about the vertical through ``about``."""

    degrees: float
    about: tuple[float, float] = (0.0, 0.0)

    @property
    def radians(self) -> float:
        """The same angle for bearings."""
        return math.radians(math.remainder(self.degrees, 360.0))

    def way(self, x: float, y: float) -> tuple[float, float]:
        """A direction, turned."""
        cos, sin = cos_and_sin(self.degrees)
        return cos * x - sin * y, sin * x + cos * y

    def point(self, place: Vector) -> Vector:
        """A place, turned."""
        x, y = self.way(place[0] - self.about[0], place[1] - self.about[1])
        return x + self.about[0], y + self.about[1], place[2]


def turn_room_alone(area: Area, which: int | str, degrees: float) -> tuple[RoomEdit, Turn]:
    """The area with a room turned about its place in the layout: its walkmesh and door hooks.

    Links, and what stands on it, stay: see `turn_room`. Raises `ValueError` where it has no
    walkmesh, or ``degrees`` are no angle.
    """
    room = choose_room(area, which)
    refuse_unreadable([room])
    if room.mesh is None:
        raise ValueError(f"{room.name} has no walkmesh that could be turned")
    refuse_listed_again(area, room)
    check_place(room.position, "the place of the room")
    cos_and_sin(degrees)  # before anything is turned by what is no angle
    turn = Turn(degrees, (room.position[0], room.position[1]))
    layout = area.layout
    for number, hook in enumerate(layout.door_hooks):
        if same_name(hook.room, room.name):
            layout = layout.replaced(number, _turned_hook(hook, turn))
    mesh = room.mesh.rotated(degrees, turn.about)
    turned = replace(area, layout=layout).with_mesh(room.index, mesh)
    note = "the game does not turn the model of a room: turn it where it was made"
    return RoomEdit(turned, notes=(note,)), turn


def _turned_hook(hook: DoorHook, turn: Turn) -> DoorHook:
    bearing = bearing_of(hook) + turn.radians
    return replace(hook, position=turn.point(hook.position), orientation=as_orientation(bearing))


def turn_instances(area: Area, chosen: Collection[Instance], turn: Turn) -> Area:
    """The area with these things of the GIT turned: where they stand and how they look."""
    changed = change_instances(area, chosen, lambda row, place: _turned_row(row, place, turn))
    keys = {each.key for each in chosen}
    return replace(
        changed,
        doors=tuple(_turned_object(each, keys, "Door List", turn) for each in area.doors),
        placeables=tuple(
            _turned_object(each, keys, "Placeable List", turn) for each in area.placeables
        ),
    )


def _turned_object(
    thing: AnyObject, keys: set[tuple[str, int, int]], label: str, turn: Turn
) -> AnyObject:
    if (label, thing.index, -1) not in keys:
        return thing
    bearing = _turned_bearing(thing.bearing, turn)
    return replace(thing, position=turn.point(thing.position), bearing=bearing)


def _turned_bearing(bearing: float, turn: Turn) -> float:
    return math.remainder(bearing + turn.radians, math.tau)


def _turned_row(row: Struct, place: Vector, turn: Turn) -> tuple[Struct, Vector]:
    """A struct of the GIT that looks another way, and where it stands then."""
    values: dict[str, Any] = {}
    for label in ("Bearing", "Orientation"):
        if _is(row, label, GffType.FLOAT) and math.isfinite(row[label]):
            values[label] = _turned_bearing(row[label], turn)
    if all(_is(row, label, GffType.FLOAT) for label in _LOOKS):
        values |= dict(zip(_LOOKS, turn.way(*(row[label] for label in _LOOKS)), strict=True))
    if _is(row, "Orientation", GffType.ORIENTATION):
        values["Orientation"] = _turned_quaternion(row["Orientation"], turn)
    rim = row.get("Geometry")
    if isinstance(rim, StructList):
        values["Geometry"] = [_turned_corner(corner, turn) for corner in rim]
    return row.replaced(values) if values else row, turn.point(place)


def _turned_corner(corner: Struct, turn: Turn) -> Struct:
    for labels in _RIMS:
        if all(_is(corner, label, GffType.FLOAT) for label in labels):
            way = turn.way(*(corner[label] for label in labels))
            return corner.replaced(dict(zip(labels, way, strict=True)))
    return corner


def _turned_quaternion(old: tuple[float, ...], turn: Turn) -> tuple[float, ...]:
    """The turn after what a camera has: a product of quaternions (w, x, y, z)."""
    w, x, y, z = old
    cos, sin = math.cos(turn.radians / 2), math.sin(turn.radians / 2)
    return cos * w - sin * z, cos * x - sin * y, cos * y + sin * x, cos * z + sin * w


def _is(row: Struct, label: str, kind: GffType) -> bool:
    return label in row and row.type_of(label) is kind
