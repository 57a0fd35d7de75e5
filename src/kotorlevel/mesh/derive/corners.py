"""Where the corners of the faces are, with the one check that every table needs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def face_corners(
    vertices: NDArray[np.floating[Any]], faces: NDArray[np.integer[Any]]
) -> NDArray[np.float32]:
    """The corner positions (F, 3 corners, 3) of ``faces`` (F, 3) over ``vertices`` (V, 3).

    Raises ValueError for a face that names a vertex which does not exist.
    """
    numbers = np.asarray(faces).astype(np.intp, copy=False)
    # A negative number would silently count from the end in NumPy.
    outside = (numbers < 0) | (numbers >= len(vertices))
    if outside.any():
        face, corner = np.argwhere(outside)[0]
        raise ValueError(
            f"face {face} names vertex {numbers[face, corner]}; there are {len(vertices)} vertices"
        )
    with np.errstate(over="ignore"):
        points = np.asarray(vertices).astype(np.float32, copy=False)
    return np.take(points, numbers, axis=0)
