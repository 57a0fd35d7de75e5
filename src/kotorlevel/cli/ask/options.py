"""Options that several commands share."""

import math
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click

import kotorlevel as kl

materials_option: Callable[[Any], Any] = click.option(
    "--materials",
    "materials_table",
    metavar="TABLE",
    help="What is walkable: a surfacemat.2da, or a preset (k1, kotorblender, kotorblender-2023, "
    "mdlops). Default: the game's own where there is one, else k1.",
)
_rounding_option: Callable[[Any], Any] = click.option(
    "--rounding",
    type=click.Choice(["k1", "k2"]),
    default="k1",
    show_default=True,
    help="Round normals as the first or as the second game's tool did.",
)
_old_rounding_option: Callable[[Any], Any] = click.option("--game", hidden=True)
up_option: Callable[[Any], Any] = click.option(
    "--up",
    type=click.Choice(["z", "y"]),
    default="z",
    show_default=True,
    help="The axis that points up in an OBJ; y is what Blender takes unless told.",
)
force_option: Callable[[Any], Any] = click.option(
    "--force", is_flag=True, help="Replace the output file if it exists."
)
module_option: Callable[[Any], Any] = click.option(
    "--module", metavar="NAME", help="A module of the game, such as tar_m10aa."
)
override_option: Callable[[Any], Any] = click.option(
    "--override",
    multiple=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="A folder that comes before everything, such as a mod in the making. May repeat.",
)
select_option: Callable[[Any], Any] = click.option(
    "--select", metavar="IDS", help="Only these rules; beginnings count: BWM,MSH007."
)
ignore_option: Callable[[Any], Any] = click.option(
    "--ignore", metavar="IDS", help="Not these rules."
)
FAIL_ON = click.Choice(["error", "warning", "info", "never"])
type_option: Callable[[Any], Any] = click.option(
    "--type",
    "types",
    multiple=True,
    metavar="TYPE",
    help="Only this type: wok, .wok, or the number of one. May repeat.",
)


def rounding_option(command: Callable[..., None]) -> Callable[..., None]:
    """``--rounding``, and for a while its old spelling; the command gets it as ``rounding``."""

    @wraps(command)
    def with_rounding(*, rounding: str, game: str | None, **others: Any) -> None:
        if game in ("k1", "k2"):
            text = f"note: --game k1|k2 is --rounding {game} now; --game means a game's folder"
            click.secho(text, fg="yellow", err=True)
            rounding = game
        elif game is not None:
            raise click.UsageError("--game has no meaning here; did you mean --rounding k1 or k2?")
        command(rounding=rounding, **others)

    decorated: Callable[..., None] = _rounding_option(_old_rounding_option(with_rounding))
    return decorated


class FiniteRange(click.FloatRange):
    """A number within limits; NaN and infinity are none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number. Fails as click does."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{number} is not a number that can be used here.", param, ctx)
        return number


def parse_types(types: Sequence[str]) -> frozenset[int] | None:
    """The numbers of the types in ``--type``; None where none was given."""
    from kotorlevel.core.resource import find_types

    words = (word for given in types for word in given.replace(",", " ").split())
    try:
        return find_types(words if types else None)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--type") from None


def load_surfaces(table: str | None) -> kl.Materials | None:
    """The table of surfaces of ``--materials``: a preset's name or a 2DA file; None by default."""
    try:
        return None if table is None else kl.load_surfaces(table)
    except kl.errors.InputError as error:
        raise click.BadParameter(str(error), param_hint="--materials") from None
