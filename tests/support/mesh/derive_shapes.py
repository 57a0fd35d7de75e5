"""Small meshes for the derived tables: each shape is one way in which real levels get difficult."""

from __future__ import annotations

from dataclasses import dataclass

import hypothesis.strategies as st
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Shape:
    """Vertices (V, 3) f32 and faces (F, 3) of a mesh, with the number of faces in the domain."""

    vertices: NDArray[np.float32]
    faces: NDArray[np.int64]
    domain: int


def as_faces(rows: list[tuple[int, ...]]) -> NDArray[np.int64]:
    return np.array(rows, np.int64).reshape(-1, 3)


def grid_faces(width: int, height: int) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = []
    for y in range(height):
        for x in range(width):
            a = y * (width + 1) + x
            b = a + width + 1
            rows += [(a, a + 1, b + 1), (a, b + 1, b)]
    return rows


def fan_faces(count: int, *, centre: int, first: int, closed: bool) -> list[tuple[int, ...]]:
    """Faces about one vertex; the rim has ``count`` vertices if closed, else one more."""
    rim = count if closed else count + 1
    return [(centre, first + i, first + (i + 1) % rim) for i in range(count)]


def band_faces(count: int, *, twisted: bool) -> list[tuple[int, ...]]:
    """A ring of ``count`` quads with two rails; twisted: a Möbius band."""
    rows: list[tuple[int, ...]] = []
    for i in range(count):
        a, b = 2 * i, 2 * i + 1
        c, d = (2 * i + 2, 2 * i + 3) if i < count - 1 else ((1, 0) if twisted else (0, 1))
        rows += [(a, c, d), (a, d, b)]
    return rows


@st.composite
def grids(draw: st.DrawFn) -> list[tuple[int, ...]]:
    """A grid with faces missing: holes, islands, faces that touch in a point only."""
    rows = grid_faces(draw(st.integers(1, 7)), draw(st.integers(1, 7)))
    kept = draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    return [row for row, keep in zip(rows, kept, strict=True) if keep]


@st.composite
def pinched_fans(draw: st.DrawFn) -> list[tuple[int, ...]]:
    """Fans, open or closed, that meet in one vertex."""
    rows: list[tuple[int, ...]] = []
    free = 1
    for _ in range(draw(st.integers(1, 4))):
        count = draw(st.integers(1, 9))
        closed = count > 2 and draw(st.booleans())
        rows += fan_faces(count, centre=0, first=free, closed=closed)
        free += count + 1
    return rows


@st.composite
def bands(draw: st.DrawFn) -> list[tuple[int, ...]]:
    return band_faces(draw(st.integers(3, 12)), twisted=draw(st.booleans()))


soups = st.integers(1, 9).flatmap(
    lambda vertices: st.lists(
        st.tuples(*[st.integers(0, vertices - 1)] * 3).map(tuple[int, ...]), max_size=40
    )
)
"""Any three numbers: crowded edges, repeated corners, doubled faces."""

whole_numbers = st.integers(-3, 3).map(float)
"""Few values: coincident points and centroids, ties on every axis."""

lengths = st.floats(-1e4, 1e4, width=32)


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """A mesh of any kind: faces in any order, turned, some of them flipped, over any points."""
    rows = draw(st.one_of(grids(), pinched_fans(), bands(), soups))
    rows = list(draw(st.permutations(rows)))
    flips = draw(st.sets(st.integers(0, max(len(rows) - 1, 0)), max_size=2))
    turned = [
        tuple(row[(corner + face) % 3] for corner in ((2, 1, 0) if face in flips else (0, 1, 2)))
        for face, row in enumerate(rows)
    ]
    faces = as_faces(turned)
    count = int(faces.max()) + 1 if faces.size else 0
    number = draw(st.sampled_from([whole_numbers, lengths]))
    points = draw(st.lists(st.tuples(number, number, number), min_size=count, max_size=count))
    vertices = np.array(points, np.float32).reshape(-1, 3)
    domain = draw(st.one_of(st.just(len(faces)), st.integers(0, len(faces))))
    return Shape(vertices, faces, domain)
