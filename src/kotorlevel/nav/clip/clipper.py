"""Runs the kernels that cut cells: makes room for them, and more where it was not enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.memory import is_remembering
from kotorlevel.nav.clip.kernels import clip, flood
from kotorlevel.nav.clip.recalled import recall_cells
from kotorlevel.query.engine.compiled import can_compile, compile_module

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.nav.floor.floor import Floor


_TOUCH = 1e-6
"""Metres: a passage that only touches a polygon is followed, for the cells around a corner."""


@dataclass(frozen=True, eq=False)
class ClippedCells:
    """What is left of cells, and what was cut out of them.

    The pieces of ``cells[i]`` are those from ``starts[i]`` to ``starts[i + 1]``; piece p has the
    ``corners`` (n, 3) from ``corner_starts[p]`` to ``corner_starts[p + 1]``. ``carrier`` (n,) is
    the row of the floor's side that a side lies on, or below 0 one side of a cut: -1 - 2 · cut is
    the outer, -2 - 2 · cut the inner. ``dead_of`` is the polygon that a piece lies in, or -1;
    ``cut_ends`` (cuts, 4) x and y of both ends, in the direction of the outer side.
    """

    cells: Ints
    starts: Ints
    corners: Floats
    corner_starts: Ints
    carrier: Ints
    dead_of: Ints
    cut_ends: Floats


def make_polygons(rings: Sequence[Floats]) -> clip.Polygons:
    """Convex counter-clockwise rings (n, 2), with their lines and boxes."""
    counts = [len(ring) for ring in rings]
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return polygons_of(np.concatenate([np.empty((0, 2)), *rings]), starts)


def polygons_of(corners: Floats, starts: Ints) -> clip.Polygons:
    """Polygons with ``corners`` (n, 2), each between two of ``starts``."""
    following = np.arange(1, len(corners) + 1)
    following[starts[1:] - 1] = starts[:-1]
    x, y = np.ascontiguousarray(corners[:, 0]), np.ascontiguousarray(corners[:, 1])
    along_x, along_y = x[following] - x, y[following] - y
    length = np.maximum(np.hypot(along_x, along_y), 1e-300)
    nx, ny = along_y / length, -along_x / length
    boxes = [np.empty(0)] * 4
    if len(starts) > 1:
        boxes = [
            pick.reduceat(values, starts[:-1])
            for pick in (np.minimum, np.maximum)
            for values in (x, y)
        ]
    return clip.Polygons(starts, x, y, nx, ny, nx * x + ny * y, *boxes)


def find_cells(
    floor: Floor, polygons: clip.Polygons, start: Ints, fast: bool | None
) -> tuple[Ints, Ints]:
    """(n,) cells and (n,) polygons that lie on them, reached from cells ``start`` (Q,) on them."""
    run = _Runner(fast)
    size = 8 * len(start) + 64
    cell, polygon = np.empty(size, np.int64), np.empty(size, np.int64)
    ends = np.concatenate([floor.left[:, :2], floor.right[:, :2]], axis=1)
    shared = [
        run.given_all(polygons),
        run.given(start),
        run.column(floor.passage_starts),
        run.column(floor.to),
        run.column(ends),
    ]
    work = [run.given(np.zeros(len(floor), np.int64)) for _ in range(2)]
    done = found = 0
    while True:
        pairs = run.column(cell), run.column(polygon)
        done, found = run.kernels["flood"](done, *shared, _TOUCH, *work, *pairs, found)
        if done == len(start):
            return cell[:found], polygon[:found]
        more = np.empty(len(cell) + len(floor), np.int64)
        cell, polygon = np.append(cell, more), np.append(polygon, more)


def clip_cells(
    floor: Floor, polygons: clip.Polygons, cell: Ints, polygon: Ints, fast: bool | None
) -> ClippedCells:
    """The pieces of cells, each without the polygons that it is paired with."""
    order = np.lexsort((polygon, cell))
    cell, polygon = cell[order], polygon[order]
    cells, first = np.unique(cell, return_index=True)
    starts = np.append(first, len(cell))
    cut = _Cut(floor, polygons, _Runner(fast))
    # Compiled, cutting a cell anew is quicker than looking whether it was cut before.
    if is_remembering() and not cut.run.compiled and len(cells):
        return ClippedCells(*recall_cells(floor, polygons, (cells, starts, polygon), cut.clip))
    return cut.clip(cells, starts, polygon)


class _Cut:
    """Cells of a floor without polygons, some at a time."""

    def __init__(self, floor: Floor, polygons: clip.Polygons, run: _Runner) -> None:
        self.run = run
        corners = np.ascontiguousarray(floor.corners)
        self._polygons = run.given_all(polygons)
        self._floor = [run.column(corners), run.column(floor.corner_starts)]

    def clip(self, cells: Ints, first: Ints, polygon: Ints) -> ClippedCells:
        """The pieces of cells; the polygons of each are those between two of ``first``."""
        run = self.run
        shared = [*map(run.given, (cells, first, polygon)), self._polygons, *self._floor]
        return _clip_cells(run, shared, cells, len(polygon))


def _clip_cells(run: _Runner, shared: list[Any], cells: Ints, pairs: int) -> ClippedCells:
    starts = np.zeros(len(cells) + 1, np.int64)
    done, ends = _room(8 * pairs + 64), np.empty((4 * pairs + 16, 4))
    work, row, pieces, cuts = 256, 0, 0, 0
    while True:
        scratch = [run.given(np.empty(work)), *(run.given_all(_room(work)) for _ in range(3))]
        out = [run.columns(done), run.column(starts), pieces, cuts, run.column(ends)]
        row, pieces, cuts = run.kernels["clip_cells"](row, *shared, *scratch, *out)
        if row == len(cells):
            break
        work *= 2
        done = clip.Pieces(*(_doubled(column) for column in done))
        ends = _doubled(ends)
    corner_starts = np.concatenate([[0], done.end[:pieces]])
    count = int(corner_starts[-1])
    corners = np.stack([done.x[:count], done.y[:count], done.z[:count]], axis=1)
    return ClippedCells(
        cells, starts, corners, corner_starts, done.carrier[:count], done.tag[:pieces], ends[:cuts]
    )


def _room(size: int) -> clip.Pieces:
    x, y, z = (np.empty(size) for _ in range(3))
    carrier, end, tag = (np.empty(size, np.int64) for _ in range(3))
    return clip.Pieces(x, y, z, carrier, end, tag)


def _doubled(column: Any) -> Any:
    return np.concatenate([column, np.empty_like(column)])


class _Runner:
    """The kernels compiled or not, and arrays as they want them."""

    def __init__(self, fast: bool | None) -> None:
        if fast and not can_compile():
            raise ImportError("fast=True needs Numba: pip install kotorlevel[fast]")
        self.compiled = can_compile() if fast is None else fast
        self.kernels = _load(self.compiled)

    def column(self, array: NDArray[np.generic]) -> Any:
        """The array itself, or a view that gives plain numbers, several times as quick."""
        return array if self.compiled else array.data

    def columns(self, group: Any) -> Any:
        """The same for all of a group."""
        return type(group)(*map(self.column, group))

    def given(self, array: NDArray[np.generic]) -> Any:
        """The array itself, or a list of its numbers: quicker still, to read or to work in."""
        return array if self.compiled else array.tolist()

    def given_all(self, group: Any) -> Any:
        """The same for all of a group."""
        return type(group)(*map(self.given, group))


@cache
def _load(compiled: bool) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in (clip, flood):
        found |= compile_module(module) if compiled else vars(module)
    return found
