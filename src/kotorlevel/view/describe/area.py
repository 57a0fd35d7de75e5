"""What is in a whole area: rooms and their links, doors, placeables, and where all of it lies."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.area.area import Area, Room
from kotorlevel.area.objects import Door, Placeable, PlacedObject
from kotorlevel.checks.facts.area.copies import list_shadows
from kotorlevel.checks.reports.json import point_to_json
from kotorlevel.mesh.materials import Materials
from kotorlevel.query.ground import ground_of

if TYPE_CHECKING:
    from kotorlevel.view.describe import Description

_STATES = ("closed", "open1", "open2")


def describe_area(area: Area, path: str, surfaces: Materials | None = None) -> Description:
    """The area that ``path`` stands for, as plain values; walkable by ``surfaces`` if given."""
    surfaces = surfaces or area.surfaces
    module = area.lookup.find("module", "ifo") if area.lookup and area.module else None
    return {
        "path": path,
        "name": area.name,
        "files": {
            **{kind: resource.source for kind, resource in area.files.items() if kind != "2da"},
            **({"ifo": module.source} if module else {}),
        },
        "surfaces": surfaces.name,
        "with_game": area.is_complete,
        "entry": _describe_entry(area, surfaces),
        "rooms": [_describe_room(room, area, surfaces) for room in area.rooms],
        "doors": [_describe_door(door) for door in area.doors],
        "placeables": [_describe_placeable(placeable) for placeable in area.placeables],
        "path_points": None if area.path_points is None else len(area.path_points.points),
        "shadows": [
            {
                "file": each.filename,
                "winner": each.winner,
                "loser": each.loser,
                "game_decides": each.kind == "game",
            }
            for each in list_shadows(area)
        ],
        "problems": [
            {"code": problem.code, "text": problem.text, "source": problem.source}
            for problem in area.problems
        ],
    }


def _describe_entry(area: Area, surfaces: Materials) -> Description | None:
    """Where the player enters, and on which floor; None where that is not known."""
    entry, module = area.entry, area.module
    if entry is None or module is None:
        return None
    x, y, z = entry
    floor = None
    if all(map(math.isfinite, entry)):
        with np.errstate(all="ignore"):
            floor = ground_of(area, surfaces).find_face(x, y, walkable=True)
    return {
        "position": point_to_json(entry),
        "direction": _numbers(*module.direction),
        "room": None if floor is None else floor.room,
        "above_floor": None if floor is None else z - floor.point[2],
    }


def _describe_room(room: Room, area: Area, surfaces: Materials) -> Description:
    mesh = room.mesh
    walkable = None if mesh is None else int(surfaces.walkable(mesh.materials).sum())
    return {
        "index": room.index,
        "name": room.name,
        "position": point_to_json(room.position),
        "faces": None if mesh is None else len(mesh.faces),
        "walkable_faces": walkable,
        "links": _describe_links(room, area),
        "source": room.resource.source if room.resource else "",
        "error": str(room.error) if room.error else None,
    }


def _describe_links(room: Room, area: Area) -> list[Description]:
    """Where the edges of a room lead, by room; ``edges_back`` is None where nobody can tell."""
    targets, counts = np.unique(_transitions(room), return_counts=True)
    links = []
    for target, count in zip(targets.tolist(), counts.tolist(), strict=True):
        there = area.rooms[target] if 0 <= target < len(area.rooms) else None
        back = int((_transitions(there) == room.index).sum()) if there and there.mesh else None
        links.append({"room": target, "edges": count, "edges_back": back})
    return links


def _transitions(room: Room) -> Any:
    """(n,) the rooms that the edges of a room lead to, with repeats."""
    if room.mesh is None:
        return np.empty(0, np.int32)
    targets = room.mesh.transitions
    return targets[targets != -1]


def _describe_door(door: Door) -> Description:
    return {
        **_describe_object(door),
        "state": _STATES[door.state],
        "walkmeshes": {
            state: source or None for state, source in zip(_STATES, door.sources, strict=True)
        },
        "linked_module": door.linked_module,
        "linked_to": door.linked_to,
    }


def _describe_placeable(placeable: Placeable) -> Description:
    return {**_describe_object(placeable), "walkmesh": placeable.source or None}


def _describe_object(thing: PlacedObject) -> Description:
    return {
        "index": thing.index,
        "tag": thing.tag,
        "template": thing.template,
        "model": thing.model,
        "position": point_to_json(thing.position),
        "bearing": _numbers(thing.bearing)[0],
        "missing": thing.missing,
        "reason": thing.reason,
    }


def _numbers(*values: float) -> list[float | str]:
    """The numbers; those that JSON does not have, by name."""
    return [value if math.isfinite(value) else str(value) for value in values]
