"""From metres to pixels: the projection, and the grid, scale bar and axes that show it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.view.map.shapes import Layer, Lines, Shape, Words, line, polygon

if TYPE_CHECKING:
    from kotorlevel.view.colors import Theme

_SMALLEST = 2.0
"""Metres that a map shows at least: a single small face should not fill it."""


@dataclass(frozen=True)
class Box:
    """A rectangle on the page, in pixels."""

    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: Box) -> bool:
        """True when they have a pixel in common."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def within(self, other: Box) -> bool:
        """True when no part of it is outside ``other``."""
        return (
            self.x >= other.x
            and self.y >= other.y
            and self.x + self.width <= other.x + other.width
            and self.y + self.height <= other.y + other.height
        )

    def holds(self, x: float, y: float) -> bool:
        """True for a point inside; False for one that is nowhere."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    def grown(self, by: float) -> Box:
        """The box with ``by`` pixels more on every side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


@dataclass(frozen=True)
class Projection:
    """``scale`` pixels a metre; (``x``, ``y``) is where (0, 0) of the level would be. y is up."""

    scale: float
    x: float
    y: float

    def __call__(self, points: ArrayLike) -> NDArray[np.float64]:
        """(…, 2) pixels of points (…, 2 or 3) in metres."""
        given = np.asarray(points, np.float64)
        x = self.x + given[..., 0] * self.scale
        y = self.y - given[..., 1] * self.scale
        return np.stack([x, y], axis=-1)

    def place(self, point: list[float]) -> tuple[float, float]:
        """The pixel of one point."""
        return self.x + point[0] * self.scale, self.y - point[1] * self.scale


def fit(bounds: dict[str, Any], panel: Box, padding: float) -> Projection:
    """The projection that shows ``bounds`` as large as possible in the middle of ``panel``."""
    (x0, y0, _), (x1, y1, _) = bounds["min"], bounds["max"]
    across, up = max(x1 - x0, _SMALLEST), max(y1 - y0, _SMALLEST)
    scale = min((panel.width - 2 * padding) / across, (panel.height - 2 * padding) / up)
    x = panel.x + panel.width / 2 - scale * (x0 + x1) / 2
    y = panel.y + panel.height / 2 + scale * (y0 + y1) / 2
    return Projection(scale, x, y)


def nice_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 … (and 0.5, 0.2 …) that is not below ``least``."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * step for step in (1, 2, 5, 10) if power * step >= least * (1 - 1e-9))


def metre_text(value: float) -> str:
    """``20``, ``0.5``, ``-140``."""
    return f"{round(value, 6) + 0.0:.10g}"


def draw_grid(
    projection: Projection, panel: Box, theme: Theme, unit: float, *, numbered: bool = True
) -> Layer:
    """Lines at round coordinates; ``numbered`` ones tell them at the left and the bottom edge."""
    step = nice_step(110 * unit / projection.scale)
    left, right = panel.x, panel.x + panel.width
    top, bottom = panel.y, panel.y + panel.height
    shapes: list[Shape] = []
    size = 15 * unit
    runs = []
    for x in _multiples((left - projection.x) / projection.scale, projection, panel.width, step):
        at = projection.x + x * projection.scale
        runs.append(np.array([(at, top), (at, bottom)]))
        if numbered and left + 40 * unit < at < right - 30 * unit:
            place = (at, bottom - 8 * unit)
            shapes.append(
                Words(*place, metre_text(x), size, theme.muted, "middle", halo=theme.panel)
            )
    for y in _multiples((projection.y - bottom) / projection.scale, projection, panel.height, step):
        at = projection.y - y * projection.scale
        runs.append(np.array([(left, at), (right, at)]))
        if numbered and top + 20 * unit < at < bottom - 34 * unit:
            place = (left + 8 * unit, at + 5 * unit)
            shapes.append(Words(*place, metre_text(y), size, theme.muted, halo=theme.panel))
    return Layer("grid", (Lines(tuple(runs), theme.grid, 1.2 * unit), *shapes))


def _multiples(first: float, projection: Projection, pixels: float, step: float) -> list[float]:
    """The multiples of ``step`` metres on a stretch of ``pixels`` that begins at ``first``."""
    last = first + pixels / projection.scale
    return [number * step for number in range(math.ceil(first / step), math.floor(last / step) + 1)]


def draw_scale(projection: Projection, right: float, y: float, theme: Theme, unit: float) -> Layer:
    """A scale bar and the axes, ending at ``right`` with their middle at height ``y``."""
    step = nice_step(110 * unit / projection.scale)
    length = step * projection.scale
    thin = 3 * unit
    shapes = _axes(right - 46 * unit, y + 20 * unit, theme, unit)
    end = right - 110 * unit
    start = end - length
    tick = 8 * unit
    bar = [(start, y - tick), (start, y + tick), (start, y), (end, y)]
    bar += [(end, y - tick), (end, y + tick)]
    text = f"{metre_text(step)} m"
    middle = (start + end) / 2
    shapes += [
        line(bar, theme.ink, thin),
        Words(middle, y - 12 * unit, text, 20 * unit, theme.ink, "middle"),
    ]
    return Layer("scale", tuple(shapes))


def _axes(x: float, y: float, theme: Theme, unit: float) -> list[Shape]:
    """Arrows to the east (x) and to the north (y) from a corner."""
    length, head = 40 * unit, 7 * unit
    ink = theme.muted
    return [
        line([(x, y - length), (x, y), (x + length, y)], ink, 2.5 * unit),
        polygon([(x + length + head, y), (x + length, y - head), (x + length, y + head)], ink),
        polygon([(x, y - length - head), (x - head, y - length), (x + head, y - length)], ink),
        Words(x + length - 2 * unit, y - 10 * unit, "x", 19 * unit, ink, "middle"),
        Words(x + 13 * unit, y - length + 8 * unit, "y", 19 * unit, ink, "middle"),
    ]
