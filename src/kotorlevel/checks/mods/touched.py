"""Which modules of a game mods change, found without loading them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import Level
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.mods import Mod, find_modded_level
from kotorlevel.checks.mods.views import AREA_FILES, ROOM_FILES
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.formats.gff import Gff, StructList, parse_gff
from kotorlevel.formats.lyt import parse_layout

_LISTS = (("Door List", "utd"), ("Placeable List", "utp"))

FileKey = tuple[str, str]


def find_touched(game: Game, mods: Sequence[Mod]) -> Iterator[tuple[str, tuple[Mod, ...]]]:
    """Each module that mods change, by name, with those mods in their order."""
    names = {name_key(module.name): module.name for module in game.modules}
    for mod in mods:
        names |= {key: own.name for key, own in mod.modules.items() if key not in names}
    loose = {mod: mod.names() for mod in mods}
    with_templates = any(kind in ("utd", "utp") for files in loose.values() for _, kind in files)
    for key in sorted(names):
        touching = {mod for mod in mods if key in mod.modules}
        files = _files_of(game, mods, names[key], with_templates=with_templates)
        touching |= {mod for mod in mods if not files.isdisjoint(loose[mod])}
        if touching:
            yield names[key], tuple(mod for mod in mods if mod in touching)


def _files_of(
    game: Game, mods: Sequence[Mod], module: str, *, with_templates: bool
) -> set[FileKey]:
    """The files of a module's area: of the game's layout, and of those of the mods."""
    level = _find(game, mods, module) or _find(game, (), module)
    if level is None:  # said where it is loaded, if a mod has brought it
        return set()
    area = name_key(level.name)
    files = {(area, kind) for kind in AREA_FILES}
    for copy in level.lookup.copies(level.name, "lyt", readable=True):
        try:
            rooms = parse_layout(copy.resource.read(), copy.resource.source).rooms
        except FormatError:
            continue
        files |= {(name_key(room.name), kind) for room in rooms for kind in ROOM_FILES}
    return files | _templates(level.lookup, level.name) if with_templates else files


def _find(game: Game, mods: Sequence[Mod], module: str) -> Level | None:
    try:
        return find_modded_level(game, mods, module)
    except FormatError:
        return None


def _templates(lookup: Lookup, area: str) -> set[FileKey]:
    """The templates of the doors and placeables of an area."""
    found = lookup.find(area, "git")
    try:
        git: Gff | None = parse_gff(found.read(), found.source) if found else None
    except FormatError:
        return set()
    files = set()
    for label, kind in _LISTS if git is not None else ():
        assert git is not None
        rows = git.root.get(label)
        for row in rows if isinstance(rows, StructList) else ():
            name = row.get("TemplateResRef")
            if isinstance(name, str):
                files.add((name_key(name), kind))
    return files
