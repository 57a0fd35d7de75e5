"""``kotorlevel link``: room links from geometry."""

import json
from pathlib import Path

import click

from kotorlevel.cli.ask.edits import Target, refusing, target_options
from kotorlevel.cli.ask.levels import Given, area_argument, level_options, load_given_area
from kotorlevel.cli.ask.options import materials_option
from kotorlevel.cli.show.link import show_report, to_json
from kotorlevel.cli.show.written import show_changes

_EXAMPLES = """
\b
Examples:
  kotorlevel link my_mod --dry-run             show what would be linked, and what cannot be
  kotorlevel link my_mod --in-place            link; `undo` takes it back
  kotorlevel link my_mod -o linked             write the changed walkmeshes to a folder
  kotorlevel link my_mod --snap 0.04 -o linked first close gaps of up to 4 cm
  kotorlevel link my_mod --game swkotor --module tar_m10aa -o linked

\b
Exit code: 0 done, 2 something could not be read or written.
"""


@click.command("link", epilog=_EXAMPLES)
@area_argument
@click.option(
    "--tolerance",
    type=float,
    default=0.001,
    show_default=True,
    metavar="M",
    help="How far apart the ends of two edges may be, in metres.",
)
@click.option("--clear", is_flag=True, help="Take out links that meet nothing where they lead.")
@click.option("--through-walls", is_flag=True, help="Also link edges that have a wall on them.")
@click.option(
    "--snap",
    type=float,
    metavar="M",
    help="First move ends that almost meet together, none by more than this (metres).",
)
@click.option("--split", is_flag=True, help="First split edges where those of another room end.")
@target_options
@materials_option
@level_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/link.schema.json).")
def command(
    path: Path,
    tolerance: float,
    clear: bool,
    through_walls: bool,
    snap: float | None,
    split: bool,
    target: Target,
    given: Given,
    materials_table: str | None,
    as_json: bool,
) -> None:
    """Link the rooms of an area wherever their floors meet.

    AREA is a layout, a folder, an archive, or the folder of a game with --module. Edges of two
    rooms that lie on each other get links in both directions. What almost meets is listed with
    the reason. Nothing is written unless everything could be computed: a walkmesh that is there
    but cannot be read stops it; one that is not there is left out.
    """
    from kotorlevel.area.links.relink import relink

    area = load_given_area(path, given, materials_table, to_edit=target.is_edit)
    with refusing():
        area, report = relink(
            area, tolerance, snap=snap, split=split, clear=clear, through_walls=through_walls
        )
    files = target.write(area)
    if as_json:
        document = to_json(area, report, path, files, dry_run=target.dry_run)
        click.echo(json.dumps(document, indent=2))
    else:
        show_report(area, report)
        show_changes(files, dry_run=target.dry_run)
