"""Which files were written, or would be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.levels import quoted
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, some_of

if TYPE_CHECKING:
    from kotorlevel.area.write import Written

_MOST = 8
_LONGEST = 2000


def show_changes(written: Sequence[Written], *, dry_run: bool) -> None:
    """What an edit of an area has written, or would."""
    if not written:
        click.echo("Nothing to write.")
    elif not dry_run:
        show_written(written)
    else:
        names = [name for each in written for name in each.changes]
        files = count_of(len(names), "file")
        click.echo(f"{files} would be written: {some_of(names, _MOST)}")


def show_written(written: Sequence[Written]) -> None:
    """A line for each file, and how to take it back."""
    for each in written:
        click.secho(f"wrote {printable(str(each.path), _LONGEST)}", fg="green")
    if replaced := [each.path for each in written if each.backup]:
        path = replaced[0] if len(replaced) == 1 else replaced[0].parent
        click.echo(f"Take it back: kotorlevel undo {quoted(path)}")


def written_to_json(written: Sequence[Written]) -> list[dict[str, str | None]]:
    """As in the schemas of `vis` and `pth`."""
    return [
        {"path": each.path.as_posix(), "backup": each.backup.as_posix() if each.backup else None}
        for each in written
    ]


def changes_to_json(written: Sequence[Written], *, dry_run: bool) -> list[dict[str, str | None]]:
    """As in the schemas of `link` and `layout`: a row for each resource."""
    return [
        {
            "name": name,
            "written": None if dry_run else each.path.as_posix(),
            "backup": each.backup.as_posix() if each.backup else None,
        }
        for each in written
        for name in each.changes
    ]
