"""``kotorlevel path``: the way from one place of an area to another, or why there is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import Given, as_typed, level_options
from kotorlevel.cli.ask.negatives import GUARD, NumbersCommand
from kotorlevel.cli.ask.options import force_option, load_surfaces, materials_option
from kotorlevel.cli.ask.walking import (
    as_place,
    check_order,
    choose_doors,
    door_options,
    naming_options,
    parse_costs,
    radius_option,
    split_places,
)
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.cli.ask.walked import Source
    from kotorlevel.cli.show.path import Told

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


@click.command("path", cls=NumbersCommand, help=_HELP, epilog=_EXAMPLES)
@click.argument("path", metavar="AREA")
@click.argument("places", metavar="FROM TO", nargs=-1)
@radius_option(
    "How far the body reaches to each side, in metres: the default is a human; 0 for a point."
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
    from kotorlevel.cli.ask.walked import load_walked
    from kotorlevel.cli.show.path import Told

    source = load_walked(area, given, load_surfaces(materials_table))
    factors = parse_costs(costs, source.surfaces)
    doors = _choose_obstacles(source, all_closed, closed, placeables)
    with naming_options():
        journey = kl.find_journey(
            source.walked,
            as_place(start),
            as_place(goal),
            radius=radius,
            costs=factors,
            surfaces=source.surfaces,
            like_game=like_game,
            name=source.name,
            **doors,
        )
    notes = (*source.notes, *journey.notes)
    named, ends = as_typed(area, given), (start, goal)
    told = Told(
        journey, area.as_posix(), named, ends, all_closed, closed, placeables, factors, notes
    )
    _show(told, as_json)
    if target is not None:
        _write(told, target, as_json)
    if not (journey.ok if journey.game is None else journey.game.ok):
        click.get_current_context().exit(1)


def _choose_obstacles(
    source: Source, all_closed: bool, closed: tuple[str, ...], placeables: bool
) -> dict[str, Any]:
    """What is in the way, by the options. Raises `CommandError` where nothing is known of it."""
    walked = source.walked
    if not isinstance(walked, kl.Area):
        if all_closed or closed or placeables:
            raise CommandError(
                f"{printable(source.name)}: is one walkmesh; --doors, --closed and --placeables go "
                "with an area and its module"
            )
        return {}
    doors = choose_doors(walked, all_closed, closed)
    if placeables and walked.git is None:
        raise CommandError(
            f"{printable(walked.name)}: no placeables are known here; name the module with --module"
        )
    return {**doors, "placeables": placeables}


def _choose_target(output: Path | None, force: bool) -> Path | None:
    """The file of ``-o``, checked before anything is done."""
    if output is None:
        return None
    from kotorlevel.core.targets import choose_output

    if output.is_dir():
        raise CommandError(f"{output}: is a folder; name the file, as {output / 'way.obj'}")
    return choose_output(output, output, (".obj",), force=force)


def _show(told: Told, as_json: bool) -> None:
    from kotorlevel.cli.show.causes import shorten_notes
    from kotorlevel.cli.show.path import show_journey, to_json

    for note in shorten_notes(told.notes):
        click.secho(printable(note, 2000), fg="yellow", err=True)
    if as_json:
        click.echo(json.dumps(to_json(told), indent=2))
    else:
        show_journey(told)


def _write(told: Told, target: Path, as_json: bool) -> None:
    """Write the path, if there is one, and say so; beside JSON on stderr."""
    from kotorlevel.core.atomic import write_atomic

    where = printable(str(target), 2000)
    if not told.journey.ok:
        click.secho(f"{where}: not written, because there is no path", fg="yellow", err=True)
        return
    first, last = (printable(word, 200) for word in told.places)
    level = printable(told.journey.level)
    data = told.journey.path.to_obj(f"path in {level} from {first} to {last}, metres, z up")
    write_atomic(target, data)
    click.echo(f"wrote {where} ({len(data):,} bytes)", err=as_json)
