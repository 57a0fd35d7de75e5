"""Many files into one folder: nothing is replaced unasked, and nothing leaves the folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SHOWN = 5


def plan_targets(folder: Path, filenames: Iterable[str], *, force: bool) -> list[Path]:
    """Where each file goes: to a new file of its name, or with ``force`` in place of an old one.

    A file that is there in another case is the same one to the game, so it counts as the old one.
    Raises `CommandError`, before anything is written, where a file exists and ``force`` was not
    given, and for a link or a folder in a file's place: a link may lead out of the folder.
    """
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{folder}: is a file; give the name of a folder")
    there = {name_key(path.name): path for path in folder.iterdir()} if folder.is_dir() else {}
    targets = []
    existing = []
    for filename in filenames:
        target = there.get(name_key(filename), folder / filename)
        if target.is_symlink():
            raise CommandError(
                f"{target}: is a link, which may lead elsewhere; nothing was written"
            )
        if target.exists() and not target.is_file():
            raise CommandError(f"{target}: is not a file, but in its place; nothing was written")
        if target.exists():
            existing.append(target)
        targets.append(target)
    if existing and not force:
        verb = "exists" if len(existing) == 1 else "exist"
        raise CommandError(
            f"{some_of(existing)} {verb} already, nothing was written; add --force to replace"
        )
    return targets


def some_of(things: Sequence[object]) -> str:
    """``a, b and 3 more``."""
    shown = ", ".join(printable(str(each), 200) for each in things[:_SHOWN])
    more = len(things) - _SHOWN
    return f"{shown} and {more:,} more" if more > 0 else shown
