"""Boxes, ways and moving spheres, many at once in NumPy: what `kernels.overlap` and `sweep` do.

The formulas of `kernels.shapes` run on arrays here, `choose` and `root` being NumPy's.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.query.engine.kernels import shapes
from kotorlevel.query.engine.kernels.shapes import TOUCH
from kotorlevel.query.engine.kernels.sweep import CLOSE, STEPS
from kotorlevel.query.engine.ray_batch import aim, enter_nearest, trace

if TYPE_CHECKING:
    from kotorlevel.query.engine.bvh import Bvh

_PAIRS = 16_384
"""Pairs of a query and a node, or a face, that are looked at together."""
_SPHERES = 2_048


def _on_arrays() -> SimpleNamespace:
    """The functions of `kernels.shapes`, to be called with arrays."""
    names: dict[str, Any] = dict(vars(shapes)) | {"choose": np.where, "root": np.sqrt}
    for name, function in vars(shapes).items():
        if isinstance(function, FunctionType) and name not in ("choose", "root"):
            names[name] = FunctionType(function.__code__, names, name)
    return SimpleNamespace(**names)


_shapes = _on_arrays()


def list_in_boxes(
    tree: Bvh,
    corners: NDArray[np.float64],
    allowed: NDArray[np.bool_],
    lows: NDArray[np.float64],
    highs: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The allowed faces in each box: (N,) where those of each end, and all of them, in order."""
    found = []
    for row, face in _overlaps(tree, allowed, lows, highs):
        box = *lows[row].T, *highs[row].T
        kept = ~_shapes.misses_box(*box, *corners[face].T)
        found.append((row[kept], face[kept]))
    return _in_order(found, len(lows), len(corners))


