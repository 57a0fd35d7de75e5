"""What `convert` and `rebuild` say about the file that they wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.mesh.convert.convert import Conversion


def show_notes(done: Conversion) -> None:
    """What was joined, guessed or lost."""
    if done.welded:
        click.echo(f"joined {count_of(done.welded, 'vertex')} at the place of another")
    for note in done.notes:
        click.secho(note, fg="yellow", err=True)


def show_written(done: Conversion) -> None:
    """Where the file is, and how large."""
    click.echo(f"wrote {printable(str(done.target), 2000)} ({len(done.data):,} bytes)")
