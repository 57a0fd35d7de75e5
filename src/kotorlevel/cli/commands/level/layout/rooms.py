"""The actions of ``kotorlevel layout`` on rooms that are there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.actions import Subject
from kotorlevel.cli.ask.edits import Target, parse_vector, room_index, target_options
from kotorlevel.cli.commands.level.layout.group import (
    Outcome,
    json_option,
    room_argument,
    run,
)
from kotorlevel.cli.show.layout.rooms import mending_note, move_lines, show_doorways, show_rooms
from kotorlevel.cli.show.link import room_name
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list

if TYPE_CHECKING:
    from kotorlevel.area.area import Area


def _example(*lines: str) -> str:
    """The end of the help of one action."""
    shown = "\n".join(f"  kotorlevel layout {line}" for line in lines)
    return f"\n\b\nExamples:\n{shown}\n"


@click.command(
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


@click.command(
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


@click.command("empty", epilog=_example("my_mod empty m55aa_02 -o edited"))
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


@click.command("rename", epilog=_example("my_mod rename m55aa_02 m55aa_02b --in-place"))
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


@click.command(
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


@click.command(
    "move",
    epilog=_example(
        "my_mod move m55aa_02 --by 0,0,0.5 --dry-run",
        "my_mod move m55aa_02 --to 20,0,0 --objects --in-place",
    ),
)
@room_argument
@click.option("--by", metavar="X,Y,Z", help="How far, in metres.")
@click.option("--to", metavar="X,Y,Z", help="The new position in the layout.")
@click.option(
    "--objects",
    is_flag=True,
    help="Also move what the GIT and the PTH put on its floor, and the entry.",
)
@target_options
@json_option
@click.pass_obj
def move(
    subject: Subject,
    room: str,
    by: str | None,
    to: str | None,
    objects: bool,
    target: Target,
    as_json: bool,
) -> None:
    """Move a room with its walkmesh and its door hooks, and link it to all that it meets then."""
    from kotorlevel.query.standing import move_room

    if (by is None) == (to is None):
        raise click.UsageError("give either --by or --to")
    vector = parse_vector(by or to or "", "--by" if by else "--to")
    way, place = (vector, None) if to is None else (None, vector)

    def edit(area: Area) -> Outcome:
        done = move_room(area, room_index(area, room), way, to=place, objects=objects)
        notes = list(done.edit.notes)
        if done.parted and target.in_place:
            last = max(number for number, note in enumerate(notes) if note in done.parted_notes)
            notes.insert(last + 1, mending_note(done, subject.path))
        lines, fields = move_lines(done)
        return Outcome(replace(done.edit, notes=tuple(notes)), lines, fields)

    run(subject, "move", edit, target, as_json=as_json)
