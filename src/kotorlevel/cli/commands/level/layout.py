"""``kotorlevel layout``: the rooms of an area, shown and edited; links and visibility follow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.layout import Outcome, Subject, json_option, room_argument, room_index, run
from kotorlevel.cli.ask.levels import area_argument, level_options, quoted
from kotorlevel.cli.ask.options import materials_option
from kotorlevel.cli.ask.write_area import room_name, target_options
from kotorlevel.cli.commands.level.add import add
from kotorlevel.cli.commands.level.merge import merge
from kotorlevel.cli.commands.level.move import move
from kotorlevel.cli.show.doorways import show_doorways
from kotorlevel.cli.show.layout import show_rooms
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list

if TYPE_CHECKING:
    from collections.abc import Collection

    from kotorlevel.area.area import Area
    from kotorlevel.cli.ask.levels import Given
    from kotorlevel.cli.ask.write_area import Target

_EXAMPLES = """
\b
Examples:
  kotorlevel layout my_mod show
  kotorlevel layout my_mod show m55aa_02                   the edges that a room can be joined at
  kotorlevel layout swkotor --module tar_m10aa show
  kotorlevel layout my_mod add kit/hall.wok --name m55aa_05 --position 20,0,0 -o edited
  kotorlevel layout my_mod add kit/hall.wok --name m55aa_05 --join m55aa_02:57 -o edited
  kotorlevel layout my_mod remove m55aa_02 --in-place
  kotorlevel layout my_mod rename m55aa_02 m55aa_02b --in-place
  kotorlevel layout my_mod move m55aa_02 --by 0,0,0.5 --objects --dry-run
  kotorlevel layout my_mod reorder m55aa_03 m55aa_01 -o edited
  kotorlevel layout my_mod empty m55aa_02 -o edited
  kotorlevel layout my_mod merge other_mod --base original --link -o merged

\b
ROOM is a name or a number. Exit code: 0 done, 1 a merge has conflicts and nothing was written,
2 something could not be read or written.
"""


def _example(*lines: str) -> str:
    """The end of the help of one action."""
    shown = "\n".join(f"  kotorlevel layout {line}" for line in lines)
    return f"\n\b\nExamples:\n{shown}\n"


class _Actions(click.Group):
    """Takes its options, such as --game, also behind AREA, as all other commands do."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for each in self.params if isinstance(each, click.Option) for name in each.opts}
        first: list[str] = []
        rest = list(args)
        number = 0
        while number < len(rest):
            name, equals, _ = rest[number].partition("=")
            if name in own:
                if not equals and number + 1 == len(rest):
                    raise click.BadOptionUsage(name, f"Option {name!r} requires an argument.", ctx)
                first += [rest.pop(number) for _ in range(1 if equals else 2) if number < len(rest)]
            else:
                number += 1
        is_merge = rest[:1] == ["merge"] and len(rest) > 1 and rest[1] not in self.commands
        if is_merge and rest[1] not in ctx.help_option_names:
            _check_merge(rest[1:], ctx)
            rest[:2] = rest[1], rest[0]
        _check_order(rest, self.commands, ctx)
        return super().parse_args(ctx, first + rest)


def _check_order(rest: list[str], actions: Collection[str], ctx: click.Context) -> None:
    """Refuse an action before AREA, and an AREA without one; both with what to type."""
    words = [word for word in rest if not word.startswith("-")]
    asks_for_help = any(word in ctx.help_option_names for word in rest)
    if not words or asks_for_help:
        return
    if len(words) == 1 and words[0] not in actions:
        area = quoted(words[0])
        raise click.UsageError(
            f"say what to do with {area}: kotorlevel layout {area} ACTION, which is one of "
            f"{', '.join(actions)}",
            ctx,
        )
    area = rest[1] if len(rest) > 1 else "AREA"
    if rest[0] in actions and area not in actions and not Path(rest[0]).exists():
        right = " ".join(map(quoted, ["kotorlevel", "layout", area, rest[0], *rest[2:]]))
        raise click.UsageError(f"AREA comes before the action: {right}", ctx)


def _check_merge(rest: list[str], ctx: click.Context) -> None:
    """Refuse what stands behind ``layout merge`` unless it begins with A and B."""
    if rest[0].startswith("-"):
        raise click.UsageError("write it as: kotorlevel layout A merge B [OPTIONS]", ctx)
    if len(rest) < 2 or rest[1].startswith("-"):
        text = "two versions of an area are needed, A and B; B is missing"
        raise click.UsageError(f"{text}: kotorlevel layout merge A B [OPTIONS]", ctx)


