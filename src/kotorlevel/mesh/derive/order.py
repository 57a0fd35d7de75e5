"""The order in which a WOK holds its faces."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def walkable_first(walkable: NDArray[np.bool_]) -> NDArray[np.intp]:
    """``order`` (F,), the old number of each new face: walkable faces, then the others.

    ``walkable`` is (F,) bool. Inside both halves the source order is kept (FACTS 4), so
    ``faces[order]`` is what the games' tool would store.
    """
    return np.argsort(~np.asarray(walkable, dtype=np.bool_), kind="stable")
