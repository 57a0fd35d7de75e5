"""``kotorlevel unlink``: the links of single edges taken out."""

import json
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.edits import Target, parse_edge, refusing, target_options
from kotorlevel.cli.ask.levels import Given, area_argument, level_options, load_given_area
from kotorlevel.cli.ask.options import materials_option
from kotorlevel.cli.show.link import show_by_hand, to_json
from kotorlevel.cli.show.written import show_changes

_EXAMPLES = """
\b
Examples:
  kotorlevel unlink my_mod m55aa_02:57 --dry-run
  kotorlevel unlink my_mod m55aa_02:57 m55aa_02:60 --in-place

\b
Edges have numbers: kotorlevel layout my_mod show m55aa_02
Exit code: 0 done, 2 something could not be read or written.
"""


@click.command("unlink", epilog=_EXAMPLES)
@area_argument
@click.argument("edges", metavar="ROOM:EDGE...", nargs=-1, required=True)
@target_options
@materials_option
@level_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/link.schema.json).")
def command(
    path: Path,
    edges: tuple[str, ...],
    target: Target,
    materials_table: str | None,
    given: Given,
    as_json: bool,
) -> None:
    """Take out the links of edges, and those of the edges that lie on them and lead back.

    AREA is a layout, a folder, an archive, or the folder of a game with --module. Nobody can cross
    there any more: a doorway becomes a wall. All links that meet nothing: kotorlevel link --clear
    """
    area = load_given_area(path, given, materials_table, to_edit=target.is_edit)
    with refusing():
        area, report = kl.unlink_edges(area, *(parse_edge(area, edge) for edge in edges))
    files = target.write(area)
    if as_json:
        document = to_json(area, report, path, files, dry_run=target.dry_run)
        click.echo(json.dumps(document, indent=2))
        return
    show_by_hand(area, report)
    show_changes(files, dry_run=target.dry_run)