def list_near(
    tree: Bvh,
    corners: NDArray[np.float64],
    allowed: NDArray[np.bool_],
    lows: NDArray[np.float64],
    highs: NDArray[np.float64],
    starts: NDArray[np.float64],
    ways: NDArray[np.float64],
    reaches: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same for those within reach of each way; ``lows`` and ``highs`` are around the reach."""
    found = []
    for row, face in _overlaps(tree, allowed, lows, highs):
        gap = _closest(corners[face], starts[row], ways[row])[1]
        kept = gap <= reaches[row]
        found.append((row[kept], face[kept]))
    return _in_order(found, len(lows), len(corners))


def closest_points(
    corners: NDArray[np.float64], starts: NDArray[np.float64], ways: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(N, 3) the point of each face (N, 9) that is closest to the way of the same row."""
    points = np.empty((len(corners), 3))
    for begin in range(0, len(corners), _PAIRS):
        part = slice(begin, begin + _PAIRS)
        points[part] = starts[part] + _closest(corners[part], starts[part], ways[part])[0]
    return points


def touch_normals(
    away: NDArray[np.float64], normals: NDArray[np.float64], units: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(N, 3) as `kernels.shapes.touch_normal`."""
    return np.stack(_shapes.touch_normal(*away.T, *normals.T, *units.T), axis=1)


def _closest(
    corners: NDArray[np.float64], starts: NDArray[np.float64], ways: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(N, 3) closest points from the starts, and (N,) squares of the distances to the ways."""
    local = corners - np.tile(starts, 3)
    point, gap = np.empty((len(local), 3)), np.empty(len(local))
    stands = ~ways.any(axis=1)
    point[stands] = np.stack(_shapes.closest_in_face(*local[stands].T), axis=1)
    x, y, z = point[stands].T
    gap[stands] = x * x + y * y + z * z
    *place, gap[~stands] = _shapes.closest_to_way(*ways[~stands].T, *local[~stands].T)
    point[~stands] = np.stack(place, axis=1)
    return point, gap


def _overlaps(
    tree: Bvh,
    allowed: NDArray[np.bool_],
    lows: NDArray[np.float64],
    highs: NDArray[np.float64],
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Row and face, in blocks, for each box and each allowed face whose bounds meet it."""
    if not len(allowed):
        return
    blocks = [(np.arange(len(lows)), np.zeros(len(lows), np.int64))]
    while blocks:
        row, node = blocks.pop()
        if len(row) > _PAIRS:
            half = len(row) // 2
            blocks += [(row[:half], node[:half]), (row[half:], node[half:])]
            continue
        leaf = node >= tree.inner
        inside, outside = row[~leaf], row[leaf]
        if len(inside):
            boxes = tree.boxes[node[~leaf]]
            which, slot = _meeting(boxes[:, :3], boxes[:, 3:6], lows[inside], highs[inside])
            blocks.append((inside[which], tree.first[node[~leaf][which]] + slot))
        if len(outside):
            faces = tree.faces[node[leaf] - tree.inner]
            x = tree.corners[node[leaf] - tree.inner, :9].reshape(-1, 3, 3, faces.shape[1])
            which, slot = _meeting(x.min(axis=1), x.max(axis=1), lows[outside], highs[outside])
            face = faces[which, slot].astype(np.int64)
            kept = (face >= 0) & allowed[face]
            yield outside[which[kept]], face[kept]


def _meeting(
    low: NDArray[np.float32],
    high: NDArray[np.float32],
    lows: NDArray[np.float64],
    highs: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Row and slot of the boxes ``low`` to ``high`` (N, 3, 8) that meet those of the rows."""
    meets = (low <= highs[:, :, None]) & (high >= lows[:, :, None])
    row, slot = np.nonzero(meets.all(axis=1))
    return row, slot


def _in_order(
    found: list[tuple[NDArray[np.int64], NDArray[np.int64]]], rows: int, faces: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(rows,) where the faces of each row end, and all faces, in the order of both."""
    pairs = zip(*found, strict=True) if found else ([np.empty(0, np.int64)],) * 2
    row, face = (np.concatenate(column) for column in pairs)
    order = np.argsort(row * faces + face)
    return np.searchsorted(row[order], np.arange(rows), side="right"), face[order]


def sweep_spheres(
    tree: Bvh,
    allowed: Any,
    starts: Any,
    units: Any,
    ends: Any,
    radii: Any,
    faces: Any,
    distances: Any,
) -> None:
    """As the kernel of that name."""
    faces[:], distances[:] = -1, np.nan
    for begin in range(0, len(starts) if len(allowed) else 0, _SPHERES):
        part = slice(begin, begin + _SPHERES)
        best, found = ends[part].copy(), faces[part]
        rays = aim(starts[part], units[part])
        grow = np.where(rays.near < 3, 1.0, -1.0) * (radii[part] + 2.0 * TOUCH)[:, None]

        def meet(
            ray: NDArray[np.int64],
            leaf: NDArray[np.int64],
            part: slice = part,
            best: NDArray[np.float64] = best,
            found: NDArray[np.int64] = found,
        ) -> None:
            numbers = tree.faces[leaf]
            row, slot = np.nonzero((numbers >= 0) & allowed[numbers])
            corners = tree.corners[leaf[row], :9, slot] - np.tile(starts[part][ray[row]], 3)
            distance = np.full(numbers.shape, np.nan)
            moves = units[part][ray[row]], radii[part][ray[row]], ends[part][ray[row]]
            distance[row, slot] = _touch_distances(corners, *moves)
            enter_nearest(numbers, allowed, ray, distance, best, found)

        trace(tree, rays._replace(grow=grow), best, meet)
        distances[part] = np.where(found >= 0, best, np.nan)


def _touch_distances(
    corners: NDArray[np.float64],
    units: NDArray[np.float64],
    radii: NDArray[np.float64],
    ends: NDArray[np.float64],
) -> NDArray[np.float64]:
    """(N,) as `kernels.sweep.touch_distance`, for each sphere and face."""
    distance = np.full(len(corners), np.nan)
    gone = np.zeros(len(corners))
    going = np.arange(len(corners))  # what is not decided yet
    for _ in range(STEPS):
        unit, at = units[going], gone[going]
        p = _shapes.closest_in_face(*(corners[going] - np.tile(at[:, None] * unit, 3)).T)
        gap = np.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2])
        left = gap - radii[going]
        nears = p[0] * unit[:, 0] + p[1] * unit[:, 1] + p[2] * unit[:, 2]
        moves, end = nears > 0, ends[going]
        ahead = at + left * gap / np.where(moves, nears, 1.0)
        past = moves & (ahead > end)
        far = past & (left * (ahead - end) > TOUCH * (ahead - at))
        last = ~moves | (past & ~far & (at >= end))
        still = moves & ~past & (ahead <= at)
        over = (left <= CLOSE) | far | last | still
        touches = (left <= CLOSE) | still | (last & (left <= TOUCH))
        distance[going[touches]] = at[touches]
        gone[going] = np.where(past, end, ahead)
        going, left = going[~over], left[~over]
        if not len(going):
            break
    else:
        near = going[left <= TOUCH]
        distance[near] = gone[near]
    return distance
