"""Read-only arrays of the shapes and types that a mesh holds."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.core.errors import FormatError


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """``array`` itself, no longer writeable."""
    array.flags.writeable = False
    return array


def frozen_array(
    values: ArrayLike, dtype: type, shape: tuple[int, ...], name: str, lowest: int | None = None
) -> NDArray[Any]:
    """A read-only copy of ``values`` with this type and shape (-1 for any length).

    Raises `ValueError` where the shape differs, where something is not a number, and where an
    integer is wanted but a value is not whole, does not fit, or is below ``lowest``.
    """
    given = np.asarray(values)
    if given.size == 0 and shape[0] in (-1, 0):
        given = given.reshape((0, *shape[1:])).astype(dtype)
    if given.dtype.kind not in "iuf":
        raise ValueError(f"{name}: numbers expected, not {given.dtype}")
    if given.ndim != len(shape) or any(
        wanted not in (-1, size) for wanted, size in zip(shape, given.shape, strict=True)
    ):
        expected = ", ".join("n" if size == -1 else str(size) for size in shape)
        raise ValueError(f"{name}: shape {given.shape}, expected ({expected})")
    if np.issubdtype(dtype, np.integer) and given.size:
        limits = np.iinfo(dtype)
        low = limits.min if lowest is None else lowest
        if not (given.min() >= low and given.max() <= limits.max):  # False for NaN
            raise ValueError(f"{name}: values from {given.min()} to {given.max()} do not fit")
        if given.dtype.kind == "f" and (given != np.floor(given)).any():
            raise ValueError(f"{name}: whole numbers expected")
    with np.errstate(over="ignore"):  # what is too large becomes infinite, and is refused later
        return read_only(np.array(given, dtype, order="C"))


AUTHORED_ARRAYS: dict[str, tuple[type, tuple[int, ...], int | None]] = {
    "vertices": (np.float32, (-1, 3), None),
    "faces": (np.uint32, (-1, 3), None),
    "materials": (np.uint32, (-1,), None),
    "transitions": (np.int32, (-1, 3), -1),
    "position": (np.float32, (3,), None),
    "relative_hooks": (np.float32, (2, 3), None),
    "absolute_hooks": (np.float32, (2, 3), None),
}
"""Array of a mesh → its type, its shape (-1 for any length), and the lowest value."""


def is_frozen(array: NDArray[Any]) -> bool:
    """Whether nobody can write to ``array``: neither through it nor to what it is a view of."""
    base: Any = array
    while isinstance(base, np.ndarray):
        if base.flags.writeable:
            return False
        base = base.base
    return base is None or isinstance(base, bytes)


def own_array(values: ArrayLike, name: str, count: int = -1) -> NDArray[Any]:
    """The array ``name`` of a mesh with these values and ``count`` rows, which nobody can write to.

    That is ``values`` itself where that is so already, else a copy.
    """
    dtype, (rows, *columns), lowest = AUTHORED_ARRAYS[name]
    shape = (count if rows == -1 else rows, *columns)
    if isinstance(values, np.ndarray) and values.dtype == dtype and is_frozen(values):
        fixed = shape[0] if shape[0] != -1 else len(values) if values.ndim else 0
        if values.shape == (fixed, *shape[1:]):
            return values
    return frozen_array(values, dtype, shape, name, lowest)


def cross_sides(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """(F, 3) the cross products of two sides of faces (F, 3, 3): normals, twice the area long."""
    a, b, c = corners.transpose(1, 0, 2)
    return np.cross(b - a, c - a)


def check_corners(faces: NDArray[np.uint32], vertex_count: int) -> None:
    """Raise `FormatError` for a face that names a vertex which does not exist: files may."""
    outside = np.flatnonzero((faces >= vertex_count).any(axis=1))
    if len(outside):
        face = int(outside[0])
        raise FormatError(
            f"face {face} has corners {faces[face].tolist()}, "
            f"but there are {vertex_count:,} vertices",
            section="faces",
        )
