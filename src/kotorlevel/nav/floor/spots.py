"""Places on a floor, and the ways between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Spot(NamedTuple):
    """A place on the floor: x and y in metres, and the cell."""

    x: float
    y: float
    cell: int


class Corridor(NamedTuple):
    """``passages`` (N,) of a way, the turns (T, 2) of the line through them, at which (T,)."""

    passages: NDArray[np.int64]
    turns: NDArray[np.float64]
    positions: NDArray[np.int64]
