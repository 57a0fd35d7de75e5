"""Where the corners of the faces are, with the one check that every table needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats


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


Game = Literal["k1", "k2"]
"""Whose rounding to follow: the builds of the tool for the two games differ in one step."""


def derive_planes(
    vertices: NDArray[np.floating[Any]],
    faces: NDArray[np.integer[Any]],
    game: Game = "k1",
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The unit normals (F, 3) f32 and distances (F,) f32: normal · p + distance = 0.

    ``vertices`` is (V, 3) f32 in metres, ``faces`` (F, 3). A face without a plane (no area, or
    corners that are not finite or too far apart for float32) gets the normal (1, 0, 0).
    """
    if game not in ("k1", "k2"):
        raise ValueError(f"game must be 'k1' or 'k2', not {game!r}")
    # Corner by corner and component by component: (3 corners, 3 components, F).
    corners = face_corners(vertices, faces).transpose(1, 2, 0).astype(np.float64, order="C")
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        normals = _normals(corners, game)
        x, y, z = normals * corners[0]
        distances = (-(x + y + z)).astype(np.float32)
    # The sign of a computed NaN differs between processors.
    distances[np.isnan(distances)] = np.nan
    return np.ascontiguousarray(normals.T), distances


def _normals(corners: Floats, game: Game) -> NDArray[np.float32]:
    """The normals (3, F) f32 of ``corners`` (3 corners, 3, F)."""
    # The second side starts at corner 1, not at corner 0: byte identity needs it (FACTS 4).
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    if game == "k1":
        first, second = _rounded(first), _rounded(second)
    else:
        first[:2] = _rounded(first[:2])
    (ax, ay, az), (bx, by, bz) = first, second
    cross = _rounded(np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]))
    x, y, z = cross
    length = np.sqrt(x * x + y * y + z * z)
    flat = ~((length > 0) & np.isfinite(length))
    normals = (cross / np.where(flat, 1.0, length)).astype(np.float32)
    normals[:, flat] = ((1,), (0,), (0,))
    return normals


def _rounded(values: Floats) -> Floats:
    """``values`` rounded to float32, as float64 of the same shape."""
    return values.astype(np.float32).astype(np.float64)
