"""`LevelToEdit`: which level a path means to who edits it: an area, or one walkmesh alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from kotorlevel.area.area import Area, Room
from kotorlevel.area.conversion.beside import find_layout
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import Level
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.resources import Resource
from kotorlevel.area.install.target import find_target, find_target_level
from kotorlevel.area.load import read_level
from kotorlevel.area.write import as_changed
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.journal.undo import hold_folders, recover
from kotorlevel.core.resource import find_type
from kotorlevel.core.source import load_source
from kotorlevel.mesh.io import read_single_walkmesh, read_walkmesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.repair.area import SwappedSource

Contents = Mapping[str, bytes]
"""Name of a file in small letters → its bytes."""


@dataclass(frozen=True, eq=False)
class LevelToEdit:
    """A level that can be read again and again: `load`.

    ``home`` is the folder that what is new goes to, None where nothing can be written. ``room`` is
    the room that was pointed at, if one was. A walkmesh that ``is_alone`` is an area of one room,
    of which only the walkmesh has a file.
    """

    read: Callable[[Contents], Area] = field(repr=False)
    home: Path | None
    room: str = ""
    is_alone: bool = False
    _path: Path = Path()

    def load(self, contents: Contents | None = None) -> Area:
        """The level as it is, or with other ``contents`` in some of its files, by their names."""
        if not contents:
            return self.read({})
        return _at_home(self.read(contents), self.read({}))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else edits the level until the block ends; not even what is left of it."""
        with suppress(OSError):
            recover(self._path)
        with hold_folders([] if self.home is None else [self.home]):
            yield

    def as_changed(self, area: Area) -> Area:
        """The area with every part of it that has a file as if it was edited."""
        if not self.is_alone:
            return as_changed(area)
        return replace(area, rooms=tuple(replace(room, loaded=None) for room in area.rooms))


def find_level_to_edit(
    path: Path,
    *,
    game: Game | str | Path | None = None,
    module: str | None = None,
    override: Sequence[str | Path] = (),
    surfaces: Materials | None = None,
) -> LevelToEdit:
    """The level that is meant. Raises `InputError` or `FormatError` where there is none.

    A save that was cut off is finished or taken back first: half of it is no level.
    """
    with suppress(OSError):  # where nothing can be written: then nothing was
        recover(path)
    room = ""
    if path.is_file() and path.name.lower().endswith((".wok", ".wok.ascii", ".pwk", ".dwk")):
        room = path.name.split(".")[0]
        layout = _find_layout_beside(room, path)
        if layout is None:
            alone = partial(_load_alone, path, surfaces)
            alone({})  # says what is wrong with it
            return LevelToEdit(alone, path.parent, room, is_alone=True, _path=path)
        path = layout
    target = partial(find_target, path, game=game, module=module, override=override)
    level = find_target_level(target())
    found = level.lookup.find(level.name, "lyt")
    home = None if found is None or found.path is None else found.path.parent

    def read(contents: Contents) -> Area:
        return read_level(_with_contents(find_target_level(target()), contents), surfaces)

    return LevelToEdit(read, home, room, _path=path)


def _at_home(area: Area, disk: Area) -> Area:
    """An area whose files have other contents on the disk now, where it is to be written to."""

    def found(room: Room) -> Resource | None:
        if disk.lookup is None:  # one walkmesh alone
            return disk.rooms[0].resource
        return disk.lookup.find(room.name, "wok")

    rooms = tuple(replace(room, resource=found(room)) for room in area.rooms)
    return replace(area, files=disk.files, lookup=disk.lookup, rooms=rooms)


def as_owned(area: Area, disk: Area, own: Collection[str]) -> Area:
    """The area with its files as they are on the ``disk`` now, to be written.

    ``own`` are the names of files that are the level's: what an earlier save has made is replaced,
    what is somebody else's is not.
    """
    if disk.lookup is None:  # one walkmesh alone
        return area
    lookup = disk.lookup

    def found(room: Room) -> Resource | None:
        if f"{room.name}.wok".lower() not in own:  # such as one that a save has taken away
            return None
        return lookup.find(room.name, "wok") or room.resource

    mine = {k: r for k, r in disk.files.items() if f"{area.name}.{k}".lower() in own}
    rooms = tuple(replace(room, resource=found(room)) for room in area.rooms)
    return replace(area, files={**area.files, **mine}, lookup=lookup, rooms=rooms)


def _with_contents(level: Level, contents: Contents) -> Level:
    """The level with other bytes in some files, wherever these are."""
    return replace(level, lookup=with_contents(level.lookup, contents)) if contents else level


def with_contents(lookup: Lookup, contents: Contents) -> Lookup:
    """The lookup with other bytes in some files, wherever these are."""

    def swap(resource: Resource) -> Resource:
        data = contents.get(resource.filename.lower())
        if data is None:
            return resource
        return replace(resource, opener=partial(bytes, data), size=len(data))

    sources = tuple(SwappedSource(source, swap) for source in lookup.sources)
    return Lookup(sources, lookup.replaced)


def _find_layout_beside(room: str, path: Path) -> Path | None:
    try:
        return find_layout(room, (path,))
    except FormatError:  # none, or several: then nobody knows which room it is
        return None


def _load_alone(path: Path, surfaces: Materials | None, contents: Contents) -> Area:
    """An area of one room, whose walkmesh is that file."""
    mesh, _ = read_single_walkmesh(path, surfaces)
    if (data := contents.get(f"{path.name.split('.')[0]}.wok".lower())) is not None:
        mesh = read_walkmesh(data, surfaces)
    if not mesh.is_area:
        text = "is the walkmesh of a door or placeable; only rooms can be edited here"
        raise InputError(f"{text}. `convert` it to OBJ and back", source=path.as_posix())
    name = path.name.split(".")[0]
    area = Area.from_meshes(name, {name: mesh})
    number = find_type("wok")
    assert number is not None
    file = Resource(name, number, path.as_posix(), lambda: load_source(path).data, path=path)
    room = replace(area.rooms[0], resource=file, loaded=mesh)
    return replace(area, rooms=(room,), loaded_layout=area.layout, surfaces=mesh.surfaces)
