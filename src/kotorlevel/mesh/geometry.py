"""What follows from the shape of a mesh: corners, areas, neighbours. A mesh remembers it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.remember import Shared
from kotorlevel.mesh.arrays import cross_sides, read_only
from kotorlevel.mesh.derive import Adjacency, derive_adjacency


@dataclass(frozen=True, eq=False)
class MeshGeometry:
    """The shape of ``faces`` (F, 3) over ``vertices`` (V, 3), in double precision and metres.

    The first ``domain`` faces have neighbours. Where `is_sound` is False only `adjacency` can be
    asked for.
    """

    vertices: NDArray[np.float32]
    faces: NDArray[np.uint32]
    domain: int

    @cached_property
    def is_sound(self) -> bool:
        """True when every face has three corners and all vertices are finite."""
        exist = bool((self.faces < len(self.vertices)).all())
        return exist and bool(np.isfinite(self.vertices).all())

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """(V, 3) the vertices."""
        return self.vertices.astype(np.float64)

    @cached_property
    def corners(self) -> NDArray[np.float64]:
        """(F, 3, 3) where the corners of the faces are."""
        return self.points[self.faces]

    @cached_property
    def crosses(self) -> NDArray[np.float64]:
        """(F, 3) the cross products of two sides: the normals, twice the area long."""
        return cross_sides(self.corners)

    @cached_property
    def areas(self) -> NDArray[np.float64]:
        """(F,) square metres."""
        return np.asarray(np.linalg.norm(self.crosses, axis=1)) / 2

    @cached_property
    def longest(self) -> NDArray[np.float64]:
        """(F,) metres of the longest side."""
        sides = self.corners[:, [1, 2, 0]] - self.corners
        longest: NDArray[np.float64] = np.linalg.norm(sides, axis=2).max(axis=1, initial=0.0)
        return longest

    @cached_property
    def upward(self) -> NDArray[np.float64]:
        """(F,) the z of the unit normal; 0 for a face without area."""
        length = 2 * self.areas
        return np.asarray(self.crosses[:, 2] / np.where(length > 0, length, 1))

    @cached_property
    def adjacency(self) -> Adjacency:
        """The edge across each side of the domain, derived and not as stored.

        Of a domain that is larger than the mesh, as far as there are faces.
        """
        found = derive_adjacency(self.faces, min(self.domain, len(self.faces)))
        read_only(found.table)
        read_only(found.pairs)
        read_only(found.crowded)
        return found


_SHAPES: Shared[MeshGeometry] = Shared()


def find_geometry(
    vertices: NDArray[np.float32], faces: NDArray[np.uint32], domain: int
) -> MeshGeometry:
    """The geometry of a shape; the same one for meshes that differ in other things only."""
    if vertices.flags.writeable or faces.flags.writeable:  # no value that others could share
        return MeshGeometry(vertices, faces, domain)
    key = _Shape(vertices, faces, domain)
    return _SHAPES.get(key, lambda: MeshGeometry(vertices, faces, domain))


class _Shape:
    """What makes two shapes the same: every bit of their arrays."""

    __slots__ = ("_arrays", "_domain", "_hash")

    def __init__(
        self, vertices: NDArray[np.float32], faces: NDArray[np.uint32], domain: int
    ) -> None:
        self._arrays, self._domain = (vertices, faces), domain
        self._hash = hash((vertices.tobytes(), faces.tobytes(), domain))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Shape) or self._domain != other._domain:
            return False
        pairs = zip(self._arrays, other._arrays, strict=True)
        return all(a.shape == b.shape and a.tobytes() == b.tobytes() for a, b in pairs)
