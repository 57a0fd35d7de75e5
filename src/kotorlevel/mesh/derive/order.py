"""A stable sort order of whole numbers, several times quicker than NumPy's own."""

import numpy as np
from numpy.typing import NDArray


def stable_order(keys: NDArray[np.int64], bound: int) -> NDArray[np.int64]:
    """The positions (n,) that sort ``keys`` (n,), equal keys in the order given.

    Every key is at least 0 and below ``bound``. A key and its position usually fit into one
    64-bit number; plain sorting of those is vectorised in NumPy, stable ``argsort`` is not.
    """
    bits = len(keys).bit_length()
    if bound > 1 << (63 - bits):
        return np.argsort(keys, kind="stable").astype(np.int64, copy=False)
    packed = keys << bits
    packed |= np.arange(len(keys))
    packed.sort()
    packed &= (1 << bits) - 1
    return packed


def walkable_first(walkable: NDArray[np.bool_]) -> NDArray[np.intp]:
    """``order`` (F,), the old number of each new face: walkable faces, then the others.

    ``walkable`` is (F,) bool. Inside both halves the source order is kept (FACTS 4), so
    ``faces[order]`` is what the games' tool would store.
    """
    return np.argsort(~np.asarray(walkable, dtype=np.bool_), kind="stable")
