"""``kotorlevel doors``: the doors of an area, whether they fit, and which of the game would."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from kotorlevel.cli.ask.actions import AreaActions, Subject
from kotorlevel.cli.ask.levels import Given, area_argument, level_options
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.errors import InputError

_EXAMPLES = """
\b
Examples:
  kotorlevel doors my_mod                      tag, model, place, doorway and verdict of each door
  kotorlevel doors my_mod --game swkotor       the same with the game's templates and walkmeshes
  kotorlevel doors my_mod fit --game swkotor   which doors of the game fit, best first
  kotorlevel doors my_mod fit --door gate --2da genericdoors.2da --dwk my_doors
  kotorlevel fix my_mod --unsafe --select OBJ009,OBJ010
                                               put doors back that are turned or off their place

\b
Exit code: 0 done, also where doors do not fit (check tells them); 2 something cannot be read.
"""

_HELP = {
    "table": "; give the game with --game DIR, or the table with --2da FILE",
    "walkmeshes": "; give the game with --game DIR, or their folder with --dwk DIR",
}
"""What is lacking → the option that helps."""


@click.group("doors", cls=AreaActions, epilog=_EXAMPLES, subcommand_metavar="[ACTION] [ARGS]...")
@area_argument
@level_options
@click.pass_context
def command(ctx: click.Context, path: Path, given: Given) -> None:
    """List the doors of an area, how each stands in its doorway, and which doors would fit.

    AREA is a layout (LYT), a folder, an archive, or a game's folder with --module. Where a door
    belongs say the walls left and right of it, the seam of its rooms, and the layout's door hook.
    """
    ctx.obj = Subject(path, given)


_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (docs/schema/doors.schema.json)."
)


@command.command("show")
@_json_option
@click.pass_obj
def show(subject: Subject, as_json: bool) -> None:
    """List the doors: tag, template, model, place, doorway, and whether they fit."""
    import kotorlevel as kl
    from kotorlevel.cli.show.layout.doors import fits_to_json, show_fits

    area = subject.load()
    if not area.doors:
        raise CommandError(_no_doors(subject, has_git=area.git is not None))
    fits = kl.fit_doors(area)
    if as_json:
        _echo({**subject.head(area, "show"), **fits_to_json(fits)})
    else:
        show_fits(area, fits)


@command.command("fit")
@click.option("--door", "doors", multiple=True, metavar="TAG", help="This door only; repeatable.")
@click.option(
    "--2da",
    "table",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The genericdoors.2da; by default that of the level or game.",
)
@click.option(
    "--dwk",
    "walkmeshes",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="A folder with walkmeshes of doors; also looked for beside --2da, in the level, the game.",
)
@click.option(
    "--most",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    metavar="N",
    help="List N doors for each doorway; JSON has all of them.",
)
@_json_option
@click.pass_obj
def fit(
    subject: Subject,
    doors: tuple[str, ...],
    table: Path | None,
    walkmeshes: Path | None,
    most: int,
    as_json: bool,
) -> None:
    """List the doors of the game that fit each doorway, best first.

    Without --door also doorways between rooms in which no door stands.
    """
    import kotorlevel as kl
    from kotorlevel.cli.show.layout.doors import choices_to_json, show_choices

    area = subject.load()
    with _naming_options():
        found = kl.choose_doors(area, doors=doors, table=table, walkmeshes=walkmeshes)
    if as_json:
        _echo({**subject.head(area, "fit"), **choices_to_json(area, found)})
    else:
        show_choices(area, found, most)


def _echo(document: dict[str, Any]) -> None:
    click.echo(json.dumps(document, indent=2, allow_nan=False))


def _no_doors(subject: Subject, *, has_git: bool) -> str:
    path = subject.path.as_posix()
    if has_git:
        return f"{path}: its GIT places no doors"
    return f"{path}: no GIT is known, so no doors; give the module with --module"


@contextmanager
def _naming_options() -> Iterator[None]:
    """What is lacking, in the words of the command line."""
    try:
        yield
    except InputError as error:
        if error.source:
            raise
        option = "--door: " if error.argument == "doors" else ""
        raise CommandError(f"{option}{error.message}{_HELP.get(error.lacks, '')}") from None
