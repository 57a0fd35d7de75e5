"""Where the edges of rooms lead, and whether one comes through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from kotorlevel.area.boundary import AreaBoundary
from kotorlevel.area.seams import TOLERANCE, find_seams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kotorlevel.view.scene_faces import SceneFaces
    from kotorlevel.view.scene_floor import Floor

State = Literal["ok", "one-sided", "nowhere", "missing"]
STATES: tuple[State, ...] = ("ok", "one-sided", "nowhere", "missing")

_LOOSE = 0.1
"""Metres: 80 links of one vanilla level meet only so closely, and work (FACTS 3)."""


@dataclass(frozen=True, eq=False)
class SceneLinks:
    """Edges with a transition (n,), ascending: ``edge`` in the scene's numbering, ``room``, ``to``.

    ``across`` is the edge that it leads to or -1, ``state`` a number of `STATES`: ok; one-sided
    (the edge across does not lead back); nowhere (no edge of that room meets it, or there is no
    such room); missing (that room's walkmesh is not here).
    """

    edge: NDArray[np.int64]
    room: NDArray[np.int64]
    to: NDArray[np.int64]
    across: NDArray[np.int64]
    state: NDArray[np.int64]


def find_links(faces: SceneFaces, floor: Floor, known: Sequence[bool | None]) -> SceneLinks:
    """The links of all rooms. ``known`` tells of each room whether its walkmesh is here.

    None stands for an empty slot, which nothing can lead to.
    """
    transitions = faces.transitions[: faces.room_faces].reshape(-1).astype(np.int64)
    edge = _linked_edges(faces)
    to = transitions[edge]
    room = faces.owner[edge // 3]
    partner = _partners(faces, floor, transitions)
    across = partner[edge]
    owners = np.append(faces.owner[: faces.room_faces], -1)
    fits = (across >= 0) & (owners[across // 3] == to)
    across = np.where(fits, across, -1)
    answered = fits & (np.append(transitions, -1)[across] == room)
    exists = np.array([*(each is not None for each in known), False])
    has_mesh = np.array([*(bool(each) for each in known), False])
    target = np.where((to >= 0) & (to < len(known)), to, len(known))
    state = np.where(answered, 0, np.where(fits, 1, 2))
    state[exists[target] & ~has_mesh[target]] = 3
    return SceneLinks(edge, room, to, across, state)


def links_of_mesh(faces: SceneFaces) -> SceneLinks:
    """The links of a mesh by itself: the rooms that they lead to are not here."""
    transitions = faces.transitions.reshape(-1).astype(np.int64)
    edge = _linked_edges(faces)
    none = np.full(len(edge), -1, np.int64)
    missing = np.full(len(edge), STATES.index("missing"), np.int64)
    return SceneLinks(edge, faces.owner[edge // 3], transitions[edge], none, missing)


def _linked_edges(faces: SceneFaces) -> NDArray[np.int64]:
    """(n,) the edges of room faces that have a transition and a place."""
    linked = faces.transitions[: faces.room_faces] != -1
    linked &= faces.placed[: faces.room_faces, None]
    return np.flatnonzero(linked).astype(np.int64)


def _partners(faces: SceneFaces, floor: Floor, transitions: NDArray[np.int64]) -> NDArray[np.int64]:
    """(3R,) for each edge the edge of another room that it meets, or -1."""
    edges = np.sort(floor.boundary)
    row, side = edges // 3, edges % 3
    corners = faces.corners
    start, end = corners[row, side], corners[row, (side + 1) % 3]
    boundary = AreaBoundary(
        faces.owner[row], edges, start, end, transitions[edges], np.zeros(len(edges), bool)
    )
    partner = find_seams(boundary, TOLERANCE).partner
    if ((partner < 0) & (boundary.transition >= 0)).any():
        loose = find_seams(boundary, _LOOSE).partner
        alone = (partner < 0) & (loose >= 0) & (partner[loose] < 0)
        partner = np.where(alone, loose, partner)
    result = np.full(3 * faces.room_faces, -1, np.int64)
    result[edges[partner >= 0]] = edges[partner[partner >= 0]]
    return result