@click.group("layout", cls=_Actions, epilog=_EXAMPLES, subcommand_metavar="ACTION [ARGS]...")
@area_argument
@materials_option
@level_options
@click.pass_context
def command(ctx: click.Context, path: Path, given: Given, materials_table: str | None) -> None:
    """Show or edit the rooms of an area.

    AREA is a layout, a folder, an archive, or the folder of a game with --module. The links of
    all walkmeshes are room numbers: they are renumbered, links to rooms that are gone are taken
    out, and the visibility follows. Nothing is written unless everything could be computed: a
    walkmesh that is there but cannot be read stops every edit that would renumber its links.
    """
    ctx.obj = Subject(path, given, materials_table)


@command.command(
    "show",
    epilog=_example(
        "my_mod show", "my_mod show m55aa_02", "swkotor --module tar_m10aa show --json"
    ),
)
@click.argument("room", metavar="[ROOM]", required=False)
@json_option
@click.pass_obj
def show(subject: Subject, room: str | None, as_json: bool) -> None:
    """Show the rooms with their positions, faces and links; of a ROOM the edges to join at."""
    area = subject.load()
    if room is None:
        show_rooms(area, subject.path, as_json=as_json)
    else:
        show_doorways(area, room_index(area, room), subject.path, as_json=as_json)


@command.command(
    "remove",
    epilog=_example("my_mod remove m55aa_02 --dry-run", "my_mod remove m55aa_02 --in-place"),
)
@room_argument
@target_options
@json_option
@click.pass_obj
def remove(subject: Subject, room: str, target: Target, as_json: bool) -> None:
    """Remove a room; those behind it move up."""
    from kotorlevel.area.edit.rooms import remove_room

    def edit(area: Area) -> Outcome:
        index = room_index(area, room)
        return Outcome(remove_room(area, index), [f"removed {room_name(area, index)}"])

    run(subject, "remove", edit, target, as_json=as_json)


@command.command("empty", epilog=_example("my_mod empty m55aa_02 -o edited"))
@room_argument
@target_options
@json_option
@click.pass_obj
def empty(subject: Subject, room: str, target: Target, as_json: bool) -> None:
    """Put an empty slot (****) in the place of a room; the others keep their numbers."""
    from kotorlevel.area.edit.rooms import empty_room

    def edit(area: Area) -> Outcome:
        index = room_index(area, room)
        text = f"room {index} was {room_name(area, index)} and is an empty slot now"
        return Outcome(empty_room(area, index), [text])

    run(subject, "empty", edit, target, as_json=as_json)


@command.command("rename", epilog=_example("my_mod rename m55aa_02 m55aa_02b --in-place"))
@room_argument
@click.argument("name", metavar="NAME")
@target_options
@json_option
@click.pass_obj
def rename(subject: Subject, room: str, name: str, target: Target, as_json: bool) -> None:
    """Give a room another name; its walkmesh is written under that name."""
    from kotorlevel.area.edit.rooms import rename_room

    def edit(area: Area) -> Outcome:
        index = room_index(area, room)
        text = f"renamed {room_name(area, index)} to {printable(name)}"
        return Outcome(rename_room(area, index, name), [text])

    run(subject, "rename", edit, target, as_json=as_json)


@command.command(
    "reorder",
    epilog=_example("my_mod reorder m55aa_03 m55aa_01 -o edited", "my_mod reorder 3 1 --dry-run"),
)
@click.argument("rooms", metavar="ROOM...", nargs=-1, required=True)
@target_options
@json_option
@click.pass_obj
def reorder(subject: Subject, rooms: tuple[str, ...], target: Target, as_json: bool) -> None:
    """Put these rooms first, in this order; the others follow as they are."""
    from kotorlevel.area.edit.rooms import reorder_rooms

    def edit(area: Area) -> Outcome:
        first = [room_index(area, room) for room in rooms]
        if len(set(first)) < len(first):
            raise ValueError("a room is named twice")
        rest = [index for index in range(len(area.rooms)) if index not in set(first)]
        names = short_list([room_name(area, index) for index in first])
        return Outcome(reorder_rooms(area, first + rest), [f"in front now: {names}"])

    run(subject, "reorder", edit, target, as_json=as_json)


for _action in (add, move, merge):
    command.add_command(_action)
