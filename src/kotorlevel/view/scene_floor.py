"""The walkable floor of a scene: what lies across each side, its boundary, its islands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.mesh.components import component_roots
from kotorlevel.mesh.derive import derive_adjacency, derive_boundary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kotorlevel.view.scene_faces import SceneFaces

MOST_ISLANDS = 256
"""Islands that are told apart; the last one stands for all that are smaller."""


@dataclass(frozen=True, eq=False)
class Floor:
    """``across`` (R, 3) int64: for each side of the room faces the edge across, or -1.

    Inside rooms only, and by vertex numbers (FACTS 2). ``boundary`` (E,) are the edges of the
    floor without anything across, loop after loop, and ``loop_ends`` (L,) where each loop ends.
    """

    across: NDArray[np.int64]
    boundary: NDArray[np.int64]
    loop_ends: NDArray[np.int64]


def find_floor(faces: SceneFaces) -> Floor:
    """The floor of all rooms: of their faces that have a place and can be walked on."""
    members = np.flatnonzero(faces.walkable[: faces.room_faces])
    # Rooms share no vertex rows, so one table serves all of them.
    table = derive_adjacency(faces.faces[members], len(members)).table
    loops = derive_boundary(table)
    across = np.full((faces.room_faces, 3), -1, np.int64)
    across[members] = _back(table, members)
    return Floor(across, _back(loops.edges, members), loops.loops.astype(np.int64))


def _back(edges: NDArray[Any], members: NDArray[np.intp]) -> NDArray[np.int64]:
    """Edge numbers counted in ``members`` as numbers of the scene; -1 stays."""
    numbers = edges.astype(np.int64)
    rows = members[np.maximum(numbers, 0) // 3] if len(members) else numbers
    return np.where(numbers < 0, -1, 3 * rows + numbers % 3)


@dataclass(frozen=True, eq=False)
class Islands:
    """``numbers`` (R,): the island of each room face, -1 off the floor; the largest is 0.

    ``area`` (I,) in square metres, ``rooms`` the rooms of each, ``reachable`` (I,) whether one can
    walk there: ``from_entry``, or from the largest where no entry is known, or the floor under it
    is not at hand. ``gathered`` is how many small ones the last one stands for (0 if it is one
    itself).
    """

    numbers: NDArray[np.int64]
    area: NDArray[np.float64]
    rooms: tuple[tuple[int, ...], ...]
    reachable: NDArray[np.bool_]
    from_entry: bool = False
    gathered: int = 0


def find_islands(
    faces: SceneFaces, across: NDArray[np.int64], entry: Sequence[float] | None
) -> Islands:
    """Parts of the floor within which one can walk to and fro, the largest first.

    ``across`` (R, 3) includes links. What only leads one way joins no islands, but is reached.
    """
    walkable = faces.walkable[: faces.room_faces]
    here, there = _crossings(across)
    back = np.zeros(len(here), bool)
    flat = across.reshape(-1)
    back[:] = flat[flat[here]] == here
    roots = component_roots(len(walkable), here[back] // 3, flat[here[back]] // 3)
    numbers, gathered = _by_size(roots, walkable, faces.areas[: faces.room_faces])
    count = int(numbers.max(initial=-1)) + 1
    on = numbers >= 0
    sizes = faces.areas[: faces.room_faces][on]
    area = np.bincount(numbers[on], sizes, minlength=count).astype(np.float64)
    start = _island_at(faces, numbers, entry)
    leads = _pairs(numbers[here // 3], numbers[there // 3])
    reachable = _reached(count, leads, max(start, 0))
    rooms = _rooms_of(faces, numbers, count)
    return Islands(numbers, area, rooms, reachable, start >= 0, gathered)


def _crossings(across: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    here = np.flatnonzero(across.reshape(-1) >= 0)
    return here, across.reshape(-1)[here]


def _by_size(
    roots: NDArray[np.intp], walkable: NDArray[np.bool_], areas: NDArray[np.float64]
) -> tuple[NDArray[np.int64], int]:
    """(R,) island numbers, the largest area first; and how many the last one stands for."""
    numbers = np.full(len(roots), -1, np.int64)
    names, inverse = np.unique(roots[walkable], return_inverse=True)
    if not len(names):
        return numbers, 0
    size = np.bincount(inverse, areas[walkable], minlength=len(names))
    rank = np.empty(len(names), np.int64)
    rank[np.argsort(-size, kind="stable")] = np.arange(len(names))
    numbers[walkable] = np.minimum(rank[inverse], MOST_ISLANDS - 1)
    gathered = len(names) - MOST_ISLANDS + 1 if len(names) > MOST_ISLANDS else 0
    return numbers, gathered


def _island_at(faces: SceneFaces, numbers: NDArray[np.int64], entry: Sequence[float] | None) -> int:
    """The island under the entry: of several floors there the nearest in height.

    -1 where there is no entry, or it is over none.
    """
    if entry is None:
        return -1
    rows = np.flatnonzero(numbers >= 0)
    a, b, c = (faces.corners[rows, corner] for corner in range(3))
    point = np.asarray(entry, np.float64)
    sides = [_side(a, b, point), _side(b, c, point), _side(c, a, point)]
    total = sides[0] + sides[1] + sides[2]
    inside = np.all([side * np.sign(total) >= 0 for side in sides], axis=0) & (total != 0)
    if not inside.any():
        return -1
    w = np.stack(sides, axis=1)[inside] / total[inside, None]
    # The weight of a corner is the side opposite to it.
    z = w[:, 1] * a[inside, 2] + w[:, 2] * b[inside, 2] + w[:, 0] * c[inside, 2]
    return int(numbers[rows[inside][np.argmin(np.abs(z - point[2]))]])


def _side(
    a: NDArray[np.float64], b: NDArray[np.float64], point: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(n,) twice the area of a, b and the point in the plan, signed."""
    along, to = b - a, point - a
    side: NDArray[np.float64] = along[:, 0] * to[:, 1] - along[:, 1] * to[:, 0]
    return side


def _pairs(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n, 2) every pair of a and b once, in order."""
    size = int(b.max(initial=0)) + 1
    both = np.unique(a * size + b)
    return np.stack([both // size, both % size], axis=1)


def _reached(count: int, leads: NDArray[np.int64], start: int) -> NDArray[np.bool_]:
    """(count,) the islands that ``leads`` (n, 2) lead to from ``start``, itself included."""
    reached = np.zeros(count, bool)
    if not 0 <= start < count:
        return reached
    reached[start] = True
    while True:  # at most as many rounds as islands, and those are few
        new = leads[reached[leads[:, 0]] & ~reached[leads[:, 1]], 1]
        if not len(new):
            return reached
        reached[new] = True


def _rooms_of(
    faces: SceneFaces, numbers: NDArray[np.int64], count: int
) -> tuple[tuple[int, ...], ...]:
    on = numbers >= 0
    owner = faces.owner[: faces.room_faces]
    rooms: list[list[int]] = [[] for _ in range(count)]
    for island, room in _pairs(numbers[on], owner[on]).tolist():
        rooms[island].append(room)
    return tuple(map(tuple, rooms))
