"""Where the edges of rooms lead, and whether one comes through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kotorlevel.view.scene.faces import SceneFaces
    from kotorlevel.view.scene.ways import SceneWays

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
