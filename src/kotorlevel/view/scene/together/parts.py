"""How the numbers and places of each level change when several become one scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kotorlevel.view.scene.scene import OTHER_MATERIAL, Scene

Offset = tuple[float, float, float]
"""Metres by which a level is moved."""

_OWN_IDS = 200
"""From here on are numbers for surfaces that two levels mean differently by the same one."""


class Parts:
    """The scenes with what has to be added to the numbers of each."""

    def __init__(self, scenes: Sequence[Scene], offsets: Sequence[Offset]) -> None:
        self.scenes, self.offsets = scenes, offsets
        self.documents = [scene.document for scene in scenes]
        rooms = [len(document["rooms"]) for document in self.documents]
        room_faces = [sum(r["faces"][1] for r in d["rooms"]) for d in self.documents]
        faces = [len(scene.array("faces")) for scene in scenes]
        self.room_faces = room_faces
        self.first_room = start_numbers(rooms)
        self.first_face = start_numbers(room_faces)
        # What stands on the floor comes after the faces of all rooms.
        standing = [a - b for a, b in zip(faces, room_faces, strict=True)]
        self.first_standing = [sum(room_faces) + start for start in start_numbers(standing)]
        self.first_vertex = start_numbers([len(scene.array("vertices")) for scene in scenes])
        self.first_island = start_numbers([len(d["islands"]) for d in self.documents])
        self.first_thing = start_numbers([len(d["things"]) for d in self.documents])
        self.first_finding = start_numbers([_last_number(d) for d in self.documents])
        self.rooms = sum(rooms)
        self.surfaces, self.new_ids = _join_surfaces(self.documents)

    @property
    def bounds(self) -> tuple[list[float], list[float]]:
        """The box of all levels, as they are moved."""
        low = [
            move_point(d["bounds"]["min"], o)
            for d, o in zip(self.documents, self.offsets, strict=True)
        ]
        high = [
            move_point(d["bounds"]["max"], o)
            for d, o in zip(self.documents, self.offsets, strict=True)
        ]
        return [min(axis) for axis in zip(*low, strict=True)], [
            max(axis) for axis in zip(*high, strict=True)
        ]

    def row(self, k: int, row: int) -> int:
        """The row of a face of a level."""
        own = self.room_faces[k]
        return row + self.first_face[k] if row < own else row - own + self.first_standing[k]


def start_numbers(counts: Sequence[int]) -> list[int]:
    """The number of the first of each, where all are counted on."""
    return [sum(counts[:k]) for k in range(len(counts))]


def _last_number(document: dict[str, Any]) -> int:
    return max((finding["number"] for finding in document["findings"]), default=0)


def move_point(point: Sequence[float] | None, offset: Offset) -> Any:
    """A point moved to the millimetre; what has no height keeps none."""
    if point is None:
        return None
    return [
        None if value is None else round(value + by, 3) + 0.0
        for value, by in zip(point, offset, strict=False)
    ]


def _join_surfaces(
    documents: Sequence[dict[str, Any]],
) -> tuple[list[dict[str, Any]], list[dict[int, int]]]:
    """The surfaces of all levels, and for each level which number stands for each of its own."""
    known: dict[int, dict[str, Any]] = {}
    maps: list[dict[int, int]] = []
    spare = _OWN_IDS
    for document in documents:
        own: dict[int, int] = {}
        for surface in document["materials"]:
            number = surface["id"]
            same = known.get(number)
            if same is not None and _meaning(same) != _meaning(surface) and spare < OTHER_MATERIAL:
                while spare in known and _meaning(known[spare]) != _meaning(surface):
                    spare += 1
                number = min(spare, OTHER_MATERIAL)
            faces = surface["faces"] + known.get(number, {"faces": 0})["faces"]
            known[number] = surface | {"id": number, "faces": faces}
            own[surface["id"]] = number
        maps.append(own)
    return [known[number] for number in sorted(known)], maps


def _meaning(surface: dict[str, Any]) -> tuple[Any, ...]:
    return surface["label"], surface["color"], surface["walkable"], surface["blocksSight"]


def find_extent(scene: Scene) -> tuple[list[float], list[float]]:
    """The box of the rooms alone: one crate far off should not push other levels away."""
    count = sum(room["faces"][1] for room in scene.document["rooms"])
    corners = scene.array("vertices")[scene.array("faces")[:count].reshape(-1)]
    corners = corners[np.isfinite(corners).all(axis=1)].astype(np.float64)
    if not len(corners):
        bounds = scene.document["bounds"]
        return bounds["min"], bounds["max"]
    return corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
