"""What ``kotorlevel path`` walks on: an area, or the one room of a walkmesh."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.area import Area
from kotorlevel.area.install.target import Target, find_layouts, find_target_level, is_archive
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.source import load_source
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list
from kotorlevel.formats.detect import detect_format, find_files
from kotorlevel.mesh.materials import Materials

if TYPE_CHECKING:
    from kotorlevel.cli.ask.levels import Given
    from kotorlevel.mesh.walkmesh import Walkmesh

_OTHER_FILES = {"vis": "a visibility file", "2da": "a 2DA table"}


@dataclass(frozen=True, eq=False)
class Source:
    """An area or a mesh, the name of a mesh, and what should be known about it."""

    walked: Area | Walkmesh
    surfaces: Materials
    name: str = ""
    notes: tuple[str, ...] = field(default=(), repr=False)


def load_walked(path: Path, given: Given, surfaces: Materials | None) -> Source:
    """What PATH means. Raises `CommandError` or `FormatError` where nobody can walk on it."""
    where = given.find(path)
    if _is_area(where):
        return _load_area(where, surfaces)
    file = _only_room(where.path) if where.path.is_dir() else where.path
    data, name = load_source(file)
    kind = detect_format(data, name)
    if kind == "lyt":
        raise CommandError(f"{file.as_posix()}: is a layout, but its name does not end in .lyt")
    if kind in _OTHER_FILES:
        raise CommandError(
            f"{file.as_posix()}: is {_OTHER_FILES[kind]}; give a walkmesh (.wok), a layout (.lyt), "
            "a folder or an archive"
        )
    return _load_mesh(file, data, surfaces)


def _is_area(where: Target) -> bool:
    path = where.path
    if where.is_game or path.suffix.lower() == ".lyt":
        return True
    if path.is_dir():
        return where.module is not None or bool(find_layouts(path))
    return is_archive(path)


def _only_room(folder: Path) -> Path:
    """The one walkmesh of a folder without a layout."""
    rooms = [file for file in find_files(folder) if file.suffix.lower() == ".wok"]
    where = folder.as_posix()
    if not rooms:
        raise CommandError(f"{where}: no layout (.lyt) and no room walkmesh (.wok) in this folder")
    if len(rooms) > 1:
        names = short_list([printable(file.name) for file in rooms])
        raise CommandError(
            f"{where}: {len(rooms)} rooms, but no layout (.lyt) that says which of them are "
            f"neighbours; add it, or give one of them: {names}"
        )
    return rooms[0]


def _load_mesh(file: Path, data: bytes, surfaces: Materials | None) -> Source:
    from kotorlevel.mesh.io import parse_single_walkmesh

    where = file.as_posix()
    mesh, notes = parse_single_walkmesh(where, data, surfaces)
    if not mesh.is_area:
        raise CommandError(
            f"{where}: is the walkmesh of a placeable or door; one walks on rooms (.wok)"
        )
    return Source(mesh, surfaces or mesh.surfaces, file.name.split(".")[0], tuple(notes))


def _load_area(where: Target, surfaces: Materials | None) -> Source:
    from kotorlevel.area.load import read_level

    area = read_level(find_target_level(where))
    return Source(area, surfaces or area.surfaces)
