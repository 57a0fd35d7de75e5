"""What `convert` and `rebuild` say about the file that they wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of
from kotorlevel.mesh.placed import door_state

if TYPE_CHECKING:
    from kotorlevel.mesh.convert.convert import Conversion


def show_notes(done: Conversion) -> None:
    """What was joined, guessed or lost."""
    for each in (done, *done.also):
        if each.welded:
            click.echo(f"joined {count_of(each.welded, 'vertex')} at the place of another")
        for note in each.notes:
            click.secho(note, fg="yellow", err=True)


def show_written(done: Conversion) -> None:
    """Where the files are, and how large."""
    for each in (done, *done.also):
        state = door_state(each.target.name) if done.also else None
        shown = f"{state}: " if state else ""
        target = printable(str(each.target), 2000)
        click.echo(f"{shown}wrote {target} ({len(each.data):,} bytes)")
