"""What queries answer. The batch forms have the same names, holding arrays."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Point, Vector
from kotorlevel.mesh.materials import Surface


@dataclass(frozen=True, slots=True)
class FaceRef:
    """A face, by its number in the mesh of its room, and the point on it that was asked for."""

    face: int
    room: int
    point: Point


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a ray meets a face, ``distance`` metres from its origin.

    ``normal`` is the unit normal of the face, ``material`` its number and ``surface`` the row of
    the material table that this means.
    """

    distance: float
    point: Point
    face: int
    room: int
    normal: Vector
    material: int
    surface: Surface


@dataclass(frozen=True, slots=True)
class Touch(Hit):
    """Where a moving sphere first touches a face, after ``distance`` metres.

    ``point`` is where it touches, ``centre`` where its centre is then, ``fraction`` how much of the
    way it has gone (0 to 1). ``normal`` points from the face to the centre.
    """

    centre: Point
    fraction: float


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
class FaceLists:
    """For each of N queries a list of faces, one after the other.

    Those of query i are ``face`` and ``room`` (M,) from ``offsets[i]`` to ``offsets[i + 1]``, as
    ``offsets`` has N + 1 numbers; ``lists[i]`` gives them as `FaceRefs`.
    """

    offsets: NDArray[np.int64]
    face: NDArray[np.int64]
    room: NDArray[np.int64]
    find_points: Callable[[], NDArray[np.float64]] = field(repr=False)

    @property
    def count(self) -> NDArray[np.int64]:
        """(N,) how many faces each query found."""
        return np.diff(self.offsets)

    @property
    def query(self) -> NDArray[np.int64]:
        """(M,) the query that each face belongs to."""
        return np.repeat(np.arange(len(self)), self.count)

    @cached_property
    def point(self) -> NDArray[np.float64]:
        """(M, 3) the point of each face closest to what was asked, found when it is asked for."""
        return self.find_points()

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, query: int) -> FaceRefs:
        if not 0 <= query < len(self):
            raise IndexError(f"there is no query {query}; there are {len(self):,}")
        part = slice(self.offsets[query], self.offsets[query + 1])
        return FaceRefs(self.face[part], self.room[part], self.point[part])


@dataclass(frozen=True, eq=False)
class Hits:
    """``distance`` (N,) metres, NaN for a miss; ``face`` and ``room`` (N,), -1 for a miss.

    ``origin`` and ``direction`` (N, 3) are those of the rays. The rest is looked up when it is
    asked for: it can take as long as the rays.
    """

    distance: NDArray[np.float64]
    face: NDArray[np.int64]
    room: NDArray[np.int64]
    origin: NDArray[np.float64]
    direction: NDArray[np.float64]
    find_normals: Callable[[], NDArray[np.float64]] = field(repr=False)
    find_materials: Callable[[], NDArray[np.int64]] = field(repr=False)

    @cached_property
    def normal(self) -> NDArray[np.float64]:
        """(N, 3) the normals of the faces, NaN for a miss."""
        return self.find_normals()

    @cached_property
    def material(self) -> NDArray[np.int64]:
        """(N,) the materials of the faces, -1 for a miss."""
        return self.find_materials()

    def __getstate__(self) -> dict[str, object]:
        """Pickled with what can be looked up, and without the faces that it is looked up in."""
        normal, material = self.normal, self.material
        kept = self.__dict__ | {"normal": normal, "material": material}
        return {name: x for name, x in kept.items() if not name.startswith("find_")}

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
class Touches:
    """`Touch` for N spheres, as arrays: NaN for those that touch nothing, and -1 for numbers."""

    distance: NDArray[np.float64]
    face: NDArray[np.int64]
    room: NDArray[np.int64]
    normal: NDArray[np.float64]
    material: NDArray[np.int64]
    point: NDArray[np.float64]
    centre: NDArray[np.float64]
    fraction: NDArray[np.float64]

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
