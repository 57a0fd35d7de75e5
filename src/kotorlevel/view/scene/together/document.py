"""The documents of several scenes as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kotorlevel import __version__
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.view.scene.findings import find_stops
from kotorlevel.view.scene.scene import FORMAT
from kotorlevel.view.scene.together.parts import Parts, find_extent, move_point, start_numbers

_LISTS = ["rooms", "links", "hooks", "doors", "placeables", "things", "paths", "islands", "gaps"]
_NAMED = 4
"""Levels that a title names."""


def join_documents(parts: Parts) -> dict[str, Any]:
    """What the document of all levels says, but for its buffers."""
    bounds = parts.bounds
    names = _level_names([document["name"] for document in parts.documents])
    moved = [_move_document(parts, k) for k in range(len(names))]
    findings = [each for document in moved for each in document["findings"]]
    first = moved[0]
    joined = {name: [each for document in moved for each in document[name]] for name in _LISTS}
    _tell_rooms_apart(joined["rooms"], parts, names)
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return {
        "format": FORMAT,
        "kotorlevel": __version__,
        "name": ", ".join(names[:_NAMED]) + more,
        "kind": "area",
        "bounds": {"min": bounds[0], "max": bounds[1]},
        "materials": parts.surfaces,
        **joined,
        "findings": findings,
        "stops": find_stops(findings),
        "pathPoints": _join_points(moved),
        "entry": first["entry"],
        "entryBearing": first["entryBearing"],
        "entryKnown": all(document["entryKnown"] for document in moved),
        "start": first["start"],
        "treeDepth": max(document["treeDepth"] for document in moved),
        "models": {"here": 0, "reason": "several levels are shown, without their models"},
        "gameMap": {"here": False, "reason": "Each level has a map of its own.", "corners": []},
        "unplaced": sum(document["unplaced"] for document in moved),
        "levels": [_level(parts, k, names[k], moved[k]) for k in range(len(names))],
    }


def level_letter(number: int) -> str:
    """``A`` to ``Z``, then ``AA``."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _level(parts: Parts, k: int, name: str, moved: dict[str, Any]) -> dict[str, Any]:
    offset = parts.offsets[k]
    low, high = find_extent(parts.scenes[k])
    return {
        "letter": level_letter(k),
        "name": name,
        "offset": list(offset),
        "rooms": [parts.first_room[k], len(moved["rooms"])],
        "bounds": {"min": move_point(low, offset), "max": move_point(high, offset)},
        "entry": moved["entry"],
        "findings": len(moved["findings"]),
    }


def _level_names(given: Sequence[str]) -> list[str]:
    """The names of the levels; where several have the same, with their number."""
    seen: dict[str, int] = {}
    names = []
    for name in given:
        shown = printable(name, 60) or "walkmesh"
        count = seen[name_key(shown)] = seen.get(name_key(shown), 0) + 1
        names.append(shown if count == 1 else f"{shown} ({count})")
    return names


def _tell_rooms_apart(rooms: list[dict[str, Any]], parts: Parts, names: Sequence[str]) -> None:
    """Rooms whose name several levels have get that of their level before it."""
    levels: dict[str, set[int]] = {}
    ends = [*parts.first_room[1:], parts.rooms]
    of = [k for k, end in enumerate(ends) for _ in range(parts.first_room[k], end)]
    for room, k in zip(rooms, of, strict=True):
        levels.setdefault(name_key(room["name"]), set()).add(k)
    for room, k in zip(rooms, of, strict=True):
        if len(levels[name_key(room["name"])]) > 1 and not room["empty"]:
            room["name"] = f"{names[k]}/{room['name']}"


def _move_document(parts: Parts, k: int) -> dict[str, Any]:
    """The document of a level with its numbers and places as they are among all."""
    own, offset = parts.documents[k], parts.offsets[k]
    room, count = parts.first_room[k], len(own["rooms"])
    island, letter = parts.first_island[k], level_letter(k)

    def rooms(numbers: Sequence[int]) -> list[int]:
        return [number + room for number in numbers]

    def mesh(rows: dict[str, Any] | None) -> dict[str, Any] | None:
        if rows is None:
            return None
        (face, faces), (vertex, vertices) = rows["faces"], rows["vertices"]
        return {
            "faces": [parts.row(k, face), faces],
            "vertices": [vertex + parts.first_vertex[k], vertices],
        }

    def finding(each: dict[str, Any]) -> dict[str, Any]:
        first = parts.first_finding[k]
        return each | {
            "number": each["number"] + first,
            "label": f"{letter}{each['number']}",
            "cause": None if each["cause"] is None else each["cause"] + first,
            "room": None if each["room"] is None else each["room"] + room,
            "things": [row + parts.first_thing[k] for row in each["things"]],
            "at": move_point(each["at"], offset),
        }

    start = own["start"]
    return own | {
        "rooms": [
            each
            | mesh(each)
            | {
                "index": each["index"] + room,
                "position": move_point(each["position"], offset),
                "label": move_point(each["label"], offset),
                "sees": rooms(each["sees"]),
            }
            for each in own["rooms"]
        ],
        "links": [
            each
            | {
                "room": each["room"] + room,
                # A number that no room has must not be that of another level's room.
                "to": each["to"] + (room if 0 <= each["to"] < count else parts.rooms),
                "a": move_point(each["a"], offset),
                "b": move_point(each["b"], offset),
            }
            for each in own["links"]
        ],
        "findings": [finding(each) for each in own["findings"]],
        "hooks": [
            each
            | {
                "at": move_point(each["at"], offset),
                "room": None if each["room"] is None else each["room"] + room,
            }
            for each in own["hooks"]
        ],
        "doors": [
            each
            | {
                "position": move_point(each["position"], offset),
                "states": [mesh(state) for state in each["states"]],
            }
            for each in own["doors"]
        ],
        "placeables": [
            each | {"position": move_point(each["position"], offset), "mesh": mesh(each["mesh"])}
            for each in own["placeables"]
        ],
        "things": [
            each
            | {
                "at": move_point(each["at"], offset),
                "outline": [move_point(point, offset) for point in each["outline"]],
            }
            for each in own["things"]
        ],
        "paths": [
            each
            | {
                "name": f"{letter}: {each['name']}",
                "points": [move_point(point, offset) for point in each["points"]],
            }
            for each in own["paths"]
        ],
        "islands": [
            each | {"id": each["id"] + island, "rooms": rooms(each["rooms"])}
            for each in own["islands"]
        ],
        "gaps": [
            each
            | {
                "islands": [number + island for number in each["islands"]],
                "rooms": rooms(each["rooms"]),
                "at": move_point(each["at"], offset),
            }
            for each in own["gaps"]
        ],
        "pathPoints": own["pathPoints"]
        and own["pathPoints"]
        | {"points": [move_point(point, offset) for point in own["pathPoints"]["points"]]},
        "entry": move_point(own["entry"], offset),
        "start": None if start is None else parts.row(k, start),
    }


def _join_points(moved: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The path points of all levels in one net, which has as many parts."""
    nets = [document["pathPoints"] for document in moved if document["pathPoints"] is not None]
    if not nets:
        return None
    starts = start_numbers([len(net["points"]) for net in nets])
    return {
        "points": [point for net in nets for point in net["points"]],
        "connections": [
            [a + start, b + start]
            for net, start in zip(nets, starts, strict=True)
            for a, b in net["connections"]
        ],
    }
