"""Doors and triggers that lead somewhere else, and whether that is there.

``LinkedToModule`` names a module, nothing means the own one; ``LinkedTo`` the tag of a waypoint or
a door there. ``LinkedToFlags`` should say which of both (1 door, 2 waypoint), but the doors of
Taris say 1 and name a waypoint, so either will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kotorlevel.area.install.folders import is_file, list_folder
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import Module, group_modules, read_module_info
from kotorlevel.area.install.sources import ArchiveSource, FolderSource, KeySource
from kotorlevel.area.instances import find_place
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.core.types import Vector
from kotorlevel.formats.gff import Gff, StructList, parse_gff

if TYPE_CHECKING:
    from pathlib import Path

    from kotorlevel.area.area import Area

LINKED_LISTS = ("Door List", "TriggerList")
"""Lists of the GIT whose things can lead elsewhere."""
_TARGETS = ("WaypointList", "Door List")

State = Literal["", "no-module", "no-tag", "unknown"]
"""Whether a destination is there: the module is not, the tag in it is not, nobody can tell."""


@dataclass(frozen=True)
class Transition:
    """A door or trigger that leads to ``module`` (empty: its own), to the thing called ``to``.

    ``state`` is empty where that is there. ``position`` is None where the GIT names no place.
    """

    list_name: str
    number: int
    tag: str
    position: Vector | None
    module: str
    to: str
    state: State = ""


def find_transitions(area: Area) -> tuple[Transition, ...]:
    """The doors and triggers of an area that lead elsewhere, and whether they arrive.

    In the own module that is always known, in others where the area was loaded with its game. One
    that names neither module nor tag is left to scripts, and no transition::

        [each.tag for each in kl.find_transitions(area) if each.state]
    """
    destinations = _Destinations(area)
    return tuple(
        Transition(label, number, tag, place, module, to, destinations.judge(module, to))
        for label, number, tag, place, module, to in read_links(area)
    )


def read_links(area: Area) -> Iterator[tuple[str, int, str, Vector | None, str, str]]:
    """List, number, tag, place, module and tag there of each transition, as the GIT has them."""
    for label in LINKED_LISTS if area.git is not None else ():
        rows = area.git.root.get(label) if area.git is not None else None
        for number, row in enumerate(rows if isinstance(rows, StructList) else ()):
            tag, module, to = (
                value if isinstance(value := row.get(field, ""), str) else ""
                for field in ("Tag", "LinkedToModule", "LinkedTo")
            )
            if module.strip() or to.strip():
                yield label, number, tag, find_place(row), module.strip(), to.strip()


class _Destinations:
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
        return "" if not to or name_key(to) in tags else "no-tag"

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
    """The tags of the waypoints and doors of a GIT, as they are compared."""
    tags = set()
    for label in _TARGETS if git is not None else ():
        rows = git.root.get(label) if git is not None else None
        for row in rows if isinstance(rows, StructList) else ():
            tag = row.get("Tag")
            if isinstance(tag, str) and tag:
                tags.add(name_key(tag))
    return frozenset(tags)
