"""``kotorlevel info``: what is in files and areas."""

import json
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import Given, level_options, refuse_empty
from kotorlevel.cli.ask.options import load_surfaces, materials_option
from kotorlevel.cli.terminal.progress import progress_bar

_EXAMPLES = """
\b
Examples:
  kotorlevel info m55aa_02.wok
  kotorlevel info m55aa.lyt m55aa.vis
  kotorlevel info m55aa.git m55aa.pth
  kotorlevel info m55aa_02.mdl
  kotorlevel info my_mod
  kotorlevel info swkotor --module tar_m10aa
  kotorlevel info my_mod --json > my_mod.json

Exit code: 0 if every file could be read, else 2.
"""


@click.command("info", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", callback=refuse_empty)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/info.schema.json).")
@click.option("--tables", is_flag=True, help="With --json: every row of every table as well.")
@click.option(
    "--full", is_flag=True, help="Every file and area in full, and all doors and placeables."
)
@materials_option
@level_options
def command(
    paths: tuple[str, ...],
    given: Given,
    as_json: bool,
    tables: bool,
    full: bool,
    materials_table: str | None,
) -> None:
    """Show what is in level files, and in whole areas: rooms, links, doors, what shadows what.

    PATH is a file (walkmesh, layout, visibility, model, 2DA, archive, GFF, PTH), a folder for
    every level file below it, one line each, or the folder of a game with --module. A layout,
    also one in a folder or an archive, is followed by its area. --game gives what a mod does
    not bring along. What an archive or a game holds in detail is shown by `kotorlevel ls`.
    """
    if tables and not as_json:
        raise click.UsageError("--tables goes with --json")
    with progress_bar("Reading") as progress:
        found = kl.describe(
            paths,
            tables=tables,
            surfaces=load_surfaces(materials_table),
            game=given.game,
            module=given.module,
            override=given.override,
            progress=progress,
        )
    if as_json:
        document = {"kotorlevel": kl.__version__, **found}
        click.echo(json.dumps(document, indent=None if tables else 2))
    else:
        from kotorlevel.cli.show.info.files import show_found

        folders = {Path(text) for text in paths if Path(text).is_dir()}
        listed = any(folders & {*Path(each["path"]).parents} for each in found["files"])
        show_found(found, full=full, listed=listed and not full)
    if found["errors"]:
        from kotorlevel.cli.show.info.files import show_errors

        show_errors(found["errors"])
        raise click.exceptions.Exit(2)
