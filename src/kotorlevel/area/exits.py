"""`find_transitions`: which modules lead to which, and whether one arrives there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from kotorlevel.area.install.folders import is_file, is_folder, list_folder
from kotorlevel.area.install.game import Game, find_game
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import Module, group_modules, read_module_info
from kotorlevel.area.install.sources import ArchiveSource, FolderSource
from kotorlevel.area.transitions import Transition, list_arrivals, list_transitions
from kotorlevel.core.errors import FormatError, InputError, UnreadableError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.formats.gff import Gff, parse_gff

State = Literal["ok", "no-module", "no-target", "unknown"]
"""Whether one arrives: "unknown" where the other module is there and cannot be read."""


@dataclass(frozen=True)
class ModuleEnds:
    """Where one leaves a module, and the tags (in lower case) where one can arrive in it.

    ``error`` says why nothing is known of it.
    """

    module: str
    area: str = ""
    transitions: tuple[Transition, ...] = ()
    arrivals: frozenset[str] = field(default=frozenset(), repr=False)
    error: str = ""

    @staticmethod
    def of(module: str, area: str, git: Gff | None) -> ModuleEnds:
        """Those of a module whose area has this GIT."""
        if git is None:
            return ModuleEnds(module, area, error=f"no {area}.git that can be read")
        return ModuleEnds(module, area, list_transitions(git), list_arrivals(git))


@dataclass(frozen=True)
class Exit:
    """One way out of a ``module``: its ``transition``, and the module that this leads ``to``.

    ``to`` is spelled as that module is, if it is there. ``has_way_back`` tells whether any door or
    trigger there leads here again; many shipped ways go one way only, or come back by a script.
    """

    module: str
    transition: Transition
    to: str
    state: State
    has_way_back: bool = False

    @property
    def text(self) -> str:
        """What it is and what is wrong with it, in words."""
        thing = self.transition
        tag = f" {printable(thing.tag, 40)}" if thing.tag else ""
        begin = f"{thing.kind} {thing.number}{tag} leads to {printable(self.to, 40)}"
        target = printable(thing.target, 60)
        faults = {
            "ok": f", {target}",
            "no-module": ", and there is no such module",
            "no-target": f", where no waypoint or door is called {target!r}"
            if target
            else ", and does not say where in it",
            "unknown": ", which cannot be read",
        }
        return begin + faults[self.state]


@dataclass(frozen=True)
class Transitions:
    """The ``modules`` that were read, and all their ``exits``, in the order of both."""

    modules: tuple[ModuleEnds, ...]
    exits: tuple[Exit, ...]

    def __repr__(self) -> str:
        return f"<Transitions: {len(self.exits)} exits of {len(self.modules)} modules>"

    @property
    def faulty(self) -> tuple[Exit, ...]:
        """The exits that lead nowhere."""
        return tuple(each for each in self.exits if each.state in ("no-module", "no-target"))

    @cached_property
    def _by_module(self) -> dict[str, list[Exit]]:
        found: dict[str, list[Exit]] = {}
        for each in self.exits:
            found.setdefault(name_key(each.module), []).append(each)
        return found

    @cached_property
    def _to_module(self) -> dict[str, list[Exit]]:
        found: dict[str, list[Exit]] = {}
        for each in self.exits:
            found.setdefault(name_key(each.to), []).append(each)
        return found

    def leaving(self, module: str) -> tuple[Exit, ...]:
        """The exits of a module."""
        return tuple(self._by_module.get(name_key(module), ()))

    def entering(self, module: str) -> tuple[Exit, ...]:
        """The exits of other modules that lead to it."""
        mine = name_key(module)
        return tuple(
            each for each in self._to_module.get(mine, ()) if name_key(each.module) != mine
        )


def find_transitions(
    source: Game | str | Path, *, override: Sequence[str | Path] = ()
) -> Transitions:
    """Every door and trigger that leads from one module to another, and whether one arrives.

    ``source`` is a game or its folder, with ``override`` folders before it; or a folder of modules:
    MOD and RIM files, and folders with a ``module.ifo`` in each. Only IFO and GIT of each are read.
    Modules that a script starts are not among them.

        for each in kl.find_transitions("swkotor").faulty:
            print(each.module, each.text)

    Raises `InputError` or `UnreadableError` where there is no module.
    """
    found = _open_modules(source, override)
    ends = [_read_ends(name, lookup) for name, lookup in found]
    return join_ends(ends, [name for name, _ in found])


def join_ends(
    ends: Iterable[ModuleEnds],
    names: Iterable[str],
    read: Callable[[str], ModuleEnds] | None = None,
) -> Transitions:
    """The exits of modules, each with what is at its other end.

    ``names`` are those of all modules that are there. Those that are not among ``ends`` are
    ``read`` when something leads to them.
    """
    modules = tuple(ends)
    spelled = {name_key(name): name for name in names}
    known = {name_key(each.module): each for each in modules}

    def other_end(key: str) -> ModuleEnds | None:
        if key not in known and key in spelled and read is not None:
            known[key] = read(spelled[key])
        return known.get(key)

    exits = []
    for each in modules:
        for thing in each.transitions:
            key = name_key(thing.module) or name_key(each.module)
            to = spelled.get(key, thing.module or each.module)
            exits.append(_join(each, thing, to, key in spelled, other_end(key)))
    return Transitions(modules, tuple(exits))


def _join(
    here: ModuleEnds, thing: Transition, to: str, is_there: bool, there: ModuleEnds | None
) -> Exit:
    if not is_there:
        return Exit(here.module, thing, to, "no-module")
    if there is None or there.error:
        return Exit(here.module, thing, to, "unknown")
    arrives = not thing.target or name_key(thing.target) in there.arrivals
    state: State = "ok" if arrives else "no-target"
    mine = name_key(here.module)
    back = any(name_key(other.module) == mine for other in there.transitions)
    return Exit(here.module, thing, to, state, back or there is here)


def read_game_ends(game: Game, module: str) -> ModuleEnds:
    """The ends of one module of a game."""
    return _read_ends(module, game.lookup(module))


def _read_ends(module: str, lookup: Lookup) -> ModuleEnds:
    try:
        info = read_module_info(lookup)
        if info is None or not info.area:
            return ModuleEnds(module, error="no module.ifo that names an area")
        resource = lookup.find(info.area, "git")
        git = None if resource is None else parse_gff(resource.read(), resource.source)
    except FormatError as error:
        return ModuleEnds(module, error=str(error))
    return ModuleEnds.of(module, info.area, git)


def _open_modules(
    source: Game | str | Path, override: Sequence[str | Path]
) -> list[tuple[str, Lookup]]:
    """The modules that are there, by name, and where the files of each are."""
    if isinstance(source, Game) or find_game(Path(source)) is not None:
        extra = tuple(map(Path, override))
        game = source if isinstance(source, Game) else Game.open(source, extra)
        if isinstance(source, Game) and extra:
            game = Game.open(source.root, (*extra, *source.extra))
        found = [(module.name, game.lookup(module.name)) for module in game.modules]
        if not found:
            raise InputError("this game has no modules", source=str(game.root))
        return found
    path = Path(source)
    if not is_folder(path):
        what = "is a file, not a folder of modules" if is_file(path) else "no such folder"
        raise UnreadableError(what, source=str(path))
    first = tuple(FolderSource(Path(each), str(each), deep=True) for each in override)
    here = [path] if _has_info(path) else [each for each in list_folder(path) if _has_info(each)]
    folders = {
        each.resolve().name: Lookup((*first, FolderSource(each, each.as_posix(), deep=True)))
        for each in here
    }
    packed = {
        each.name: Lookup((*first, *_sources(each)))
        for each in group_modules(filter(is_file, list_folder(path)))
    }
    if not (folders or packed):
        raise InputError("no modules in this folder", source=path.as_posix())
    both = folders | packed
    return sorted(both.items(), key=lambda each: name_key(each[0]))


def _sources(module: Module) -> tuple[ArchiveSource, ...]:
    return tuple(ArchiveSource(path, path.as_posix()) for path in module.files)


def _has_info(folder: Path) -> bool:
    return any(path.name.lower() == "module.ifo" for path in list_folder(folder))
