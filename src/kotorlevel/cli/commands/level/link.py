"""``kotorlevel link``: room links from geometry, or by hand."""

import json
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.edits import Target, parse_edge, refusing, target_options
from kotorlevel.cli.ask.levels import Given, area_argument, level_options, load_given_area
from kotorlevel.cli.ask.options import materials_option
from kotorlevel.cli.show.link import show_by_hand, show_report, to_json
from kotorlevel.cli.show.written import show_changes

_EXAMPLES = """
\b
Examples:
  kotorlevel link my_mod --dry-run             show what would be linked, and what cannot be
  kotorlevel link my_mod --in-place            link; `undo` takes it back
  kotorlevel link my_mod -o linked             write the changed walkmeshes to a folder
  kotorlevel link my_mod --snap 0.04 -o linked first close gaps of up to 4 cm
  kotorlevel link my_mod m55aa_02:57 m55aa_03:12 --in-place
                                               these two edges, whatever lies there
  kotorlevel link my_mod --game swkotor --module tar_m10aa -o linked

\b
Edges have numbers: kotorlevel layout my_mod show m55aa_02. The other way: kotorlevel unlink
Exit code: 0 done, 2 something could not be read or written.
"""


@click.command("link", epilog=_EXAMPLES)
@area_argument
@click.argument("edges", metavar="[ROOM:EDGE ROOM:EDGE]", nargs=-1)
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
    edges: tuple[str, ...],
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
    but cannot be read stops it; one that is not there is left out. With two edges only these are
    linked, both ways, also where they do not meet.
    """
    if edges:
        _check_by_hand(edges, {
            "--clear": clear, "--through-walls": through_walls, "--snap": snap is not None,
            "--split": split,
        })  # fmt: skip
    area = load_given_area(path, given, materials_table, to_edit=target.is_edit)
    with refusing():
        if edges:
            first, second = (parse_edge(area, edge) for edge in edges)
            area, report = kl.link_edges(area, first, second, tolerance)
        else:
            area, report = kl.relink(
                area, tolerance, snap=snap, split=split, clear=clear, through_walls=through_walls
            )
    files = target.write(area)
    if as_json:
        document = to_json(area, report, path, files, dry_run=target.dry_run)
        click.echo(json.dumps(document, indent=2))
        return
    if edges:
        show_by_hand(area, report)
    else:
        show_report(area, report)
    show_changes(files, dry_run=target.dry_run)


def _check_by_hand(edges: tuple[str, ...], options: dict[str, bool]) -> None:
    """Refuse anything but two edges, and options that are for all rooms."""
    if len(edges) != 2:
        raise click.UsageError("a link has two ends: ROOM:EDGE ROOM:EDGE, as a:57 b:12")
    for name, is_given in options.items():
        if is_given:
            raise click.UsageError(f"{name} is for all rooms: leave it out, or the two edges")
