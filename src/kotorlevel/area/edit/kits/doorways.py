"""Doorways of one walkmesh: runs of boundary edges that follow each other in a straight line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh

_STRAIGHT = 0.02
"""Metres that a corner between two edges of a doorway may be off the line through its ends."""


@dataclass(frozen=True, eq=False)
class Doorway:
    """Boundary edges in the order in which they follow each other.

    ``edges`` are their numbers, ``points`` (n + 1, 3) float64 their corners from start to end.
    """

    edges: tuple[int, ...]
    points: NDArray[np.float64]

    @property
    def width(self) -> float:
        """Metres from start to end."""
        x, y, z = (self.points[-1] - self.points[0]).tolist()
        return float((x * x + y * y + z * z) ** 0.5)

    @property
    def middle(self) -> tuple[float, float, float]:
        """Half-way from start to end."""
        x, y, z = ((self.points[0] + self.points[-1]) / 2).tolist()
        return x, y, z


def linked_doorways(mesh: Walkmesh) -> list[Doorway]:
    """The doorways with transitions of any number, as `doorway_at` measures them.

    Room kits also mark the side walls of a doorway: 26 of 60 marked edges in 13 kits have a face
    behind them that cannot be walked on, and touch an open edge of the same number. No game room
    has a link there. So edges with a wall behind them are no doorways. Raises `FormatError` for a
    mesh whose edges cannot be told.
    """
    return _runs(mesh, lambda alike: (alike[:, 0] != -1) & (alike[:, 1] == 0))


def doorway_at(mesh: Walkmesh, edge: int) -> Doorway:
    """The doorway that a boundary edge belongs to: with its neighbours in the same straight line.

    Those count that lead to the same room, and have or have not a wall behind them as it has.
    Raises `ValueError` where there is no such boundary edge.
    """
    for loop in _loops(mesh):
        places = np.flatnonzero(loop == edge)
        if len(places):
            alike = _likeness(mesh, loop)
            return _straight_run(mesh, loop, alike, int(places[0]))
    raise ValueError(f"edge {edge} is no boundary edge")


def open_doorways(mesh: Walkmesh) -> list[Doorway]:
    """All that could be a doorway: straight runs without a wall behind them, or with a link.

    Side walls of a doorway that are marked like it are none (see `linked_doorways`).
    """

    def is_open(alike: NDArray[np.int64]) -> NDArray[np.bool_]:
        target, walled = alike[:, 0], alike[:, 1] != 0
        beside = [(np.roll(target, n) == target) & ~np.roll(walled, n) for n in (1, -1)]
        found: NDArray[np.bool_] = ~walled | ((target != -1) & ~(beside[0] | beside[1]))
        return found

    return _runs(mesh, is_open)


def single_edge(mesh: Walkmesh, edge: int) -> Doorway:
    """A doorway of that edge alone."""
    return _doorway(mesh, np.array([edge]))


def _loops(mesh: Walkmesh) -> list[NDArray[np.int64]]:
    """The edge numbers of each loop, in order. Derived, for stored tables may be wrong."""
    derived = mesh.derived
    numbers = derived.edges["edge"].astype(np.int64)
    return [loop for loop in np.split(numbers, derived.loops.astype(np.int64)) if len(loop)]


def _runs(mesh: Walkmesh, which: Callable[[NDArray[np.int64]], NDArray[np.bool_]]) -> list[Doorway]:
    """The straight runs of edges for which ``which`` holds, given their `_likeness`."""
    found = []
    for loop in _loops(mesh):
        alike = _likeness(mesh, loop)
        seen: set[int] = set()
        for place in np.flatnonzero(which(alike)).tolist():
            if int(loop[place]) not in seen:
                run = _straight_run(mesh, loop, alike, place)
                seen.update(run.edges)
                found.append(run)
    return sorted(found, key=lambda doorway: min(doorway.edges))


def _likeness(mesh: Walkmesh, loop: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n, 2) for each edge where it leads to, and whether a face beyond the floor has it."""
    start, end = _ends(mesh, loop)
    rest = mesh.faces[mesh.domain :].astype(np.int64)
    count = len(mesh.vertices)
    behind = _keys(rest.reshape(-1), np.roll(rest, -1, axis=1).reshape(-1), count)
    walled = np.isin(_keys(start, end, count), behind)
    targets = mesh.transitions.reshape(-1)[loop].astype(np.int64)
    return np.stack([targets, walled.astype(np.int64)], axis=1)


def _straight_run(
    mesh: Walkmesh, loop: NDArray[np.int64], alike: NDArray[np.int64], place: int
) -> Doorway:
    """The longest run about ``place`` that is all alike and straight."""
    run = [place]
    for step in (1, -1):
        while len(run) < len(loop):
            near = run[-1] if step == 1 else run[0]
            beyond = (near + step) % len(loop)
            longer = [*run, beyond] if step == 1 else [beyond, *run]
            if not np.array_equal(alike[beyond], alike[place]):
                break
            if not _is_straight(_doorway(mesh, loop[longer])):
                break
            run = longer
    return _doorway(mesh, loop[run])


def _is_straight(doorway: Doorway) -> bool:
    start, along = doorway.points[0], doorway.points[-1] - doorway.points[0]
    length = doorway.width
    if length <= 0:
        return False
    steps = np.diff(doorway.points, axis=0) @ along
    offsets = doorway.points - start
    aside = offsets - np.outer(offsets @ along, along) / length**2
    return bool((steps > 0).all() and np.abs(aside).max() <= _STRAIGHT)


def _doorway(mesh: Walkmesh, edges: NDArray[np.int64]) -> Doorway:
    start, end = _ends(mesh, edges)
    corners = np.append(start, end[-1])
    points = mesh.vertices[corners].astype(np.float64)
    return Doorway(tuple(edges.tolist()), points)


def _ends(mesh: Walkmesh, edges: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    face, side = edges // 3, edges % 3
    corners = mesh.faces.astype(np.int64)
    return corners[face, side], corners[face, (side + 1) % 3]


def _keys(a: NDArray[np.int64], b: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """A number for each pair of vertices, the same in both directions."""
    return np.minimum(a, b) * count + np.maximum(a, b)
