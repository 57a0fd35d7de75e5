"""The shape of a scene's floor: what lies side by side, where it ends, where names of rooms go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.derive import derive_adjacency, derive_boundary
from kotorlevel.view.scene.faces import SceneFaces, metres

if TYPE_CHECKING:
    from kotorlevel.view.scene.ways import SceneWays


@dataclass(frozen=True, eq=False)
class FloorShape:
    """``beside`` (R, 3) int64: for each side of the room faces the edge across, or -1.

    Inside rooms only, by vertex numbers (FACTS 2), and of all faces with a walkable material: it
    is what is drawn. Where one can walk say `SceneWays`. ``boundary`` (E,) are the edges of the
    floor without anything across, loop after loop, and ``loop_ends`` (L,) where each loop ends.
    """

    beside: NDArray[np.int64]
    boundary: NDArray[np.int64]
    loop_ends: NDArray[np.int64]


def find_floor_shape(faces: SceneFaces, ways: SceneWays) -> FloorShape:
    """The shape of all rooms: of their faces that have a place and can be walked on."""
    members = np.flatnonzero(faces.walkable[: faces.room_faces])
    table = _table(faces, ways, members)
    loops = derive_boundary(table, faces.faces[members])
    beside = np.full((faces.room_faces, 3), -1, np.int64)
    beside[members] = _back(table, members)
    return FloorShape(beside, _back(loops.edges, members), loops.loops.astype(np.int64))


def _table(faces: SceneFaces, ways: SceneWays, members: NDArray[np.intp]) -> NDArray[np.int32]:
    """(M, 3) the edge across each side inside rooms, or -1; faces are counted in ``members``."""
    if len(members) != len(ways.rows):
        # Some have a walkable material, and nobody can stand on them. Rooms share no vertex
        # rows, so one table serves all of them.
        return derive_adjacency(faces.faces[members], len(members)).table
    number = np.zeros(faces.room_faces, np.int64)
    number[members] = np.arange(len(members))
    table = np.full(3 * len(members), -1, np.int32)
    inside = ~ways.graph.ways.link
    here, there = ways.edge[inside], ways.far[inside]
    table[3 * number[here // 3] + here % 3] = 3 * number[there // 3] + there % 3
    return table.reshape(-1, 3)


def _back(edges: NDArray[Any], members: NDArray[np.intp]) -> NDArray[np.int64]:
    """Edge numbers counted in ``members`` as numbers of the scene; -1 stays."""
    numbers = edges.astype(np.int64)
    rows = members[np.maximum(numbers, 0) // 3] if len(members) else numbers
    return np.where(numbers < 0, -1, 3 * rows + numbers % 3)


_CANDIDATES = 40
_EDGES = 512
"""Boundary edges of a room that are looked at; of more, every so many."""

_ENOUGH = 8.0
"""Metres to the nearest wall; more makes no place better."""
_PULL = 0.12
"""Metres of clearance that a metre nearer to the middle is worth."""


def find_labels(faces: SceneFaces, shape: FloorShape, rooms: int) -> list[list[float] | None]:
    """For each room x, y, z of a good place for its name; None without any face."""
    owner = faces.owner[shape.boundary // 3]
    by_room = np.argsort(owner, kind="stable")
    first = np.searchsorted(owner[by_room], np.arange(rooms + 1)).tolist()
    labels = []
    for room in range(rooms):
        boundary = shape.boundary[by_room[first[room] : first[room + 1]]]
        place = _find_label(faces, shape, room, boundary)
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
