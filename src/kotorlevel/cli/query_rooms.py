"""The rooms behind the PATH of ``kotorlevel query``."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.cli.errors import CommandError
from kotorlevel.cli.info_text import count
from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.core.source import load_source
from kotorlevel.core.text import printable
from kotorlevel.formats.detect import detect_format, find_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh

_LONGEST_LIST = 8


@dataclass(frozen=True)
class Rooms:
    """The rooms in layout order; ``meshes`` has None for a room without a walkmesh.

    ``notes`` is what a person should know before trusting an answer.
    """

    names: tuple[str, ...]
    meshes: tuple[Walkmesh | None, ...]
    surfaces: Materials
    notes: tuple[str, ...] = ()

    @property
    def several(self) -> bool:
        """Whether an answer has to say which room it is in."""
        return len(self.names) > 1

    @cached_property
    def materials(self) -> list[list[int]]:
        """The material of each face, for each room; plain numbers, for answers by the million."""
        return [[] if mesh is None else mesh.materials.tolist() for mesh in self.meshes]


def load_rooms(path: Path, surfaces: Materials | None) -> Rooms:
    """One walkmesh file, or the rooms of a folder or a layout. Raises `CommandError`."""
    where = path.as_posix()
    if path.is_dir():
        files = find_files(path)
        layouts = [file for file in files if file.suffix.lower() == ".lyt"]
        if len(layouts) > 1:
            raise CommandError(
                f"{where}: {len(layouts)} layouts in this folder; give one of them instead: "
                + shown(file.as_posix() for file in layouts)
            )
        if layouts:
            return _load_layout(layouts[0], load_source(layouts[0]).data, files, surfaces)
        return _load_folder(path, files, surfaces)
    data, name = load_source(path)
    kind = detect_format(data, name)
    if kind == "lyt":
        beside = [file for file in path.parent.iterdir() if file.is_file()]
        return _load_layout(path, data, beside, surfaces)
    if kind in ("vis", "2da"):
        called = {"vis": "a visibility file", "2da": "a 2DA table"}[kind]
        raise CommandError(f"{where}: is {called}; give a walkmesh, a layout or a folder")
    mesh, notes = _load_mesh(path, data, surfaces)
    if not mesh.is_area:
        notes.append(
            f"{where}: a placeable's or door's walkmesh; its places are its own, not an area's"
        )
    return Rooms((path.name.split(".")[0],), (mesh,), mesh.surfaces, tuple(notes))


def _load_layout(
    path: Path, data: bytes, files: Sequence[Path], surfaces: Materials | None
) -> Rooms:
    """The rooms of a layout, each with its walkmesh among ``files``."""
    from kotorlevel.formats.lyt import parse_layout

    where = path.as_posix()
    layout = parse_layout(data, where)
    woks = _find_woks(files)
    names = tuple(room.name for room in layout.rooms)
    used = [_choose_wok(woks.get(name_key(name), ()), path.parent) for name in names]
    if not any(used):
        looked = shown(f"{name}.wok" for name in names if name != EMPTY_NAME)
        raise CommandError(
            f"{where}: none of its rooms has a walkmesh here; looked for {looked}"
            if looked
            else f"{where}: has no rooms"
        )
    notes = []
    lacking = [n for n, file in zip(names, used, strict=True) if file is None and n != EMPTY_NAME]
    if lacking:
        notes.append(
            f"{where}: {len(lacking)} of {count(len(names), 'room')} without a walkmesh here, "
            f"so nothing is known there: {shown(lacking)}"
        )
    in_layout = {name_key(name) for name in names}
    spare = [several[0].name for name, several in woks.items() if name not in in_layout]
    if spare:
        notes.append(f"{where}: not in the layout and left out: {shown(spare)}")
    return _load_woks(names, used, notes, surfaces)


def _load_folder(path: Path, files: Sequence[Path], surfaces: Materials | None) -> Rooms:
    """The rooms of a folder without a layout, in the order of their names."""
    where = path.as_posix()
    found = (_choose_wok(several, path) for several in _find_woks(files).values())
    woks = [file for file in found if file is not None]
    if not woks:
        raise CommandError(f"{where}: no layout (.lyt) and no room walkmesh (.wok) in this folder")
    notes = []
    if len(woks) > 1:
        notes.append(
            f"{where}: no layout (.lyt) in this folder; "
            f"its {len(woks)} rooms are taken in the order of their names"
        )
    return _load_woks([file.stem for file in woks], woks, notes, surfaces)


def _load_woks(
    names: Sequence[str],
    files: Sequence[Path | None],
    notes: list[str],
    surfaces: Materials | None,
) -> Rooms:
    from kotorlevel.mesh.materials import Materials

    meshes: list[Walkmesh | None] = []
    for file in files:
        if file is None:
            meshes.append(None)
            continue
        mesh, more = _load_mesh(file, load_source(file).data, surfaces)
        meshes.append(mesh)
        notes += more
    return Rooms(tuple(names), tuple(meshes), surfaces or Materials.default(), tuple(notes))


def _find_woks(files: Iterable[Path]) -> dict[str, list[Path]]:
    """Room name → the WOK files of that name, sorted by file."""
    found: defaultdict[str, list[Path]] = defaultdict(list)
    for file in sorted(files):
        if file.suffix.lower() == ".wok":
            found[name_key(file.stem)].append(file)
    return found


def _choose_wok(files: Sequence[Path], folder: Path) -> Path | None:
    """The one file of a room, if it has one: in ``folder`` rather than below it."""
    files = [file for file in files if file.parent == folder] or files
    if len(files) > 1:
        raise CommandError(
            f"{len(files)} files for one room: {shown(file.as_posix() for file in files)}; "
            "give the folder of one of them"
        )
    return files[0] if files else None


def _load_mesh(path: Path, data: bytes, surfaces: Materials | None) -> tuple[Walkmesh, list[str]]:
    """The walkmesh in a file, and what should be said about it."""
    from kotorlevel.formats.bwm import parse_bwm
    from kotorlevel.mesh.io import parse_ascii_walkmeshes
    from kotorlevel.mesh.walkmesh import Walkmesh

    name = path.as_posix()
    if detect_format(data) != "ascii":
        return Walkmesh.from_bwm(parse_bwm(data, name), surfaces), []
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
