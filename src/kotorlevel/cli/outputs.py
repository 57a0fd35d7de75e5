"""Where a command writes: never over a file that nobody asked to replace."""

from __future__ import annotations

from pathlib import Path

import click

from kotorlevel.core.atomic import write_atomic


def choose_output(output: Path, source: Path, *, force: bool) -> Path:
    """The file to write: ``output``, or a file of the source's name in it if it is a folder.

    Raises `click.UsageError` where it exists and ``force`` was not given, or where its folder does
    not exist.
    """
    target = output / source.name if output.is_dir() else output
    if target.is_dir():
        raise click.UsageError(f"{target}: is a folder, not a file")
    if not target.parent.is_dir():
        raise click.UsageError(f"{target}: there is no folder {target.parent}")
    if target.exists() and not force:
        raise click.UsageError(f"{target}: exists already; add --force to replace it")
    return target


def write_output(target: Path, data: bytes) -> None:
    """Write ``data`` atomically and say so."""
    write_atomic(target, data)
    click.echo(f"wrote {target} ({len(data):,} bytes)")
