"""The polygons of a shape as triangles: quads all at once, larger ones by ear clipping."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.formats import ear_batch

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints
    from kotorlevel.formats.drawing import Shape

MOST_CORNERS = 1024
"""A polygon with more is refused: nobody draws one, and cutting it would take long."""

_FLAT = 1e-12
"""What is as small beside the whole polygon has no area."""

_MANY = 24
"""Corners from which on NumPy is quicker than a loop."""

_TOGETHER = 16
"""Polygons from which on it is quicker to clip all of them at once."""

_LONGER = 1 + 1e-9
"""Diagonals closer than that are equally long: rounding must not choose between them."""


class Triangles(NamedTuple):
    """The triangles of a shape, in the order of its polygons.

    ``corners`` (T, 3) are rows of the shape's points, ``materials`` (T,) as the polygons have them,
    ``polygons`` (T,) the polygon that each comes from.
    """

    corners: Ints
    materials: Ints
    polygons: Ints


def triangulate(shape: Shape) -> Triangles:
    """The triangles that cover the polygons of ``shape``, turned as these are.

    A quad is cut along the diagonal that folds neither half over, the shorter one where both do.
    Larger polygons may be concave: they are cut by ear clipping in the plane that fits them best. A
    corner that a polygon has twice in a row is dropped, and so is what then has less than three.
    """
    corners, sizes, polygons = _clean(shape)
    starts = np.cumsum(sizes) - sizes
    found, origins = [np.empty((0, 3), np.int64)], [np.empty(0, np.int64)]
    for size in np.unique(sizes).tolist():
        rows = np.flatnonzero(sizes == size)
        if size > MOST_CORNERS:
            raise _too_many(shape, size, int(polygons[rows[0]]))
        cut = {3: lambda _, block: block, 4: _cut_quads}.get(size, _clip_ears)
        block = corners[starts[rows, None] + np.arange(size)]
        found.append(cut(shape.points, block).reshape(-1, 3))
        origins.append(np.repeat(rows, size - 2))
    triangles, rows = np.concatenate(found), np.concatenate(origins)
    order = np.argsort(rows, kind="stable")
    origin = polygons[rows[order]]
    return Triangles(triangles[order], shape.materials[origin], origin)


def _too_many(shape: Shape, size: int, polygon: int) -> FormatError:
    return FormatError(
        f"a polygon of {size:,} corners; at most {MOST_CORNERS:,} can be cut into triangles: "
        "triangulate it in the modelling program",
        section=f"'{printable(shape.name)}', polygon {polygon + 1:,}",
    )


def _clean(shape: Shape) -> tuple[Ints, Ints, Ints]:
    """Corners, sizes and numbers of the polygons, none of which repeats a corner in a row."""
    corners, sizes = shape.corners, shape.sizes
    polygons = np.arange(len(sizes))
    while len(corners):
        owner = np.repeat(np.arange(len(sizes)), sizes)
        ends = np.cumsum(sizes)
        places = np.arange(1, len(corners) + 1)
        # The corner behind each; behind the last one of a polygon comes its first.
        behind = np.where(places == ends[owner], (ends - sizes)[owner], places)
        twice = corners == corners[behind]
        if not twice.any():
            break
        sizes = sizes - np.bincount(owner[twice], minlength=len(sizes))
        corners = corners[~twice]
    wide = sizes >= 3
    return corners[np.repeat(wide, sizes)], sizes[wide], polygons[wide]


def _cut_quads(points: Floats, quads: Ints) -> Ints:
    """The two triangles (Q, 2, 3) of each quad (Q, 4)."""
    a, b, c, d = np.moveaxis(points[quads], 1, 0)
    facing = np.cross(c - a, d - b)
    least = _FLAT * _dot(facing, facing)

    def unfolded(p: Floats, q: Floats, r: Floats) -> Flags:
        flags: Flags = _dot(np.cross(q - p, r - p), facing) > least
        return flags

    first = unfolded(a, b, c) & unfolded(a, c, d)
    second = unfolded(a, b, d) & unfolded(b, c, d)
    shorter = _dot(d - b, d - b) * _LONGER < _dot(c - a, c - a)
    along_bd = (second & (shorter | ~first))[:, None, None]
    ac, bd = np.array([[0, 1, 2], [0, 2, 3]]), np.array([[0, 1, 3], [1, 2, 3]])
    return np.where(along_bd, quads[:, bd], quads[:, ac])


def _dot(a: Floats, b: Floats) -> Floats:
    product: Floats = np.einsum("ij,ij->i", a, b)
    return product


def _clip_ears(points: Floats, rings: Ints) -> Ints:
    """The triangles (P, N - 2, 3) of polygons (P, N)."""
    flat, is_line = _flatten(points[rings])
    count, size = rings.shape
    cuts = np.empty((count, size - 2, 3), np.int64)
    cuts[is_line] = _fan(list(range(size)))
    wide = np.flatnonzero(~is_line)
    if size <= ear_batch.MOST_CORNERS and count >= _TOGETHER and np.isfinite(flat).all():
        cuts[wide] = ear_batch.clip_together(flat[wide], _FLAT)
    else:
        for row in wide.tolist():
            cuts[row] = _EarClipper(flat[row]).run()
    return rings[np.arange(count)[:, None, None], cuts]


def _flatten(rings: Floats) -> tuple[Floats, Flags]:
    """Polygons in the planes that fit them best (P, N, 2), counter-clockwise, and which are lines.

    Such a plane is square to the vector area (Newell). The largest coordinate becomes about 1.
    """
    around = rings - rings.mean(axis=1, keepdims=True)
    reach = np.abs(around).max(axis=(1, 2), keepdims=True)
    around /= np.where(reach > 0, reach, 1)
    normals = np.cross(around, np.roll(around, -1, axis=1)).sum(axis=1)
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    is_line = lengths[:, 0] <= _FLAT
    normals /= np.where(is_line[:, None], 1, lengths)
    # The axis least along the normal gives a first direction in the plane.
    across = np.cross(normals, np.eye(3)[np.argmin(np.abs(normals), axis=1)])
    across /= np.where(is_line[:, None], 1, np.linalg.norm(across, axis=1, keepdims=True))
    axes = np.stack((across, np.cross(normals, across)), axis=2)
    return around @ axes, is_line


def _fan(corners: list[int]) -> Ints:
    inner = np.array(corners[1:], np.int64)
    return np.stack((np.full(len(inner) - 1, corners[0]), inner[:-1], inner[1:]), axis=1)


class _EarClipper:
    """Ear clipping of one polygon in the plane, the ear with the shortest diagonal first."""

    def __init__(self, flat: Floats) -> None:
        count = len(flat)
        self.flat = flat
        self.places = flat.tolist()
        self.before = [(i - 1) % count for i in range(count)]
        self.behind = [(i + 1) % count for i in range(count)]
        self.left = set(range(count))
        # Only a corner that is not convex can lie inside an ear.
        self.blunt = {i for i in range(count) if self.turn(i) <= _FLAT}
        self.tries = 8 * count + 64

    def turn(self, i: int) -> float:
        """Twice the area of the triangle at corner ``i``; above 0 where it is convex."""
        (ax, ay), (bx, by), (cx, cy) = (self.places[j] for j in (self.before[i], i, self.behind[i]))
        area: float = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        return area

    def diagonal(self, i: int) -> float:
        (ax, ay), (cx, cy) = self.places[self.before[i]], self.places[self.behind[i]]
        x, y = cx - ax, cy - ay
        square: float = x * x + y * y  # not **, which rounds otherwise than NumPy's
        return square

    def is_ear(self, i: int) -> bool:
        """True where no other corner lies in the triangle at ``i`` or on its diagonal."""
        if i in self.blunt:
            return self.diagonal(i) == 0  # there and back again: no area, and in everybody's way
        ends = self.before[i], i, self.behind[i]
        others = [j for j in self.blunt if j not in ends]
        (ax, ay), (bx, by), (cx, cy) = spots = [self.places[j] for j in ends]
        if len(others) > _MANY:
            x, y = self.flat[others].T
            inside = (
                ((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -_FLAT)
                & ((cx - bx) * (y - by) - (cy - by) * (x - bx) >= -_FLAT)
                & ((ax - cx) * (y - cy) - (ay - cy) * (x - cx) >= -_FLAT)
            )
            others = [j for j, is_inside in zip(others, inside.tolist(), strict=True) if is_inside]
        # Where two corners share a place, neither is inside.
        return not any(
            (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -_FLAT
            and (cx - bx) * (y - by) - (cy - by) * (x - bx) >= -_FLAT
            and (ax - cx) * (y - cy) - (ay - cy) * (x - cx) >= -_FLAT
            and [x, y] not in spots
            for x, y in (self.places[j] for j in others)
        )

    def run(self) -> Ints:
        cut = []
        waiting = [(self.diagonal(i), i) for i in self.left]
        heapify(waiting)
        clipped = True
        while len(self.left) > 3 and self.tries > 0:
            if not waiting:
                if not clipped:  # it crosses itself: no ear is left
                    break
                waiting = [(self.diagonal(i), i) for i in self.left]
                heapify(waiting)
                clipped = False
            length, i = heappop(waiting)
            if i not in self.left or length != self.diagonal(i):
                continue  # clipped meanwhile, or its neighbours were
            self.tries -= 1
            if not self.is_ear(i):
                continue
            clipped = True
            first, last = self.before[i], self.behind[i]
            cut.append((first, i, last))
            self.remove(i)
            for j in (first, last):
                heappush(waiting, (self.diagonal(j), j))
        rest = [next(iter(self.left))]
        while (following := self.behind[rest[-1]]) != rest[0]:
            rest.append(following)
        return np.concatenate((np.array(cut, np.int64).reshape(-1, 3), _fan(rest)))

    def remove(self, i: int) -> None:
        first, last = self.before[i], self.behind[i]
        self.behind[first], self.before[last] = last, first
        self.left.discard(i)
        self.blunt.discard(i)
        for j in (first, last):
            (self.blunt.add if self.turn(j) <= _FLAT else self.blunt.discard)(j)
