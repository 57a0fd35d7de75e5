"""Which level is meant by a path, with a game, a module and override folders beside it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from errno import ENOENT
from functools import partial
from pathlib import Path

from kotorlevel.area.install.game import Game, find_game
from kotorlevel.area.install.level import Level, find_level, module_sources
from kotorlevel.area.install.modules import find_module
from kotorlevel.core.errors import FormatError, InputError, UnreadableError
from kotorlevel.core.text import printable
from kotorlevel.core.words import find_close_names, short_list
from kotorlevel.formats.detect import (
    EXTENSIONS,
    detect_data_format,
    detect_format,
    find_files,
)

_SOME = 8
_LONGEST_PATH = 1000


@dataclass(frozen=True)
class Target:
    """A path and what goes with it: the ``game`` that it is or that was given, and the ``module``.

    The module is the name of one of the game's, or a file.
    """

    path: Path
    is_game: bool = False
    game: Game | None = None
    module: str | Path | None = None

    @property
    def is_area(self) -> bool:
        """True where a whole area is meant, not a walkmesh or a folder of them."""
        if self.is_game or self.path.suffix.lower() == ".lyt":
            return True
        if self.path.is_dir():
            return self.module is not None or bool(find_layouts(self.path))
        return is_archive(self.path)


def find_target(
    path: str | Path,
    *,
    game: Game | str | Path | None = None,
    module: str | Path | None = None,
    override: Sequence[str | Path] = (),
) -> Target:
    """What ``path`` stands for together with a game or its folder, a module and override folders.

    Raises `InputError` for what does not fit together, or is not there.
    """
    path = Path(path)
    is_game = _is_game(path)
    opened = _open_game(path, game, override, is_game=is_game)
    chosen = _find_module(module, opened)
    if is_game and isinstance(chosen, Path):
        # A module's file with a game to complete it: the file is what is asked about.
        return Target(chosen, False, opened, None)
    return Target(path, is_game, opened, chosen)


def find_target_level(target: Target) -> Level:
    """The one level that is meant. Raises `InputError` or `FormatError` where there is none."""
    if target.is_game and target.game is not None:
        if target.module is None:
            raise which_module(target)
        return find_level(target.game.root, target.game, target.module)
    if target.path.is_dir():
        layouts = find_layouts(target.path)
        if len(layouts) == 1:
            return find_level(layouts[0], target.game, target.module, folder=target.path)
        if len(layouts) > 1 and target.module is None:
            names = short_list([printable(each.as_posix(), 200) for each in layouts], _SOME)
            text = f"{len(layouts)} layouts in this folder; give one of them instead: {names}"
            raise InputError(text, source=target.path.as_posix())
        if not layouts and target.game is None and target.module is None:
            text = "no layout (LYT) in this folder, and an area needs one"
            raise InputError(text, source=target.path.as_posix(), needs="game-and-module")
    return find_level(target.path, target.game, target.module)


def list_target_levels(target: Target) -> Iterator[tuple[Path, Callable[[], Level]]]:
    """For every area that is meant where it is, and what finds its level (or raises `FormatError`).

    Those of a folder or an archive are its layouts; where it has none, that of the module.
    """
    path, game, module = target.path, target.game, target.module
    if target.is_game:
        yield path, partial(find_target_level, target)
    elif path.suffix.lower() == ".lyt":
        yield path, partial(find_level, path, game, module)
    elif path.is_dir():
        layouts = find_layouts(path)
        folder = path if len(layouts) == 1 else None
        for layout in layouts:
            yield layout, partial(find_level, layout, game, module, folder=folder)
        if not layouts and module is not None:
            yield path, partial(find_level, path, game, module)
    elif is_archive(path):
        names = _layouts_in(path)
        for name in names:
            yield path, partial(find_level, path, game, module, name=name)
        if not names and (game is not None or module is not None):
            yield path, partial(find_level, path, game, module)


def list_level_files(path: Path) -> list[tuple[Path, Path | None]]:
    """The level files at ``path``, each with the folder it was found in (None if it was named).

    Raises `InputError` for a folder without level files.
    """
    if not path.is_dir():
        return [(path, None)]
    found = find_files(path)
    if not found:
        kinds = " ".join(sorted(EXTENSIONS))
        raise InputError(f"no level files in this folder ({kinds})", source=str(path))
    return [(file, path) for file in found]


def find_layouts(folder: Path) -> list[Path]:
    """The layouts below a folder, sorted."""
    return [path for path in find_files(folder) if path.suffix.lower() == ".lyt"]


def is_archive(path: Path) -> bool:
    """True for an archive by its first bytes, or by its name where these say nothing."""
    try:
        with path.open("rb") as file:
            start = file.read(16)
    except OSError:  # said when it is read
        return False
    return not detect_format(start) and detect_data_format(start, path.name) == "archive"


def is_missing(path: Path) -> bool:
    """True where nothing has that name; False also where nobody may look."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


