"""``kotorlevel diff --git``: what `git diff` shows of level files, as their own terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.area.diff.compare import diff_bytes
from kotorlevel.area.diff.values import Change, Diff, FileDiff
from kotorlevel.cli.show.diff import print_diff
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.mesh.materials import Materials

_NULL = ("/dev/null", "nul", "NUL")
_ARGUMENTS = (7, 9)
"""path old-file old-hex old-mode new-file new-hex new-mode, and of a renamed file its new name and
what git says about that."""


def print_git_diff(arguments: Sequence[str], surfaces: Materials | None) -> None:
    """Print what changed in the file that git names; what cannot be read is told, and no error.

    git takes any exit code but 0 for a crash of the driver, and stops there.
    """
    if len(arguments) == 1:  # an unmerged path
        click.echo(f"{printable(arguments[0], 200)}: not merged yet")
        return
    if len(arguments) not in _ARGUMENTS:
        text = "git gives seven arguments: path old-file old-hex old-mode new-file new-hex new-mode"
        raise click.UsageError(f"{text}; these are {len(arguments)}")
    path, old, new = arguments[0], arguments[1], arguments[4]
    name = arguments[7] if len(arguments) == 9 else path
    click.echo(paint(f"diff --kotorlevel {printable(path, 200)}", "file"))
    try:
        print_diff(_diff(path, name, old, new, surfaces), bare=True)
    except FormatError as error:
        click.echo(f"  cannot be compared: {printable(str(error), 500)}")
    except OSError as error:
        click.echo(f"  cannot be read: {error.strerror}")


def _diff(path: str, name: str, old: str, new: str, surfaces: Materials | None) -> Diff:
    file = Path(name).name
    if old in _NULL or new in _NULL:
        kind = "file-added" if old in _NULL else "file-removed"
        status = "added" if old in _NULL else "removed"
        return Diff(path, name, (Change(kind, file),), (FileDiff(file, status),))  # type: ignore[arg-type]
    data = load_source(old).data, load_source(new).data
    found = diff_bytes(*data, file, ("", ""), surfaces)
    return replace(found, a=path, b=name)
