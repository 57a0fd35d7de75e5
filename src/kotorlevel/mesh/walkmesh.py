"""`Walkmesh`: authored arrays, and the tables that belong to them, stored or derived."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.core.remember import Shared, only_fields
from kotorlevel.core.words import count_of
from kotorlevel.formats.bwm import Bwm
from kotorlevel.formats.bwm.build import build_bwm
from kotorlevel.formats.bwm.reader import parse_bwm
from kotorlevel.formats.bwm.tables import AREA_KIND, OBJECT_KIND
from kotorlevel.mesh import transforms
from kotorlevel.mesh.arrays import AUTHORED_ARRAYS, check_corners, own_array, read_only
from kotorlevel.mesh.derive import Game, walkable_first
from kotorlevel.mesh.derived import Derived, derive_tables
from kotorlevel.mesh.geometry import MeshGeometry, find_geometry
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.stored_links import find_relinked, stored_transitions
from kotorlevel.mesh.views import (
    BoundaryEdge,
    Face,
    Node,
    iterate_boundary,
    iterate_nodes,
    list_loops,
)

_AUTHORED = (
    "vertices",
    "faces",
    "materials",
    "transitions",
    "position",
    "relative_hooks",
    "absolute_hooks",
    "kind",
    "domain",
)
_LARGEST_FACE_COUNT = (2**31 - 1) // 3  # edge numbers are signed 32-bit


@dataclass(frozen=True, eq=False)
class Walkmesh:
    """A walkmesh as a value: its arrays are read-only, and every edit returns a new one.

    Authored: ``kind`` (1 area, 0 placeable or door), ``vertices`` (V, 3) float32, ``faces``
    (F, 3), ``materials`` (F,), ``transitions`` (F, 3) with -1 for none, ``position`` (3,),
    ``relative_hooks`` and ``absolute_hooks`` (2, 3).

    ``domain`` is the adjacency domain: how many faces, from face 0 on, have neighbours. In a WOK
    these are the walkable faces, but a file may say otherwise, and then the file counts.

    ``stored`` holds the tables the mesh was read with. They are used, and written back byte for
    byte, for as long as nothing is edited; after an edit all tables are derived anew. An edit of
    transitions alone changes these numbers in the stored edges, and no other byte. ``text`` is the
    dialect of the text that a room was read from, empty for a binary file (see `encode_walkmesh`).
    """

    kind: int
    vertices: NDArray[np.float32]
    faces: NDArray[np.uint32]
    materials: NDArray[np.uint32]
    transitions: NDArray[np.int32]
    domain: int
    position: NDArray[np.float32]
    relative_hooks: NDArray[np.float32]
    absolute_hooks: NDArray[np.float32]
    surfaces: Materials = field(default_factory=Materials.default, repr=False)
    game: Game = "k1"
    text: str = field(default="", repr=False)
    stored: Bwm | None = field(default=None, repr=False)
    as_read: tuple[object, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        # The stored tables go with the very arrays that were read. Comparing here, for every new
        # value, instead of clearing `stored` in each edit, cannot be forgotten.
        if self.stored is None:
            return
        authored = tuple(getattr(self, name) for name in _AUTHORED)
        if not self.as_read:
            object.__setattr__(self, "as_read", authored)
        elif not all(map(_is_same, authored, self.as_read)):
            object.__setattr__(self, "stored", self._find_relinked(authored))
            object.__setattr__(self, "as_read", authored)

    def _find_relinked(self, authored: tuple[object, ...]) -> Bwm | None:
        """The stored tables with the transitions of this mesh, if nothing else has changed."""
        pairs = zip(_AUTHORED, authored, self.as_read, strict=True)
        changed = [name for name, now, then in pairs if not _is_same(now, then)]
        was = self.as_read[_AUTHORED.index("transitions")]
        # An array that can still be written to is not a value that tables could belong to.
        if changed != ["transitions"] or self.transitions.flags.writeable or self.stored is None:
            return None
        assert isinstance(was, np.ndarray)
        return find_relinked(self.stored, was, self.transitions)

    def __repr__(self) -> str:
        kind = "room" if self.is_area else "placeable or door"
        faces = f"{count_of(len(self.faces), 'face')}, {int(self.walkable.sum()):,} walkable"
        return f"<Walkmesh of a {kind}, {faces}, {count_of(len(self.vertices), 'vertex')}>"

    def _repr_html_(self) -> str:
        """A small plan, for notebooks."""
        from kotorlevel.mesh.plan import draw_plan

        return draw_plan([self], repr(self))

    __getstate__ = only_fields

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Arrays come back from a pickle writeable.
        for value in state.values():
            if isinstance(value, np.ndarray):
                read_only(value)
        self.__dict__.update(state)

    @classmethod
    def from_bytes(
        cls, data: bytes, source: str = "", surfaces: Materials | None = None
    ) -> Walkmesh:
        """The mesh in the bytes of a binary walkmesh; ``source`` names them in errors.

        The same object for the same bytes, so that what it remembers is not computed again.
        """
        table = surfaces or Materials.default()
        if len(data) > _LARGEST_SHARED:  # no room has so many; finding the bytes again takes long
            return cls.from_bwm(parse_bwm(data, source), table)
        return _READ.get(
            (data, table), lambda: cls.from_bwm(parse_bwm(data, source), table), len(data)
        )

    @classmethod
    def from_bwm(cls, bwm: Bwm, surfaces: Materials | None = None) -> Walkmesh:
        """The mesh in a binary walkmesh, with its tables as stored."""
        return cls(
            kind=bwm.kind,
            vertices=bwm.vertices,
            faces=bwm.faces,
            materials=bwm.materials,
            transitions=stored_transitions(bwm),
            domain=len(bwm.adjacency),
            position=bwm.header["position"],
            relative_hooks=bwm.header["relative_hooks"],
            absolute_hooks=bwm.header["absolute_hooks"],
            surfaces=surfaces or Materials.default(),
            stored=bwm,
        )

    @classmethod
    def from_arrays(
        cls,
        vertices: ArrayLike,
        faces: ArrayLike,
        materials: ArrayLike,
        transitions: ArrayLike | None = None,
        *,
        kind: int = AREA_KIND,
        position: ArrayLike = (0, 0, 0),
        relative_hooks: ArrayLike = ((0, 0, 0), (0, 0, 0)),
        absolute_hooks: ArrayLike = ((0, 0, 0), (0, 0, 0)),
        surfaces: Materials | None = None,
        game: Game = "k1",
    ) -> Walkmesh:
        """A new mesh. The faces of an area walkmesh are put in walkable-first order."""
        if kind not in (AREA_KIND, OBJECT_KIND):
            raise ValueError(
                f"kind is {AREA_KIND} for a room, {OBJECT_KIND} for an object, not {kind!r}"
            )
        corners = own_array(faces, "faces")
        count = len(corners)
        sides = np.full((count, 3), -1) if transitions is None else transitions
        mesh = cls(
            kind=kind,
            vertices=own_array(vertices, "vertices"),
            faces=corners,
            materials=own_array(materials, "materials", count),
            transitions=own_array(sides, "transitions", count),
            domain=0,
            position=own_array(position, "position"),
            relative_hooks=own_array(relative_hooks, "relative_hooks"),
            absolute_hooks=own_array(absolute_hooks, "absolute_hooks"),
            surfaces=surfaces or Materials.default(),
            game=game,
        )
        return mesh.regrouped(mesh.walkable)

    # Facts

    @property
    def is_area(self) -> bool:
        """True for a room's walkmesh (WOK), False for a placeable's or door's (PWK, DWK)."""
        return self.kind == AREA_KIND

    @cached_property
    def walkable(self) -> NDArray[np.bool_]:
        """(F,) which faces can be walked on, by ``surfaces``."""
        return read_only(self.surfaces.walkable(self.materials))

    def walkable_by(self, surfaces: Materials | None) -> NDArray[np.bool_]:
        """(F,) the same by another table; by its own for None."""
        if surfaces is None or surfaces is self.surfaces:
            return self.walkable
        return surfaces.walkable(self.materials)

    @property
    def bounds(self) -> NDArray[np.float32] | None:
        """(2, 3) the lower and the upper corner of the box around all vertices; None without any.

        Vertices that are not finite, as broken files have them, do not count.
        """
        points = self.vertices[np.isfinite(self.vertices).all(axis=1)]
        return np.stack([points.min(axis=0), points.max(axis=0)]) if len(points) else None

    def same_as(self, other: Walkmesh) -> bool:
        """Whether both meshes have the same content: all that is authored, number by number.

        That is kind, vertices, faces, materials, transitions, position, use hooks and the number
        of faces with neighbours, each in its order. Stored tables do not count, as everything in
        them follows from these, nor does the material table; compare `to_bytes` for the files::

            kl.read_walkmesh("a.wok").same_as(kl.read_walkmesh("a.wok.ascii"))
        """
        return self is other or all(
            np.array_equal(getattr(self, name), getattr(other, name), equal_nan=True)
            for name in _AUTHORED
        )

    @cached_property
    def geometry(self) -> MeshGeometry:
        """What follows from vertices and faces alone: corners, areas, neighbours."""
        return find_geometry(self.vertices, self.faces, self.domain)

    # One at a time

    def face(self, index: int) -> Face:
        """Face number ``index``, with its corners, normal, area, neighbours and so on."""
        if not 0 <= index < len(self.faces):
            raise IndexError(f"there is no face {index}; there are {len(self.faces):,}")
        return Face(self, index)

    def walkable_faces(self) -> Iterator[Face]:
        """The faces one can walk on, in order."""
        return (Face(self, index) for index in np.flatnonzero(self.walkable).tolist())

    def unwalkable_faces(self) -> Iterator[Face]:
        """The faces one cannot walk on, in order."""
        return (Face(self, index) for index in np.flatnonzero(~self.walkable).tolist())

    def boundary(self) -> Iterator[BoundaryEdge]:
        """The boundary edges in file order, each with its transition and loop."""
        return iterate_boundary(self)

    def boundary_loops(self) -> list[list[BoundaryEdge]]:
        """The loops of boundary edges ("perimeters"), each as the list of its edges."""
        return list_loops(self)

    def tree(self) -> Iterator[Node]:
        """The nodes of the box tree, each with parent, children, box and face; the root first."""
        return iterate_nodes(self)

    # Tables: stored if unedited, else derived

    @property
    def normals(self) -> NDArray[np.float32]:
        """(F, 3) unit normals."""
        return self._tables.normals

    @property
    def distances(self) -> NDArray[np.float32]:
        """(F,) the d of each face's plane, normal · p + d = 0."""
        return self._tables.distances

    @property
    def nodes(self) -> NDArray[np.void]:
        """The box tree, rows of `tables.NODES`; none in a PWK or DWK."""
        return self._tables.nodes

    @property
    def adjacency(self) -> NDArray[np.int32]:
        """(domain, 3) the edge across each side, or -1."""
        return self._tables.adjacency

    @property
    def edges(self) -> NDArray[np.void]:
        """Boundary edges, rows of `tables.EDGES`."""
        return self._tables.edges

    @property
    def loops(self) -> NDArray[np.uint32]:
        """For each loop of boundary edges the row of ``edges`` after its last."""
        return self._tables.loops

    @cached_property
    def derived(self) -> Derived:
        """All tables computed from the authored arrays, whatever is stored.

        Raises `FormatError` where the mesh cannot be expressed.
        """
        self._check()
        return derive_tables(self.geometry, self.transitions, self.is_area, self.game)

    @cached_property
    def lost_transitions(self) -> NDArray[np.intp]:
        """Edges with a transition that derived tables cannot hold: they are no boundary edges."""
        self._check()
        kept = np.zeros(self.transitions.size, bool)
        if self.is_area:  # the tree takes longer than all other tables, and is not needed here
            kept[: 3 * self.domain] = self.geometry.adjacency.table.reshape(-1) < 0
        return np.flatnonzero((self.transitions.reshape(-1) != -1) & ~kept)

    @property
    def _tables(self) -> Bwm | Derived:
        return self.derived if self.stored is None else self.stored

    def _check(self) -> None:
        """Refuse what no file can hold, before anything is computed or written."""
        if len(self.faces) > _LARGEST_FACE_COUNT:
            raise FormatError(f"{len(self.faces):,} faces are too many", section="faces")
        if self.domain > len(self.faces):
            raise FormatError(
                f"{self.domain:,} rows for {len(self.faces):,} faces", section="adjacency"
            )
        check_corners(self.faces, len(self.vertices))
        for name in ("vertices", "position", "relative_hooks", "absolute_hooks"):
            rows = np.atleast_2d(getattr(self, name))
            broken = np.flatnonzero(~np.isfinite(rows).all(axis=1))
            if len(broken):
                row = int(broken[0])
                raise FormatError(f"row {row} is {rows[row].tolist()}, not finite", section=name)

    # Writing

    def to_bytes(self) -> bytes:
        """The binary file: identical to what was read when unedited, else all tables anew.

        Where only transitions were edited, it differs in these numbers alone.
        """
        return self.to_bwm().to_bytes()

    def to_bwm(self) -> Bwm:
        """Header and tables as they are written."""
        if self.stored is not None:
            return self.stored
        derived = self.derived
        return build_bwm(
            self.kind,
            {
                "vertices": self.vertices,
                "faces": self.faces,
                "materials": self.materials,
                **derived.tables(),
            },
            position=self.position,
            relative_hooks=self.relative_hooks,
            absolute_hooks=self.absolute_hooks,
        )

    # Editing

    def edited(self, **changes: Any) -> Walkmesh:
        """The mesh with some authored arrays replaced, in the form in which edits are written.

        An array that somebody could still write to is copied. A file may leave walkable faces out
        of its adjacency domain; an edited mesh does not::

            mesh.edited(vertices=mesh.vertices + (0, 0, 1))
        """
        for name in changes.keys() & AUTHORED_ARRAYS.keys():
            changes[name] = own_array(changes[name], name)
        mesh = replace(self, **changes)
        if not len(mesh.faces) == len(mesh.materials) == len(mesh.transitions):
            counts = f"{len(mesh.materials):,} materials and {len(mesh.transitions):,} transitions"
            raise ValueError(f"{len(mesh.faces):,} faces have {counts}: they must be as many")
        return mesh.regrouped(mesh.members)

    @cached_property
    def members(self) -> NDArray[np.bool_]:
        """(F,) the faces that belong to the adjacency domain of an edited mesh.

        These are the ones of the domain as it is, if every walkable face is among them (a file
        may have more, and then means it); else the walkable faces.
        """
        first = np.arange(len(self.faces)) < self.domain
        return self.walkable if (self.walkable & ~first).any() else first

    def regrouped(self, members: NDArray[np.bool_]) -> Walkmesh:
        """The mesh with the faces of ``members`` (F,) first and as its adjacency domain.

        The order is kept otherwise. A PWK or DWK has no domain and stays as it is.
        """
        if not self.is_area:
            return replace(self, domain=0)
        order = walkable_first(members)
        changes: dict[str, Any] = {"domain": int(members.sum())}
        if not np.array_equal(order, np.arange(len(order))):
            for name in ("faces", "materials", "transitions"):
                changes[name] = read_only(getattr(self, name)[order])
        return replace(self, **changes)

    def translated(self, offset: Sequence[float]) -> Walkmesh:
        """The mesh moved by ``offset`` (x, y, z in metres); see `mesh.transforms`."""
        return transforms.translate(self, offset)

    def rotated(self, degrees: float, about: Sequence[float] = (0.0, 0.0)) -> Walkmesh:
        """The mesh turned counter-clockwise about the vertical through ``about`` (x, y)."""
        return transforms.rotate(self, degrees, about)

    def flipped(
        self, *, x: bool = False, y: bool = False, about: Sequence[float] = (0.0, 0.0)
    ) -> Walkmesh:
        """The mesh mirrored in x, in y or in both, at the lines through ``about`` (x, y)."""
        return transforms.flip(self, x=x, y=y, about=about)

    def with_transition(self, face: int, side: int, room: int) -> Walkmesh:
        """The mesh with that boundary edge leading to ``room`` (a layout index), or -1 to nowhere.

        Raises `ValueError` for a side that is no boundary edge: nothing could cross there.
        """
        if not (0 <= face < len(self.faces) and 0 <= side < 3):
            raise ValueError(f"there is no side {side} of face {face}")
        if not -1 <= room < 2**31:
            raise ValueError(f"{room} is not a room number")
        if room != -1 and not self._is_boundary(face, side):
            raise ValueError(f"side {side} of face {face} is not a boundary edge")
        if self.transitions[face, side] == room:
            return self
        transitions = self.transitions.copy()
        transitions[face, side] = operator.index(room)
        return self.edited(transitions=read_only(transitions))

    def remap_transitions(self, rooms: Mapping[int, int]) -> Walkmesh:
        """The mesh with transitions to other rooms: old layout index → new one, or -1 for none.

        All at once, so that two rooms can change places; transitions to other rooms stay::

            mesh.remap_transitions({3: 4, 4: 3, 7: -1})
        """
        from kotorlevel.mesh.edit.faces import remap_transitions

        return remap_transitions(self, rooms)

    def baked(self, position: Sequence[float], bearing: float = 0.0) -> Walkmesh:
        """A room's walkmesh of an object that stands at ``position``, turned by ``bearing``.

        The bearing is in radians, counter-clockwise, as in the GIT. Vertices are in area space,
        and ``absolute_hooks`` are where one stands to use it; materials are kept. So it can be
        merged into a room, whose hooks and position then count::

            crate = kl.read_walkmesh("plc_crate.pwk").baked((12.0, 3.5, 0.0), math.pi / 2)
            room = kl.edit.merge(room, crate)

        Raises `ValueError` for a room's walkmesh, which is in area space already.
        """
        from kotorlevel.mesh.placed import bake

        return bake(self, position, bearing)

    def _is_boundary(self, face: int, side: int) -> bool:
        """True when an edited mesh has this side among its boundary edges, whatever is stored."""
        if not self.is_area or not self.members[face]:
            return False
        self._check()
        order = walkable_first(self.members)
        table = self.regrouped(self.members).geometry.adjacency.table
        return bool(table[np.flatnonzero(order == face)[0], side] == -1)

    def rebuilt(
        self,
        materials: Materials | None = None,
        game: Game = "k1",
        *,
        surfaces: Materials | None = None,
    ) -> Walkmesh:
        """The mesh in walkable-first order by ``surfaces``, with every table derived anew.

        ``materials`` is an older name of ``surfaces``.
        """
        surfaces = surfaces or materials or self.surfaces
        mesh = replace(self, surfaces=surfaces, game=game, stored=None)
        return mesh.regrouped(surfaces.walkable(self.materials))


_LARGEST_SHARED = 4_000_000
_READ: Shared[Walkmesh] = Shared(8_000_000)
"""Meshes by their bytes. So many bytes, those of a large area, are kept when nobody needs them:
a repair reads the files one by one, and then the area."""


def _is_same(now: object, then: object) -> bool:
    """True for the very same array, and for equal numbers."""
    return now is then or (isinstance(now, int) and now == then)