def missing_error(path: Path) -> UnreadableError:
    """``there is no such file. Did you mean 'mod/hall.wok'?``, with the path as its source."""
    what = "file" if path.suffix else "file or folder"
    text = f"there is no such {what}. {suggest_path(path)}".rstrip()
    return UnreadableError(text, source=path.as_posix(), errno=ENOENT)


def suggest_path(path: Path) -> str:
    """``Did you mean 'mod/hall.wok'?`` for a path that does not exist, or nothing.

    A name with the same ending comes first.
    """
    names: list[str] = []
    with suppress(OSError, ValueError):
        names = sorted(each.name for each in path.parent.iterdir())
    same = [name for name in names if name.lower().endswith(path.suffix.lower())]
    close = find_close_names(path.name, same) or find_close_names(path.name, names)
    if not close:
        return ""
    # in full, however long: half a path helps nobody
    return f"Did you mean '{printable((path.parent / close[0]).as_posix(), _LONGEST_PATH)}'?"


def _layouts_in(archive: Path) -> list[str]:
    """The names of the layouts in an archive, once each; none where it cannot be read."""
    try:
        resources = [each for source in module_sources(archive) for each in source.resources()]
    except FormatError:
        return []
    return list(dict.fromkeys(each.name for each in resources if each.extension == "lyt"))


def which_module(target: Target) -> InputError:
    """The error for a game without a module."""
    names = [printable(module.name) for module in target.game.modules] if target.game else []
    source = str(target.path)
    if not names:
        return InputError("this is a game, but it has no modules", source=source)
    text = f"this is a whole game; name one of its modules: {short_list(names, _SOME)}"
    return InputError(text, source=source, needs="scan")


def _is_game(path: Path) -> bool:
    return (path.is_dir() or path.suffix.lower() == ".key") and find_game(path) is not None


def _open_game(
    path: Path, game: Game | str | Path | None, override: Sequence[str | Path], *, is_game: bool
) -> Game | None:
    if isinstance(game, Game):
        if is_game and game.root != find_game(path):
            raise InputError("is another game", source=str(path))
        return Game.open(game.root, (*override, *game.extra)) if override else game
    if is_game and game is not None:
        raise InputError("is a game itself", source=str(path), needs="no-game")
    if not is_game and game is None:
        if override:
            raise InputError("override folders go with a game", needs="game")
        return None
    return Game.open(path if game is None else game, override)


def _find_module(module: str | Path | None, game: Game | None) -> str | Path | None:
    if module is None:
        return None
    path = Path(module)
    if path.is_file():
        own = [file for m in game.modules for file in (*m.files, *m.replaced)] if game else []
        in_game = any(path.resolve() == file.resolve() for file in own)
        return find_module(game, path.name).name if game is not None and in_game else path
    if game is None:
        text = "no such file, and the name of a module goes with a game"
        raise InputError(text, source=printable(str(module)), needs="game")
    return find_module(game, str(module)).name
