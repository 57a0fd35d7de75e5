"""What `convert` and `rebuild` say about the files that they wrote."""

from __future__ import annotations

from os.path import commonpath
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.terminal.errors import explain
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, some_of

if TYPE_CHECKING:
    from pathlib import Path

    from kotorlevel.mesh.convert.conversion import Conversion
    from kotorlevel.mesh.convert.many import Rebuilding
    from kotorlevel.mesh.jsonform.folders import FolderConversion

_MOST = 40
"""Files of which a line each is shown."""


def show_notes(done: Conversion) -> None:
    """What was joined, guessed or lost."""
    for each in (done, *done.also):
        if each.welded:
            click.echo(f"joined {count_of(each.welded, 'vertex')} at the place of another")
        for remark in each.remarks:
            click.echo(printable(remark, 2000))
        for note in each.notes:
            click.secho(note, fg="yellow", err=True)


def show_written(done: Conversion) -> None:
    """Where the files are, and how large."""
    for each in done.files:
        state = each.state if done.also else None
        shown = f"{state}: " if state else ""
        target = printable(str(each.target), 2000)
        click.echo(f"{shown}wrote {target} ({len(each.data):,} bytes)")


def show_folder(done: FolderConversion, output: Path) -> None:
    """How many files of a folder were converted, which were not, and where they are."""
    for error in done.errors:
        click.secho(f"cannot convert {printable(explain(error), 2000)}", fg="red", err=True)
    if done.errors and not done.files:
        return
    for each in done.files:
        for note in each.notes:
            click.secho(f"{printable(str(each.source), 200)}: {note}", fg="yellow", err=True)
    if done.left_out:
        names = some_of([each.name for each in done.left_out])
        click.echo(f"left out: {names}")
    files = count_of(len(done.files), "file")
    click.echo(f"{files} converted, written to {printable(str(output), 2000)}")


def show_rebuilt(done: Conversion) -> None:
    """What changed in a walkmesh, and where the new one is."""
    show_notes(done)
    if done.mesh is None or done.mesh.stored is None:
        click.echo("read as text; every table is new")
    else:
        for line in done.changes or ["nothing had to change"]:
            click.echo(f"  {line}")
    show_written(done)


def show_rebuilding(done: Rebuilding, output: Path | None) -> None:
    """Which of many walkmeshes changed in what, and where the new ones are."""
    for error in done.errors:
        click.secho(f"cannot rebuild {printable(explain(error), 2000)}", fg="red", err=True)
    if done.errors and not done.files:
        return
    for each in done.files:
        for note in each.notes:
            click.secho(f"{printable(str(each.source), 200)}: {note}", fg="yellow", err=True)
    changed = done.changed
    for each in changed[:_MOST]:
        tables = ", ".join(table.title for table in each.changes) or "all tables"
        click.echo(f"  {printable(str(each.target), 200)}: {tables}")
    if len(changed) > _MOST:
        click.echo(f"  and {len(changed) - _MOST:,} more")
    files = count_of(len(done.files), "walkmesh")
    where = f", written to {printable(str(output), 2000)}" if output and done.files else ""
    rest = ", the others were so already" if len(changed) < len(done.files) else ""
    click.echo(f"{files}{where}: {len(changed):,} changed{rest}.")
    if changed and output is None:
        first = changed[0].target
        home = first if len(changed) == 1 else commonpath([each.target.parent for each in changed])
        click.echo(f"Take it back: kotorlevel undo {quoted(home or '.')}")
