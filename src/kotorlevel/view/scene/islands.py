"""The islands of a scene's floor, where one enters it, and which of it one can walk to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.humanoid import BODY
from kotorlevel.nav.floor.assemble import Cells, assemble, open_ways
from kotorlevel.nav.floor.graph import FaceGraph
from kotorlevel.nav.floor.near_cells import NearCells
from kotorlevel.nav.reach.islands import Parts

if TYPE_CHECKING:
    from kotorlevel.view.scene.faces import SceneFaces
    from kotorlevel.view.scene.ways import SceneWays


MOST_ISLANDS = 256
"""Islands that are told apart; the last one stands for all that are smaller."""


@dataclass(frozen=True, eq=False)
class Islands:
    """``numbers`` (R,): the island of each room face, -1 off the floor; the largest is 0.

    Islands are those of `Navigator.islands`: what hangs together, be it in one direction only.
    ``area`` (I,) in square metres, ``reached`` (I,) how much of it one can walk to from the face
    ``start`` (-1 without any floor), ``rooms`` the rooms of each. ``from_entry`` tells that the
    start is the entry; else it is the largest face of the largest island. ``gathered`` is how many
    small ones the last one stands for (0 if it is one itself).
    """

    numbers: NDArray[np.int64]
    area: NDArray[np.float64]
    reached: NDArray[np.float64]
    rooms: tuple[tuple[int, ...], ...]
    start: int
    from_entry: bool
    gathered: int


def find_islands(faces: SceneFaces, ways: SceneWays, entry: int) -> Islands:
    """The islands, the largest first. ``entry`` is the cell to start from, or -1 for none."""
    rows = ways.rows
    parts = Parts.of(ways.graph)
    on_floor = faces.walkable[rows]
    sizes = np.where(on_floor, faces.areas[rows], 0.0)
    rank, gathered = _by_size(parts.islands(), sizes, on_floor)
    count = int(rank.max(initial=-1)) + 1
    numbers = np.full(faces.room_faces, -1, np.int64)
    numbers[rows] = rank
    start = entry if entry >= 0 else _largest(faces, ways, rank)
    reached = np.zeros(len(rows), bool)
    if start >= 0:
        reached = parts.reached_from(start) & on_floor
    on = rank >= 0
    return Islands(
        numbers,
        np.bincount(rank[on], sizes[on], count).astype(np.float64),
        np.bincount(rank[on], (sizes * reached)[on], count).astype(np.float64),
        _rooms_of(rank[on], faces.owner[rows[on]], count),
        int(rows[start]) if start >= 0 else -1,
        entry >= 0,
        gathered,
    )


def _by_size(
    labels: NDArray[np.intp], sizes: NDArray[np.float64], on_floor: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], int]:
    """(C,) island numbers, the largest area first; and how many the last one stands for."""
    numbers = np.full(len(labels), -1, np.int64)
    names, inverse = np.unique(labels[on_floor], return_inverse=True)
    if not len(names):
        return numbers, 0
    size = np.bincount(inverse, sizes[on_floor], minlength=len(names))
    rank = np.empty(len(names), np.int64)
    rank[np.argsort(-size, kind="stable")] = np.arange(len(names))
    numbers[on_floor] = np.minimum(rank[inverse], MOST_ISLANDS - 1)
    gathered = len(names) - MOST_ISLANDS + 1 if len(names) > MOST_ISLANDS else 0
    return numbers, gathered


def _largest(faces: SceneFaces, ways: SceneWays, rank: NDArray[np.int64]) -> int:
    """The cell of the largest island with the largest area in the plan; -1 without any."""
    cells = np.flatnonzero(rank == 0)
    plan = np.abs(faces.crosses[ways.rows[cells], 2])
    return int(cells[np.argmax(plan)]) if len(cells) else -1


def _rooms_of(
    numbers: NDArray[np.int64], owner: NDArray[np.int64], count: int
) -> tuple[tuple[int, ...], ...]:
    size = int(owner.max(initial=0)) + 1
    rooms: list[list[int]] = [[] for _ in range(count)]
    for both in np.unique(numbers * size + owner).tolist():
        rooms[both // size].append(both % size)
    return tuple(map(tuple, rooms))


def describe_islands(islands: Islands) -> list[dict[str, Any]]:
    """The islands as plain values, each with the reason where not all of it can be reached."""
    start = "the entry" if islands.from_entry else "the largest part of the floor"
    here = int(islands.numbers[islands.start]) if islands.start >= 0 else -1
    listed = []
    for number, (area, reached) in enumerate(
        zip(islands.area.tolist(), islands.reached.tolist(), strict=True)
    ):
        reason = "" if number == here else f"no way leads here from {start}"
        if number == here and reached < area:
            what = "the entry" if islands.from_entry else "its largest face"
            cut_off = f"{area - reached:.1f} m² of it cannot be reached from {what}"
            reason = f"{cut_off}: links lead out of there, and none leads in"
        if islands.gathered and number == len(islands.area) - 1:
            reason = (
                f"stands for {islands.gathered:,} small parts of the floor; some may be reached"
            )
        listed.append(
            {
                "id": number,
                "area": round(area, 2),
                "reached": round(reached, 2),
                "rooms": list(islands.rooms[number]),
                "reachable": number == here,
                "reason": reason,
            }
        )
    return listed


def find_entry_cell(graph: FaceGraph, entry: Sequence[float] | None) -> int:
    """The cell that one enters on, found as `kotorlevel reach` does it.

    -1 where there is no entry, or no floor below it.
    """
    if entry is None or not np.isfinite(entry).all():
        return -1
    cells = graph.cells
    plan = cells.corners[:, :2].reshape(-1, 3, 2)
    place = np.array(entry[:2])
    near = (plan.min(axis=1) <= place + BODY) & (plan.max(axis=1) >= place - BODY)
    chosen = np.flatnonzero(near.all(axis=1))
    if not len(chosen):
        return -1
    found = NearCells(assemble(_some(cells, chosen), _NO_WAYS)).find_foothold(entry)
    return -1 if found is None else int(chosen[found.cell])


_NONE = np.empty(0, np.int64)
_NO_WAYS = open_ways(_NONE, np.empty(0), np.empty(0), _NONE, _NONE, False)


def _some(cells: Cells, chosen: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Cells:
    """Some cells by themselves; all of them are triangles."""
    sides = (3 * chosen[:, None] + np.arange(3)).reshape(-1)
    return Cells(
        cells.corners[sides],
        np.arange(0, len(sides) + 1, 3),
        cells.room[chosen],
        cells.face[chosen],
        cells.material[chosen],
        cells.edge[sides],
    )
