"""What rules look at: a file, a mesh, its stored tables, a layout, a visibility, a whole area."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from kotorlevel.checks.facts.tables.boxes import BoxFacts
from kotorlevel.checks.facts.tables.planes import PlaneFacts
from kotorlevel.checks.facts.tables.sides import SideFacts
from kotorlevel.checks.facts.tables.tree import TreeFacts
from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.remember import remember
from kotorlevel.formats.bwm import Bwm
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.checks.finding import FixKind
    from kotorlevel.formats.lyt import Layout
    from kotorlevel.formats.vis import Visibility


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
        return self.mesh.geometry.is_sound

    def centre(self, face: int) -> tuple[float, float, float]:
        """The middle of a face, to say where it is."""
        x, y, z = self.mesh.geometry.corners[face].mean(axis=0).tolist()
        return x, y, z

    def middle(self, edge: int) -> tuple[float, float, float]:
        """The middle of an edge, to say where it is."""
        face, side = divmod(edge, 3)
        x, y, z = self.mesh.geometry.corners[face][[side, (side + 1) % 3]].mean(axis=0).tolist()
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

    # Several rules ask about the same tables, and a mesh remembers what they found.

    @property
    def tree(self) -> TreeFacts:
        """What the stored nodes are to each other."""
        bwm = self.bwm
        return remember(self.mesh, "tree", lambda: TreeFacts(bwm.nodes, len(bwm.faces)))

    @property
    def boxes(self) -> BoxFacts:
        """The boxes of the stored nodes."""
        tree, shape = self.tree, self.mesh.geometry
        return remember(self.mesh, "boxes", lambda: BoxFacts(tree, shape))

    @property
    def planes(self) -> PlaneFacts:
        """The stored planes beside those of the corners."""
        bwm, shape = self.bwm, self.mesh.geometry
        return remember(self.mesh, "planes", lambda: PlaneFacts(bwm, shape))

    def sides(self, tolerance: float) -> SideFacts:
        """The stored adjacency; places are the same within ``tolerance`` metres."""
        bwm, shape = self.bwm, self.mesh.geometry
        return remember(self.mesh, ("sides", tolerance), lambda: SideFacts(bwm, shape, tolerance))


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
    codes = ("no-count", "name", "child-number")
    is_doubtful = any(problem.code in codes for problem in visibility.problems)
    return "" if is_doubtful else None


@dataclass(frozen=True, eq=False)
class AreaSubject:
    """A whole area. ``name`` is its layout's file; findings about a room name that room's file."""

    name: str
    area: Area

    def file_of(self, room: Room) -> str:
        """What a report calls the file of a room's walkmesh."""
        if room.resource is not None:
            return room.resource.source
        return self.name if room.mesh is None else f"{room.name}.wok"  # which is to be written

    def part_file(self, kind: str) -> str:
        """What a report calls the file of a part of the area: ``pth``, ``vis``."""
        found = self.area.files.get(kind)
        return found.source if found else f"{self.area.name}.{kind}"
