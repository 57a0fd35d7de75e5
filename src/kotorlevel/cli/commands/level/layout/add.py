"""``kotorlevel layout AREA add``: a walkmesh as a room, at a place or at a doorway."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

import click

from kotorlevel.cli.ask.actions import Subject
from kotorlevel.cli.ask.edits import (
    Target,
    any_target_options,
    parse_edge,
    parse_vector,
    room_index,
)
from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.commands.level.layout.group import Outcome, json_option, run
from kotorlevel.cli.show.layout.rooms import kit_lines, kit_to_json, show_doorways

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.mesh.walkmesh import Walkmesh

_ORIGIN = "0,0,0"
_EDGE = re.compile(r":[^:]+$")
_EXAMPLES = """
\b
Examples:
  kotorlevel layout my_mod add kit/hall.wok --name m55aa_05 --position 20,0,0 -o edited
  kotorlevel layout my_mod add kit/hall.wok --position 20,0,0 --rotate 90 --flip x -o edited
  kotorlevel layout my_mod add kit/hall.wok --join m55aa_02     list its doorways
  kotorlevel layout my_mod add kit/hall.wok --join m55aa_02:57 -o edited
  kotorlevel layout my_mod add kit/hall.wok --join m55aa_02:57 --edge 12 --dry-run
"""


@click.command("add", epilog=_EXAMPLES)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--name", help="The name of the room; by default that of the file.")
@click.option("--position", metavar="X,Y,Z", help="Where to; its model is put there, too. [0,0,0]")
@click.option("--rotate", type=float, metavar="DEG", help="Turn it, counter-clockwise.")
@click.option("--flip", type=click.Choice(["x", "y"]), help="Mirror it in x or in y.")
@click.option(
    "--join",
    metavar="ROOM:EDGE",
    help="Turn and move it so that a doorway lies on this edge; ROOM alone lists its doorways.",
)
@click.option("--edge", type=int, metavar="N", help="With --join: the edge of FILE to put there.")
@click.option(
    "--placed", is_flag=True, help="The walkmesh stands in its place already: do not move it."
)
@click.option("--before", metavar="ROOM", help="The room to put it before; by default the end.")
@any_target_options
@json_option
@click.pass_obj
def add(
    subject: Subject,
    file: Path,
    name: str | None,
    position: str | None,
    rotate: float | None,
    flip: Literal["x", "y"] | None,
    join: str | None,
    edge: int | None,
    placed: bool,
    before: str | None,
    target: Target,
    as_json: bool,
) -> None:
    """Add the walkmesh FILE as a room, and link it to all that it meets.

    It is flipped, turned and moved, in that order; or with --join put with one of its doorways on
    an edge of a room. Links that it has say where its doorways are; their numbers do not matter.
    """
    from kotorlevel.mesh.io import read_walkmesh

    if join is not None and (position is not None or rotate is not None or placed):
        raise click.UsageError(
            "--join says where it goes: leave out --position, --rotate, --placed"
        )
    if edge is not None and join is None:
        raise click.UsageError("--edge goes with --join")
    if placed and (rotate is not None or flip is not None):
        raise click.UsageError("--placed keeps it as it is: leave out --rotate and --flip")
    vector = parse_vector(position or _ORIGIN, "--position")
    mesh = read_walkmesh(file)
    if join is not None and not _EDGE.search(join):
        _list_doorways(subject, file, mesh, join, name, as_json=as_json)
    target.check()
    new_name = name or file.name.split(".")[0]

    def edit(area: Area) -> Outcome:
        from kotorlevel.area.edit.kits.templates import add_template, join_template

        at = None if before is None else room_index(area, before)
        if join is not None:
            home, number = parse_edge(area, join)
            kit = join_template(area, new_name, mesh, home, number, edge=edge, flip=flip, at=at)
        else:
            stand = (0.0, 0.0, 0.0) if placed else vector
            kit = add_template(
                area, new_name, mesh, stand, rotate or 0.0, flip, model_position=vector, at=at
            )
        return Outcome(kit.edit, kit_lines(kit), {"placed": kit_to_json(kit)})

    run(subject, "add", edit, target, as_json=as_json)


def _list_doorways(
    subject: Subject, file: Path, mesh: Walkmesh, room: str, name: str | None, *, as_json: bool
) -> NoReturn:
    """Show where FILE could be joined to a room, and stop: one of the doorways has to be chosen."""
    area = subject.load()
    index = room_index(area, room.removesuffix(":"))
    show_doorways(area, index, subject.path, as_json=as_json, template=mesh)
    named = f" --name {quoted(name)}" if name else ""
    add = f"kotorlevel layout {quoted(subject.path)} add {quoted(file)}{named}"
    again = f"{add} --join {quoted(area.rooms[index].name)}:EDGE"
    click.echo(f"Nothing was added; say at which edge: {again}", err=True)
    raise click.exceptions.Exit(2)
