"""The shape of a scene's floor: which faces lie side by side, and where the floor ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.mesh.derive import derive_adjacency, derive_boundary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.view.scene.faces import SceneFaces
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
    loops = derive_boundary(table)
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
