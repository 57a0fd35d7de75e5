"""``kotorlevel apply``: a list of edits, done again."""

from __future__ import annotations

import json
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.edits import Target, target_options
from kotorlevel.cli.ask.levels import Given, level_options, load_given_area
from kotorlevel.cli.ask.options import materials_option
from kotorlevel.cli.show.written import show_changes
from kotorlevel.core.text import printable

_EXAMPLES = """
\b
Examples:
  kotorlevel apply edits.json my_mod --dry-run      what each edit would do
  kotorlevel apply edits.json my_mod --in-place
  kotorlevel apply edits.json my_mod -o edited
  kotorlevel apply edits.json my_mod -o edited --kit kits/station

\b
An edit is a line:
  {"op": "paint", "room": "m55aa_02", "faces": [3, 4], "surface": "Metal"}
All of them: docs/edits.md
"""


@click.command("apply", epilog=_EXAMPLES)
@click.argument("edits", metavar="EDITS", type=click.Path(path_type=Path))
@click.argument("path", metavar="AREA", type=click.Path(path_type=Path))
@click.option(
    "--kit",
    "kits",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Look there for walkmeshes of new rooms, too; may be given several times.",
)
@target_options
@materials_option
@level_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/apply.schema.json).")
def command(
    edits: Path,
    path: Path,
    kits: tuple[Path, ...],
    target: Target,
    materials_table: str | None,
    given: Given,
    as_json: bool,
) -> None:
    """Do the edits of a file in a level, one after the other: all of them, or none.

    EDITS is JSON, as the page of `kotorlevel edit` and Python (kl.write_edits) write it. AREA is a
    layout, a folder, an archive, or a game with --module. Numbers of faces and edges are those of
    the level at that moment, so the same edits of the same level give the same bytes. Walkmeshes
    of new rooms are looked for beside EDITS, and in the folders of --kit.
    """
    operations = kl.read_edits(edits)
    area = load_given_area(path, given, materials_table, to_edit=target.is_edit)
    done = kl.apply_edits(area, operations, edits.parent, kits=kits)
    files = target.write(done.area)
    if as_json:
        document = {
            "version": 1,
            "edits": [
                {**edit.to_json(), "text": each.text, "notes": list(each.notes)}
                for edit, each in zip(operations, done.done, strict=True)
            ],
            "files": [str(each.path) for each in files],
            "dry_run": target.dry_run,
        }
        click.echo(json.dumps(document, indent=2))
        return
    for each in done.done:
        click.echo(printable(each.text, 2000))
        for note in each.notes:
            click.secho(f"  {printable(note, 2000)}", fg="yellow", err=True)
    show_changes(files, dry_run=target.dry_run)
