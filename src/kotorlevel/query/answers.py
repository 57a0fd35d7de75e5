"""What queries answer. The batch forms have the same names, holding arrays."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Point


@dataclass(frozen=True, slots=True)
class FaceRef:
    """A face, by its number in the mesh of its room, and the point on it that was asked for."""

    face: int
    room: int
    point: Point


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a ray meets a face, ``distance`` metres from its origin."""

    distance: float
    point: Point
    face: int
    room: int


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether one point can be seen from another, and if not, what is first in the way."""

    clear: bool
    point: Point | None = None
    face: int | None = None
    room: int | None = None

    def __bool__(self) -> bool:
        return self.clear


@dataclass(frozen=True, eq=False)
class FaceRefs:
    """``face`` (N,) and ``room`` (N,), -1 where there is none; ``point`` (N, 3), NaN there."""

    face: NDArray[np.int64]
    room: NDArray[np.int64]
    point: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.face)


@dataclass(frozen=True, eq=False)
class Hits:
    """``distance`` (N,) metres, NaN for a miss; ``face`` and ``room`` (N,), -1 for a miss.

    ``origin`` and ``direction`` (N, 3) are those of the rays.
    """

    distance: NDArray[np.float64]
    face: NDArray[np.int64]
    room: NDArray[np.int64]
    origin: NDArray[np.float64]
    direction: NDArray[np.float64]

    @cached_property
    def point(self) -> NDArray[np.float64]:
        """(N, 3) where the rays meet the faces, NaN for a miss."""
        dx, dy, dz = (self.direction / np.abs(self.direction).max(axis=1, keepdims=True)).T
        scale = self.distance / np.sqrt(dx * dx + dy * dy + dz * dz)
        point: NDArray[np.float64] = self.origin + np.stack([dx, dy, dz], 1) * scale[:, None]
        return point

    def __len__(self) -> int:
        return len(self.face)


@dataclass(frozen=True, eq=False)
class Sights:
    """``clear`` (N,) bool; where it is not, the first thing in the way as in `Hits`."""

    clear: NDArray[np.bool_]
    point: NDArray[np.float64]
    face: NDArray[np.int64]
    room: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.clear)
