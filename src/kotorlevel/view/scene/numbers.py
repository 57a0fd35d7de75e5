"""Numbers as a scene writes them: few digits, and never one that JSON lacks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kotorlevel.view.scene.faces import FARTHEST

if TYPE_CHECKING:
    from collections.abc import Sequence


def metres(value: float) -> float:
    """A length or coordinate to the millimetre; 0 for one that is none."""
    return round(value, 3) + 0.0 if math.isfinite(value) else 0.0  # no -0.0


def point_or_none(point: Sequence[float] | None) -> list[float] | None:
    """A point to the millimetre; None where it is nowhere, or farther away than any level."""
    if point is None or not all(abs(value) <= FARTHEST for value in point):
        return None
    return [metres(value) for value in point]
