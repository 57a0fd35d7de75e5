"""What a map is made of: fills, lines, dots and words, in layers. Writers turn them into files.

All places are pixels from the top left corner; there is no transparency, so that every writer
gives the same picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, eq=False)
class Fill:
    """An area in one colour, given twice: closed ``rings`` (n, 2), and ``triangles`` (T, 3, 2).

    A writer takes what suits it; a single ring without a hole needs no triangles. ``note`` says
    what it is, for people who point at it and for tests.
    """

    rings: tuple[NDArray[np.float64], ...]
    color: str
    triangles: NDArray[np.float64] | None = None
    note: str = ""


@dataclass(frozen=True, eq=False)
class Lines:
    """Polylines of one colour and width. ``runs`` (n, 2); one that ends where it began is closed.

    ``dash`` is the length of dashes and gaps, 0 for none.
    """

    runs: tuple[NDArray[np.float64], ...]
    color: str
    width: float
    dash: float = 0.0


@dataclass(frozen=True)
class Dot:
    """A circle, filled with ``color`` unless that is empty, and with an ``edge`` if it is wide."""

    x: float
    y: float
    radius: float
    color: str
    edge: str = ""
    edge_width: float = 0.0


@dataclass(frozen=True)
class Words:
    """A line of text whose baseline begins, has its middle or ends at (x, y).

    ``halo`` is the colour of a rim that keeps it readable on anything; empty for none.
    """

    x: float
    y: float
    text: str
    size: float
    color: str
    anchor: Anchor = "start"
    bold: bool = False
    halo: str = ""


Shape = Fill | Lines | Dot | Words


@dataclass(frozen=True)
class Layer:
    """Shapes that belong together, from the lowest to the highest."""

    name: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Drawing:
    """A picture of ``width`` × ``height`` pixels on a ``background``."""

    width: int
    height: int
    background: str
    title: str
    layers: tuple[Layer, ...] = field(repr=False)


def polygon(points: list[tuple[float, float]], color: str) -> Fill:
    """A fill with one ring."""
    return Fill((np.array(points, np.float64),), color)


def rectangle(x: float, y: float, width: float, height: float, color: str) -> Fill:
    """A filled rectangle with its top left corner at (x, y)."""
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], color)


def line(points: list[tuple[float, float]], color: str, width: float, dash: float = 0.0) -> Lines:
    """One polyline."""
    return Lines((np.array(points, np.float64),), color, width, dash)
