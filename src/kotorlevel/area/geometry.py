"""What follows from the rooms of an area: edges, seams, near misses, portals; it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kotorlevel.area.links.boundary import AreaBoundary, collect_boundary
from kotorlevel.area.links.door_gaps import add_door_gaps
from kotorlevel.area.links.near_misses import NearMisses, find_near_misses
from kotorlevel.area.links.portals import Portals, find_portals
from kotorlevel.area.links.seams import Seams, find_seams
from kotorlevel.core.remember import remember
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.area import Area


@dataclass(frozen=True, eq=False)
class AreaGeometry:
    """How the rooms of ``area`` lie to each other, with the tolerances of the games' own links.

    Everything is found when it is first asked for.
    """

    area: Area

    @property
    def boundary(self) -> AreaBoundary:
        """The boundary edges of all rooms."""
        return remember(self.area, "boundary", lambda: collect_boundary(self.area))

    @property
    def seams(self) -> Seams:
        """Where edges of two rooms meet."""
        return remember(self.area, "seams", lambda: find_seams(self.boundary))

    @property
    def edge_misses(self) -> NearMisses:
        """Where they almost do, whether there is a door or not."""
        return remember(self.area, "edge misses", lambda: find_near_misses(self.seams))

    @property
    def near_misses(self) -> NearMisses:
        """The same with the wider gaps that have a door in them."""
        return remember(
            self.area,
            "near misses",
            lambda: add_door_gaps(self.edge_misses, self.area, self.seams),
        )

    @property
    def portals(self) -> Portals:
        """The edges through which one room leads to another."""
        return remember(self.area, "portals", lambda: find_portals(self.area, self.seams))


def table_key(source: Walkmesh | Area, surfaces: Materials | None) -> Materials | None:
    """What tells apart answers of one source: the table, or None where it is that of its meshes."""
    meshes = (source,) if isinstance(source, Walkmesh) else source.meshes
    is_own = all(mesh is None or mesh.surfaces is surfaces for mesh in meshes)
    return None if is_own else surfaces
