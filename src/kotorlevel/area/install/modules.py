"""What an installation can load: modules, by the files that make them up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.core.errors import InputError
from kotorlevel.core.resource import name_key, same_name
from kotorlevel.core.text import printable
from kotorlevel.core.words import did_you_mean

if TYPE_CHECKING:
    from kotorlevel.area.install.game import Game
    from kotorlevel.area.install.lookup import Lookup

_PARTS = (("_s.rim", "second"), ("_dlg.erf", "dialogs"), (".rim", "rim"), (".mod", "mod"))
"""How the files of a module end, and which part of it they are; the longer endings first."""


@dataclass(frozen=True)
class Module:
    """A module by its name without ending, and its files; None for those that are not there.

    Where there is a ``mod``, the game reads it and none of the others (FACTS 9).
    """

    name: str
    mod: Path | None = None
    rim: Path | None = None
    second: Path | None = None
    dialogs: Path | None = None

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that the game reads, in the order in which it asks them."""
        if self.mod is not None:
            return (self.mod,)
        return tuple(path for path in (self.rim, self.second, self.dialogs) if path is not None)

    @property
    def replaced(self) -> tuple[Path, ...]:
        """The files that it does not read, because there is a MOD."""
        if self.mod is None:
            return ()
        return tuple(path for path in (self.rim, self.second, self.dialogs) if path is not None)


@dataclass(frozen=True)
class ModuleInfo:
    """What a module's IFO says: its area, where the player enters it, and the other areas.

    ``entry`` is x, y, z in metres; ``direction`` the x and y in which the player looks.
    """

    area: str
    areas: tuple[str, ...]
    entry: tuple[float, float, float]
    direction: tuple[float, float]


def group_modules(files: Iterable[Path]) -> list[Module]:
    """The modules that ``files`` of a modules folder make up, sorted by name."""
    parts: dict[str, dict[str, Path]] = {}
    names: dict[str, str] = {}
    for path in files:
        lower = path.name.lower()
        for ending, part in _PARTS:
            if lower.endswith(ending) and len(lower) > len(ending):
                name = path.name[: -len(ending)]
                names.setdefault(name_key(name), name)
                parts.setdefault(name_key(name), {}).setdefault(part, path)
                break
    return [Module(names[key], **parts[key]) for key in sorted(parts)]


def read_module_info(lookup: Lookup) -> ModuleInfo | None:
    """What ``module.ifo`` says, or None where there is none.

    Raises `FormatError` where it cannot be read.
    """
    resource = lookup.find("module", "ifo")
    if resource is None:
        return None
    from kotorlevel.formats.gff import StructList, parse_gff

    ifo = parse_gff(resource.read(), resource.source).root

    def number(label: str) -> float:
        value = ifo.get(label, 0.0)
        return float(value) if isinstance(value, (int, float)) else 0.0

    listed = ifo.get("Mod_Area_list")
    structs = listed if isinstance(listed, StructList) else ()
    areas = tuple(_text(each.get("Area_Name")) for each in structs)
    return ModuleInfo(
        area=_text(ifo.get("Mod_Entry_Area")) or next(filter(None, areas), ""),
        areas=areas,
        entry=(number("Mod_Entry_X"), number("Mod_Entry_Y"), number("Mod_Entry_Z")),
        direction=(number("Mod_Entry_Dir_X"), number("Mod_Entry_Dir_Y")),
    )


def _text(value: object) -> str:
    """A text as it is, and nothing for what should have been one."""
    return value if isinstance(value, str) else ""


def find_module(game: Game, name: str) -> Module:
    """The module of that name; the name of one of its files will do."""
    bare = next((name[: -len(end)] for end, _ in _PARTS if name.lower().endswith(end)), name)
    for wanted in (name, bare):
        for module in game.modules:
            if same_name(module.name, wanted):
                return module
    known = [module.name for module in game.modules]
    if not known:
        raise InputError("this game has no modules", source=str(game.root))
    hint = did_you_mean(bare, known)
    text = f"there is no module '{printable(name)}'. {hint}".rstrip()
    raise InputError(text, needs="" if hint else "list")
