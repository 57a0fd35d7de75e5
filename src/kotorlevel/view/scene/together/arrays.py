"""The arrays of several scenes, one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.view.scene.scene import OTHER_MATERIAL
from kotorlevel.view.scene.together.parts import Parts

_MOST_ISLANDS = 32000
"""Islands that are told apart; the arrays have two bytes for their numbers."""


def join_arrays(parts: Parts) -> dict[str, NDArray[Any]]:
    """The arrays of all levels by name, as a scene has them."""
    columns: dict[str, list[NDArray[Any]]] = {}
    standing: dict[str, list[NDArray[Any]]] = {}
    ends = 0
    for k, scene in enumerate(parts.scenes):
        offset = np.array(parts.offsets[k])
        own, first = parts.room_faces[k], parts.first_face[k]
        faces = scene.array("faces").astype(np.int64) + parts.first_vertex[k]
        materials = _renumbered(scene.array("materials"), parts.new_ids[k])
        standing.setdefault("faces", []).append(faces[own:])
        standing.setdefault("materials", []).append(materials[own:])
        across = scene.array("across").astype(np.int64)
        islands = scene.array("islands").astype(np.int64)
        shown = np.minimum(islands + parts.first_island[k], _MOST_ISLANDS)
        loops = scene.array("loopEnds").astype(np.int64)
        boundary = scene.array("boundary").astype(np.int64)
        here = {
            "vertices": (scene.array("vertices").astype(np.float64) + offset).astype(np.float32),
            "faces": faces[:own],
            "materials": materials[:own],
            "across": np.where(across >= 0, across + 3 * first, -1).astype(np.int32),
            "islands": np.where(islands >= 0, shown, -1).astype(np.int16),
            "boundary": (boundary + 3 * first).astype(np.uint32),
            "loopEnds": (loops + ends).astype(np.uint32),
            "passages": (scene.array("passages").astype(np.int64) + 3 * first).astype(np.uint32),
            "passageEnds": _moved_ends(scene.array("passageEnds"), offset),
        }
        ends += len(boundary)
        for name, array in here.items():
            columns.setdefault(name, []).append(array)
    columns["faces"] = [each.astype(np.uint32) for each in columns["faces"] + standing["faces"]]
    columns["materials"] += standing["materials"]
    return {name: np.concatenate(each) for name, each in columns.items()} | _join_trees(parts)


def _renumbered(ids: NDArray[Any], new: dict[int, int]) -> NDArray[np.uint8]:
    table = np.arange(256)
    for before, after in new.items():
        table[min(before, OTHER_MATERIAL)] = min(after, OTHER_MATERIAL)
    new_ids: NDArray[np.uint8] = table[ids].astype(np.uint8)
    return new_ids


def _moved_ends(ends: NDArray[Any], offset: NDArray[np.float64]) -> NDArray[np.float32]:
    """Points, three numbers each, however many there are in a row."""
    flat = ends.reshape(-1, 3).astype(np.float64) + offset
    return flat.astype(np.float32).reshape(ends.shape)


_STEPS = 65535
"""Steps that a box of a tree is written in, between the ends of the level."""


def _join_trees(parts: Parts) -> dict[str, NDArray[Any]]:
    """The boxes of all trees, in steps of the whole; none where one level has none."""
    if any("treeBoxes" not in document["buffers"] for document in parts.documents):
        return {}
    low, high = (np.array(each) for each in parts.bounds)
    size = np.where(high > low, high - low, 1.0)
    boxes, depths, rooms = [], [], []
    for k, scene in enumerate(parts.scenes):
        own = scene.document["bounds"]
        start, end = np.array(own["min"]), np.array(own["max"])
        steps = scene.array("treeBoxes").reshape(-1, 2, 3) / _STEPS
        metres = start + steps * (end - start) + parts.offsets[k]
        share = np.clip((metres - low) / size, 0, 1) * _STEPS
        boxes.append(np.stack([np.floor(share[:, 0]), np.ceil(share[:, 1])], axis=1).reshape(-1, 6))
        depths.append(scene.array("treeDepths"))
        rooms.append(scene.array("treeRooms").astype(np.int64) + parts.first_room[k])
    joined = np.concatenate(boxes).astype(np.uint16)
    return {
        "treeBoxes": joined,
        "treeDepths": np.concatenate(depths).astype(np.uint8),
        "treeRooms": np.concatenate(rooms).astype(np.uint16),
    }
