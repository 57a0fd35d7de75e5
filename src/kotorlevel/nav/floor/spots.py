"""Places on a floor, and the ways between them."""

from typing import NamedTuple

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


def nearest_part(
    start: NDArray[np.float64],
    along: NDArray[np.float64],
    point: NDArray[np.float64] | tuple[float, ...],
) -> NDArray[np.float64]:
    """(...,) how far along a segment (..., 2 or 3) its nearest place to a point is, from 0 to 1."""
    square = np.maximum((along * along).sum(axis=-1), 1e-300)
    part: NDArray[np.float64] = np.clip(((point - start) * along).sum(axis=-1) / square, 0.0, 1.0)
    return part
