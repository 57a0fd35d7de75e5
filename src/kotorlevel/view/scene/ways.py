"""Where one walks in a scene, in its numbers: the graph of paths, and the links between rooms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.core.types import Ints
    from kotorlevel.nav.floor.graph import FaceGraph
    from kotorlevel.view.scene.faces import SceneFaces
    from kotorlevel.view.scene.floor import FloorShape


@dataclass(frozen=True, eq=False)
class SceneWays:
    """A `FaceGraph`, with the ``rows`` (C,) of its cells and the edges of its ways.

    Way n leads over ``edge[n]`` onto ``far[n]``, both 3 · row + side; all (P,).
    """

    graph: FaceGraph
    rows: Ints
    edge: Ints
    far: Ints


@dataclass(frozen=True, eq=False)
class Crossings:
    """All ways as a scene tells them.

    ``across`` (R, 3): for each side of the room faces the edge across, or -1: one walks over the
    whole side. ``passages`` (N, 2): from which edge to which one walks besides, sorted;
    ``ends`` (N, 6) where, in metres: x, y, z of its right end and of its left one, as one sees
    them who walks out.
    """

    across: Ints
    passages: Ints
    ends: NDArray[np.float32]


def find_scene_ways(graph: FaceGraph, faces: SceneFaces) -> SceneWays:
    """The ways of a graph between the room faces of a scene."""
    firsts = np.array([first for first, _ in faces.face_ranges] or [0], np.int64)
    cells = graph.cells
    rows = firsts[cells.room] + cells.face
    on_floor = faces.walkable[rows]
    if not on_floor.all():  # farther away than any level
        graph = replace(graph, ways=graph.ways[on_floor[graph.owner] & on_floor[graph.to]])
    edges = 3 * firsts[cells.room[cells.owner]] + cells.edge
    return SceneWays(graph, rows, edges[graph.ways.side], edges[graph.ways.far_side])


def find_crossings(ways: SceneWays, shape: FloorShape) -> Crossings:
    """All ways: most of them lead over whole sides, and the others have a row each.

    A side of a face next to one that nobody can stand on keeps it as its neighbour (see
    `FloorShape`); ways over such faces have rows.
    """
    taken = ways.graph.ways
    across = _beside_none(ways, shape)
    whole = np.flatnonzero((taken.low <= 0) & (taken.high >= 1) & (across[ways.edge] < 0))
    # Of several ways over one side the first is told here.
    edge, first = np.unique(ways.edge[whole], return_index=True)
    told = whole[first]
    across[edge] = ways.far[told]
    rest = np.ones(len(ways.edge), bool)
    rest[told] = False
    return _with_rows(ways, across.reshape(-1, 3), np.flatnonzero(rest))


def _beside_none(ways: SceneWays, shape: FloorShape) -> Ints:
    """(3R,) what lies beside edges, but for that between two faces that one can stand on."""
    across = shape.beside.reshape(-1).copy()
    is_cell = np.zeros(len(shape.beside) + 1, bool)
    is_cell[ways.rows] = True
    both = np.repeat(is_cell[:-1], 3) & is_cell[np.where(across < 0, -1, across // 3)]
    across[both] = -1
    return across


def _with_rows(ways: SceneWays, across: Ints, rest: Ints) -> Crossings:
    taken, cells = ways.graph.ways, ways.graph.cells
    rest = rest[np.lexsort((taken.low[rest], ways.far[rest], ways.edge[rest]))]
    side = taken.side[rest]
    right, left = cells.at(side, taken.low[rest]), cells.at(side, taken.high[rest])
    passages = np.stack([ways.edge[rest], ways.far[rest]], axis=1)
    ends = np.concatenate([right, left], axis=1).astype(np.float32)
    return Crossings(across, passages, ends)


State = Literal["ok", "one-sided", "nowhere", "missing"]
STATES: tuple[State, ...] = ("ok", "one-sided", "nowhere", "missing")


@dataclass(frozen=True, eq=False)
class SceneLinks:
    """Edges with a transition (n,), ascending: ``edge`` in the scene's numbering, ``room``, ``to``.

    ``state`` is a number of `STATES`: ok; one-sided (somewhere along it no way leads back);
    nowhere (no edge of that room meets it, or there is no such room); missing (that room's
    walkmesh is not here).
    """

    edge: NDArray[np.int64]
    room: NDArray[np.int64]
    to: NDArray[np.int64]
    state: NDArray[np.int64]


def find_links(faces: SceneFaces, ways: SceneWays, known: Sequence[bool | None]) -> SceneLinks:
    """The links of all rooms. ``known`` tells of each room whether its walkmesh is here.

    None stands for an empty slot, which nothing can lead to.
    """
    edge, room, to = _linked_edges(faces)
    leads, lacks_way_back = _ways_over(faces, ways)
    exists = np.array([*(each is not None for each in known), False])
    has_mesh = np.array([*(bool(each) for each in known), False])
    target = np.where((to >= 0) & (to < len(known)), to, len(known))
    state = np.where(leads[edge], np.where(lacks_way_back[edge], 1, 0), 2)
    state[exists[target] & ~has_mesh[target]] = 3
    return SceneLinks(edge, room, to, state)


def links_of_mesh(faces: SceneFaces) -> SceneLinks:
    """The links of a mesh by itself: the rooms that they lead to are not here."""
    edge, room, to = _linked_edges(faces)
    return SceneLinks(edge, room, to, np.full(len(edge), STATES.index("missing"), np.int64))


def _linked_edges(
    faces: SceneFaces,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """(n,) the edges of room faces that have a transition and a place, their rooms and targets."""
    transitions = faces.transitions[: faces.room_faces].astype(np.int64)
    linked = (transitions != -1) & faces.placed[: faces.room_faces, None]
    edge = np.flatnonzero(linked).astype(np.int64)
    return edge, faces.owner[edge // 3], transitions.reshape(-1)[edge]


def _ways_over(faces: SceneFaces, ways: SceneWays) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(3R,) and (3R,) edges that one walks over into another room, and those with no way back."""
    size = 3 * faces.room_faces
    chosen = np.flatnonzero(ways.graph.ways.link)
    here, there = ways.edge[chosen], ways.far[chosen]
    leads, lacks_way_back = np.zeros(size, bool), np.zeros(size, bool)
    leads[here] = True
    alone = ~np.isin(here * size + there, there * size + here)
    lacks_way_back[here[alone]] = True
    return leads, lacks_way_back
