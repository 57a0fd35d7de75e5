"""What a scene is furnished with: rooms, hooks, doors, placeables, path points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.area.area import Area, Room
from kotorlevel.area.objects import DOOR_STATES, Door, Placeable, PlacedObject
from kotorlevel.core.resource import name_key
from kotorlevel.mesh.placed import local_use_hooks
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.view.colors import room_color
from kotorlevel.view.scene.faces import SceneFaces, metres, point_or_none

if TYPE_CHECKING:
    from kotorlevel.formats.lyt import DoorHook


def list_standing(area: Area) -> list[Walkmesh | None]:
    """The meshes of all states of all doors, and then of the placeables, placed in the area."""
    doors = [door.placed(state) for door in area.doors for state in range(DOOR_STATES)]
    return [*doors, *(placeable.placed() for placeable in area.placeables)]


def describe_doors(area: Area, faces: SceneFaces) -> list[dict[str, Any]]:
    """The doors, each with the rows of its three states."""
    first = len(area.rooms)
    return [
        _common(door)
        | {
            "state": door.state,
            "to": door.linked_module,
            "states": [
                _rows(faces, first + DOOR_STATES * number + state, door.meshes[state])
                for state in range(DOOR_STATES)
            ],
        }
        for number, door in enumerate(area.doors)
    ]


def describe_placeables(area: Area, faces: SceneFaces) -> list[dict[str, Any]]:
    """The placeables, each with its rows."""
    first = len(area.rooms) + DOOR_STATES * len(area.doors)
    return [
        _common(placeable) | {"mesh": _rows(faces, first + number, placeable.mesh)}
        for number, placeable in enumerate(area.placeables)
    ]


def describe_hooks(area: Area) -> list[dict[str, Any]]:
    """Door hooks of the layout, then use hooks of doors as they stand, and of placeables."""
    rooms = {name_key(room.name): room.index for room in reversed(area.rooms)}
    hooks = [
        _hook("door", hook.name, rooms.get(name_key(hook.room)), hook.position, _direction(hook))
        | {"number": number}
        for number, hook in enumerate(area.layout.door_hooks)
    ]
    things: list[Door | Placeable] = [*area.doors, *area.placeables]
    for thing in things:
        name = thing.tag or thing.template
        hooks += [_hook("use", name, None, place, None) for place in thing.use_hooks()]
    return [hook for hook in hooks if hook["at"] is not None]


def describe_mesh_hooks(mesh: Walkmesh) -> list[dict[str, Any]]:
    """The use hooks of a placeable's or door's walkmesh by itself, in its own space."""
    if mesh.is_area:
        return []
    places = [hook.tolist() for hook in local_use_hooks(mesh) if hook is not None]
    hooks = [_hook("use", "", None, place, None) for place in places]
    return [hook for hook in hooks if hook["at"] is not None]


def describe_path_points(area: Area) -> dict[str, Any] | None:
    """The points of the PTH and which are connected, as far as they exist; None without a PTH."""
    if area.path_points is None:
        return None
    points = np.nan_to_num(area.path_points.points.astype(np.float64)).tolist()
    pairs = area.path_points.connections
    real = ((pairs >= 0) & (pairs < len(points))).all(axis=1)
    return {
        "points": [[x + 0.0, y + 0.0, None] for x, y in points],
        "connections": pairs[real].tolist(),
    }


def _common(thing: PlacedObject) -> dict[str, Any]:
    return {
        "index": thing.index,
        "tag": thing.tag,
        "template": thing.template,
        "position": [_exact(value) for value in thing.position],
        "bearing": _exact(thing.bearing),
    }


def exact_point(point: Sequence[float] | None) -> list[float] | None:
    """A point as it is stored; None where it is nowhere, or farther away than any level."""
    near = point is not None and point_or_none(point) is not None
    return [_exact(value) for value in point] if near and point is not None else None


def _exact(value: float) -> float:
    """A number as it is stored, so that who moves one thing by it leaves the rest alone."""
    return value + 0.0 if math.isfinite(value) else 0.0  # no -0.0


def _rows(faces: SceneFaces, number: int, mesh: Walkmesh | None) -> dict[str, Any] | None:
    if mesh is None:
        return None
    return {
        "faces": list(faces.face_ranges[number]),
        "vertices": list(faces.vertex_ranges[number]),
    }


def _hook(
    kind: str, name: str, room: int | None, at: Sequence[float], direction: list[float] | None
) -> dict[str, Any]:
    return {
        "kind": kind,
        "name": name,
        "room": room,
        "at": exact_point(at),
        "direction": direction,
        "number": None,
    }


def _direction(hook: DoorHook) -> list[float] | None:
    """Where the x axis of a door hook points to; None for a quaternion that turns nothing."""
    w, x, y, z = hook.orientation
    length = w * w + x * x + y * y + z * z
    if not (math.isfinite(length) and length > 0):
        return None
    turned = (w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y))
    return [round(value / length, 4) + 0.0 for value in turned]


def describe_rooms(
    area: Area | None, faces: SceneFaces, labels: Sequence[list[float] | None], name: str
) -> list[dict[str, Any]]:
    """The rooms of an area, or the one room that a mesh called ``name`` is."""
    if area is None:
        return [_room(faces, labels, 0, name, (0.0, 0.0, 0.0), name, []) | {"walkmesh": "ok"}]
    index = {name_key(room.name): room.index for room in reversed(area.rooms)}
    rooms = []
    for room in area.rooms:
        seen = []
        if area.visibility is not None and room.name in area.visibility:
            seen = [name_key(other) for other in area.visibility.seen_from(room.name)]
        sees = sorted({index[other] for other in seen if other in index})
        source = room.resource.filename if room.resource else ""
        one = _room(faces, labels, room.index, room.name, room.position, source, sees)
        rooms.append(one | {"empty": room.is_empty_slot, "walkmesh": _state_of(room)})
    return rooms


def _state_of(room: Room) -> str:
    """Whether the walkmesh of a room is at hand."""
    if room.mesh is not None:
        return "ok"
    return "absent" if room.error is None else "unreadable"


def _room(
    faces: SceneFaces,
    labels: Sequence[list[float] | None],
    index: int,
    name: str,
    position: Sequence[float],
    source: str,
    sees: list[int],
) -> dict[str, Any]:
    return {
        "index": index,
        "name": name,
        "position": [metres(value) for value in position],
        "label": labels[index],
        "faces": list(faces.face_ranges[index]),
        "vertices": list(faces.vertex_ranges[index]),
        "color": room_color(index),
        "empty": False,
        "source": source,
        "sees": sees,
    }
