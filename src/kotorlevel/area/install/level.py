"""Which level is meant: a LYT, a folder, an archive, or a game and a module."""

from dataclasses import dataclass
from errno import ENOENT
from pathlib import Path

from kotorlevel.area.area import AreaProblem
from kotorlevel.area.install.folders import is_file, is_folder, list_folder
from kotorlevel.area.install.game import Game, find_game
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import ModuleInfo, group_modules, read_module_info
from kotorlevel.area.install.sources import ArchiveSource, FolderSource, ResourceSource
from kotorlevel.core.errors import FormatError, UnreadableError
from kotorlevel.core.lazy_source import open_lazily
from kotorlevel.core.resource import find_type

_SOME = 12
"""Names that an error lists before it says how many more there are."""


@dataclass(frozen=True)
class Level:
    """A level that can be loaded: its ``name``, and where its resources are.

    ``own`` are the sources that the caller pointed at; the rest of ``lookup`` is the game's.
    ``problems`` are what could not be read on the way, and is done without.
    """

    name: str
    lookup: Lookup
    own: tuple[ResourceSource, ...]
    module: ModuleInfo | None = None
    problems: tuple[AreaProblem, ...] = ()


def find_level(
    path: str | Path,
    game: Game | str | Path | None = None,
    module: str | Path | None = None,
    *,
    name: str | None = None,
    folder: Path | None = None,
) -> Level:
    """The level at ``path``, with what is missing taken from ``game``.

    ``path`` is a LYT, a folder, an archive, or the folder of a game (then ``module`` is its
    module's name). ``module`` may also be the file of a module, for a folder that has only part of
    it. ``name`` chooses one of several layouts. Rooms that are not beside a LYT are looked for
    below ``folder``. Raises `FormatError` where no level, or more than one, is there.
    """
    path = Path(path)
    game = Game.open(game) if isinstance(game, (str, Path)) else game
    if is_folder(path) and (root := find_game(path)) is not None:
        return _level_of_game(game if game and game.root == root else Game(root), module)
    own = _own_sources(path)
    if folder is not None:
        own = (*own, FolderSource(folder, folder.as_posix(), "folder below", deep=True))
    wanted = path.stem if _is_layout(path) else name
    own, rest = _with_game(own, game, module)
    usable, errors = _without_broken(rest)
    lookup = Lookup((*own, *usable.sources), usable.replaced)
    try:
        info = read_module_info(Lookup(tuple(s for s in lookup.sources if s.what != "KEY")))
    except FormatError as error:
        info = None
        errors.append(error)
    name = _area_name(path, own, lookup, info, wanted)
    return Level(name, lookup, own, info, _as_problems(errors))


def _level_of_game(game: Game, module: str | Path | None) -> Level:
    if module is None:
        names = [each.name for each in game.modules]
        text = f"this is a game; which of its {len(names)} modules? {_list(names)}"
        raise FormatError(text, source=str(game.root))
    try:
        lookup = game.lookup(str(module))
    except KeyError:
        close = _close(str(module), [each.name for each in game.modules])
        raise FormatError(f"no module {str(module)!r}{close}", source=str(game.root)) from None
    return level_of_lookup(lookup, str(module))


def level_of_lookup(lookup: Lookup, module: str) -> Level:
    """The level that a game loads for ``module``, whose files are in ``lookup``.

    Raises `FormatError` where its IFO names no area, or cannot be read.
    """
    lookup, errors = _without_broken(lookup)
    info = read_module_info(lookup)
    if info is None or not info.area:
        if errors:  # perhaps that is why
            raise errors[0]
        raise FormatError("its module.ifo names no area", source=module)
    return Level(info.area, lookup, (), info, _as_problems(errors))


def _without_broken(lookup: Lookup) -> tuple[Lookup, list[FormatError]]:
    """The lookup without what cannot be read, and why not: a bad archive is not the whole game."""
    usable: list[ResourceSource] = []
    errors: list[FormatError] = []
    for source in lookup.sources:
        try:
            source.find_all("module", "ifo")
        except FormatError as error:
            errors.append(error)
        else:
            usable.append(source)
    return Lookup(tuple(usable), lookup.replaced), errors


def _as_problems(errors: list[FormatError]) -> tuple[AreaProblem, ...]:
    return tuple(AreaProblem.of(error) for error in errors)


def _is_layout(path: Path) -> bool:
    return path.suffix.lower() == ".lyt" and is_file(path)


def _own_sources(path: Path) -> tuple[ResourceSource, ...]:
    """Where the resources are that the caller pointed at."""
    if is_folder(path):
        return (FolderSource(path, path.as_posix(), deep=True),)
    if not is_file(path):
        raise UnreadableError("no such file or folder", source=str(path), errno=ENOENT)
    if _is_layout(path):
        return (FolderSource(path.parent, path.parent.as_posix()),)
    from kotorlevel.formats.archives import find_kind

    file = open_lazily(path)
    if find_kind(file.read(0, min(8, file.size))) is None:
        text = "is no area: give a layout (LYT), a folder, an archive, or the folder of a game"
        raise FormatError(text, source=str(path))
    return module_sources(path)


def module_sources(path: Path) -> tuple[ResourceSource, ...]:
    """The archive at ``path``, and the others of its module if it is one of the RIMs."""
    for module in group_modules(filter(is_file, list_folder(path.parent))):
        if path in (module.rim, module.second):
            parts = (module.rim, module.second, module.dialogs)
            return tuple(ArchiveSource(part, part.as_posix()) for part in parts if part)
    return (ArchiveSource(path, path.as_posix()),)


def _with_game(
    own: tuple[ResourceSource, ...], game: Game | None, module: str | Path | None
) -> tuple[tuple[ResourceSource, ...], Lookup]:
    """The caller's sources with those of a module's file, and what the game has."""
    if module is not None and is_file(Path(module)):
        own = (*own, *module_sources(Path(module)))
        module = None
    if game is None:
        if module is not None:
            text = "neither a file nor, without a game, the name of a module"
            raise FormatError(text, source=str(module))
        return own, Lookup(())
    try:
        rest = game.lookup(None if module is None else str(module))
    except KeyError:
        close = _close(str(module), [each.name for each in game.modules])
        raise FormatError(f"no module {str(module)!r}{close}", source=str(game.root)) from None
    return own, rest


def _area_name(
    path: Path,
    own: tuple[ResourceSource, ...],
    lookup: Lookup,
    info: ModuleInfo | None,
    wanted: str | None,
) -> str:
    if wanted is not None:
        return wanted
    if info is not None and info.area and lookup.find(info.area, "lyt") is not None:
        return info.area
    layouts = find_type("lyt")
    names = sorted({r.name for source in own for r in source.resources() if r.type == layouts})
    if len(names) == 1:
        return names[0]
    if not names:
        area = f" {info.area}.lyt of its module" if info and info.area else ""
        text = f"no layout (LYT) here{area and ', also not' + area}"
        raise FormatError(f"{text}: an area needs one", source=str(path))
    same = [name for name in names if name.lower() == path.stem.lower()]
    if same:
        return same[0]
    raise FormatError(f"{len(names)} layouts here; name one: {_list(names)}", source=str(path))


def _list(names: list[str]) -> str:
    more = f" and {len(names) - _SOME} more" if len(names) > _SOME else ""
    return ", ".join(names[:_SOME]) + more


def _close(name: str, names: list[str]) -> str:
    from difflib import get_close_matches

    found = get_close_matches(name.lower(), [each.lower() for each in names], 3)
    return f"; did you mean {' or '.join(found)}?" if found else ""
