"""Shapes of numbers that signatures everywhere name; arrays are NumPy's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Flags = NDArray[np.bool_]

Vector = tuple[float, float, float]
"""x, y and z in metres: a difference, or a place where both are meant."""

Point = tuple[float, float, float]
"""A place: x, y and z in metres."""

Plan = tuple[float, float]
"""A place seen from above: x and y in metres."""
