"""Which level a command means: its PATH, with ``--game``, ``--module`` and ``--override``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.ask.options import load_materials, override_option
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kotorlevel.area.area import Area
    from kotorlevel.area.install.game import Game
    from kotorlevel.area.install.level import Level

_game_option: Callable[[Any], Any] = click.option(
    "--game",
    "game_folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder of the game: what PATH lacks is taken from there.",
)
_module_option: Callable[[Any], Any] = click.option(
    "--module", metavar="M", help="The module of the level: its name in the game, or its file."
)
_SOME = 8


def _parse_area(_: object, __: object, text: str) -> Path:
    if not text:  # a script's variable that was never set
        raise CommandError("an empty AREA; for the current folder write .")
    return Path(text)


area_argument: Callable[[Any], Any] = click.argument("path", metavar="AREA", callback=_parse_area)
"""The AREA of a command, for `load_given_area`."""


@dataclass(frozen=True)
class Given:
    """What ``--game``, ``--module`` and ``--override`` say."""

    game: Path | None = None
    module: str | None = None
    override: tuple[Path, ...] = ()


def level_options(command: Callable[..., None]) -> Callable[..., None]:
    """The three options; the command gets them together as ``given``."""

    @wraps(command)
    def gathered(
        *, game_folder: Path | None, module: str | None, override: tuple[Path, ...], **others: Any
    ) -> None:
        command(given=Given(game_folder, module, override), **others)

    for option in (override_option, _module_option, _game_option):
        gathered = option(gathered)
    return gathered


@dataclass(frozen=True)
class Where:
    """PATH and what goes with it: the ``game`` that it is or that was given, and the ``module``.

    The module is the name of one of the game's, or a file.
    """

    path: Path
    is_game: bool = False
    game: Game | None = None
    module: str | Path | None = None


def find_where(path: Path, given: Given) -> Where:
    """PATH with the options, all of them checked.

    Raises `CommandError` for options that do not fit, or name what is not there.
    """
    is_game = _is_game(path)
    game = _open_game(path, given, is_game=is_game)
    module = _find_module(given.module, game)
    if is_game and isinstance(module, Path):
        # A module's file with a game to complete it: the file is what is asked about.
        return Where(module, False, game, None)
    return Where(path, is_game, game, module)


def find_area(where: Where) -> Level:
    """The level that is meant. Raises `CommandError` or `FormatError` where there is none."""
    from kotorlevel.area.install.level import find_level

    if where.is_game and where.game is not None:
        if where.module is None:
            raise which_module(where)
        return find_level(where.game.root, where.game, where.module)
    if where.path.is_dir():
        layouts = find_layouts(where.path)
        if len(layouts) == 1:
            return find_level(layouts[0], where.game, where.module, folder=where.path)
        if len(layouts) > 1 and where.module is None:
            raise _which_layout(where.path, layouts)
        if not layouts and where.game is None and where.module is None:
            raise CommandError(
                f"{where.path.as_posix()}: no layout (LYT) in this folder, and an area needs one; "
                "to take it from the game add --game DIR and --module NAME"
            )
    return find_level(where.path, where.game, where.module)


def load_given_area(path: Path, given: Given, materials_table: str | None = None) -> Area:
    """The area that AREA and the options mean; what could not be read of it is told on stderr.

    Raises `CommandError` or `FormatError` where there is none.
    """
    from kotorlevel.area.load import read_level

    surfaces = load_materials(materials_table)
    area = read_level(find_area(find_where(path, given)), surfaces)
    for problem in area.problems:
        click.secho(printable(str(problem), 2000), fg="yellow", err=True)
    return area


def list_areas(where: Where) -> Iterator[tuple[Path, Callable[[], Level]]]:
    """For every area behind PATH where it is, and what finds its level (or raises `FormatError`).

    Those of a folder or an archive are its layouts; where it has none, that of the module.
    """
    from kotorlevel.area.install.level import find_level

    path, game, module = where.path, where.game, where.module
    if where.is_game:
        yield path, partial(find_area, where)
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


def _layouts_in(archive: Path) -> list[str]:
    """The names of the layouts in an archive, once each; none where it cannot be read."""
    from kotorlevel.area.install.level import module_sources
    from kotorlevel.core.errors import FormatError

    try:
        resources = [each for source in module_sources(archive) for each in source.resources()]
    except FormatError:
        return []
    return list(dict.fromkeys(each.name for each in resources if each.extension == "lyt"))


def find_layouts(folder: Path) -> list[Path]:
    """The layouts below a folder, sorted."""
    from kotorlevel.formats.detect import find_files

    return [path for path in find_files(folder) if path.suffix.lower() == ".lyt"]


def _which_layout(folder: Path, layouts: Sequence[Path]) -> CommandError:
    names = ", ".join(printable(each.as_posix(), 200) for each in layouts[:_SOME])
    more = f" and {len(layouts) - _SOME} more" if len(layouts) > _SOME else ""
    return CommandError(
        f"{folder.as_posix()}: {len(layouts)} layouts in this folder; give one of them instead: "
        f"{names}{more}"
    )


def which_module(where: Where) -> CommandError:
    """The error for a game without a module."""
    names = [printable(module.name) for module in where.game.modules] if where.game else []
    if not names:
        return CommandError(f"{where.path}: this is a game, but it has no modules")
    more = f" and {len(names) - _SOME} more" if len(names) > _SOME else ""
    return CommandError(
        f"{where.path}: this is a whole game. Name one of its modules with --module: "
        f"{', '.join(names[:_SOME])}{more}. To check all of them: "
        f"kotorlevel scan {quoted(where.path)}"
    )


def quoted(path: Path | str) -> str:
    """A path as it is typed into a command line."""
    text = printable(str(path), 200)
    return f'"{text}"' if " " in text else text


def as_typed(path: Path, given: Given) -> str:
    """PATH and its options, as other commands take them."""
    words = [quoted(path)]
    words += ["--game", quoted(given.game)] if given.game else []
    words += ["--module", quoted(given.module)] if given.module else []
    words += [word for folder in given.override for word in ("--override", quoted(folder))]
    return " ".join(words)


def is_archive(path: Path) -> bool:
    """True for an archive by its first bytes, or by its name where these say nothing."""
    from kotorlevel.formats.detect import detect_data_format, detect_format

    try:
        with path.open("rb") as file:
            start = file.read(16)
    except OSError:  # said when it is read
        return False
    return not detect_format(start) and detect_data_format(start, path.name) == "archive"


def _is_game(path: Path) -> bool:
    if not path.is_dir() and path.suffix.lower() != ".key":
        return False
    from kotorlevel.area.install.game import find_game

    return find_game(path) is not None


def _open_game(path: Path, given: Given, *, is_game: bool) -> Game | None:
    if is_game and given.game is not None:
        raise CommandError(f"{path}: is a game itself; leave --game out")
    folder = path if is_game else given.game
    if folder is None:
        if given.override:
            raise CommandError("--override goes with a game: add --game DIR")
        return None
    from kotorlevel.cli.ask.places import open_game

    return open_game(folder, None, given.override).game


def _find_module(module: str | None, game: Game | None) -> str | Path | None:
    if module is None:
        return None
    from kotorlevel.cli.ask.places import find_module

    path = Path(module)
    if path.is_file():
        in_game = game is not None and any(path.resolve() == p.resolve() for p in _files(game))
        return find_module(game, path.name).name if game is not None and in_game else path
    if game is None:
        raise CommandError(
            f"--module {printable(module)}: no such file; for the name of a module add --game DIR"
        )
    return find_module(game, module).name


def _files(game: Game) -> list[Path]:
    return [path for module in game.modules for path in (*module.files, *module.replaced)]
