"""Connected components of a graph given as pairs, by hooking and pointer jumping."""

import numpy as np
from numpy.typing import NDArray


def component_roots(count: int, a: NDArray[np.intp], b: NDArray[np.intp]) -> NDArray[np.intp]:
    """(count,) for each node the lowest node that pairs (a[i], b[i]) connect it with.

    O(n log n): every round halves the number of trees that still have something to join.
    """
    root = np.arange(count, dtype=np.intp)
    while len(a):
        ra, rb = root[a], root[b]
        open_ = ra != rb
        if not open_.any():
            break
        a, b, ra, rb = a[open_], b[open_], ra[open_], rb[open_]
        # Hang each higher root under the lowest root it touches, then flatten all chains.
        np.minimum.at(root, np.maximum(ra, rb), np.minimum(ra, rb))
        while not np.array_equal(root, flat := root[root]):
            root = flat
    return root


def label_components(roots: NDArray[np.intp]) -> NDArray[np.intp]:
    """(count,) component numbers from 0, in the order of their lowest nodes."""
    return np.unique(roots, return_inverse=True)[1].astype(np.intp)
