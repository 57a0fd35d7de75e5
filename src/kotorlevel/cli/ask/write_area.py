"""Where the changes of `link` and `layout` to an area go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.outputs import plan_targets
from kotorlevel.core.resource import find_safe_filename
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.write import Change

_LONGEST = 200


@dataclass(frozen=True)
class Target:
    """Where changes go: nowhere (``dry_run``), to a folder, or in place."""

    folder: Path | None
    in_place: bool
    dry_run: bool
    force: bool = False

    def check(self) -> None:
        """Raise `UsageError` unless just one place is given."""
        if self.folder is not None and self.in_place:
            raise click.UsageError("-o and --in-place exclude each other")
        if self.folder is None and not self.in_place and not self.dry_run:
            raise click.UsageError("say where to write: -o DIR, --in-place, or --dry-run")


@dataclass(frozen=True)
class File:
    """A file that was changed; where it was written, and where the old one is kept."""

    name: str
    path: Path | None = None
    backup: Path | None = None

    def to_json(self) -> dict[str, str | None]:
        """As in the schemas of `link` and `layout`."""
        return {
            "name": self.name,
            "written": self.path.as_posix() if self.path else None,
            "backup": self.backup.as_posix() if self.backup else None,
        }


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "-o",
        "--output",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="Write the changed files to this folder.",
    ),
    click.option("--in-place", is_flag=True, help="Replace them; the old ones stay as .bak."),
    click.option("--dry-run", is_flag=True, help="Show what would be done; write nothing."),
    click.option("--force", is_flag=True, help="With -o: replace files that exist."),
)


def target_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``-o``, ``--in-place``, ``--dry-run`` and ``--force``, given as one ``target``."""

    @wraps(function)
    def with_target(
        output: Path | None, in_place: bool, dry_run: bool, force: bool, **rest: Any
    ) -> Any:
        target = Target(output, in_place, dry_run, force)
        target.check()
        return function(target=target, **rest)

    wrapped: Callable[..., Any] = with_target
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def write(area: Area, target: Target) -> list[File]:
    """Write what was changed, or with ``dry_run`` only say what that is.

    Everything is computed before the first file is written.
    """
    from kotorlevel.area.write import list_changes, write_area_in_place

    changes = list_changes(area)
    if target.folder is not None:
        return _write_to(target.folder, changes, target)
    if target.dry_run:
        return [File(change.filename) for change in changes]
    return [
        File(name, each.path, each.backup)
        for each in write_area_in_place(area)
        for name in each.changes
    ]


def _write_to(folder: Path, changes: list[Change], target: Target) -> list[File]:
    names = []
    for change in changes:
        name = find_safe_filename(change.name, change.type)
        if name is None:
            raise CommandError(f"'{printable(change.filename)}' is no name for a file")
        names.append(name.lower())
    paths = plan_targets(folder, names, force=target.force)
    for change, path in zip(changes, paths, strict=True):
        old = change.old.path if change.old else None
        if old is not None and old.exists() and path.exists() and old.samefile(path):
            raise CommandError(f"{path}: was read from here; to replace it, use --in-place")
    if target.dry_run:
        return [File(change.filename) for change in changes]
    for change, path in zip(changes, paths, strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, change.data)
    return [File(c.filename, path) for c, path in zip(changes, paths, strict=True)]


def show_files(files: list[File], *, dry_run: bool) -> None:
    """What was written, or would be."""
    if not files:
        click.echo("Nothing to write.")
        return
    if dry_run:
        names = ", ".join(printable(file.name) for file in files[:8])
        more = f" and {len(files) - 8:,} more" if len(files) > 8 else ""
        click.echo(f"{count(len(files), 'file')} would be written: {names}{more}")
        return
    for file in {file.path: file for file in files}.values():  # an archive once
        kept = f" (the old one is {file.backup.name})" if file.backup else ""
        click.secho(f"wrote {printable(str(file.path), _LONGEST)}{kept}", fg="green")


def room_name(area: Area, index: int) -> str:
    """The name of a room, or what else the number is."""
    if not 0 <= index < len(area.rooms):
        return f"no room ({index})"
    return printable(area.rooms[index].name)


def parse_vector(text: str, what: str) -> tuple[float, float, float]:
    """Three numbers as ``1,2.5,0``. Raises `CommandError`."""
    try:
        x, y, z = (float(part) for part in text.replace(",", " ").split())
    except ValueError:
        raise CommandError(f"{what} {text!r}: three numbers are needed, as 1,2.5,0") from None
    return x, y, z
