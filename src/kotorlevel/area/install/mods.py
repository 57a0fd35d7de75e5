"""Mods as they would be installed into a game, one after the other.

What a mod has for Override replaces files of the same name, and its modules replace modules of the
same name: of several mods the last one counts. The game asks Override before all modules (FACTS 9),
so that a file for Override wins over the same one in a module, whichever mod came later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from errno import ENOENT
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.install.folders import find_path, is_file, is_folder, walk_files
from kotorlevel.area.install.level import Level, level_of_lookup
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import Module, group_modules
from kotorlevel.area.install.sources import ArchiveSource, FolderSource, ResourceSource
from kotorlevel.core.errors import FormatError, UnreadableError
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.area.install.game import Game
    from kotorlevel.area.install.resources import Resource

_PARTS = ("override", "modules")
_ARCHIVES = (".mod", ".rim", ".erf")


@dataclass(frozen=True, eq=False)
class Mod:
    """A mod: ``folders`` of files for Override, and ``modules`` by name in lower case.

    ``name`` is what it is called: its folder's name, or as much of the path as tells it apart.
    """

    name: str
    path: Path
    folders: tuple[FolderSource, ...] = ()
    modules: dict[str, Module] = field(default_factory=dict, repr=False)
    _archives: dict[Path, ArchiveSource] = field(default_factory=dict, repr=False)

    def archives_of(self, module: str) -> tuple[ArchiveSource, ...]:
        """The files that the mod has for a module, in the order in which the game asks them."""
        own = self.modules.get(name_key(module))
        return tuple(map(self.archive, own.files)) if own else ()

    def archive(self, path: Path) -> ArchiveSource:
        """An archive of the mod; the same one each time, so its tables are read once."""
        return self._archives.setdefault(path, ArchiveSource(path, path.as_posix()))

    def find(self, name: str, kind: str | int, module: str) -> Resource | None:
        """The copy of a resource that the mod would have the game take; None if it has none."""
        return Lookup((*self.folders, *self.archives_of(module))).find(name, kind)

    def in_override(self, name: str, kind: str | int) -> bool:
        """True for what the mod puts into Override, rather than into a module."""
        return Lookup(self.folders).find(name, kind) is not None

    def names(self) -> set[tuple[str, str]]:
        """What the mod has for Override: names in lower case, and extensions."""
        return {(name_key(r.name), r.extension) for s in self.folders for r in s.resources()}


def open_mods(paths: Iterable[str | Path]) -> tuple[Mod, ...]:
    """The mods at ``paths``: folders or single archives.

    A folder has files for Override and modules in it, or in its folders ``Override`` and
    ``Modules``; where it has one of these, what is in other folders (variants, sources) is not
    meant. Raises `UnreadableError` for a path that is not there or holds nothing of the kind.
    """
    given = [Path(path) for path in paths]
    return tuple(_open(path, name) for path, name in zip(given, _choose_names(given), strict=True))


def _choose_names(paths: Sequence[Path]) -> list[str]:
    """The shortest ends of the paths, at least their last part, that tell them apart."""
    whole = [path.absolute().parts for path in paths]
    names = []
    for parts in whole:
        length = 1
        while length < len(parts) and sum(each[-length:] == parts[-length:] for each in whole) > 1:
            length += 1
        names.append("/".join(parts[-length:]))
    return names


def _open(path: Path, name: str) -> Mod:
    if is_file(path) and path.suffix.lower() in _ARCHIVES:
        files = [each for each in walk_files(path.parent, deep=False) if _belongs(each, path)]
        return Mod(name, path, (), _modules(files))
    if not is_folder(path):
        what = "is neither a folder nor a MOD" if is_file(path) else "no such file or folder"
        raise UnreadableError(what, source=str(path), errno=None if is_file(path) else ENOENT)
    parts = [found for part in _PARTS if (found := find_path(path, part)) and is_folder(found)]
    own = FolderSource(path, path.as_posix(), "mod folder", deep=not parts)
    below = [FolderSource(each, each.as_posix(), "mod folder", deep=True) for each in parts]
    sources = (own, *below)
    files = [file for s in sources for file in walk_files(s.path, s.deep)]
    mod = Mod(name, path, sources, _modules(files))
    if not mod.modules and not mod.names():
        raise UnreadableError("there is nothing of a mod in this folder", source=str(path))
    return mod


def _belongs(file: Path, archive: Path) -> bool:
    """True for the archive itself, and the other file of a module in two RIMs."""
    stem = name_key(archive.stem).removesuffix("_s")
    is_rim = archive.suffix.lower() == ".rim" and file.suffix.lower() == ".rim"
    return file == archive or (is_rim and name_key(file.stem).removesuffix("_s") == stem)


def _modules(files: Iterable[Path]) -> dict[str, Module]:
    archives = [file for file in files if file.suffix.lower() in _ARCHIVES]
    return {name_key(module.name): module for module in group_modules(archives)}


def find_modded_level(game: Game, mods: Sequence[Mod], module: str) -> Level:
    """The level of ``module`` as the game would load it with ``mods``, of which the last wins.

    Raises `FormatError` where there is no such module, or it has no area.
    """
    first = [source for mod in reversed(mods) for source in mod.folders]
    having = [mod for mod in mods if name_key(module) in mod.modules]
    own = {name_key(each.name): each for each in game.modules}.get(name_key(module))
    before = tuple(map(game.archive, own.files)) if own else ()
    if not having:
        if own is None:
            raise FormatError(f"no module {module!r}", source=str(game.root))
        return level_of_lookup(game.arrange(before, first), module)
    *earlier, last = having
    winner = last.archives_of(module)
    lost: list[tuple[ResourceSource, str]] = [
        (source, f"replaced by {winner[0].place}")
        for sources in (*(mod.archives_of(module) for mod in reversed(earlier)), before)
        for source in sources
    ]
    return level_of_lookup(game.arrange(winner, first, lost), module)
