"""Writing the file that a command makes, and saying so."""

from pathlib import Path

import click

from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.text import printable


def write_output(target: Path, data: bytes, about: str = "", *, err: bool = False) -> None:
    """Write ``data`` atomically and say so, with a word ``about`` it."""
    write_atomic(target, data)
    where = printable(str(target), 2000) + (f": {about}" if about else "")
    click.echo(f"wrote {where} ({len(data):,} bytes)", err=err)
