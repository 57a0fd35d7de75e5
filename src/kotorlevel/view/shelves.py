"""Shelf packing: boxes in rows, one beside the other, in the order in which they are given."""

from __future__ import annotations

import math
from collections.abc import Sequence

_ASPECT = 1.6
"""Width to height of the whole, where that can be: as of a screen."""


def pack_shelves(
    sizes: Sequence[tuple[float, float]], gap: float, width: float | None = None
) -> list[tuple[float, float]]:
    """Left and top corner of each box (width, height), with ``gap`` between; y goes down.

    A row ends where the next box would go beyond ``width``, which is by default such that all of
    it is a little wider than high.
    """
    if width is None:
        covered = sum((wide + gap) * (high + gap) for wide, high in sizes)
        widest = max((wide for wide, _ in sizes), default=0.0)
        width = max(widest, math.sqrt(covered * _ASPECT))
    places: list[tuple[float, float]] = []
    x = y = row = 0.0
    for wide, high in sizes:
        if x > 0 and x + wide > width:
            x, y, row = 0.0, y + row + gap, 0.0
        places.append((x, y))
        x, row = x + wide + gap, max(row, high)
    return places
