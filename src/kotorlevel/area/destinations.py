"""`find_destinations`: where the doors and triggers of one area lead, and whether that is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kotorlevel.area.install.folders import is_file, list_folder
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import Module, group_modules, read_module_info
from kotorlevel.area.install.sources import ArchiveSource, FolderSource, KeySource
from kotorlevel.area.transitions import Transition, list_arrivals, list_transitions
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.formats.gff import Gff, parse_gff

if TYPE_CHECKING:
    from pathlib import Path

    from kotorlevel.area.area import Area

State = Literal["ok", "no-module", "no-target", "unknown"]
"""Whether a destination is there: the module is not, the tag in it is not, nobody can tell."""


@dataclass(frozen=True)
class Destination:
    """Where a ``transition`` leads, and whether that is there."""

    transition: Transition
    state: State


def find_destinations(area: Area) -> tuple[Destination, ...]:
    """The doors and triggers of an area that lead elsewhere, and whether they arrive.

    In the own module that is always known, in others where the area was loaded with its game; of
    a whole game `find_transitions` tells at once. What names neither module nor tag is left to
    scripts, and no transition::

        [each.transition.tag for each in kl.find_destinations(area) if each.state != "ok"]
    """
    if area.git is None:
        return ()
    modules = _Modules(area)
    return tuple(
        Destination(each, modules.judge(each.module, each.target))
        for each in list_transitions(area.git)
    )


class _Modules:
    """The tags of the modules that an area leads to; each module is read once."""

    def __init__(self, area: Area) -> None:
        self._area = area
        self._modules = _modules_of(area)
        self._known: dict[str, frozenset[str] | State] = {}

    def judge(self, module: str, to: str) -> State:
        key = name_key(module)
        if key not in self._known:
            self._known[key] = self._find_tags(module)
        tags = self._known[key]
        if isinstance(tags, str):
            return tags
        return "ok" if not to or name_key(to) in tags else "no-target"

    def _find_tags(self, module: str) -> frozenset[str] | State:
        if not module:
            info = self._area.module
            is_whole = self._area.git is not None and (info is None or len(info.areas) < 2)
            return _tags_of(self._area.git) if is_whole else "unknown"
        if self._modules is None:
            return "unknown"
        game, modules = self._modules
        found = next((m for m in modules if name_key(m.name) == name_key(module)), None)
        if found is None:
            return "no-module"
        files = tuple(ArchiveSource(path, path.as_posix()) for path in found.files)
        try:
            info = read_module_info(Lookup(files))
            if info is None or not info.area or len(info.areas) > 1:
                return "unknown"
            # A mod may bring the file that tells its things, in place of the module's own.
            loose = [s for s in _sources(self._area) if isinstance(s, FolderSource)]
            resource = game.arrange(files, first=loose).find(info.area, "git")
            if resource is None:
                return "unknown"
            return _tags_of(parse_gff(resource.read(), resource.source))
        except FormatError:
            return "unknown"


def _modules_of(area: Area) -> tuple[Game, list[Module]] | None:
    """The game that an area was loaded with, and all modules there and beside it; None without."""
    key = next((source for source in _sources(area) if isinstance(source, KeySource)), None)
    if key is None:
        return None
    game = Game(key.root)
    beside: list[Path] = []
    for source in _sources(area):
        if isinstance(source, FolderSource):
            beside += [r.path for r in source.resources() if r.path and r.extension in _ARCHIVES]
        elif isinstance(source, ArchiveSource):
            beside += list_folder(source.path.parent)
    own = group_modules(each for each in dict.fromkeys(beside) if is_file(each))
    return game, [*own, *game.modules]


_ARCHIVES = ("mod", "rim", "erf")


def _sources(area: Area) -> tuple[object, ...]:
    return area.lookup.sources if area.lookup is not None else ()


def _tags_of(git: Gff | None) -> frozenset[str]:
    return frozenset() if git is None else list_arrivals(git)
