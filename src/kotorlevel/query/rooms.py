"""The rooms that a path stands for, to be asked: one walkmesh, a folder of them, or an area."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from kotorlevel.area.install.target import find_target, find_target_level
from kotorlevel.core.errors import InputError
from kotorlevel.core.resource import name_key
from kotorlevel.core.source import load_source
from kotorlevel.core.words import some_of
from kotorlevel.formats.detect import find_files
from kotorlevel.mesh.io import parse_single_walkmesh, read_single_walkmesh
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
    path: str | Path,
    *,
    game: str | Path | None = None,
    module: str | None = None,
    override: Sequence[str | Path] = (),
    surfaces: Materials | None = None,
    doors: bool = False,
    placeables: bool = False,
) -> Rooms:
    """One walkmesh file, the rooms of a folder, or an area: of a layout, an archive, a module.

    With ``doors`` and ``placeables`` those of the area take part, doors as they stand at first.
    ``surfaces`` replace those that the files were read with. Raises `InputError` or `FormatError`
    where there is nothing to be asked.

        rooms = kl.load_rooms("my_mod", doors=True)
        kl.Inquiry(rooms, "height").ask((12.4, -3.0))
    """
    where = find_target(path, game=game, module=module, override=override)
    path = Path(path)
    if where.is_area:
        from kotorlevel.query.area_rooms import rooms_of_area

        level = find_target_level(where)
        return rooms_of_area(level, surfaces, doors=doors, placeables=placeables)
    if doors or placeables:
        text = "`doors` and `placeables` go with an area: a layout and the module it is of"
        raise InputError(text, source=str(path))
    if path.is_dir():
        return _load_folder(path, find_files(path), surfaces)
    return _load_file(path, surfaces)


def _load_file(path: Path, surfaces: Materials | None) -> Rooms:
    """The one walkmesh of a file."""
    mesh, notes = read_single_walkmesh(path, surfaces)
    return Rooms((path.name.split(".")[0],), (mesh,), mesh.surfaces, notes)


def _load_folder(path: Path, files: Sequence[Path], surfaces: Materials | None) -> Rooms:
    """The rooms of a folder without a layout, in the order of their names."""
    from kotorlevel.mesh.materials import Materials

    where = path.as_posix()
    woks: defaultdict[str, list[Path]] = defaultdict(list)
    for file in files:
        if file.suffix.lower() == ".wok":
            woks[name_key(file.stem)].append(file)
    if not woks:
        text = "no layout (.lyt) and no room walkmesh (.wok) in this folder"
        raise InputError(text, source=where)
    notes = []
    if len(woks) > 1:
        notes.append(
            f"{where}: no layout (.lyt) in this folder; "
            f"its {len(woks)} rooms are taken in the order of their names"
        )
    chosen = [_choose(several, path) for several in woks.values()]
    meshes: list[Walkmesh | None] = []
    for file in chosen:
        mesh, more = parse_single_walkmesh(file.as_posix(), load_source(file).data, surfaces)
        meshes.append(mesh)
        notes += more
    names = tuple(file.stem for file in chosen)
    return Rooms(names, tuple(meshes), surfaces or Materials.default(), tuple(notes))


def _choose(files: Sequence[Path], folder: Path) -> Path:
    """The one file of a room: in ``folder`` rather than below it."""
    files = [file for file in files if file.parent == folder] or files
    if len(files) > 1:
        raise several_files([file.as_posix() for file in files])
    return files[0]


def several_files(files: Sequence[str]) -> InputError:
    """The error for a room of which nobody can tell which file is meant."""
    return InputError(
        f"{len(files)} files for one room: {shown(files)}; give the folder of one of them"
    )


def shown(names: Iterable[str]) -> str:
    """Names in a row, not too many of them."""
    return some_of([*names], _LONGEST_LIST)
