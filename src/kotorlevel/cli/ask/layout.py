"""What the actions of ``kotorlevel layout`` share: the area before them, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.ask.levels import load_given_area
from kotorlevel.cli.ask.write_area import write
from kotorlevel.cli.show.layout import show_edit
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.rooms import RoomEdit
    from kotorlevel.cli.ask.levels import Given
    from kotorlevel.cli.ask.write_area import Target


@dataclass(frozen=True)
class Subject:
    """The area that stands before the action."""

    path: Path
    given: Given
    materials_table: str | None = None

    def load(self) -> Area:
        """The area."""
        return load_given_area(self.path, self.given, self.materials_table)

    def load_other(self, path: Path) -> Area:
        """Another version of it, completed from the same game and module."""
        from kotorlevel.area.install.game import find_game

        game = self.given.find(self.path).game
        is_game = path.is_dir() and find_game(path) is not None
        folder = None if is_game or game is None else game.root
        given = replace(self.given, game=folder)
        return load_given_area(path, given, self.materials_table)


@dataclass(frozen=True)
class Outcome:
    """What an action did: the edit, lines of text for people, and fields for JSON."""

    edit: RoomEdit
    lines: Sequence[str] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (docs/schema/layout.schema.json)."
)
room_argument = click.argument("room", metavar="ROOM")


def run(
    subject: Subject,
    action: str,
    edit: Callable[[Area], RoomEdit | Outcome],
    target: Target,
    *,
    as_json: bool,
) -> None:
    """Edit the area, write it, and say what followed."""
    area = subject.load()
    try:
        done = edit(area)
    except (ValueError, IndexError) as error:
        raise CommandError(str(error)) from None
    except KeyError as error:
        raise CommandError(str(error.args[0])) from None
    outcome = done if isinstance(done, Outcome) else Outcome(done)
    files = write(outcome.edit.area, target)
    details: dict[str, Any] = {"action": action, "dry_run": target.dry_run, **outcome.fields}
    show_edit(outcome.edit, files, subject.path, details, outcome.lines, as_json=as_json)


def room_index(area: Area, text: str) -> int:
    """The room that a name or, where no room has it for a name, a number means."""
    from kotorlevel.area.edit.rooms import choose_room
    from kotorlevel.core.words import did_you_mean

    is_number = area.find_room(text) is None and text.isdecimal()
    if is_number and (len(text) >= 10 or int(text) >= len(area.rooms)):
        raise CommandError(f"{printable(area.name)} has no room {printable(text)}")
    if is_number:
        return int(text)
    if area.find_room(text) is None:
        hint = did_you_mean(text, (room.name for room in area.rooms))
        raise CommandError(f"{area.name} has no room {text!r}. {hint}".rstrip())
    try:
        return choose_room(area, text).index
    except KeyError as error:  # several rooms have this name
        raise CommandError(str(error.args[0])) from None
