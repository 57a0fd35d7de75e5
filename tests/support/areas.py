"""Areas made in code: rooms, doors, placeables and where their files are, all by hand.

    make_area({"hall": floor(), "yard": floor(4, east=2), "cell": None, "****": None})
    make_area({"hall": floor()}, doors=[make_door((4, 2, 0))], lookup=game_with())

A `floor` is a rectangle of two faces; with corners 0 to 3 counter-clockwise from the south-west,
face 0 is (0, 1, 2) and face 1 (0, 2, 3). So its south is edge 0, east 1, north 4 and west 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import kotorlevel as kl
from kotorlevel.area.area import Area, Room
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import ModuleInfo
from kotorlevel.area.install.resources import Resource
from kotorlevel.area.install.sources import ResourceSource
from kotorlevel.area.objects import Door, Placeable
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import find_type, split_filename
from kotorlevel.formats.lyt import DoorHook, Layout, LayoutRoom
from kotorlevel.mesh.walkmesh import Walkmesh

Point = tuple[float, float, float]

STONE, NONWALK = 4, 7
QUARTER = 1.5707963267948966
"""A quarter turn, counter-clockwise: (x, y) comes to (-y, x)."""

NOWHERE = (0.0, 0.0, 0.0)


def floor(
    x: float = 0,
    y: float = 0,
    width: float = 4,
    depth: float = 4,
    z: float = 0,
    *,
    rise: float = 0,
    material: int = STONE,
    south: int = -1,
    east: int = -1,
    north: int = -1,
    west: int = -1,
) -> Walkmesh:
    """A rectangle with its south-west corner at (x, y, z), ``rise`` metres higher in the east.

    The four sides lead to these rooms.
    """
    up = z + rise
    corners = [(x, y, z), (x + width, y, up), (x + width, y + depth, up), (x, y + depth, z)]
    sides = [(south, east, -1), (-1, north, west)]
    return Walkmesh.from_arrays(corners, [(0, 1, 2), (0, 2, 3)], [material] * 2, sides)


def plate(
    start: tuple[float, float] = (-1, 0),
    end: tuple[float, float] = (1, 0),
    *,
    height: float = 2,
    material: int = NONWALK,
    hooks: Sequence[Point] = (),
) -> Walkmesh:
    """An upright rectangle between two points of the plan: the leaf of a door, a panel."""
    (ax, ay), (bx, by) = start, end
    corners = [(ax, ay, 0), (bx, by, 0), (bx, by, height), (ax, ay, height)]
    relative = [*hooks, NOWHERE, NOWHERE][:2]
    return Walkmesh.from_arrays(
        corners,
        [(0, 1, 2), (0, 2, 3)],
        [material] * 2,
        kind=0,
        relative_hooks=relative,
        absolute_hooks=relative,
    )


CLOSED = plate(hooks=[(0, -1, 0), (0, 1, 0)])
OPEN_1 = plate((-1, 0), (-1, 2), hooks=[(-1, -1, 0)])
OPEN_2 = plate((-1, 0), (-1, -2), hooks=[(-1, 1, 0)])
LEAF = (CLOSED, OPEN_1, OPEN_2)
"""A door two metres wide, hanging at (-1, 0): its states."""


def make_door(
    position: Point = NOWHERE,
    bearing: float = 0.0,
    meshes: tuple[Walkmesh | None, ...] = LEAF,
    index: int = 0,
    tag: str = "gate",
    **more: Any,
) -> Door:
    """A door of the model ``leaf``, with the template ``t_gate``."""
    fields = {"template": f"t_{tag}", "model": "leaf", **more}
    return Door(index, tag, position=position, bearing=bearing, meshes=meshes, **fields)


def make_placeable(
    position: Point = NOWHERE,
    bearing: float = 0.0,
    mesh: Walkmesh | None = None,
    index: int = 0,
    tag: str = "crate",
    **more: Any,
) -> Placeable:
    """A placeable of the model ``box``, with the template ``t_crate``."""
    fields = {"template": f"t_{tag}", "model": "box", **more}
    return Placeable(index, tag, position=position, bearing=bearing, mesh=mesh, **fields)


def make_area(
    rooms: Mapping[str, Walkmesh | FormatError | None] | Sequence[tuple[str, Walkmesh | None]],
    *,
    name: str = "lab",
    entry: Point | None = None,
    door_hooks: Sequence[Point] = (),
    **more: Any,
) -> Area:
    """An area of rooms in that order; an error stands for a walkmesh that cannot be read.

    The walkmesh of a room is said to be in the file ``<room>.wok``. With ``entry`` there is a
    module. ``more`` are fields of the area.
    """
    given = list(rooms.items() if isinstance(rooms, Mapping) else rooms)
    hooks = [DoorHook(given[0][0], "leaf", place) for place in door_hooks]
    places = [LayoutRoom(room, NOWHERE) for room, _ in given]
    module = None if entry is None else ModuleInfo(name, (name,), entry, (0.0, 1.0))
    fields = {"module": module, **more}
    layout = Layout(tuple(places), door_hooks=tuple(hooks))
    made = tuple(_room(index, room, mesh) for index, (room, mesh) in enumerate(given))
    return Area(name, layout, rooms=made, **fields)


def _room(index: int, name: str, mesh: Walkmesh | FormatError | None) -> Room:
    if mesh is None:
        return Room(index, name, NOWHERE)
    if isinstance(mesh, FormatError):
        return Room(index, name, NOWHERE, None, resource(f"{name}.wok", b"broken"), mesh)
    return Room(index, name, NOWHERE, mesh, resource(f"{name}.wok", mesh.to_bytes), None, mesh)


def resource(
    filename: str, data: bytes | Callable[[], bytes] = b"", place: str = "", size: int = -1
) -> Resource:
    """A resource in a file of its own, or at ``place``; ``data`` may be what reads it."""
    named = split_filename(filename)
    assert named is not None
    opener = partial(bytes, data) if isinstance(data, bytes) else data
    return Resource(*named, place or filename, opener, size)


class MemorySource:
    """Files that are nowhere: place, what it is ("folder", "archive", "Override", "KEY"), content.

    A ``bif`` is where the files of a KEY are said to be.
    """

    def __init__(
        self, place: str, what: str, files: Sequence[tuple[str, bytes]] = (), bif: str = ""
    ) -> None:
        self.place = place
        self.what = what
        self._files = [self._resource(name, data, bif) for name, data in files]

    def _resource(self, name: str, data: bytes, bif: str) -> Resource:
        is_folder = self.what not in ("archive", "KEY")
        place = bif or (f"{self.place}/{name}" if is_folder else self.place)
        return resource(name.rpartition("/")[2], data, place)

    def find_all(self, name: str, kind: str | int) -> list[Resource]:
        """The copies of a resource, in the given order."""
        number = find_type(kind)
        return [r for r in self._files if r.name.lower() == name.lower() and r.type == number]

    def resources(self) -> Iterator[Resource]:
        """All of them."""
        return iter(self._files)


class BrokenSource(MemorySource):
    """An archive that cannot be read."""

    def find_all(self, name: str, kind: str | int) -> list[Resource]:
        """Nothing: it cannot be opened."""
        raise FormatError("not an archive", source=self.place)


def game_with(*filenames: str) -> Lookup:
    """A game that has these files and nothing else."""
    files = [(name, name.encode()) for name in filenames]
    return Lookup((MemorySource("chitin.key", "KEY", files, "data/models.bif"),))


def lookup_of(*sources: ResourceSource, replaced: Sequence[ResourceSource] = ()) -> Lookup:
    """Sources in the order in which they are asked."""
    return Lookup(sources, tuple((source, "replaced by a MOD") for source in replaced))


def write_folder(folder: Path, area: Area, **files: bytes) -> Path:
    """The layout and the walkmeshes of ``area`` in a folder; ``files`` as ``git=b"…"`` of its name.

    Returns the layout's path.
    """
    path = folder / f"{area.name}.lyt"
    path.write_bytes(area.layout.to_bytes())
    for room in area.rooms:
        if room.mesh is not None:
            kl.write_walkmesh(room.mesh, folder / f"{room.name}.wok")
    for extension, data in files.items():
        (folder / f"{area.name}.{extension}").write_bytes(data)
    return path
