"""The stored planes beside those of the corners, with what rounding can explain."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.mesh.floor import LEAST_AREA
from kotorlevel.formats.bwm import Bwm
from kotorlevel.mesh.geometry import MeshGeometry

_SINGLE = 2.0**-23
"""The distance from 1 to the next float32."""


@dataclass(frozen=True, eq=False)
class PlaneFacts:
    """Questions about the planes in ``bwm`` of the faces (F,) of ``shape``, in metres."""

    bwm: Bwm
    shape: MeshGeometry

    @cached_property
    def rounding(self) -> NDArray[np.float64]:
        """(F,) how far a corner may have moved when it was stored as float32."""
        return np.asarray(4 * _SINGLE * np.abs(self.shape.corners).max(axis=(1, 2)))

    @cached_property
    def height(self) -> NDArray[np.float64]:
        """(F,) how wide a face is across its longest side; 0 without area."""
        longest = self.shape.longest
        return np.asarray(2 * self.shape.areas / np.where(longest > 0, longest, 1))

    @cached_property
    def has_plane(self) -> NDArray[np.bool_]:
        """(F,) faces that are wide enough to have a direction."""
        return np.asarray((self.height > 10 * self.rounding) & (self.shape.areas >= LEAST_AREA))

    @cached_property
    def blur(self) -> NDArray[np.float64]:
        """(F,) by how much, in radians, rounding can turn a face that has a plane."""
        return np.asarray(self.rounding / np.where(self.has_plane, self.height, np.inf))

    @cached_property
    def normals(self) -> NDArray[np.float64]:
        """(F, 3) the unit normals; zero for a face without area."""
        length = 2 * self.shape.areas[:, None]
        return np.asarray(self.shape.crosses / np.where(length > 0, length, 1))

    @cached_property
    def stored_normals(self) -> NDArray[np.float64]:
        """(F, 3) as stored."""
        with np.errstate(invalid="ignore"):  # a signalling NaN
            return self.bwm.normals.astype(np.float64)

    @cached_property
    def turned(self) -> NDArray[np.float64]:
        """(F,) how far the stored normal is from the right one; about radians where it is small."""
        with np.errstate(invalid="ignore", over="ignore"):
            return np.asarray(np.linalg.norm(self.stored_normals - self.normals, axis=1))

    @cached_property
    def missed(self) -> NDArray[np.float64]:
        """(F,) how far the stored plane passes by the corners, with the better of both normals.

        A wrong normal alone is another rule's finding.
        """
        corner = self.shape.corners[:, 0]
        with np.errstate(invalid="ignore", over="ignore"):
            distances = self.bwm.distances.astype(np.float64)
            by_stored = np.abs((self.stored_normals * corner).sum(axis=1) + distances)
            by_corners = np.abs((self.normals * corner).sum(axis=1) + distances)
        return np.asarray(np.fmin(by_stored, by_corners))
