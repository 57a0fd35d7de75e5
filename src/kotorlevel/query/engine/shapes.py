"""Runs queries with boxes, spheres and ways: one by the kernels, many by the quickest way."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.query.engine import shape_batch
from kotorlevel.query.engine.kernels.shapes import TOUCH

if TYPE_CHECKING:
    from kotorlevel.core.types import Point
    from kotorlevel.query.engine.run import Engine

Rows = tuple[NDArray[np.int64], NDArray[np.int64]]
"""(N + 1,) where the faces of each row begin, and the faces of all rows."""

_ROOM, _ROOM_MANY = 64, 65_536
"""Faces for which room is made: at first for one query, and for many at a time."""


class ShapeEngine:
    """The tree and the kernels of an `Engine`, with the corners of its faces."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @cached_property
    def corners(self) -> NDArray[np.float64]:
        """(F, 9) the corners of the faces, in double precision: differences of them are exact."""
        return self._engine.faces.corners.reshape(-1, 9).astype(np.float64)

    @cached_property
    def _scalar(self) -> tuple[Any, Any]:
        """Tree and corners as the kernels take them for one query at a time."""
        corners = self.corners if self._engine.compiled else self.corners.data
        return self._engine.scalar_tree, corners

    @cached_property
    def bounds(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The lower and the upper corner of the box around all faces."""
        points = self.corners.reshape(-1, 3) if len(self.corners) else np.zeros((1, 3))
        return tuple(points.min(axis=0).tolist()), tuple(points.max(axis=0).tolist())

    # One at a time

    def list_in_box(
        self, allowed: NDArray[np.bool_], low: Point, high: Point
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """(N,) the faces in a box, and (N, 3) their points that are closest to its middle."""
        ask = self._engine.kernels.ask_in_box
        return self._with_room(ask, allowed, self.bounds, low, high)

    def list_near(
        self, allowed: NDArray[np.bool_], start: Point, way: Point, radius: float
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """(N,) the faces within ``radius`` of a way, and (N, 3) their points closest to it."""
        ask, reach = self._engine.kernels.ask_near, radius + TOUCH
        return self._with_room(ask, allowed, start, way, reach * reach, reach + TOUCH)

    def _with_room(
        self, ask: Callable[..., int], *asked: object
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The faces and points that ``ask`` finds, with room made for as many as there are."""
        size = _ROOM
        while True:
            faces, points = np.empty(size, np.int64), np.empty((size, 3))
            count = ask(*self._scalar, *asked, (faces, points))
            if count >= 0:
                return faces[:count], points[:count]
            size = len(self.corners) + _ROOM

    def sweep(
        self, allowed: NDArray[np.bool_], start: Point, unit: Point, end: float, radius: float
    ) -> tuple[int, float, Point]:
        """The first face that a moving sphere touches, how far it has gone, and where it touches.

        -1 and NaN for none.
        """
        point = np.empty((1, 3))
        ask = self._engine.kernels.ask_sweep
        face, gone = ask(*self._scalar, allowed, start, unit, end, radius, point)
        x, y, z = point[0].tolist()
        return int(face), float(gone), (x, y, z)

    # Many at a time

    def list_in_boxes(
        self, allowed: NDArray[np.bool_], lows: NDArray[np.float64], highs: NDArray[np.float64]
    ) -> Rows:
        """The faces in each box."""

        def find(part: slice) -> Rows:
            box = lows[part], highs[part]
            if not self._engine.compiled:
                return shape_batch.list_in_boxes(self._engine.tree, self.corners, allowed, *box)
            keep = self._engine.kernels.keep_in_boxes
            return self._find(allowed, *box, lambda *rest: keep(self.corners, *box, *rest))

        return self._share(find, len(lows))

    def list_near_ways(
        self,
        allowed: NDArray[np.bool_],
        starts: NDArray[np.float64],
        ways: NDArray[np.float64],
        radii: NDArray[np.float64],
    ) -> Rows:
        """The faces within ``radii`` (N,) of each way."""
        reaches = radii + TOUCH
        lows = np.minimum(starts, starts + ways) - (reaches + TOUCH)[:, None]
        highs = np.maximum(starts, starts + ways) + (reaches + TOUCH)[:, None]
        reaches = reaches * reaches

        def find(part: slice) -> Rows:
            box, given = (lows[part], highs[part]), (starts[part], ways[part], reaches[part])
            if not self._engine.compiled:
                tree = self._engine.tree
                return shape_batch.list_near(tree, self.corners, allowed, *box, *given)
            keep = self._engine.kernels.keep_near
            return self._find(allowed, *box, lambda *rest: keep(self.corners, *given, *rest))

        return self._share(find, len(starts))

    def _find(
        self,
        allowed: NDArray[np.bool_],
        lows: NDArray[np.float64],
        highs: NDArray[np.float64],
        keep: Callable[..., int],
    ) -> Rows:
        """Row ends and faces by the compiled kernels, as much at a time as there is room for."""
        ends, found, begin = np.zeros(len(lows), np.int64), [np.empty(0, np.int64)], 0
        # Enough for one row with every face, so that it always goes on.
        room = np.empty(_ROOM_MANY + len(self.corners), np.int64)
        total = 0
        while begin < len(lows):
            tree = self._engine.tree
            done = self._engine.kernels.list_overlaps(tree, allowed, lows, highs, begin, ends, room)
            count = keep(begin, done, ends, room)
            ends[begin:done] += total
            found.append(room[:count].copy())
            begin, total = done, total + count
        return ends, np.concatenate(found)

    def _share(self, find: Callable[[slice], Rows], count: int) -> Rows:
        """The rows of all parts together, each found by a processor of its own."""
        parts: dict[int, Rows] = {}

        def work(part: slice) -> None:
            parts[part.start] = find(part)

        self._engine.share(work, count)
        offsets, faces = [np.zeros(1, np.int64)], []
        for _, (ends, found) in sorted(parts.items()):
            offsets.append(ends + offsets[-1][-1])
            faces.append(found)
        return np.concatenate(offsets), np.concatenate(faces) if len(faces) > 1 else faces[0]

    def points_in_boxes(
        self, rows: Rows, lows: NDArray[np.float64], highs: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """(M, 3) the point of each face that is closest to the middle of its box.

        An endless box is cut to where there are faces.
        """
        bottom, top = self.bounds
        middles: NDArray[np.float64] = np.clip(lows, bottom, top) + np.clip(highs, bottom, top)
        return self.closest_points(rows, middles / 2, np.zeros_like(middles))

    def closest_points(
        self, rows: Rows, starts: NDArray[np.float64], ways: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """(M, 3) the point of each face that is closest to the way of its row."""
        offsets, faces = rows
        points = np.empty((len(faces), 3))
        if self._engine.compiled:
            closest = self._engine.kernels.closest_points
            closest(self.corners, starts, ways, offsets[1:], faces, points)
            return points
        row = np.repeat(np.arange(len(starts)), np.diff(offsets))
        with np.errstate(all="ignore"):
            return shape_batch.closest_points(self.corners[faces], starts[row], ways[row])

    def sweeps(
        self,
        allowed: NDArray[np.bool_],
        starts: NDArray[np.float64],
        units: NDArray[np.float64],
        ends: NDArray[np.float64],
        radii: NDArray[np.float64],
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """(N,) the first face that each moving sphere touches, and how far it has gone."""
        faces, distances = np.empty(len(starts), np.int64), np.empty(len(starts))
        home: Any = self._engine.kernels if self._engine.compiled else shape_batch

        def sweep(part: slice) -> None:
            given = starts[part], units[part], ends[part], radii[part]
            home.sweep_spheres(self._engine.tree, allowed, *given, faces[part], distances[part])

        self._engine.share(sweep, len(starts))
        return faces, distances
