"""``kotorlevel info``: what is in level files."""

from __future__ import annotations

import json

import click

from kotorlevel import __version__
from kotorlevel.cli.describe import Description, Wanted, describe_file
from kotorlevel.cli.inputs import collect_inputs
from kotorlevel.cli.options import load_materials, materials_option
from kotorlevel.cli.progress import with_progress
from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.core.text import printable

_EXAMPLES = """
\b
Examples:
  kotorlevel info m55aa_02.wok
  kotorlevel info m55aa.lyt m55aa.vis
  kotorlevel info my_mod
  kotorlevel info my_mod --json > my_mod.json

Exit code: 0 if every file could be read, else 2.
"""


@click.command("info", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/info.schema.json).")
@click.option("--tables", is_flag=True, help="With --json: every row of every table as well.")
@click.option("--full", is_flag=True, help="Show every file of a folder in full, not in one line.")
@materials_option
def command(
    paths: tuple[str, ...], as_json: bool, tables: bool, full: bool, materials_table: str | None
) -> None:
    """Show what is in level files: walkmeshes, layouts, visibility, 2DA tables.

    PATH is a file or a folder. A folder stands for every level file below it, one line each.
    """
    if tables and not as_json:
        raise click.UsageError("--tables goes with --json")
    inputs = collect_inputs(paths)
    wanted = Wanted(tables, load_materials(materials_table))
    described: list[Description] = []
    errors: list[FormatError] = []
    for path, _ in with_progress(inputs.files, "Reading"):
        try:
            name = path.as_posix()
            described.append(describe_file(load_source(path).data, name, wanted))
        except FormatError as error:
            error.source = error.source or name
            errors.append(error)
    if as_json:
        click.echo(json.dumps(_document(described, errors), indent=None if tables else 2))
    else:
        from kotorlevel.cli.info_text import show_each, show_list

        (show_list if inputs.from_folder and not full else show_each)(described)
    for unreadable in errors:
        click.secho(f"cannot read {printable(str(unreadable), 2000)}", fg="red", err=True)
    if errors:
        raise click.exceptions.Exit(2)


def _document(described: list[Description], errors: list[FormatError]) -> Description:
    return {
        "kotorlevel": __version__,
        "files": described,
        "errors": [
            {
                "path": error.source,
                "message": error.message,
                "section": error.section,
                "offset": error.offset,
                "line": error.line,
            }
            for error in errors
        ],
    }
