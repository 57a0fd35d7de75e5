"""Where a command writes: never over a file that nobody asked to replace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh

BINARY_ENDINGS = (".wok", ".pwk", ".dwk")
ASCII_ENDINGS = tuple(f"{ending}.ascii" for ending in BINARY_ENDINGS)


def choose_output(output: Path, source: Path, endings: tuple[str, ...], *, force: bool) -> Path:
    """The file to write: ``output``, or a file of the source's name in it if it is a folder.

    Raises `CommandError` where its ending is none of ``endings``, where it exists and ``force``
    was not given, or where its folder does not exist.
    """
    target = output / source.name if output.is_dir() else output
    if target.is_dir():
        raise CommandError(f"{target}: is a folder, not a file")
    if not target.name.lower().endswith(endings):
        raise CommandError(f"{target}: the output must end in {_either(endings)}")
    if not target.parent.is_dir():
        raise CommandError(f"{target}: there is no folder {target.parent}")
    if target.exists() and not force:
        raise CommandError(f"{target}: exists already; add --force to replace it")
    return target


def choose_file(output: Path, endings: tuple[str, ...], example: str, *, force: bool) -> Path:
    """The one file to write; a folder is refused, with an ``example`` of what to name in it."""
    if output.is_dir():
        raise CommandError(f"{output}: is a folder; name a file in it, such as {output / example}")
    return choose_output(output, output, endings, force=force)


def _either(endings: tuple[str, ...]) -> str:
    """``.svg or .png``."""
    *first, last = endings
    return f"{', '.join(first)} or {last}" if first else last


def check_kind(mesh: Walkmesh, target: Path, source: Path) -> None:
    """Raise `CommandError` when a room would be written as an object, or an object as a room."""
    is_room = target.name.lower().endswith((".wok", ".wok.ascii"))
    if mesh.is_area != is_room:
        kind = "a room's" if mesh.is_area else "a placeable's or door's"
        raise CommandError(f"{source}: this is {kind} walkmesh; it cannot become {target.name}")


def write_output(target: Path, data: bytes, about: str = "", *, err: bool = False) -> None:
    """Write ``data`` atomically and say so, with a word ``about`` it."""
    write_atomic(target, data)
    where = printable(str(target), 2000) + (f": {about}" if about else "")
    click.echo(f"wrote {where} ({len(data):,} bytes)", err=err)
