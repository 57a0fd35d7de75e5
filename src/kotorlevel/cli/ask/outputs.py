"""The one file that a command writes: never over a file that nobody asked to replace."""

from __future__ import annotations

from pathlib import Path

import click

from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.outputs import choose_output
from kotorlevel.core.text import printable


def choose_file(output: Path, endings: tuple[str, ...], example: str, *, force: bool) -> Path:
    """The one file to write; a folder is refused, with an ``example`` of what to name in it."""
    if output.is_dir():
        raise CommandError(f"{output}: is a folder; name a file in it, such as {output / example}")
    return choose_output(output, output, endings, force=force)


def write_output(target: Path, data: bytes, about: str = "", *, err: bool = False) -> None:
    """Write ``data`` atomically and say so, with a word ``about`` it."""
    write_atomic(target, data)
    where = printable(str(target), 2000) + (f": {about}" if about else "")
    click.echo(f"wrote {where} ({len(data):,} bytes)", err=err)
