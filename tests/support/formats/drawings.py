"""Drawings made in code, and slow obvious ways to look at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from kotorlevel.formats.drawing import Drawing, Shape

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats

Ring = Sequence[Sequence[float]]
Corner = tuple[float, float, float]

MATERIALS = ("Metal", "link_room b", "Nonwalk.001", "50% grass #2", "Straße")


def shape_of(*rings: Ring, name: str = "room") -> Shape:
    """A shape of separate polygons, without materials."""
    points = np.array([place for ring in rings for place in ring], np.float64).reshape(-1, 3)
    sizes = np.array([len(ring) for ring in rings], np.int64)
    return Shape(name, points, np.arange(len(points)), sizes, np.full(len(rings), -1), ())


def grid(
    count: int, *, name: str = "room", seed: int = 1, at: tuple[float, float, float] = (0, 0, 0)
) -> Shape:
    """Uneven ground of count × count quads with shared vertices, of several materials."""
    random = np.random.default_rng(seed)
    x, y = np.meshgrid(np.arange(count + 1.0), np.arange(count + 1.0))
    points = np.stack((x.ravel(), y.ravel(), np.zeros(x.size)), axis=1)
    points = (points + 0.3 * random.random(points.shape) + at).astype(np.float32)
    first = np.arange((count + 1) * count).reshape(count, count + 1)[:, :-1].ravel()
    quads = np.stack((first, first + 1, first + count + 2, first + count + 1), axis=1)
    return Shape(
        name,
        points.astype(np.float64),
        quads.ravel(),
        np.full(len(quads), 4),
        random.integers(-1, len(MATERIALS), len(quads)),
        MATERIALS,
    )


def loose_points(name: str = "loose") -> Shape:
    """A shape of two points and no polygon."""
    none = np.empty(0, np.int64)
    return Shape(name, np.ones((2, 3)), none, none, none, ())


def polygons(shape: Shape) -> list[tuple[tuple[int, ...], str | None]]:
    """The corners of each polygon, and the name of its material."""
    ends = np.cumsum(shape.sizes).tolist()
    names = (*shape.material_names, None)
    return [
        (tuple(shape.corners[end - size : end].tolist()), names[material])
        for end, size, material in zip(ends, shape.sizes.tolist(), shape.materials, strict=True)
    ]


def placed_polygons(
    shape: Shape, digits: int | None = None
) -> Counter[tuple[tuple[Corner, ...], str | None]]:
    """Each polygon as places, beginning with the lowest, with its material: vertices do not count.

    As float32, or rounded to ``digits``.
    """
    points = shape.points.astype(np.float32).astype(np.float64)
    points = points if digits is None else np.round(points, digits)
    places = [(x + 0.0, y + 0.0, z + 0.0) for x, y, z in points.tolist()]
    found: Counter[tuple[tuple[Corner, ...], str | None]] = Counter()
    for corners, material in polygons(shape):
        ring = [places[corner] for corner in corners]
        lowest = ring.index(min(ring))
        found[(*ring[lowest:], *ring[:lowest]), material] += 1
    return found


def same_float32(a: Floats, b: Floats) -> bool:
    """True where two arrays are the same as float32, bit for bit."""
    return a.astype("<f4").tobytes() == b.astype("<f4").tobytes()


_floats = st.floats(width=32, allow_nan=False, allow_infinity=False)
_letters = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs"))
names = st.text(_letters, min_size=1, max_size=8).filter(lambda text: not text.endswith("\\"))


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """Any polygons over any points, in no sensible form."""
    points = draw(st.lists(st.tuples(_floats, _floats, _floats), min_size=1, max_size=9))
    corner = st.integers(0, len(points) - 1)
    rings = draw(st.lists(st.lists(corner, min_size=3, max_size=7), min_size=1, max_size=6))
    materials = tuple(draw(st.lists(names, unique=True, max_size=3)))
    chosen = draw(
        st.lists(st.integers(-1, len(materials) - 1), min_size=len(rings), max_size=len(rings))
    )
    return Shape(
        draw(names),
        np.array(points, np.float64),
        np.array([each for ring in rings for each in ring], np.int64),
        np.array([len(ring) for ring in rings], np.int64),
        np.array(chosen, np.int64),
        materials,
    )


drawings = st.lists(shapes(), min_size=1, max_size=3).map(lambda found: Drawing(tuple(found)))
