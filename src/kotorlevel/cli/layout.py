"""``kotorlevel layout``: the rooms of an area, shown and edited; links and visibility follow."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.errors import CommandError
from kotorlevel.cli.layout_report import show_edit, show_rooms
from kotorlevel.cli.link_area import area_options, load, parse_vector, target_options, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from kotorlevel.area.area import Area
    from kotorlevel.area.rooms import RoomEdit
    from kotorlevel.cli.link_area import Target

_EXAMPLES = """
\b
Examples:
  kotorlevel layout my_mod show
  kotorlevel layout swkotor --module tar_m10aa show
  kotorlevel layout my_mod add kit/hall.wok --name m55aa_05 --position 20,0,0 -o edited
  kotorlevel layout my_mod remove m55aa_02 --in-place
  kotorlevel layout my_mod rename m55aa_02 m55aa_02b --in-place
  kotorlevel layout my_mod move m55aa_02 --by 0,0,0.5 --dry-run
  kotorlevel layout my_mod reorder m55aa_03 m55aa_01 -o edited
  kotorlevel layout my_mod empty m55aa_02 -o edited

\b
ROOM is a name or a number. Exit code: 0 done, 2 something could not be read or written.
"""


@dataclass(frozen=True)
class _Given:
    """What stands before the action."""

    path: Path
    game: Path | None
    module: str | None

    def load(self) -> Area:
        """The area."""
        return load(self.path, self.game, self.module)


class _Actions(click.Group):
    """Takes --game and --module also behind AREA, as all other commands do."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first: list[str] = []
        rest = list(args)
        number = 0
        while number < len(rest):
            name, equals, _ = rest[number].partition("=")
            if name in ("--game", "--module"):
                first += [rest.pop(number) for _ in range(1 if equals else 2) if number < len(rest)]
            else:
                number += 1
        return super().parse_args(ctx, first + rest)


@click.group("layout", cls=_Actions, epilog=_EXAMPLES, subcommand_metavar="ACTION [ARGS]...")
@click.argument("path", metavar="AREA", type=click.Path(path_type=Path))
@area_options
@click.pass_context
def command(ctx: click.Context, path: Path, game: Path | None, module: str | None) -> None:
    """Show or edit the rooms of an area.

    AREA is a layout, a folder, an archive, or the folder of a game with --module. The links of
    all walkmeshes are room numbers: they are renumbered, links to rooms that are gone are taken
    out, and the visibility follows. Nothing is written unless everything could be computed.
    """
    ctx.obj = _Given(path, game, module)


_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (docs/schema/layout.schema.json)."
)
_room_argument = click.argument("room", metavar="ROOM")


@command.command("show")
@_json_option
@click.pass_obj
def show(given: _Given, as_json: bool) -> None:
    """Show the rooms with their positions, faces and links."""
    show_rooms(given.load(), given.path, as_json=as_json)


@command.command("add")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--name", help="The name of the room; by default that of the file.")
@click.option(
    "--position", default="0,0,0", show_default=True, metavar="X,Y,Z", help="Where its model is."
)
@click.option(
    "--placed", is_flag=True, help="The walkmesh stands in its place already: do not move it."
)
@click.option("--before", metavar="ROOM", help="The room to put it before; by default the end.")
@target_options
@_json_option
@click.pass_obj
def add(
    given: _Given,
    file: Path,
    name: str | None,
    position: str,
    placed: bool,
    before: str | None,
    target: Target,
    as_json: bool,
) -> None:
    """Add the walkmesh FILE as a room, and link it to all that it meets.

    It is moved by the position; links that it had in another area are taken out.
    """
    from kotorlevel.area.rooms import add_room, join_room
    from kotorlevel.mesh.edit import clear_transitions
    from kotorlevel.mesh.io import read_walkmesh

    place = parse_vector(position, "--position")
    mesh = clear_transitions(read_walkmesh(file))

    def edit(area: Area) -> RoomEdit:
        at = None if before is None else _index(area, before)
        index = len(area.rooms) if at is None else at
        moved = mesh if placed else mesh.translated(place)
        return join_room(add_room(area, name or file.name.split(".")[0], moved, place, at), index)

    _run(given, "add", edit, target, as_json=as_json)


