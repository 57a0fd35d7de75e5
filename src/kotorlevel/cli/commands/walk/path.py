"""``kotorlevel path``: the way from one place of an area to another, or why there is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.doors import door_options
from kotorlevel.cli.ask.levels import Given, as_typed, level_options
from kotorlevel.cli.ask.negatives import GUARD, NumbersCommand
from kotorlevel.cli.ask.options import force_option, load_materials, materials_option
from kotorlevel.cli.journey.words import check_order, split_places
from kotorlevel.cli.queries.points import parse_number
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.humanoid import BODY
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.cli.journey.find import PathReport

LARGEST = 10.0
"""Metres; the largest creatures have a radius of a few."""

_HELP = """Find the way from one place to another, across rooms and doors; or say why there is none.

AREA is a walkmesh, a layout with the walkmeshes of its rooms beside it, a folder with these, an
archive, or a game with --module.

\b
FROM and TO are places:
  X,Y or X,Y,Z   metres, as in the game's files
  entry          where the player enters the module
  TAG            of a door, waypoint, creature or placeable
  door:N         by number; so are waypoint:N, creature:N and placeable:N
  room:NAME      well inside of a room

Who walks to a door or a crate stands as near to it as there is room.

The way is computed from shapes and links; whether the tables in the files are sound says `check`.
"""

_EXAMPLES = """
\b
Examples:
  kotorlevel path my_mod 2,2 20,-3                 two places; X,Y,Z where floors are stacked
  kotorlevel path m55aa_02.wok 2,2 8,5             in one room
  kotorlevel path my_mod --module my_mod.mod entry door:3
  kotorlevel path swkotor --module tar_m10aa entry room:m10aa_09b
  kotorlevel path my_mod --module my_mod.mod entry gate --doors closed
  kotorlevel path my_mod 2,2 20,3 --radius 0 -o way.obj
  kotorlevel path my_mod 2,2 20,3 --cost water=5   rather around the water than through it

\b
Exit code: 0 if there is a path (with --like-game: one that the game's planner finds), 1 if there
is none, 2 if something cannot be read or FROM and TO are no places.
"""


def _parse_radius(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """Metres from 0 to `LARGEST`."""
    del ctx, param
    try:
        metres = parse_number(str(value))
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    if not 0 <= metres <= LARGEST:
        raise click.BadParameter(f"{value} m: a body has a radius from 0 to {LARGEST:g} m")
    return metres


@click.command("path", cls=NumbersCommand, help=_HELP, epilog=_EXAMPLES)
@click.argument("path", metavar="AREA")
@click.argument("places", metavar="FROM TO", nargs=-1)
@click.option(
    "--radius",
    metavar="M",
    default=str(BODY),
    show_default=True,
    callback=_parse_radius,
    help="How far the body reaches to each side, in metres: the default is a human; 0 for a point.",
)
@door_options
@click.option("--placeables", is_flag=True, help="Walk around the placeables of the area.")
@click.option(
    "--cost",
    "costs",
    multiple=True,
    metavar="MATERIAL=FACTOR",
    help="What a metre on a surface counts (1 for others): its name or number. May repeat.",
)
@click.option(
    "--like-game",
    is_flag=True,
    help="Say, too, what the game's own planner would do: straight line, then path points (PTH).",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE.obj",
    type=click.Path(path_type=Path),
    help="Write the path as a line that 3-D programs can show.",
)
@force_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/path.schema.json).")
@materials_option
@level_options
def command(
    path: str,
    given: Given,
    places: tuple[str, ...],
    radius: float,
    all_closed: bool,
    closed: tuple[str, ...],
    placeables: bool,
    costs: tuple[str, ...],
    like_game: bool,
    output: Path | None,
    force: bool,
    as_json: bool,
    materials_table: str | None,
) -> None:
    """The path from FROM to TO, shown and written."""
    area = Path(named := path.removeprefix(GUARD))
    check_order(named, places)
    start, goal = split_places(places)
    target = _choose_target(output, force)
    from kotorlevel.cli.ask.costs import parse_costs
    from kotorlevel.cli.journey.find import Asked, find_out
    from kotorlevel.cli.journey.notes import shorten_notes
    from kotorlevel.cli.journey.source import load_walked

    source = load_walked(area, given, load_materials(materials_table))
    asked = Asked(
        start,
        goal,
        radius,
        all_closed,
        closed,
        placeables,
        parse_costs(costs, source.surfaces),
        like_game,
    )
    report = find_out(source, asked)
    for note in shorten_notes(report.notes):
        click.secho(printable(note, 2000), fg="yellow", err=True)
    _show(report, area, given, as_json)
    if target is not None:
        _write(report, target, as_json)
    if not report.is_found:
        click.get_current_context().exit(1)


def _choose_target(output: Path | None, force: bool) -> Path | None:
    """The file of ``-o``, checked before anything is done."""
    if output is None:
        return None
    from kotorlevel.core.outputs import choose_output

    if output.is_dir():
        raise CommandError(f"{output}: is a folder; name the file, as {output / 'way.obj'}")
    return choose_output(output, output, (".obj",), force=force)


def _show(report: PathReport, area: Path, given: Given, as_json: bool) -> None:
    if as_json:
        from kotorlevel.cli.journey.json import to_json

        click.echo(json.dumps(to_json(report, area.as_posix(), as_typed(area, given)), indent=2))
    else:
        from kotorlevel.cli.journey.text import show_report

        show_report(report, as_typed(area, given))


def _write(report: PathReport, target: Path, as_json: bool) -> None:
    """Write the path, if there is one, and say so; beside JSON on stderr."""
    from kotorlevel.cli.journey.obj import format_obj
    from kotorlevel.core.atomic import write_atomic

    where = printable(str(target), 2000)
    if not report.path.ok:
        click.secho(f"{where}: not written, because there is no path", fg="yellow", err=True)
        return
    data = format_obj(report)
    write_atomic(target, data)
    click.echo(f"wrote {where} ({len(data):,} bytes)", err=as_json)
