"""What rules look at: a file, a mesh, its stored tables, a layout, a visibility, a whole area."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.checks.facts.tables.tree import TreeFacts
from kotorlevel.mesh.arrays import cross_sides

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.area.area import Area, Room
    from kotorlevel.area.links.near_misses import NearMisses
    from kotorlevel.area.links.seams import Seams
    from kotorlevel.checks.finding import FixKind
    from kotorlevel.core.errors import FormatError, Problem
    from kotorlevel.formats.bwm import Bwm
    from kotorlevel.formats.lyt import Layout
    from kotorlevel.formats.vis import Visibility
    from kotorlevel.mesh.derived import Derived
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.query.ground import Ground


@dataclass(frozen=True, eq=False)
class FileSubject:
    """Any file: why it cannot be read, or what its reader noted. Only some formats are fixed."""

    name: str
    error: FormatError | None = None
    problems: tuple[Problem, ...] = ()
    fixable: bool = True


@dataclass(frozen=True, eq=False)
class MeshSubject:
    """A walkmesh, binary or out of a text: its authored arrays. A text cannot be fixed."""

    name: str
    mesh: Walkmesh
    fixable: bool = field(default=True, kw_only=True)

    @property
    def has_geometry(self) -> bool:
        """True when every face has three corners and all of them are finite."""
        mesh = self.mesh
        return bool((mesh.faces < len(mesh.vertices)).all() and np.isfinite(mesh.vertices).all())

    @cached_property
    def corners(self) -> NDArray[np.float64]:
        """(F, 3, 3) the corner positions."""
        return self.mesh.vertices.astype(np.float64)[self.mesh.faces]

    @cached_property
    def crosses(self) -> NDArray[np.float64]:
        """(F, 3) the cross products of two sides: the normals, twice the area long."""
        return cross_sides(self.corners)

    @cached_property
    def areas(self) -> NDArray[np.float64]:
        """(F,) square metres."""
        return np.asarray(np.linalg.norm(self.crosses, axis=1)) / 2

    @cached_property
    def upward(self) -> NDArray[np.float64]:
        """(F,) the z of the unit normal; 0 for a face without area."""
        length = 2 * self.areas
        return np.asarray(self.crosses[:, 2] / np.where(length > 0, length, 1))

    def centre(self, face: int) -> tuple[float, float, float]:
        """The middle of a face, to say where it is."""
        x, y, z = self.corners[face].mean(axis=0).tolist()
        return x, y, z

    def middle(self, edge: int) -> tuple[float, float, float]:
        """The middle of an edge, to say where it is."""
        face, side = divmod(edge, 3)
        x, y, z = self.corners[face][[side, (side + 1) % 3]].mean(axis=0).tolist()
        return x, y, z


@dataclass(frozen=True, eq=False)
class TablesSubject(MeshSubject):
    """The stored tables of a binary walkmesh, beside its mesh."""

    bwm: Bwm

    @property
    def is_area(self) -> bool:
        """True for a WOK: only these have a tree, adjacency, edges and loops."""
        return self.mesh.is_area

    @property
    def has_geometry(self) -> bool:
        """As for a mesh; and the adjacency domain must not be larger than the mesh."""
        return super().has_geometry and self.mesh.domain <= len(self.mesh.faces)

    @cached_property
    def derived(self) -> Derived:
        """The tables as they should be, for the stored order of faces and the stored domain."""
        return self.mesh.derived

    @cached_property
    def tree(self) -> TreeFacts:
        """What the stored nodes are to each other."""
        return TreeFacts(self.bwm.nodes, len(self.bwm.faces))


@dataclass(frozen=True, eq=False)
class LayoutSubject:
    """A layout."""

    name: str
    layout: Layout


@dataclass(frozen=True, eq=False)
class VisibilitySubject:
    """A visibility, and the layout of the same area where one is beside it."""

    name: str
    visibility: Visibility
    layout: Layout | None = None

    @cached_property
    def fix(self) -> FixKind | None:
        """What findings about entries say of their fix."""
        return entries_fix(self.visibility)


def entries_fix(visibility: Visibility) -> FixKind | None:
    """What findings about entries say of their fix: none while an entry is in doubt.

    A parent without a number may be a child that lost its indentation, and a child that is no
    name a parent that got one; then all that follows from the entries is wrong until somebody
    has looked.
    """
    codes = ("no-count", "name")
    is_doubtful = any(problem.code in codes for problem in visibility.problems)
    return "" if is_doubtful else None


@dataclass(frozen=True, eq=False)
class AreaSubject:
    """A whole area. ``name`` is its layout's file; findings about a room name that room's file."""

    name: str
    area: Area

    @cached_property
    def ground(self) -> Ground:
        """The rooms prepared for queries; not compiled, which would take longer than a check."""
        from kotorlevel.query.ground import Ground

        return Ground(self.area, fast=False)

    @cached_property
    def seams(self) -> Seams:
        """Where edges of two rooms meet."""
        from kotorlevel.area.links.boundary import collect_boundary
        from kotorlevel.area.links.seams import find_seams

        return find_seams(collect_boundary(self.area))

    @cached_property
    def near_misses(self) -> NearMisses:
        """Where they almost do."""
        from kotorlevel.area.links.door_gaps import add_door_gaps
        from kotorlevel.area.links.near_misses import find_near_misses

        return add_door_gaps(find_near_misses(self.seams), self.area, self.seams)

    @property
    def is_complete(self) -> bool:
        """True where a game was given, so that what is missing is missing for the player too."""
        lookup = self.area.lookup
        return lookup is not None and any(source.what == "KEY" for source in lookup.sources)

    def file_of(self, room: Room) -> str:
        """What a report calls the file of a room's walkmesh."""
        return room.resource.source if room.resource else self.name
