"""The rooms behind the PATH of ``kotorlevel query``."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kotorlevel.cli.ask.levels import Given, find_area, find_layouts, find_where, is_archive
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.resource import name_key
from kotorlevel.core.source import load_source
from kotorlevel.core.text import printable
from kotorlevel.formats.detect import detect_format, find_files

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from kotorlevel.area.install.level import Level
    from kotorlevel.cli.ask.levels import Where
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh

Kind = Literal["room", "door", "placeable"]

_LONGEST_LIST = 8


@dataclass(frozen=True)
class Rooms:
    """The rooms in layout order; ``meshes`` has None for a room without a walkmesh.

    ``notes`` is what a person should know before trusting an answer. Behind the rooms may come
    doors, then placeables: ``door_count`` and ``placeable_count`` of them.
    """

    names: tuple[str, ...]
    meshes: tuple[Walkmesh | None, ...]
    surfaces: Materials
    notes: tuple[str, ...] = ()
    door_count: int = 0
    placeable_count: int = 0

    @cached_property
    def owners(self) -> tuple[tuple[Kind, int], ...]:
        """What each of the names belongs to: a room, door or placeable, and its own number."""
        rooms = len(self.names) - self.door_count - self.placeable_count
        counts: tuple[tuple[Kind, int], ...] = (
            ("room", rooms),
            ("door", self.door_count),
            ("placeable", self.placeable_count),
        )
        return tuple((kind, number) for kind, count in counts for number in range(count))

    @property
    def several(self) -> bool:
        """Whether an answer has to say which room it is in."""
        return len(self.names) > 1

    @cached_property
    def materials(self) -> list[list[int]]:
        """The material of each face, for each room; plain numbers, for answers by the million."""
        return [[] if mesh is None else mesh.materials.tolist() for mesh in self.meshes]


def load_rooms(
    path: Path,
    surfaces: Materials | None,
    given: Given | None = None,
    things: Collection[Kind] = (),
) -> Rooms:
    """One walkmesh file, the rooms of a folder, or an area: of a layout, an archive, a module.

    ``things`` are what takes part beside the rooms of an area. Raises `CommandError`.
    """
    where = find_where(path, given or Given())
    if (found := _find_area(where)) is not None:
        from kotorlevel.cli.queries.area import rooms_of_area

        return rooms_of_area(found, surfaces, things)
    if things:
        raise CommandError(
            f"{path}: --doors and --placeables go with an area: a layout and the module it is of"
        )
    if path.is_dir():
        return _load_folder(path, find_files(path), surfaces)
    return _load_file(path, surfaces)


def _find_area(where: Where) -> Level | None:
    """The level that is meant; None where it is one walkmesh, or a folder without a layout."""
    path = where.path
    if path.is_dir() and not where.is_game:
        layouts = find_layouts(path)
        return find_area(where) if layouts or where.module is not None else None
    if where.is_game or path.suffix.lower() == ".lyt" or is_archive(path):
        return find_area(where)
    return None


def _load_file(path: Path, surfaces: Materials | None) -> Rooms:
    """The one walkmesh of a file."""
    data, name = load_source(path)
    where = path.as_posix()
    kind = detect_format(data, name)
    if kind == "lyt":
        raise CommandError(f"{where}: is a layout, but its name does not end in .lyt")
    if kind in ("vis", "2da"):
        called = {"vis": "a visibility file", "2da": "a 2DA table"}[kind]
        raise CommandError(f"{where}: is {called}; give a walkmesh, a layout or a folder")
    mesh, notes = load_mesh(where, data, surfaces)
    if not mesh.is_area:
        notes.append(
            f"{where}: a placeable's or door's walkmesh; its places are its own, not an area's"
        )
    return Rooms((path.name.split(".")[0],), (mesh,), mesh.surfaces, tuple(notes))


def _load_folder(path: Path, files: Sequence[Path], surfaces: Materials | None) -> Rooms:
    """The rooms of a folder without a layout, in the order of their names."""
    from kotorlevel.mesh.materials import Materials

    where = path.as_posix()
    woks: defaultdict[str, list[Path]] = defaultdict(list)
    for file in files:
        if file.suffix.lower() == ".wok":
            woks[name_key(file.stem)].append(file)
    if not woks:
        raise CommandError(f"{where}: no layout (.lyt) and no room walkmesh (.wok) in this folder")
    notes = []
    if len(woks) > 1:
        notes.append(
            f"{where}: no layout (.lyt) in this folder; "
            f"its {len(woks)} rooms are taken in the order of their names"
        )
    chosen = [_choose(several, path) for several in woks.values()]
    meshes: list[Walkmesh | None] = []
    for file in chosen:
        mesh, more = load_mesh(file.as_posix(), load_source(file).data, surfaces)
        meshes.append(mesh)
        notes += more
    names = tuple(file.stem for file in chosen)
    return Rooms(names, tuple(meshes), surfaces or Materials.default(), tuple(notes))


def _choose(files: Sequence[Path], folder: Path) -> Path:
    """The one file of a room: in ``folder`` rather than below it."""
    files = [file for file in files if file.parent == folder] or files
    if len(files) > 1:
        raise several_files(file.as_posix() for file in files)
    return files[0]


def several_files(files: Iterable[str]) -> CommandError:
    """The error for a room of which nobody can tell which file is meant."""
    listed = list(files)
    return CommandError(
        f"{len(listed)} files for one room: {shown(listed)}; give the folder of one of them"
    )


def load_mesh(name: str, data: bytes, surfaces: Materials | None) -> tuple[Walkmesh, list[str]]:
    """The walkmesh in a file called ``name``, and what should be said about it."""
    from kotorlevel.mesh.io import parse_ascii_walkmeshes
    from kotorlevel.mesh.walkmesh import Walkmesh

    if detect_format(data) != "ascii":
        return Walkmesh.from_bytes(data, name, surfaces), []
    first, *others = parse_ascii_walkmeshes(data, name, surfaces)
    notes = [f"{name}: a text; its faces are numbered as `kotorlevel convert` would write them"]
    if others:
        states = shown(each.state or each.name for each in (first, *others))
        notes.append(f"{name}: holds {1 + len(others)} walkmeshes ({states}); asked the first")
    return first.mesh, notes


def shown(names: Iterable[str]) -> str:
    """Names in a row, not too many of them."""
    listed = [printable(name, 200) for name in names]
    more = len(listed) - _LONGEST_LIST
    return ", ".join(listed[:_LONGEST_LIST]) + (f" and {more} more" if more > 0 else "")
