"""Runs queries: one at a time by the kernels, many at a time by the quickest way there is."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.query.engine import floor_batch, ray_batch
from kotorlevel.query.engine.bvh import Bvh, build_bvh
from kotorlevel.query.engine.compiled import Kernels, can_compile, load_kernels
from kotorlevel.query.engine.floor_blocks import FloorBlocks, build_blocks
from kotorlevel.query.engine.grid import Grid, build_grid
from kotorlevel.query.engine.kernels.ray import point_along
from kotorlevel.query.engine.kernels.ray_stream import LARGEST, LEFT
from kotorlevel.query.engine.shapes import ShapeEngine

if TYPE_CHECKING:
    from kotorlevel.core.types import Point
    from kotorlevel.query.faces import JoinedFaces

_SHARED = 50_000
"""Queries from which on a second processor is worth its thread."""

_FEW = 16
"""Hits or floors for which room is made at first."""

FARTHEST = 1e300
"""Metres. Stands for infinity, which a distance that overflows must not reach."""

_MADE_AGAIN = (
    "kernels",
    "_scalar_grid",
    "scalar_tree",
    "shapes",
    "_grid_handle",
    "_tree_handle",
)
"""What an engine leaves out of a pickle: what goes with this process."""


class Engine:
    """Grid and tree over ``faces``, each made when it is first needed, and the kernels for them.

    ``fast`` None compiles the kernels where that is possible. ``threads`` is for batches of
    compiled queries.
    """

    def __init__(self, faces: JoinedFaces, fast: bool | None, threads: int | None) -> None:
        if fast and not can_compile():
            raise ImportError("fast=True needs Numba: pip install kotorlevel[fast]")
        self.faces = faces
        self.compiled = can_compile() if fast is None else fast
        self.threads = threads or os.cpu_count() or 1

    @cached_property
    def grid(self) -> Grid:
        """The plan view of the faces that have a height."""
        return build_grid(self.faces.corners, self.faces.has_height)

    @cached_property
    def tree(self) -> Bvh:
        """The boxes of all faces."""
        return build_bvh(self.faces.corners)

    @cached_property
    def _floor_blocks(self) -> FloorBlocks:
        """The faces of the grid's cells, side by side."""
        return build_blocks(self.grid)

    @property
    def _streams(self) -> bool:
        """Whether many queries are asked in single precision first."""
        # In memory of the other byte order, the bits of eight answers are in the other order.
        return self.compiled and self._largest <= LARGEST and sys.byteorder == "little"

    @cached_property
    def _largest(self) -> float:
        """The greatest size of a coordinate."""
        return float(np.abs(self.faces.corners).max(initial=0.0))

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        # Made again where they are used.
        for name in _MADE_AGAIN:
            state.pop(name, None)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        # Another machine, or another Python, may be unable to compile.
        self.compiled = self.compiled and can_compile()

    @cached_property
    def kernels(self) -> Kernels:
        """What is called, compiled or not."""
        return load_kernels(self.compiled)

    @cached_property
    def _scalar_grid(self) -> Grid:
        return self.grid if self.compiled else Grid(*_plain(self.grid))

    @cached_property
    def scalar_tree(self) -> Bvh:
        """The tree as the kernels take it for one query at a time."""
        return self.tree if self.compiled else Bvh(*_plain(self.tree))

    @cached_property
    def _grid_handle(self) -> NDArray[np.int64]:
        return _make_handle(self.grid)

    @cached_property
    def _tree_handle(self) -> NDArray[np.int64]:
        return _make_handle(self.tree)

    @cached_property
    def shapes(self) -> ShapeEngine:
        """For boxes, spheres and ways."""
        return ShapeEngine(self)

    # One at a time

    def find_floor(
        self, allowed: NDArray[np.bool_], x: float, y: float, z: float | None
    ) -> tuple[int, float]:
        """The face at (x, y), and its height: the game's choice, or with z the nearest to it."""
        if self.compiled:
            kernels = self.kernels
            if z is None:
                return kernels.ask_floor(self._grid_handle, allowed, x, y)
            return kernels.ask_floor_near(self._grid_handle, allowed, x, y, z)
        face, height = np.empty(1, np.int64), np.empty(1)
        point = np.array([[x, y]] if z is None else [[x, y, z]])
        kernel = self.kernels.find_floors if z is None else self.kernels.find_floors_near
        kernel(self._scalar_grid, allowed, point.data, face, height)
        return int(face[0]), float(height[0])

    def list_floors(
        self, allowed: NDArray[np.bool_], x: float, y: float
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
        """(N,) faces at (x, y), their heights, and whether the point is inside or on the border."""
        size = _FEW
        while True:
            faces, heights, places = np.empty(size, np.int64), np.empty(size), np.empty(size, int)
            count = self.kernels.list_floors(
                self._scalar_grid, allowed, x, y, faces, heights, places
            )
            if count <= size:
                return faces[:count], heights[:count], places[:count]
            size = count

    def cast_ray(
        self,
        allowed: NDArray[np.bool_],
        origin: Point,
        direction: Point,
        start: float,
        end: float,
        back: bool,
        any_hit: bool = False,
    ) -> tuple[int, float, Point]:
        """The nearest face that the ray meets, its distance and the point; -1 and NaN for none."""
        if end > FARTHEST:
            end = FARTHEST
        if self.compiled:
            ask = self.kernels.ask_ray
            found, away, x, y, z = ask(
                self._tree_handle, allowed, *origin, *direction, start, end, back, any_hit
            )
            return found, away, (x, y, z)
        face, distance = np.empty(1, np.int64), np.empty(1)
        self.kernels.cast_rays(
            self.scalar_tree,
            allowed,
            np.array([origin]).data,
            np.array([direction]).data,
            start,
            np.array([end]).data,
            back,
            any_hit,
            face,
            distance,
        )
        return int(face[0]), float(distance[0]), point_along(*origin, *direction, distance.item(0))

    def list_hits(
        self, allowed: NDArray[np.bool_], origin: Point, direction: Point, end: float, back: bool
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.bool_]]:
        """(N,) faces that the ray meets, their distances, and whether it goes through a side."""
        ray = self.kernels.aim(*origin, *direction)
        size = _FEW
        while True:
            faces, distances, on_side = (
                np.empty(size, np.int64),
                np.empty(size),
                np.empty(size, bool),
            )
            count = self.kernels.list_hits(
                self.scalar_tree,
                allowed,
                ray,
                0.0,
                min(end, FARTHEST),
                back,
                faces,
                distances,
                on_side,
            )
            if count <= size:
                return faces[:count], distances[:count], on_side[:count]
            size = count

    def find_nearest(
        self, allowed: NDArray[np.bool_], point: Point, limit: float
    ) -> tuple[int, float, float, float]:
        """The closest face no more than ``limit`` metres away, and its closest point."""
        return self.kernels.find_nearest(
            self.scalar_tree, allowed, *point, min(limit, FARTHEST**0.5)
        )

    # Many at a time

    def find_floors(
        self, allowed: NDArray[np.bool_], points: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """(N,) faces and heights at ``points`` (N, 2), or nearest to the z of points (N, 3)."""
        faces, heights = np.empty(len(points), np.int64), np.empty(len(points))
        if points.shape[1] == 2 and self._streams:
            blocks, every = self._floor_blocks, bool(allowed.all())
            stream = self.kernels.stream_floors
            self.share(
                lambda part: stream(
                    self.grid, blocks, every, allowed, points[part], faces[part], heights[part]
                ),
                len(points),
            )
            return faces, heights
        home: Any = self.kernels if self.compiled else floor_batch
        kernel = home.find_floors if points.shape[1] == 2 else home.find_floors_near
        self.share(
            lambda part: kernel(self.grid, allowed, points[part], faces[part], heights[part]),
            len(points),
        )
        return faces, heights

    def cast_rays(
        self,
        allowed: NDArray[np.bool_],
        origins: NDArray[np.float64],
        directions: NDArray[np.float64],
        start: float,
        ends: NDArray[np.float64],
        back: bool,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """(N,) the nearest face that each ray meets, and its distance; -1 and NaN for none."""
        count = len(origins)
        faces, distances = np.empty(count, np.int64), np.empty(count)
        ends = np.minimum(ends, FARTHEST)
        home: Any = self.kernels if self.compiled else ray_batch
        streams = self._streams
        every = streams and bool(allowed.all())

        def cast(part: slice) -> None:
            rays, out = (origins[part], directions[part]), (faces[part], distances[part])
            asked = start, ends[part], back
            if streams:
                head = self.tree, self._largest, every, allowed
                if not self.kernels.stream_rays(*head, *rays, *asked, *out):
                    return
                left = np.flatnonzero(out[0] == LEFT)
                some = np.empty(len(left), np.int64), np.empty(len(left))
                rays, asked = (rays[0][left], rays[1][left]), (start, asked[1][left], back)
                home.cast_rays(self.tree, allowed, *rays, *asked, False, *some)
                out[0][left], out[1][left] = some
                return
            home.cast_rays(self.tree, allowed, *rays, *asked, False, *out)

        self.share(cast, count)
        return faces, distances

    def share(self, work: Callable[[slice], None], count: int) -> None:
        """Do ``work`` for the rows from 0 to ``count``, on several threads where that pays."""
        parts = min(self.threads, count // _SHARED) if self.compiled else 1
        if parts <= 1:
            with np.errstate(all="ignore"):
                work(slice(0, count))
            return
        from concurrent.futures import ThreadPoolExecutor

        bounds = np.linspace(0, count, parts + 1).astype(int).tolist()
        with ThreadPoolExecutor(parts) as pool:
            list(pool.map(work, map(slice, bounds[:-1], bounds[1:])))


def _make_handle(columns: Grid | Bvh) -> NDArray[np.int64]:
    from kotorlevel.query.engine.simd import make_handle  # needs Numba

    made: NDArray[np.int64] = make_handle(columns)
    return made


def _plain(columns: Grid | Bvh) -> list[Any]:
    """The arrays as views that give plain Python numbers, several times as quick one by one."""
    return [c.data if isinstance(c, np.ndarray) else c for c in columns]
