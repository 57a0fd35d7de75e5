"""Which level a command means: its PATH, with ``--game``, ``--module`` and ``--override``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.ask.options import load_surfaces, override_option
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.install.target import Target

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


def _parse_area(_: object, __: object, text: str) -> Path:
    if not text:  # a script's variable that was never set
        raise CommandError("an empty AREA; for the current folder write .")
    return Path(text)


area_argument: Callable[[Any], Any] = click.argument("path", metavar="AREA", callback=_parse_area)
"""The AREA of a command, for `load_given_area`."""


def refuse_empty(_: object, __: object, paths: tuple[str, ...]) -> tuple[str, ...]:
    """The PATHs of a command, none of them empty: that is a script's variable that was never set.

    It would stand for the current folder, and `fix` would repair all that is in it.
    """
    if "" in paths:
        raise CommandError("an empty PATH; for the current folder write .")
    return paths


@dataclass(frozen=True)
class Given:
    """What ``--game``, ``--module`` and ``--override`` say."""

    game: Path | None = None
    module: str | None = None
    override: tuple[Path, ...] = ()

    @property
    def named(self) -> dict[str, Any]:
        """The same as arguments of functions such as `kotorlevel.check`."""
        return {"game": self.game, "module": self.module, "override": self.override}

    def find(self, path: Path | str) -> Target:
        """What PATH stands for with these. Raises `InputError`."""
        from kotorlevel.area.install.target import find_target

        return find_target(path, **self.named)


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


def load_given_area(
    path: Path, given: Given, materials_table: str | None = None, *, to_edit: bool = False
) -> Area:
    """The area that AREA and the options mean; what could not be read of it is told on stderr.

    One that is loaded ``to_edit`` it in place is kept from others until the command ends. Raises
    `InputError` or `FormatError` where there is none.
    """
    from kotorlevel.area.install.target import find_target_level
    from kotorlevel.area.load import read_level

    surfaces = load_surfaces(materials_table)
    if to_edit:
        from kotorlevel.area.editing import editing

        click.get_current_context().with_resource(editing(path, **given.named))
    area = read_level(find_target_level(given.find(path)), surfaces)
    for problem in area.problems:
        click.secho(printable(str(problem), 2000), fg="yellow", err=True)
    return area


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
