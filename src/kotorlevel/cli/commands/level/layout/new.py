"""``kotorlevel layout AREA new``: an area without rooms, to add some to."""

from __future__ import annotations

from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.actions import Subject
from kotorlevel.cli.ask.edits import refusing
from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.commands.level.layout.group import json_option
from kotorlevel.cli.show.layout.rooms import show_edit
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable
from kotorlevel.core.words import some_of

_EXAMPLES = """
\b
Examples:
  kotorlevel layout my_mod new --name m55aa      makes my_mod/m55aa.lyt
  kotorlevel layout my_mod/m55aa.lyt new         the same
  kotorlevel layout my_mod add kit/hall.wok --name m55aa_01 --in-place
"""


@click.command("new", epilog=_EXAMPLES)
@click.option("--name", help="The name of the area; by default that of the layout or folder.")
@click.option("--dry-run", is_flag=True, help="Show what would be done; write nothing.")
@json_option
@click.pass_obj
def new(subject: Subject, name: str | None, dry_run: bool, as_json: bool) -> None:
    """Make an area without rooms: a layout, in a folder or as the LYT that is named.

    The folder may be there already, but no layout in it. Then `add` its rooms; the visibility
    comes with the first one.
    """
    folder, name = _split(subject.path, name)
    there = sorted(each.name for each in folder.glob("*.[lL][yY][tT]")) if folder.is_dir() else []
    if there:
        where = printable(str(folder), 200)
        raise CommandError(f"{where}: there is an area already: {some_of(there)}; `add` takes it")
    with refusing():
        area = kl.new_area(name)
    files = kl.write_area(area, folder, overwrite=False, dry_run=dry_run)
    details = {"action": "new", "dry_run": dry_run}
    show_edit(kl.RoomEdit(area), files, subject.path, details, as_json=as_json)
    if not as_json:
        click.echo(f"Next: kotorlevel layout {quoted(folder)} add FILE.wok --in-place")


def _split(path: Path, name: str | None) -> tuple[Path, str]:
    """The folder of the area, and its name."""
    if path.suffix.lower() == ".lyt":
        if name is not None and name.lower() != path.stem.lower():
            raise click.UsageError(f"--name {name} and {path.name}: which of them?")
        return path.parent, path.stem
    if path.is_file():
        raise CommandError(f"{printable(str(path), 200)}: is a file; name a folder, or a new .lyt")
    return path, (path.resolve().name if name is None else name).lower()
