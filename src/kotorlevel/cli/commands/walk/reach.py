"""``kotorlevel reach``: where one can walk to, what is cut off, and why."""

import json
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.install.target import find_target_level
from kotorlevel.cli.ask.levels import Given, as_typed, level_options
from kotorlevel.cli.ask.numbers import parse_number
from kotorlevel.cli.ask.options import FiniteRange, load_surfaces, materials_option
from kotorlevel.cli.ask.walking import choose_doors, door_options, naming_options
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable

SMALLEST = 0.5
"""Square metres; what is smaller is a speck."""

_EXAMPLES = """
\b
Examples:
  kotorlevel reach my_mod                          from the module's entry, if it is known
  kotorlevel reach my_mod --from 12.4,-3           from a place; X,Y,Z where floors are stacked
  kotorlevel reach swkotor --module tar_m10aa
  kotorlevel reach my_mod --module my_mod.mod --doors closed
  kotorlevel reach my_mod --module my_mod.mod --closed gate --closed hatch
  kotorlevel reach my_mod --fail                   for scripts: exit code 1 if a part is cut off

\b
Exit code: 0 also where parts are cut off (that may be meant); with --fail 1 then. Parts that may
be reached through rooms that are not at hand do not count. 2 if something cannot be read.
"""


def _parse_place(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[float, ...] | None:
    """Two or three numbers, as ``1,2.5`` or ``1,2.5,0``."""
    del ctx, param
    if value is None:
        return None
    words = value.replace(",", " ").replace(";", " ").split()
    try:
        numbers = tuple(parse_number(word) for word in words)
    except ValueError as error:
        raise click.BadParameter(f"{error}. Write X,Y or X,Y,Z, as 12.4,-3") from None
    if len(numbers) not in (2, 3):
        raise click.BadParameter(f"{len(numbers)} numbers; write X,Y or X,Y,Z, as 12.4,-3")
    return numbers


@click.command("reach", epilog=_EXAMPLES)
@click.argument("path", metavar="AREA", type=click.Path(path_type=Path))
@click.option(
    "--from",
    "start",
    metavar="X,Y[,Z]",
    callback=_parse_place,
    help="Where to start; by default the module's entry, else the largest part of the floor.",
)
@door_options
@click.option(
    "--min-area",
    type=FiniteRange(0),
    default=SMALLEST,
    show_default=True,
    metavar="M2",
    help="Parts with fewer square metres are only summed up.",
)
@click.option("--fail", is_flag=True, help="Exit with 1 if a part is cut off.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/reach.schema.json).")
@materials_option
@level_options
def command(
    path: Path,
    given: Given,
    start: tuple[float, ...] | None,
    all_closed: bool,
    closed: tuple[str, ...],
    min_area: float,
    fail: bool,
    as_json: bool,
    materials_table: str | None,
) -> None:
    """Say what of an area can be walked to, what is cut off, by what, and what mends it.

    It is computed from shapes and links; whether the tables in the files are sound says `check`.

    AREA is a layout with the walkmeshes of its rooms beside it, a folder with these, an archive,
    or a game with --module. Links of one direction count one way only, as in the game.
    """
    from kotorlevel.cli.show.causes import shorten_notes
    from kotorlevel.cli.show.reach import list_notes, show_reach, to_json

    area = _load(path, given)
    surfaces = load_surfaces(materials_table)
    with naming_options():
        doors = choose_doors(area, all_closed, closed)
        reach = kl.find_reach(area, start, least_area=min_area, surfaces=surfaces, **doors)
    notes = list_notes(reach)
    for note in shorten_notes(notes):
        click.secho(printable(note, 2000), fg="yellow", err=True)
    named = as_typed(path, given)
    if as_json:
        shut = None if all_closed else closed
        click.echo(json.dumps(to_json(reach, path.as_posix(), named, shut, notes), indent=2))
    else:
        show_reach(reach, named)
    if fail and any(not each.uncertain for each in reach.cut_off):
        click.get_current_context().exit(1)


def _load(path: Path, given: Given) -> Area:
    """The area, with what could not be read of it said."""
    from kotorlevel.area.load import read_level

    where = given.find(path)
    if where.path.suffix.lower() in (".wok", ".pwk", ".dwk") and where.path.is_file():
        raise CommandError(
            f"{path.as_posix()}: is one walkmesh; give its area: a layout (.lyt), a folder with "
            "one, an archive, or a game with --module"
        )
    area = read_level(find_target_level(where))
    for problem in area.problems:
        click.secho(printable(str(problem), 2000), fg="yellow", err=True)
    return area
