"""What the commands that edit an area ask: which room, how far, and where the changes go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.terminal.errors import CommandError, as_options
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.write import Written


@dataclass(frozen=True)
class Target:
    """Where changes go: nowhere (``dry_run``), to a folder, or in place."""

    folder: Path | None
    in_place: bool
    dry_run: bool
    force: bool = False

    @property
    def is_edit(self) -> bool:
        """True where the files themselves are replaced."""
        return self.in_place and not self.dry_run

    def check(self) -> None:
        """Raise `UsageError` unless just one place is given."""
        if self.folder is not None and self.in_place:
            raise click.UsageError("-o and --in-place exclude each other")
        if self.folder is None and not self.in_place and not self.dry_run:
            raise click.UsageError("say where to write: -o DIR, --in-place, or --dry-run")

    def write(self, area: Area) -> list[Written]:
        """Write what was changed; with ``dry_run`` only say what that is."""
        from kotorlevel.area.write import Written, list_changes, write_area, write_area_in_place

        if self.folder is not None:
            return write_area(area, self.folder, overwrite=self.force, dry_run=self.dry_run)
        if self.dry_run:  # also of a game, whose own files nobody could replace
            names = [change.filename for change in list_changes(area)]
            return [Written(Path(name), (name,)) for name in names]
        return write_area_in_place(area)

    def write_file(self, source: Path, data: bytes) -> list[Written]:
        """Write what has become of one file: to the file or folder behind ``-o``, or in place."""
        from kotorlevel.area.write import Written
        from kotorlevel.core.targets import plan_targets
        from kotorlevel.core.together import write_files

        path = source
        if self.folder is not None:
            is_file = self.folder.suffix.lower() == source.suffix.lower()
            folder, name = (self.folder.parent, self.folder.name) if is_file else (
                self.folder, source.name
            )  # fmt: skip
            (path,) = plan_targets(folder, [name], overwrite=self.force)
        if not self.dry_run:
            write_files({path: data})
        replaced = self.is_edit and path == source
        return [Written(path, (path.name,), source if replaced else None)]


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "-o",
        "--output",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="Write the changed files to this folder.",
    ),
    click.option("--in-place", is_flag=True, help="Replace them; `undo` brings the old ones back."),
    click.option("--dry-run", is_flag=True, help="Show what would be done; write nothing."),
    click.option("--force", is_flag=True, help="With -o: replace files that exist."),
)


def target_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``-o``, ``--in-place``, ``--dry-run`` and ``--force``, given as one checked ``target``."""

    @wraps(function)
    def checked(target: Target, **rest: Any) -> Any:
        target.check()
        return function(target=target, **rest)

    return any_target_options(checked)


def any_target_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same, for who may have nothing to write; `Target.check` is then for the command."""

    @wraps(function)
    def with_target(
        output: Path | None, in_place: bool, dry_run: bool, force: bool, **rest: Any
    ) -> Any:
        return function(target=Target(output, in_place, dry_run, force), **rest)

    wrapped: Callable[..., Any] = with_target
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


@contextmanager
def refusing() -> Iterator[None]:
    """Turns what the library raises for an edit that cannot be made into a `CommandError`."""
    try:
        yield
    except (ValueError, LookupError) as error:
        if isinstance(error, FormatError) and not isinstance(error, InputError):
            raise
        raise CommandError(as_options(str(error.args[0]))) from None


def check_place(given: dict[str, bool], where: str) -> None:
    """Raise `UsageError` unless just one of the options for the place to write to is given."""
    names = [name for name, is_given in given.items() if is_given]
    if len(names) > 1:
        raise click.UsageError(f"give {names[0]} or {names[1]}, not both")
    if not names:
        raise click.UsageError(f"say where to write: -o {where} or --in-place; or --dry-run")


def room_index(area: Area, text: str, *, real: bool = False) -> int:
    """The room that a name or, where no room has it for a name, a number means.

    A ``real`` room is no empty slot, and of several with one name it is the first.
    """
    from kotorlevel.area.edit.rooms import choose_room
    from kotorlevel.core.words import did_you_mean

    room = area.find_room(text)
    is_number = room is None and text.isdecimal()
    if is_number and len(text) < 10 and int(text) < len(area.rooms):
        room = area.rooms[int(text)]
    if room is None or (real and room.is_empty_slot):
        where = f"{printable(area.name)} has no room"
        if is_number:
            raise CommandError(f"{where} {text}")
        hint = did_you_mean(text, (room.name for room in area.rooms))
        raise CommandError(f"{where} '{printable(text)}'. {hint}".rstrip())
    with refusing():  # several rooms have this name
        return room.index if is_number or real else choose_room(area, text).index


def parse_edge(area: Area, text: str) -> tuple[int, int]:
    """The room and its edge in ``m55aa_02:57``. Raises `CommandError`."""
    room, _, number = text.rpartition(":")
    if not room or not number.isdecimal() or len(number) > 9:
        raise CommandError(f"{printable(text)!r}: a room and an edge are needed, as m55aa_02:57")
    return room_index(area, room), int(number)


def parse_vector(text: str, what: str) -> tuple[float, float, float]:
    """Three numbers as ``1,2.5,0``. Raises `CommandError`."""
    try:
        x, y, z = (float(part) for part in text.replace(",", " ").split())
    except ValueError:
        raise CommandError(f"{what} {text!r}: three numbers are needed, as 1,2.5,0") from None
    return x, y, z
