"""A diff for people: coloured lines, or one line a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kotorlevel.area.diff.report import lines
from kotorlevel.area.diff.summary import summarise
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.wrapped import wrap
from kotorlevel.core.text import printable
from kotorlevel.core.words import join_words

if TYPE_CHECKING:
    from kotorlevel.area.diff.values import Diff

_ROLES = {
    "title": "file",
    "group": "file",
    "added": "good",
    "removed": "error",
    "changed": "warning",
    "dim": "dim",
    "note": "warning",
}
_SIGNS = {"added": "+", "removed": "-", "changed": "~", "dim": " "}
_LONGEST = 2000


def print_diff(found: Diff, *, numbered: bool = False, bare: bool = False) -> None:
    """Print what changed, room by room and file by file; ``numbered`` as on the pictures.

    ``bare`` leaves out what the file is called, where somebody else has said it.
    """
    for role, text in lines(found, numbered=numbered):
        if bare and (role in ("title", "group") or not text):
            continue
        shown = printable(text, _LONGEST)
        if role in _SIGNS:
            first = f"  {_SIGNS[role]} "
            for line in wrap(shown.strip(), first, "    "):
                click.echo(paint(line, _ROLES[role]))
        elif role == "note":
            click.echo(paint(shown, "warning"), err=True)
        elif not role:
            for line in wrap(shown):
                click.echo(line)
        else:
            click.echo(paint(shown, _ROLES[role]))


def print_stat(found: Diff) -> None:
    """Print a line for every file that is not the same, and the headline."""
    by_file: dict[str, list[str]] = {}
    for file in found.files:
        if file.status == "same":
            continue
        changes = [change for change in found.changes if change.file == file.name]
        own = [change for change in found.changes if change.file.startswith(f"{file.name}: ")]
        parts = summarise([*changes, *own])
        text = join_words(parts) or (changes[0].text if changes else file.status)
        by_file[file.name] = [file.status, text]
    width = max(map(len, by_file), default=0)
    for name, (_, text) in by_file.items():
        click.echo(f"{printable(name, 200):{width}}  {printable(text, _LONGEST)}")
    click.echo(found.headline)
