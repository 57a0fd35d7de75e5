"""``kotorlevel undo``: what the last repair or edit replaced comes back."""

import json
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import refuse_empty
from kotorlevel.cli.show.undo import edit_to_json, format_edits, format_turned

_EXAMPLES = """
\b
Examples:
  kotorlevel undo my_mod                 take back the last repair or edit
  kotorlevel undo my_mod                 once more: the one before it
  kotorlevel undo my_mod --redo          bring back what was taken back
  kotorlevel undo my_mod --list          what can be taken back
  kotorlevel undo tar_m10aa.mod

\b
Exit code: 0 done, 2 there is nothing to undo, or it cannot be done.
"""


def _parse_path(context: object, parameter: object, text: str) -> Path:
    return Path(*refuse_empty(context, parameter, (text,)))


@click.command("undo", epilog=_EXAMPLES)
@click.argument("path", metavar="PATH", callback=_parse_path)
@click.option("--list", "is_list", is_flag=True, help="Show the edits; change nothing.")
@click.option("--redo", is_flag=True, help="Do again what was undone last.")
@click.option("--force", is_flag=True, help="Also restore files that were changed since then.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/undo.schema.json).")
def command(path: Path, is_list: bool, redo: bool, force: bool, as_json: bool) -> None:
    """Take back the last repair or edit of a level: its files get their old bytes again.

    PATH is a level's folder, layout or archive, or a single file. All files that were changed
    together are restored together. Every command that replaces level files keeps the old ones in
    the folder .kotorlevel beside them: the last 20 edits of a level, 200 MB at most.
    """
    if is_list and (redo or force):
        raise click.UsageError("--list changes nothing: leave out --redo and --force")
    if is_list:
        edits = kl.list_edits(path)
    else:
        edits = kl.redo(path, force=force) if redo else kl.undo(path, force=force)
    if as_json:
        action = "list" if is_list else "redo" if redo else "undo"
        head = {"kotorlevel": kl.__version__, "path": path.as_posix(), "action": action}
        click.echo(json.dumps({**head, "edits": [*map(edit_to_json, edits)]}, indent=2))
        return
    for line in format_edits(edits, path) if is_list else format_turned(edits, path):
        click.echo(line)