@command.command("remove")
@_room_argument
@target_options
@_json_option
@click.pass_obj
def remove(given: _Given, room: str, target: Target, as_json: bool) -> None:
    """Remove a room; those behind it move up."""
    from kotorlevel.area.rooms import remove_room

    _run(given, "remove", lambda a: remove_room(a, _index(a, room)), target, as_json=as_json)


@command.command("empty")
@_room_argument
@target_options
@_json_option
@click.pass_obj
def empty(given: _Given, room: str, target: Target, as_json: bool) -> None:
    """Put an empty slot (****) in the place of a room; the others keep their numbers."""
    from kotorlevel.area.rooms import empty_room

    _run(given, "empty", lambda a: empty_room(a, _index(a, room)), target, as_json=as_json)


@command.command("rename")
@_room_argument
@click.argument("name", metavar="NAME")
@target_options
@_json_option
@click.pass_obj
def rename(given: _Given, room: str, name: str, target: Target, as_json: bool) -> None:
    """Give a room another name; its walkmesh is written under that name."""
    from kotorlevel.area.rooms import rename_room

    _run(given, "rename", lambda a: rename_room(a, _index(a, room), name), target, as_json=as_json)


@command.command("move")
@_room_argument
@click.option("--by", metavar="X,Y,Z", help="How far, in metres.")
@click.option("--to", metavar="X,Y,Z", help="The new position in the layout.")
@target_options
@_json_option
@click.pass_obj
def move(
    given: _Given, room: str, by: str | None, to: str | None, target: Target, as_json: bool
) -> None:
    """Move a room with its walkmesh and its door hooks, and link it to all that it meets then."""
    from kotorlevel.area.rooms import join_room, move_room

    if (by is None) == (to is None):
        raise click.UsageError("give either --by or --to")
    vector = parse_vector(by or to or "", "--by" if by else "--to")

    def edit(area: Area) -> RoomEdit:
        index = _index(area, room)
        x, y, z = vector
        if to is not None:
            old = area.rooms[index].position
            x, y, z = (a - b for a, b in zip(vector, old, strict=True))
        return join_room(move_room(area, index, (x, y, z)), index)

    _run(given, "move", edit, target, as_json=as_json)


@command.command("reorder")
@click.argument("rooms", metavar="ROOM...", nargs=-1, required=True)
@target_options
@_json_option
@click.pass_obj
def reorder(given: _Given, rooms: tuple[str, ...], target: Target, as_json: bool) -> None:
    """Put these rooms first, in this order; the others follow as they are."""
    from kotorlevel.area.rooms import reorder_rooms

    def edit(area: Area) -> RoomEdit:
        first = [_index(area, room) for room in rooms]
        if len(set(first)) < len(first):
            raise ValueError("a room is named twice")
        rest = [index for index in range(len(area.rooms)) if index not in set(first)]
        return reorder_rooms(area, first + rest)

    _run(given, "reorder", edit, target, as_json=as_json)


def _run(
    given: _Given,
    action: str,
    edit: Callable[[Area], RoomEdit],
    target: Target,
    *,
    as_json: bool,
) -> None:
    """Edit the area, write it, and say what followed."""
    area = given.load()
    try:
        done = edit(area)
    except (ValueError, IndexError) as error:
        raise CommandError(str(error)) from None
    except KeyError as error:
        raise CommandError(str(error.args[0])) from None
    files = write(done.area, target)
    details: dict[str, Any] = {"action": action, "dry_run": target.dry_run}
    show_edit(done, files, given.path, details, as_json=as_json)


def _index(area: Area, text: str) -> int:
    """The room that a name or, where no room has it for a name, a number means."""
    from kotorlevel.area.rooms import choose_room
    from kotorlevel.cli.close_names import did_you_mean

    if area.find_room(text) is None and text.isdecimal() and len(text) < 10:
        return choose_room(area, int(text)).index
    if area.find_room(text) is None:
        hint = did_you_mean(text, (room.name for room in area.rooms))
        raise CommandError(f"{area.name} has no room {text!r}. {hint}".rstrip())
    return choose_room(area, text).index
