"""The faces in a box, and those near a point or a way: any number of them.

In two steps: the faces whose bounds meet a box, from the tree; of these, those that really do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.query.engine.kernels.shapes import (
    closest_in_face,
    closest_to_way,
    misses_box,
)

if TYPE_CHECKING:
    from kotorlevel.core.types import Point, Vector
    from kotorlevel.query.engine.bvh import Bvh

WIDTH = 8
"""As in `bvh`."""

_FEW = 24
"""Numbers that are sorted quicker one by one."""


def list_overlaps(
    tree: Bvh, allowed: Any, lows: Any, highs: Any, begin: int, ends: Any, faces: Any
) -> int:
    """The allowed faces whose bounds meet each box from row ``begin`` on, one row after the other.

    ``lows`` and ``highs`` (N, 3) in; ``faces`` out, and ``ends`` (N,): where the faces of a row
    end. Returns the row at which there was no room left, N if there was.
    """
    boxes, first, corners, numbers = tree.boxes, tree.first, tree.corners, tree.faces
    inner, width = tree.inner, numbers.shape[1]
    met = np.empty(width, np.bool_)
    stack = np.empty((tree.depth + 1) * WIDTH + 1, np.int64)
    count, room = 0, len(faces) - WIDTH
    for i in range(begin, len(lows)):
        x0, y0, z0 = float(lows[i, 0]), float(lows[i, 1]), float(lows[i, 2])
        x1, y1, z1 = float(highs[i, 0]), float(highs[i, 1]), float(highs[i, 2])
        stack[0], top = 0, 1
        while top > 0:
            top -= 1
            node = stack[top]
            if node < inner:
                for k in range(len(met)):
                    meets = (boxes[node, 0, k] <= x1) & (boxes[node, 3, k] >= x0)
                    meets = meets & (boxes[node, 1, k] <= y1) & (boxes[node, 4, k] >= y0)
                    met[k] = meets & (boxes[node, 2, k] <= z1) & (boxes[node, 5, k] >= z0)
                for k in range(WIDTH):
                    stack[top] = first[node] + k
                    top += 1 if met[k] else 0
                continue
            if count > room:
                return i
            leaf = node - inner
            for k in range(len(met)):
                a, b, c = corners[leaf, 0, k], corners[leaf, 3, k], corners[leaf, 6, k]
                meets = (a <= x1) | (b <= x1) | (c <= x1)
                meets = meets & ((a >= x0) | (b >= x0) | (c >= x0))
                a, b, c = corners[leaf, 1, k], corners[leaf, 4, k], corners[leaf, 7, k]
                meets = meets & ((a <= y1) | (b <= y1) | (c <= y1))
                meets = meets & ((a >= y0) | (b >= y0) | (c >= y0))
                a, b, c = corners[leaf, 2, k], corners[leaf, 5, k], corners[leaf, 8, k]
                meets = meets & ((a <= z1) | (b <= z1) | (c <= z1))
                met[k] = meets & ((a >= z0) | (b >= z0) | (c >= z0))
            for k in range(WIDTH):
                if met[k]:
                    face = numbers[leaf, k]
                    if face >= 0 and allowed[face]:
                        faces[count] = face
                        count += 1
        ends[i] = count
    return len(lows)


def sort_row(faces: Any, start: int, end: int) -> None:
    """Put the numbers of a row in order."""
    if end - start > _FEW:
        faces[start:end].sort()
        return
    for k in range(start + 1, end):
        face, at = faces[k], k
        while at > start and faces[at - 1] > face:
            faces[at] = faces[at - 1]
            at -= 1
        faces[at] = face


def keep_in_boxes(
    corners: Any, lows: Any, highs: Any, begin: int, done: int, ends: Any, faces: Any
) -> int:
    """Of what `list_overlaps` found the faces that are in their boxes, in order; how many."""
    kept, start = 0, 0
    for i in range(begin, done):
        x0, y0, z0 = float(lows[i, 0]), float(lows[i, 1]), float(lows[i, 2])
        x1, y1, z1 = float(highs[i, 0]), float(highs[i, 1]), float(highs[i, 2])
        row, stop = kept, ends[i]
        for entry in range(start, stop):
            f = faces[entry]
            ax, ay, az = corners[f, 0], corners[f, 1], corners[f, 2]
            bx, by, bz = corners[f, 3], corners[f, 4], corners[f, 5]
            cx, cy, cz = corners[f, 6], corners[f, 7], corners[f, 8]
            # A corner in the box decides most; the rest is a lot of work.
            inside = (x0 <= ax <= x1) & (y0 <= ay <= y1) & (z0 <= az <= z1)
            inside = inside | ((x0 <= bx <= x1) & (y0 <= by <= y1) & (z0 <= bz <= z1))
            inside = inside | ((x0 <= cx <= x1) & (y0 <= cy <= y1) & (z0 <= cz <= z1))
            if inside or not misses_box(x0, y0, z0, x1, y1, z1, ax, ay, az, bx, by, bz, cx, cy, cz):
                faces[kept] = f
                kept += 1
        sort_row(faces, row, kept)
        start, ends[i] = stop, kept
    return kept


def keep_near(
    corners: Any,
    starts: Any,
    ways: Any,
    reaches: Any,
    begin: int,
    done: int,
    ends: Any,
    faces: Any,
) -> int:
    """Of what `list_overlaps` found the faces that are near enough, in order; how many.

    That is within ``reaches`` (N,), squares of metres, of the ``ways`` (N, 3) from ``starts``
    (N, 3); of the starts alone where a way is zero.
    """
    kept, start = 0, 0
    for i in range(begin, done):
        x, y, z = float(starts[i, 0]), float(starts[i, 1]), float(starts[i, 2])
        dx, dy, dz = float(ways[i, 0]), float(ways[i, 1]), float(ways[i, 2])
        stands, reach = dx == 0.0 and dy == 0.0 and dz == 0.0, float(reaches[i])
        row, stop = kept, ends[i]
        for entry in range(start, stop):
            f = faces[entry]
            ax, ay, az = corners[f, 0] - x, corners[f, 1] - y, corners[f, 2] - z
            bx, by, bz = corners[f, 3] - x, corners[f, 4] - y, corners[f, 5] - z
            cx, cy, cz = corners[f, 6] - x, corners[f, 7] - y, corners[f, 8] - z
            if stands:
                px, py, pz = closest_in_face(ax, ay, az, bx, by, bz, cx, cy, cz)
                gap = px * px + py * py + pz * pz
            else:
                px, py, pz, gap = closest_to_way(dx, dy, dz, ax, ay, az, bx, by, bz, cx, cy, cz)
            if gap <= reach:
                faces[kept] = f
                kept += 1
        sort_row(faces, row, kept)
        start, ends[i] = stop, kept
    return kept


def closest_points(
    corners: Any, starts: Any, ways: Any, ends: Any, faces: Any, points: Any
) -> None:
    """The point of each face that is closest to the way of its row; all as in `keep_near`."""
    start = 0
    for i in range(len(starts)):
        x, y, z = float(starts[i, 0]), float(starts[i, 1]), float(starts[i, 2])
        dx, dy, dz = float(ways[i, 0]), float(ways[i, 1]), float(ways[i, 2])
        stands = dx == 0.0 and dy == 0.0 and dz == 0.0
        for entry in range(start, ends[i]):
            f = faces[entry]
            ax, ay, az = corners[f, 0] - x, corners[f, 1] - y, corners[f, 2] - z
            bx, by, bz = corners[f, 3] - x, corners[f, 4] - y, corners[f, 5] - z
            cx, cy, cz = corners[f, 6] - x, corners[f, 7] - y, corners[f, 8] - z
            if stands:
                px, py, pz = closest_in_face(ax, ay, az, bx, by, bz, cx, cy, cz)
            else:
                px, py, pz, _ = closest_to_way(dx, dy, dz, ax, ay, az, bx, by, bz, cx, cy, cz)
            points[entry, 0], points[entry, 1], points[entry, 2] = x + px, y + py, z + pz
        start = ends[i]


def ask_in_box(
    tree: Bvh, corners: Any, allowed: Any, bounds: Any, low: Point, high: Point, out: Any
) -> int:
    """How many faces are in one box; they and their points closest to its middle go ``out``.

    The middle is that of the part in ``bounds``, as a box may be endless. -1 where there is no room
    for all.
    """
    lows, highs, middles, ways = row_of(low), row_of(high), np.empty((1, 3)), np.zeros((1, 3))
    bottom, top = bounds
    for k in range(3):
        start, end = min(max(low[k], bottom[k]), top[k]), min(max(high[k], bottom[k]), top[k])
        middles[0, k] = (start + end) / 2.0
    faces, points = out
    ends = np.zeros(1, np.int64)
    if list_overlaps(tree, allowed, lows, highs, 0, ends, faces) == 0:
        return -1
    count = keep_in_boxes(corners, lows, highs, 0, 1, ends, faces)
    closest_points(corners, middles, ways, ends, faces, points)
    return count


def ask_near(
    tree: Bvh,
    corners: Any,
    allowed: Any,
    start: Point,
    way: Vector,
    reach: float,
    around: float,
    out: Any,
) -> int:
    """How many faces are within ``reach`` of a way; they and their points closest to it go ``out``.

    ``reach`` as in `keep_near`, ``around`` metres that are certainly more. -1 where there is no
    room for all.
    """
    starts, ways, lows, highs = row_of(start), row_of(way), np.empty((1, 3)), np.empty((1, 3))
    for k in range(3):
        end = start[k] + way[k]
        lows[0, k], highs[0, k] = min(start[k], end) - around, max(start[k], end) + around
    faces, points = out
    ends, reaches = np.zeros(1, np.int64), np.full(1, reach)
    if list_overlaps(tree, allowed, lows, highs, 0, ends, faces) == 0:
        return -1
    count = keep_near(corners, starts, ways, reaches, 0, 1, ends, faces)
    closest_points(corners, starts, ways, ends, faces, points)
    return count


def row_of(values: Point) -> Any:
    """(1, 3) the numbers: an array of one row costs less here than outside."""
    row = np.empty((1, 3))
    row[0, 0], row[0, 1], row[0, 2] = values
    return row
