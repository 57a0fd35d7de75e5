"""``kotorlevel layout AREA recover``: a lost or wrong layout from models and walkmeshes."""

from __future__ import annotations

import click

import kotorlevel as kl
from kotorlevel.cli.ask.actions import Subject
from kotorlevel.cli.ask.edits import Target, refusing, target_options
from kotorlevel.cli.commands.level.layout.group import json_option
from kotorlevel.cli.show.layout.rooms import recovery_lines, recovery_to_json, show_edit

_EXAMPLES = """
\b
Examples:
  kotorlevel layout my_mod recover --dry-run
  kotorlevel layout my_mod recover --in-place
  kotorlevel layout rooms_only recover --name m55aa -o recovered
"""


@click.command("recover", epilog=_EXAMPLES)
@click.option("--name", help="Of a new layout; by default that of the area's other files.")
@target_options
@json_option
@click.pass_obj
def recover(subject: Subject, name: str | None, target: Target, as_json: bool) -> None:
    """Find the positions of rooms by their models and walkmeshes.

    A walkmesh stands in the area, the same one in the model does not: what lies between them is the
    position. Where the layout says something else, it is corrected, and no other byte of it. Where
    AREA is a folder without a layout, a new one is made of its walkmeshes; the numbers of its rooms
    come from the links between them, those of others from the order of their names.
    """
    lost = subject.given.game is None and kl.is_layout_lost(subject.path)
    with refusing():
        done = kl.recover_layout(subject.path if lost else subject.load(target), name)
    if lost and target.folder is None:
        files = kl.write_area(done.area, subject.path, overwrite=False, dry_run=target.dry_run)
    else:
        files = target.write(done.area)
    details = {
        "action": "recover",
        "dry_run": target.dry_run,
        "recovered": recovery_to_json(done),
    }
    edit = kl.RoomEdit(done.area, notes=done.notes)
    lines = recovery_lines(done)
    show_edit(edit, files, subject.path, details, lines, as_json=as_json)
