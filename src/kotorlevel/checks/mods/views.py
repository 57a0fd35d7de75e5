"""One module seen with any set of the mods: loaded and checked once each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from kotorlevel.area.area import Area
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import Level
from kotorlevel.area.install.mods import Mod, find_modded_level
from kotorlevel.area.install.resources import Resource
from kotorlevel.area.load import read_level
from kotorlevel.area.objects import list_object_files
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.levels import check_level
from kotorlevel.checks.line_ends import tell_line_ends_once
from kotorlevel.checks.options import Options
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import EMPTY_NAME, name_key

AREA_FILES = ("lyt", "vis", "are", "git", "pth")
ROOM_FILES = ("wok", "mdl", "mdx")
_COPIES = "ARE006"
"""What the mods' own report says in its own words."""

FoundKey = tuple[object, ...]


@dataclass(frozen=True, eq=False)
class View:
    """A module as the game has it with some mods."""

    level: Level
    area: Area
    findings: dict[FoundKey, Finding] = field(repr=False)


@dataclass(eq=False)
class ModuleViews:
    """A module with every set of mods that was asked for.

    ``mods`` are those that touch it, in the order in which they are loaded.
    """

    game: Game
    module: str
    mods: tuple[Mod, ...]
    options: Options
    _known: dict[tuple[Mod, ...], View | None] = field(default_factory=dict)

    @cached_property
    def all(self) -> View:
        """With all mods. Raises `FormatError`."""
        return self._load(self.mods)

    @cached_property
    def game_only(self) -> View | None:
        """Without any; None for a module that only mods have."""
        return self.with_mods(())

    def alone(self, mod: Mod) -> View | None:
        """With one mod; None where that is no level."""
        return self.with_mods((mod,))

    def with_mods(self, mods: Sequence[Mod]) -> View | None:
        """With these mods in the order given; None where that is no level."""
        key = tuple(mods)
        if key == self.mods:
            return self.all
        if key not in self._known:
            try:
                self._known[key] = self._load(key)
            except FormatError:
                self._known[key] = None
        return self._known[key]

    def owner(self, resource: Resource | None, name: str, kind: str) -> Mod | None:
        """The mod that a copy comes from; None for the game's."""
        if resource is None:
            return None
        owners = (mod for mod in reversed(self.mods) if mod.find(name, kind, self.module))
        return next((m for m in owners if m.find(name, kind, self.module) == resource), None)

    def files(self) -> list[tuple[str, str]]:
        """Name and extension of all that the area is made of, in any of the mods, once each."""
        found: dict[tuple[str, str], tuple[str, str]] = {}
        seen = (self.all, *(self.alone(mod) for mod in self.mods))
        for view in (each for each in seen if each is not None):
            area = view.area
            names = [(area.name, kind) for kind in AREA_FILES]
            rooms = [room.name for room in area.layout.rooms if room.name != EMPTY_NAME]
            names += [(room, kind) for room in rooms for kind in ROOM_FILES]
            names += [("module", "ifo"), *list_object_files(area.doors, area.placeables)]
            for name, kind in names:
                found.setdefault((name_key(name), kind), (name, kind))
        return list(found.values())

    def _load(self, mods: tuple[Mod, ...]) -> View:
        level = find_modded_level(self.game, mods, self.module)
        area = read_level(level)
        options = replace(self.options, ignore=(*self.options.ignore, _COPIES), baseline=None)
        checked = check_level(level, area, options)
        told = tell_line_ends_once(f for each in checked for f in each.findings)
        return View(level, area, {_key_of(finding): finding for finding in told})


def _key_of(finding: Finding) -> FoundKey:
    """By which a finding is known again with other mods: the file's name, not where it lies."""
    name = re.split(r"/|: ", finding.file)[-1].lower()
    return finding.rule, name, finding.text, finding.place, finding.numbers
