"""The areas that two paths hold, and a level with and without a mod."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.diff.contents import Contents, Item, list_contents
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import find_level
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import find_module, read_module_info
from kotorlevel.area.install.sources import ArchiveSource
from kotorlevel.area.install.target import find_target, find_target_level, list_target_levels
from kotorlevel.area.load import read_level
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.resource import name_key, split_filename
from kotorlevel.core.words import short_list

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.install.resources import Resource
    from kotorlevel.mesh.materials import Materials


def load_areas(
    path: Path,
    *,
    game: Game | str | Path | None = None,
    module: str | Path | None = None,
    override: Sequence[str | Path] = (),
    surfaces: Materials | None = None,
) -> dict[str, Area]:
    """The areas in a folder, an archive or a game with a module, by the keys of their names.

    None where there is no layout, or none that can be read: then files are compared one by one.
    """
    target = find_target(path, game=game, module=module, override=override)
    found: dict[str, Area] = {}
    for _, find in list_target_levels(target):
        try:
            area = read_level(find(), surfaces)
        except FormatError:
            if target.is_game:
                raise
            continue
        found.setdefault(name_key(area.name), area)
    return found


Shadowed = Callable[[Contents], Contents]


def load_with_game(
    mod: Path,
    game: Game | str | Path,
    module: str | Path | None,
    override: Sequence[str | Path] = (),
    surfaces: Materials | None = None,
) -> tuple[Area, Area, Shadowed]:
    """The level of a game, the same with the mod in it, and what finds the game's copies of files.

    Raises `InputError` where it is not clear which level of the game is meant.
    """
    installed = game if isinstance(game, Game) else Game.open(game, override)
    name = str(module) if module is not None else _find_module(installed, mod)
    plain = find_level(installed.root, installed, name)
    modded = find_target_level(find_target(mod, game=installed, module=name))

    def shadowed(contents: Contents) -> Contents:
        found: Contents = {}
        for key, item in contents.items():
            named = split_filename(item.filename)
            resource = None if named is None else plain.lookup.find(*named)
            if resource is not None:
                found[key] = Item(item.name, resource.read)
        return found

    return read_level(plain, surfaces), read_level(modded, surfaces), shadowed


def find_in_game(
    file: Path,
    game: Game | str | Path,
    module: str | Path | None,
    override: Sequence[str | Path] = (),
) -> Resource:
    """The game's own copy of a single file. Raises `InputError` where it has none."""
    installed = game if isinstance(game, Game) else Game.open(game, override)
    name = None if module is None else find_module(installed, str(module)).name
    named = split_filename(file.name)
    found = None if named is None else installed.lookup(name).find(*named)
    if found is None:
        where = "the game" if name is None else f"the game with its module {name}"
        text = f"{where} has no file of that name to compare it with"
        raise InputError(text, source=file.as_posix(), needs="module" if name is None else "")
    return found


def _find_module(game: Game, mod: Path) -> str:
    """The module of a game whose area the files of a mod belong to."""
    names = list(list_contents(mod, flat=True))
    stems = {name.rpartition(".")[0] for name in names if name.endswith(_OF_AREAS)}
    rooms = {name.rpartition(".")[0] for name in names if name.endswith(".wok")}
    found = []
    for module in game.modules:
        sources = tuple(ArchiveSource(path, game.place(path)) for path in module.files)
        try:
            info = read_module_info(Lookup(sources))
        except FormatError:
            continue
        area = name_key(info.area) if info is not None else ""
        if area and (area in stems or any(room.startswith(area) for room in rooms)):
            found.append(module.name)
    if len(found) == 1:
        return found[0]
    if found:
        text = f"belongs to several modules of the game: {short_list(found)}"
    else:
        text = "which level of the game does this belong to? None of its files tells"
    raise InputError(text, source=mod.as_posix(), needs="module")


_OF_AREAS = (".lyt", ".vis", ".git", ".are", ".pth")
