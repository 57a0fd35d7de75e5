"""``kotorlevel pack``: an archive out of a folder."""

from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.options import force_option
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

_EXAMPLES = """
\b
Examples:
  kotorlevel pack my_mod -o tar_m10aa.mod
  kotorlevel pack my_mod -o tar_m10aa.mod --force --skip-unknown
  kotorlevel pack textures -o mine.erf

The same folder gives the same bytes, every time and everywhere.
"""


@click.command("pack", epilog=_EXAMPLES)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="ARCHIVE",
    type=click.Path(path_type=Path),
    help="The archive to write; its ending says the kind: .mod, .erf, .rim, .sav or .hak.",
)
@click.option("--skip-unknown", is_flag=True, help="Leave out files that are no resources.")
@force_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/pack.schema.json).")
def command(folder: Path, output: Path, skip_unknown: bool, force: bool, as_json: bool) -> None:
    """Make an archive of the files in a folder.

    Every file becomes a resource: its name without the ending, at most 16 characters, and its
    type. Folders inside of DIR, hidden files and backups (.bak) are left out.
    """
    packing = kl.pack(folder, output, skip_unknown=skip_unknown, force=force)
    if as_json:
        import json

        document = {"kotorlevel": kl.__version__, **packing.to_json()}
        click.echo(json.dumps(document, indent=2))
    else:
        from kotorlevel.cli.show.listing import count_types

        archive = packing.archive
        size = count_of(archive.image.size, "byte")
        click.echo(f"wrote {printable(str(output), 200)} ({archive.kind}, {size})")
        click.echo(count_types(entry.extension for entry in archive.entries))
    for note in packing.notes:
        click.secho(note, fg="yellow", err=True)
