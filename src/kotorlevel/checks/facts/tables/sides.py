"""The stored adjacency, looked at side by side: what each entry names, and whether it may."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.formats.bwm import Bwm
    from kotorlevel.mesh.derive import Adjacency
    from kotorlevel.mesh.geometry import MeshGeometry


@dataclass(frozen=True, eq=False)
class SideFacts:
    """Questions about the 3 · domain sides of the adjacency domain in ``bwm``.

    The domain must not be larger than the mesh. Lengths are in metres.
    """

    bwm: Bwm
    shape: MeshGeometry
    tolerance: float

    @cached_property
    def is_right(self) -> bool:
        """True when all entries are as they should be."""
        return np.array_equal(self.bwm.adjacency, self.derived.table)

    @cached_property
    def across(self) -> NDArray[np.int64]:
        """(n,) the entries as stored."""
        return self.bwm.adjacency.reshape(-1).astype(np.int64)

    @cached_property
    def names_side(self) -> NDArray[np.bool_]:
        """(n,) entries that are sides of another face of the domain."""
        across = self.across
        inside = (across >= 0) & (across < len(across))
        return np.asarray(inside & (across // 3 != np.arange(len(across)) // 3))

    @cached_property
    def named(self) -> NDArray[np.int64]:
        """(n,) the entries where they can be used as a row number, 0 elsewhere."""
        return np.where(self.names_side, self.across, 0)

    @cached_property
    def vertices(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """(n,) the vertex where each side starts, and (n,) where it ends."""
        start = self.bwm.faces[: len(self.across) // 3]
        return start.reshape(-1), np.roll(start, -1, axis=1).reshape(-1)

    @cached_property
    def is_reversed(self) -> NDArray[np.bool_]:
        """(n,) entries that name the same two vertices in the other direction: as it should be."""
        start, end = self.vertices
        same = (start == end[self.named]) & (end == start[self.named])
        return np.asarray(self.names_side & same)

    @cached_property
    def is_same_way(self) -> NDArray[np.bool_]:
        """(n,) entries that name the same two vertices in the same direction."""
        start, end = self.vertices
        same = (start == start[self.named]) & (end == end[self.named])
        return np.asarray(self.names_side & same)

    @cached_property
    def is_by_position(self) -> NDArray[np.bool_]:
        """(n,) other entries that name a side between the same two places."""
        found = self.names_side & ~self.is_reversed
        sides = np.flatnonzero(found)
        own, other = self._ends(sides), self._ends(self.named[sides])
        apart = np.minimum(
            np.abs(own - other[:, ::-1]).max(axis=(1, 2)), np.abs(own - other).max(axis=(1, 2))
        )
        found[sides] = apart <= self.tolerance
        return found

    @property
    def derived(self) -> Adjacency:
        """The adjacency as it should be."""
        return self.shape.adjacency

    @cached_property
    def is_crowded(self) -> NDArray[np.bool_]:
        """(n,) sides with several possible neighbours, or none that is certain."""
        crowded = np.zeros(len(self.across), np.bool_)
        crowded[self.derived.crowded] = True
        return crowded

    def _ends(self, sides: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        """(k, 2, 3) where ``sides`` (k,) start and end."""
        corners = np.stack([sides % 3, (sides + 1) % 3], axis=1)
        return np.asarray(self.shape.corners[(sides // 3)[:, None], corners])
