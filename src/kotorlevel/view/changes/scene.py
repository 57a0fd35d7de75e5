"""The scene of one version, with what changed in colours and all else in grey."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.resource import name_key
from kotorlevel.view.changes.shown import COLORS, STATES, Version, state_of
from kotorlevel.view.colors import mix
from kotorlevel.view.scene.scene import Scene, build_scene

if TYPE_CHECKING:
    from kotorlevel.area.diff.values import Change
    from kotorlevel.core.types import Ints

_FIRST_ID = 200
"""Numbers of the surfaces that stand for changes: no table of surfaces has so many."""
_WORDS = {"turned": "turned over", "painted": "other surface"}
_SEVERITY = {"added": "info", "removed": "error"}
_GREYED = 0.72


def build_changed_scene(
    version: Version, changes: dict[int, Change], *, is_a: bool, colored: bool = True
) -> Scene:
    """The scene of a version: its changes are told as findings, under their numbers.

    Where ``colored``, faces that changed have a surface of their own, so that every picture shows
    them; what did not is grey.
    """
    scene = build_scene(version.source, name=version.name)
    document = dict(scene.document)
    rooms = {name_key(room["name"]): i for i, room in enumerate(document["rooms"])}
    document["findings"] = [
        _finding(number, change, version, rooms, is_a=is_a) for number, change in changes.items()
    ]
    document["changes"] = "before" if is_a else "after"
    document["name"] = f"{scene.document['name']}: {document['changes']}".lstrip(": ")
    if not colored:
        return Scene(document, scene.buffer)
    codes = scene_states(scene, version)
    return _recolored(Scene(document, scene.buffer), codes)


def scene_states(scene: Scene, version: Version) -> Ints:
    """(F,) what became of each face of the rooms of a scene, as rows of `STATES`."""
    rooms = scene.document["rooms"]
    codes = np.zeros(sum(room["faces"][1] for room in rooms), np.int64)
    for number, states in version.states.items():
        first, count = rooms[number]["faces"]
        codes[first : first + count] = states[:count]
    return codes


def _finding(
    number: int, change: Change, version: Version, rooms: dict[str, int], *, is_a: bool
) -> dict[str, Any]:
    room = version.rooms.get(name_key(change.room), rooms.get(name_key(change.room)))
    if room is None and len(rooms) == 1 and change.faces_a + change.faces_b:
        room = 0
    faces, edges = (change.faces_a, change.edges_a) if is_a else (change.faces_b, change.edges_b)
    return {
        "number": number,
        "rule": change.kind,
        "name": change.kind,
        "severity": _SEVERITY.get(state_of(change), "warning"),
        "why": "",
        "how": "",
        "fix": "",
        "file": change.file,
        "room": room,
        "faces": list(faces[:256]) if room is not None else [],
        "edges": list(edges[:256]) if room is not None else [],
        "things": [],
        "at": [round(value, 3) + 0.0 for value in change.at] if change.at else None,
        "text": f"{change.room}: {change.text}" if change.room else change.text,
        "cause": None,
    }


def _recolored(scene: Scene, codes: Ints) -> Scene:
    """The scene with surfaces that stand for changes, and the others nearly grey."""
    old = {each["id"]: each for each in scene.document["materials"]}
    grey = COLORS["same"]
    surfaces = {
        number: each | {"color": mix(each["color"], grey, _GREYED)} for number, each in old.items()
    }
    materials = scene.array("materials").copy()
    for row in np.flatnonzero(codes).tolist():
        was = old.get(int(materials[row]))
        if was is None:
            continue
        state = STATES[codes[row]]
        number = _FIRST_ID + 4 * int(codes[row]) + 2 * was["walkable"] + was["blocksSight"]
        if number not in surfaces:
            label = _WORDS.get(state, state) + ("" if was["walkable"] else ", not walkable")
            surfaces[number] = was | {
                "id": number, "label": label, "color": COLORS[state], "faces": 0
            }  # fmt: skip
        surfaces[number]["faces"] += 1
        materials[row] = number
    listed = scene.document["buffers"]["materials"]
    start, data = listed["offset"], materials.tobytes()
    buffer = scene.buffer[:start] + data + scene.buffer[start + len(data) :]
    ordered = [surfaces[number] for number in sorted(surfaces)]
    return Scene(scene.document | {"materials": ordered}, buffer)
