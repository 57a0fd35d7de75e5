"""Lists below a map: what is numbered on it, in words, in columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

from kotorlevel.view.map.shapes import Shape

T = TypeVar("T")

Item = tuple[list[Shape], float]
"""What one thing in a list looks like, and how high it is."""

_ROWS = 20
_GAP = 40


def count_columns(number: int) -> int:
    """How many columns a list of that many short items has."""
    return 1 if number <= 4 else max(2, math.ceil(number / _ROWS))


def draw_columns(
    items: Sequence[T],
    columns: int,
    box: tuple[float, float, float],
    unit: float,
    draw: Callable[[T, float, float, float], Item],
) -> tuple[list[Shape], float]:
    """The items from the top of ``box`` down (x, y, width), and how far down they reach.

    ``draw`` gives an item its shapes and its height, for its x, y and width.
    """
    x, y, whole = box
    gap = _GAP * unit
    width = (whole - gap * (columns - 1)) / columns
    rows = math.ceil(len(items) / columns)
    shapes: list[Shape] = []
    bottom = y
    for column in range(columns):
        at = y
        for item in items[column * rows : (column + 1) * rows]:
            drawn, height = draw(item, x + column * (width + gap), at, width)
            shapes += drawn
            at += height
        bottom = max(bottom, at)
    return shapes, bottom
