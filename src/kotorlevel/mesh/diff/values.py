"""What `diff_meshes` answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kotorlevel.core.types import Point

if TYPE_CHECKING:
    from kotorlevel.core.types import Ints
    from kotorlevel.mesh.diff.faces import FacePairs
    from kotorlevel.mesh.diff.links import LinkDifference
    from kotorlevel.mesh.diff.motion import Motion
    from kotorlevel.mesh.diff.patches import Patch
    from kotorlevel.mesh.diff.tables import TableDifference
    from kotorlevel.mesh.walkmesh import Walkmesh


@dataclass(frozen=True)
class Painted:
    """A patch whose surface went from number ``old`` to number ``new``."""

    old: int
    new: int
    patch: Patch


@dataclass(frozen=True)
class MovedVertices:
    """Vertices of a patch of faces that went elsewhere: ``starts`` and ``ends``, in order.

    ``farthest`` and ``typical`` (the median) are metres. ``patch`` are the faces at them.
    """

    starts: tuple[Point, ...]
    ends: tuple[Point, ...]
    farthest: float
    typical: float
    patch: Patch


@dataclass(frozen=True)
class HeaderDifference:
    """A value of the header, or of the mesh as a whole, that is another one."""

    name: str
    old: Any
    new: Any


@dataclass(frozen=True)
class Numbering:
    """How many things have another number or form while being the same.

    ``faces`` at another number, ``corners``: faces that begin at another corner, ``vertices``:
    places with another number; ``doubled_*`` and ``unused_*`` are vertices at the place of
    another one, and those that no face has.
    """

    faces: int = 0
    corners: int = 0
    vertices: int = 0
    doubled_a: int = 0
    doubled_b: int = 0
    unused_a: int = 0
    unused_b: int = 0

    @property
    def is_same(self) -> bool:
        """True where every number is what it was."""
        same = self.doubled_a == self.doubled_b and self.unused_a == self.unused_b
        return same and not (self.faces or self.corners or self.vertices)


@dataclass(frozen=True, eq=False)
class MeshDiff:
    """What is not the same in the meshes ``a`` and ``b``.

    ``same`` is True for equal bytes (of text: for equal content). ``comparable`` is False where a
    mesh names vertices that do not exist, or has places that are not finite: then only the header
    and the counts were compared. ``pairs`` are the faces that both have, ``motion`` how all of it
    went; what else differs comes on top of that. ``rounded`` vertices are off by at most
    ``rounded_by`` metres, less than a tenth of a millimetre, as when another tool writes anew.
    ``renumbered_links`` edges lead to the same room by another number.
    """

    a: Walkmesh = field(repr=False)
    b: Walkmesh = field(repr=False)
    same: bool = False
    comparable: bool = True
    pairs: FacePairs | None = field(default=None, repr=False)
    faces_a: Ints | None = field(default=None, repr=False)
    faces_b: Ints | None = field(default=None, repr=False)
    motion: Motion | None = None
    rounded: int = 0
    rounded_by: float = 0.0
    added: tuple[Patch, ...] = ()
    removed: tuple[Patch, ...] = ()
    turned: tuple[Patch, ...] = ()
    painted: tuple[Painted, ...] = ()
    moved: tuple[MovedVertices, ...] = ()
    links: tuple[LinkDifference, ...] = ()
    renumbered_links: int = 0
    header: tuple[HeaderDifference, ...] = ()
    tables: tuple[TableDifference, ...] = ()
    numbering: Numbering = Numbering()

    @property
    def is_content_same(self) -> bool:
        """True where faces, surfaces, places, links and header are the same, whatever the numbers.

        What is left are numbers, and stored tables.
        """
        return self.comparable and not (
            self.motion
            or self.rounded
            or self.added
            or self.removed
            or self.turned
            or self.painted
            or self.moved
            or self.links
            or self.header
        )

    @property
    def is_renumbered_only(self) -> bool:
        """True where nothing but numbers differs: those of faces, corners or vertices."""
        return not self.same and self.is_content_same and not self.numbering.is_same
