"""Where the names of rooms go: a place on the floor with much floor about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.view.scene.numbers import metres

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.view.scene.faces import SceneFaces
    from kotorlevel.view.scene.floor import FloorShape

_CANDIDATES = 40
_EDGES = 512
"""Boundary edges of a room that are looked at; of more, every so many."""

_ENOUGH = 8.0
"""Metres to the nearest wall; more makes no place better."""
_PULL = 0.12
"""Metres of clearance that a metre nearer to the middle is worth."""


def find_labels(faces: SceneFaces, shape: FloorShape, rooms: int) -> list[list[float] | None]:
    """For each room x, y, z of a good place for its name; None without any face."""
    boundary_room = faces.owner[shape.boundary // 3]
    labels = []
    for room in range(rooms):
        place = _find_label(faces, shape, room, shape.boundary[boundary_room == room])
        labels.append(None if place is None else [metres(value) for value in place.tolist()])
    return labels


def _find_label(
    faces: SceneFaces, shape: FloorShape, room: int, boundary: NDArray[np.int64]
) -> NDArray[np.float64] | None:
    first, count = faces.face_ranges[room]
    rows = np.arange(first, first + count)
    on_floor = rows[faces.walkable[rows]]
    rows = on_floor if len(on_floor) else rows[faces.placed[rows]]
    if not len(rows):
        return None
    area = faces.areas[rows]
    weight = area if area.sum() > 0 else np.ones(len(rows))
    middle = np.average(faces.corners[rows].mean(axis=1), axis=0, weights=weight)
    largest = np.sort(rows[np.argsort(-area, kind="stable")[:_CANDIDATES]])
    candidates = _candidates(faces, shape, largest)
    away = np.linalg.norm(candidates[:, :2] - middle[:2], axis=1)
    score = _clearance(faces, candidates, boundary) - _PULL * away
    best: NDArray[np.float64] = candidates[int(np.argmax(score))]
    return best


def _candidates(
    faces: SceneFaces, shape: FloorShape, rows: NDArray[np.int64]
) -> NDArray[np.float64]:
    """(n, 3) the middles of some faces, and of their edges that are inside the floor."""
    corners = faces.corners[rows]
    middles = (corners + np.roll(corners, -1, axis=1)) / 2
    inside = shape.beside[rows] >= 0
    return np.concatenate([corners.mean(axis=1), middles[inside]])


def _clearance(
    faces: SceneFaces, points: NDArray[np.float64], edges: NDArray[np.int64]
) -> NDArray[np.float64]:
    """(n,) metres in the plan from each point to the nearest boundary edge, `_ENOUGH` at most."""
    if not len(edges):
        return np.zeros(len(points))
    edges = edges[:: len(edges) // _EDGES + 1]
    start = faces.corners[edges // 3, edges % 3, :2]
    along = faces.corners[edges // 3, (edges + 1) % 3, :2] - start
    square = (along * along).sum(axis=1)
    along_x, along_y = along.T
    x = points[:, 0, None] - start[:, 0]
    y = points[:, 1, None] - start[:, 1]
    share = np.clip((x * along_x + y * along_y) / np.where(square > 0, square, 1), 0, 1)
    x -= share * along_x
    y -= share * along_y
    nearest: NDArray[np.float64] = np.sqrt((x * x + y * y).min(axis=1))
    return np.minimum(nearest, _ENOUGH)
