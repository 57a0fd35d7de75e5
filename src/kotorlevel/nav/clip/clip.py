"""A floor without the places where something stands: cells minus convex polygons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.clip.clipper import ClippedCells, clip_cells, make_polygons
from kotorlevel.nav.clip.kernels.clip import Polygons
from kotorlevel.nav.clip.rejoin import Sides, join_pieces
from kotorlevel.nav.clip.solid import find_hull
from kotorlevel.nav.floor.assemble import SHORTEST, Cells, assemble, take_apart
from kotorlevel.nav.floor.floor import Blocker, Floor

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints


@dataclass(frozen=True, eq=False)
class Obstacle:
    """Something that stands on the floor: the hull of ``points`` (n, 2) in the plan.

    It concerns floors between the heights ``low`` and ``high`` (metres); ``blocker`` is what
    people are told.
    """

    points: Floats
    low: float
    high: float
    blocker: Blocker


@dataclass(frozen=True, eq=False)
class Clippers:
    """Polygons to cut with; walls on their sides get ``edge`` and ``blocker`` (Q,) of them.

    ``room`` (Q,) is the room whose edges these are; in other rooms the numbers mean nothing.
    """

    polygons: Polygons
    edge: Ints
    room: Ints
    blocker: Ints


def clip_obstacles(floor: Floor, obstacles: Sequence[Obstacle], fast: bool | None = None) -> Floor:
    """The floor around obstacles. Cells that none of them lies on stay as they are, in order.

    An obstacle without extent cuts nothing. ``fast`` None compiles where that is possible.
    """
    rings = [find_hull(obstacle.points) for obstacle in obstacles]
    kept = [number for number, ring in enumerate(rings) if len(ring) >= 3]
    polygons = make_polygons([rings[number] for number in kept])
    blockers = list(floor.blockers)
    numbers: dict[Blocker, int] = {blocker: number for number, blocker in enumerate(blockers)}
    for number in kept:
        if (blocker := obstacles[number].blocker) not in numbers:
            numbers[blocker] = len(blockers)
            blockers.append(blocker)
    none = np.full(len(kept), -1, np.int64)
    rows = np.array([numbers[obstacles[number].blocker] for number in kept], np.int64)
    span = np.array([(obstacles[n].low, obstacles[n].high) for n in kept]).reshape(-1, 2)
    cell, polygon = _find_cells(floor, polygons, span)
    return clip_out(
        floor, Clippers(polygons, none, none, rows), cell, polygon, tuple(blockers), fast
    )


def _find_cells(floor: Floor, polygons: Polygons, span: Floats) -> tuple[Ints, Ints]:
    """(n,) cells and (n,) polygons above them by their boxes, with heights within ``span``."""
    cells, rows = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    if len(floor):
        starts = floor.corner_starts[:-1]
        low = np.minimum.reduceat(floor.corners, starts)
        high = np.maximum.reduceat(floor.corners, starts)
        for q, (bottom, top) in enumerate(span.tolist()):
            box_low = np.array([polygons.low_x[q], polygons.low_y[q]])
            box_high = np.array([polygons.high_x[q], polygons.high_y[q]])
            near = (low[:, 0] < box_high[0]) & (high[:, 0] > box_low[0])
            near &= (low[:, 1] < box_high[1]) & (high[:, 1] > box_low[1])
            near &= (low[:, 2] <= top) & (high[:, 2] >= bottom)
            found = np.flatnonzero(near)
            least, most = _heights(floor, found, box_low, box_high)
            cells.append(found[(least <= top) & (most >= bottom)])
            rows.append(np.full(len(cells[-1]), q))
    return np.concatenate(cells), np.concatenate(rows)


def _heights(floor: Floor, cells: Ints, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """(n,) and (n,) how low and how high the planes of cells are within a box of the plan."""
    slope, centre = floor.plane[cells], floor.centre[cells]
    middle, half = (low + high) / 2, (high - low) / 2
    z = slope[:, 2] + (slope[:, :2] * (middle - centre[:, :2])).sum(axis=1)
    reach = (np.abs(slope[:, :2]) * half).sum(axis=1)
    return z - reach, z + reach


def clip_out(
    floor: Floor,
    cutters: Clippers,
    cell: Ints,
    polygon: Ints,
    blockers: tuple[Blocker, ...],
    fast: bool | None,
) -> Floor:
    """The floor with polygons cut out of the cells that they are paired with.

    What was joined stays joined wherever both sides are left; every other new side is a wall.
    """
    if not len(cell):
        return floor
    cut = clip_cells(floor, cutters.polygons, cell, polygon, fast)
    cells, ways = take_apart(floor)
    is_cut = np.zeros(len(floor), bool)
    is_cut[cut.cells] = True
    new, sides = _new_cells(cells, cut, is_cut)
    ways, dead = join_pieces(cells, ways, new, sides, is_cut)
    known = (dead >= 0) & (cutters.room[dead] == new.room[new.owner[ways.side]])
    edge = np.where(known, cutters.edge[dead], ways.edge)
    blocker = np.where(dead >= 0, cutters.blocker[dead], ways.blocker)
    ways = replace(ways, edge=edge, blocker=blocker)
    return assemble(new, ways, blockers, floor.unusable, floor.notes)


def _new_cells(cells: Cells, cut: ClippedCells, is_cut: NDArray[np.bool_]) -> tuple[Cells, Sides]:
    """What is left of the cells, in the order of the old ones, and all sides by their carriers."""
    whole = np.flatnonzero(~is_cut)
    of_cell = np.repeat(cut.cells, np.diff(cut.starts))
    alive = np.flatnonzero(cut.dead_of < 0)
    order = np.argsort(np.concatenate([whole, of_cell[alive]]), kind="stable")
    # Rows of the old floor and of the pieces, one after the other.
    sizes = np.concatenate([np.diff(cells.starts)[whole], np.diff(cut.corner_starts)[alive]])
    first = np.concatenate([cells.starts[whole], cut.corner_starts[alive] + len(cells.corners)])
    starts = np.concatenate([[0], np.cumsum(sizes[order])])
    rows = np.arange(starts[-1]) - np.repeat(starts[:-1] - first[order], sizes[order])
    source = np.concatenate([whole, of_cell[alive]])[order]
    carrier = np.concatenate([np.arange(len(cells.corners)), cut.carrier])
    new = Cells(
        np.concatenate([cells.corners, cut.corners])[rows],
        starts,
        cells.room[source],
        cells.face[source],
        cells.material[source],
        np.full(len(rows), -1, np.int64),
    )
    return new, _sides(cells, cut, rows, carrier, is_cut)


def _sides(
    cells: Cells, cut: ClippedCells, rows: Ints, carrier: Ints, is_cut: NDArray[np.bool_]
) -> Sides:
    """All sides of whole cells and of pieces, dead ones too, with their places on carriers."""
    old = len(cells.corners)
    new_row = np.full(len(carrier), -1, np.int64)
    new_row[rows] = np.arange(len(rows))
    pieces = np.repeat(np.arange(len(cut.dead_of)), np.diff(cut.corner_starts))
    following = np.arange(1, len(pieces) + 1)
    following[cut.corner_starts[1:] - 1] = cut.corner_starts[:-1]
    begin = _places(cells, cut, cut.carrier, cut.corners)
    end = _places(cells, cut, cut.carrier, cut.corners[following])
    used = np.flatnonzero(~is_cut[cells.owner])
    return Sides(
        carrier=np.concatenate([carrier[used], cut.carrier]),
        begin=np.concatenate([np.zeros(len(used)), begin]),
        end=np.concatenate([cells.length[used], end]),
        row=np.concatenate([new_row[used], new_row[old:]]),
        dead_of=np.concatenate([np.full(len(used), -1), cut.dead_of[pieces]]),
    )


def _places(cells: Cells, cut: ClippedCells, carrier: Ints, place: Floats) -> Floats:
    """(n,) metres along carriers of places on them."""
    on_side = carrier >= 0
    metres = np.empty(len(carrier))
    rows, cuts = np.flatnonzero(on_side), np.flatnonzero(~on_side)
    side, ends = carrier[rows], cut.cut_ends[(-1 - carrier[cuts]) // 2]
    for some, start, along in (
        (rows, cells.corners[side, :2], cells.along[side]),
        (cuts, ends[:, :2], ends[:, 2:] - ends[:, :2]),
    ):
        away = place[some, :2] - start
        length = np.maximum(np.hypot(along[:, 0], along[:, 1]), SHORTEST**2)
        metres[some] = (away[:, 0] * along[:, 0] + away[:, 1] * along[:, 1]) / length
    return metres
