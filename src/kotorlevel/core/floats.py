"""Arrays of 32-bit numbers as decimals: the shortest that give each of them back."""

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.text import shortest_text

_EXACT_POWER = 22
"""Powers of ten up to this one are exact, so that dividing a whole number by one is, too."""


def shortest(values: NDArray[np.float32]) -> NDArray[np.float64]:
    """The values as numbers whose text is the shortest that reads back to the same float32."""
    flat = values.reshape(-1)
    with np.errstate(invalid="ignore"):  # one of the NaNs
        wanted = flat.astype(np.float64)
    found = wanted.copy()
    open_ = np.flatnonzero(np.isfinite(wanted) & (wanted != 0))
    exponents = np.floor(np.log10(np.abs(wanted[open_]))).astype(np.int64)
    fits = (8 - exponents <= _EXACT_POWER) & (exponents - 5 <= _EXACT_POWER)
    odd = open_[~fits]
    open_, exponents = open_[fits], exponents[fits]
    for digits in (6, 7, 8, 9):
        power = digits - 1 - exponents
        scale = 10.0 ** np.abs(power)
        exact = wanted[open_]
        near = np.where(power >= 0, np.rint(exact * scale) / scale, np.rint(exact / scale) * scale)
        done = near.astype(np.float32) == flat[open_]
        if digits > 6:  # the decimal above a power of two may be shorter than the nearest
            done &= np.abs(np.frexp(exact)[0]) != 0.5
        found[open_[done]] = near[done]
        open_, exponents = open_[~done], exponents[~done]
    for place in (*odd.tolist(), *open_.tolist()):  # next to zero, beyond 10 ** 27, powers of two
        found[place] = float(shortest_text(float(flat[place])))
    return found.reshape(values.shape)
