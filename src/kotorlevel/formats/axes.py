"""Which axis points up: Z in the games and in Blender, Y in glTF and in many OBJ files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Floats

_Z_TO_Y = np.array(((1.0, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1)))


def to_y_up(points: NDArray[Any]) -> NDArray[Any]:
    """Places (N, 3) with Z up as x, z, -y; every bit of a number is kept but its sign."""
    return np.stack((points[:, 0], points[:, 2], -points[:, 1]), axis=1)


def to_z_up(points: NDArray[Any]) -> NDArray[Any]:
    """Places (N, 3) with Y up as x, -z, y: what `to_y_up` made of them."""
    return np.stack((points[:, 0], -points[:, 2], points[:, 1]), axis=1)


def matrix_to_y_up(matrix: Floats) -> Floats:
    """A transform (4, 4) of places with Z up as the same one of places with Y up."""
    turned: Floats = _Z_TO_Y @ matrix @ _Z_TO_Y.T
    return turned


def matrix_to_z_up(matrix: Floats) -> Floats:
    """A transform (4, 4) of places with Y up as the same one of places with Z up."""
    turned: Floats = _Z_TO_Y.T @ matrix @ _Z_TO_Y
    return turned
