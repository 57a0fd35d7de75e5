"""`distinct`: what `np.unique` finds, for whole numbers, without what NumPy loads for it."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)


def distinct(values: NDArray[Number]) -> NDArray[Number]:
    """(N,) every value once, in order.

    `np.unique` asks first whether it was given a masked array. Where nothing else needs those, the
    question loads all of them: a tenth of the time that a command takes to check a room.
    """
    found = np.sort(values, axis=None)
    keep = np.empty(len(found), bool)
    keep[:1] = True
    np.not_equal(found[1:], found[:-1], out=keep[1:])
    chosen: NDArray[Any] = found[keep]
    return chosen
