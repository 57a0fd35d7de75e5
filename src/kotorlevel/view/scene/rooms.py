"""The rooms of a scene: names, places, colours, what they see, and whether they are at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kotorlevel.core.resource import name_key
from kotorlevel.view.colors import room_color
from kotorlevel.view.scene.numbers import metres

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.area.area import Area, Room
    from kotorlevel.view.scene.faces import SceneFaces


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
