"""`Area`: a whole level as a value: rooms, layout, visibility, doors, placeables, and their files.

An edit returns a new area; what was loaded is remembered, so that only changes are written.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from kotorlevel.core.errors import FormatError
from kotorlevel.core.remember import only_fields
from kotorlevel.core.resource import EMPTY_NAME, same_name
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of
from kotorlevel.mesh.materials import Materials

if TYPE_CHECKING:
    from kotorlevel.area.geometry import AreaGeometry
    from kotorlevel.area.install.lookup import Lookup
    from kotorlevel.area.install.modules import ModuleInfo
    from kotorlevel.area.install.resources import Resource
    from kotorlevel.area.objects import Door, Placeable
    from kotorlevel.formats.gff import Gff
    from kotorlevel.formats.lyt import Layout
    from kotorlevel.formats.mdl import Model
    from kotorlevel.formats.pth import PathPoints
    from kotorlevel.formats.vis import Visibility
    from kotorlevel.mesh.walkmesh import Walkmesh


@dataclass(frozen=True, eq=False)
class Room:
    """A room of the layout. ``index`` is what transitions of walkmeshes refer to.

    ``mesh`` is None where there is no walkmesh, or none that can be read (``error``). ``position``
    is the layout's; it is not added to the mesh, which is in area space already (FACTS 1).
    ``resource`` is the walkmesh's file as it was found, ``loaded`` the mesh as it was read.
    ``model`` is a model in place of the one that the level has, to be written with the area.
    """

    index: int
    name: str
    position: Vector
    mesh: Walkmesh | None = field(default=None, repr=False)
    resource: Resource | None = field(default=None, repr=False)
    error: FormatError | None = field(default=None, repr=False)
    loaded: Walkmesh | None = field(default=None, repr=False)
    model: Model | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        what = "empty slot" if self.is_empty_slot else "no walkmesh"
        if self.mesh is not None:
            what = count_of(len(self.mesh.faces), "face")
        return f"<Room {self.index} {self.name!r}, {what}>"

    @property
    def source(self) -> str:
        """The file or archive that the walkmesh was read from; empty if there is none."""
        return self.resource.place if self.resource else ""

    @property
    def is_empty_slot(self) -> bool:
        """True for ``****``, which keeps a number free."""
        return self.name == EMPTY_NAME

    @property
    def is_changed(self) -> bool:
        """True when the mesh is not the one that was read."""
        return self.mesh is not self.loaded


@dataclass(frozen=True)
class AreaProblem:
    """Something wrong that did not keep the area from being loaded: in which file, and what."""

    code: str
    text: str
    source: str = ""

    def __str__(self) -> str:
        return f"{self.source}: {self.text}" if self.source else self.text

    @staticmethod
    def of(error: FormatError, source: str = "", code: str = "unreadable") -> AreaProblem:
        """What an error said, with the place in the file; ``source`` if it does not name it."""
        text = ": ".join(part for part in (error.place, error.message) if part)
        return AreaProblem(code, text, error.source or source)


@dataclass(frozen=True, eq=False)
class Area:
    """A level: the rooms of ``layout`` in its order, and what the module puts into them.

    ``surfaces`` decides what is walkable; its name says where it comes from. ``module`` is what
    the IFO says, ``git`` the instances of the module, ``path_points`` the PTH; each is None where
    there is none. ``files`` are the files all of it was read from, by extension. ``lookup`` finds
    other resources of the level. ``loaded_layout``, ``loaded_visibility``, ``loaded_git`` and
    ``loaded_path_points`` are as they were read. ``extra`` are further files that are written with
    it, by name and extension, in place of those of the level: ``{("m55aa", "are"): data}``.
    """

    name: str
    layout: Layout
    visibility: Visibility | None = None
    rooms: tuple[Room, ...] = ()
    doors: tuple[Door, ...] = ()
    placeables: tuple[Placeable, ...] = ()
    module: ModuleInfo | None = None
    git: Gff | None = field(default=None, repr=False)
    path_points: PathPoints | None = field(default=None, repr=False)
    surfaces: Materials = field(default_factory=Materials.default, repr=False)
    files: dict[str, Resource] = field(default_factory=dict, repr=False)
    lookup: Lookup | None = field(default=None, repr=False)
    problems: tuple[AreaProblem, ...] = field(default=(), repr=False)
    loaded_layout: Layout | None = field(default=None, repr=False)
    loaded_visibility: Visibility | None = field(default=None, repr=False)
    loaded_git: Gff | None = field(default=None, repr=False)
    loaded_path_points: PathPoints | None = field(default=None, repr=False)
    extra: Mapping[tuple[str, str], bytes] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        with_mesh = sum(room.mesh is not None for room in self.rooms)
        return f"<Area {self.name!r}, {with_mesh} of {len(self.rooms)} rooms with a walkmesh>"

    def _repr_html_(self) -> str:
        """A small plan, for notebooks."""
        from kotorlevel.mesh.plan import draw_plan

        return draw_plan((mesh for mesh in self.meshes if mesh is not None), repr(self))

    __getstate__ = only_fields

    @classmethod
    def from_meshes(cls, name: str, meshes: Mapping[str, Walkmesh | None]) -> Area:
        """A new area of rooms in that order, all laid out at the origin (nothing is moved).

        area, report = kl.relink(kl.Area.from_meshes("lab", {"hall": hall, "yard": yard}))
        """
        from kotorlevel.formats.lyt import Layout, LayoutRoom

        origin = (0.0, 0.0, 0.0)
        layout = Layout(tuple(LayoutRoom(room, origin) for room in meshes))
        rooms = tuple(Room(i, room, origin, meshes[room]) for i, room in enumerate(meshes))
        return cls(name, layout, rooms=rooms)

    @property
    def geometry(self) -> AreaGeometry:
        """How the rooms lie to each other: edges, seams, near misses, portals; found once."""
        from kotorlevel.area.geometry import AreaGeometry

        return AreaGeometry(self)

    @property
    def entry(self) -> Vector | None:
        """Where the player enters; None without a module, or where that begins in another area."""
        module = self.module
        return module.entry if module and same_name(module.area, self.name) else None

    @property
    def is_complete(self) -> bool:
        """True where a game was looked through: what is missing is missing for the player too."""
        return self.lookup is not None and any(s.what == "KEY" for s in self.lookup.sources)

    @cached_property
    def unknown_rooms(self) -> frozenset[int]:
        """The indices of the rooms that may have a floor which nobody has seen.

        A room without a walkmesh is one, unless the area `is_complete`: then it has no floor. Of a
        walkmesh that cannot be read nothing is known.
        """
        return frozenset(
            room.index
            for room in self.rooms
            if room.mesh is None
            and not room.is_empty_slot
            and not (self.is_complete and room.resource is None)
        )

    @cached_property
    def meshes(self) -> tuple[Walkmesh | None, ...]:
        """The walkmesh of each room, None where there is none; the index is the room's."""
        return tuple(room.mesh for room in self.rooms)

    def find_room(self, name: str) -> Room | None:
        """The first room of that name, in any case; None if there is none."""
        return next((room for room in self.rooms if same_name(room.name, name)), None)

    def room(self, which: int | str) -> Room:
        """A room by its index or name. Raises `KeyError` if there is none."""
        if isinstance(which, str):
            found = self.find_room(which)
        else:
            number = operator.index(which)  # queries answer with NumPy's numbers
            found = self.rooms[number] if 0 <= number < len(self.rooms) else None
        if found is None:
            raise KeyError(f"{self.name} has no room {which!r}")
        return found

    # Edits

    def with_mesh(self, which: int | str, mesh: Walkmesh | None) -> Area:
        """The area with another walkmesh in that room."""
        return self.with_meshes({self.room(which).index: mesh})

    def with_meshes(self, meshes: dict[int, Walkmesh | None]) -> Area:
        """The area with other walkmeshes in some rooms, by index.

        Raises `KeyError` if there is no such room, and `ValueError` for a mesh in an empty slot.
        """
        for index, mesh in meshes.items():
            if self.room(index).is_empty_slot and mesh is not None:
                raise ValueError(f"room {index} of {self.name} is an empty slot: it has no file")
        rooms = [
            replace(room, mesh=meshes[room.index]) if room.index in meshes else room
            for room in self.rooms
        ]
        return replace(self, rooms=tuple(rooms))

    def with_model(self, which: int | str, model: Model | None) -> Area:
        """The area with another model of that room, which is written with it; None: as it was.

        So a walkmesh and its model stay one::

            model = kl.put_walkmesh(kl.find_model(area, 3).model, mesh, area.rooms[3].position)
            area = area.with_mesh(3, mesh).with_model(3, model)
        """
        rooms = list(self.rooms)
        room = self.room(which)
        rooms[room.index] = replace(room, model=model)
        return replace(self, rooms=tuple(rooms))

    def with_visibility(self, visibility: Visibility | None) -> Area:
        """The area with another visibility."""
        return replace(self, visibility=visibility)

    def with_path_points(self, path_points: PathPoints | None) -> Area:
        """The area with other path points."""
        return replace(self, path_points=path_points)
