"""``kotorlevel convert``: from one form of a file to another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.meshes import naming, read_mesh, warn_of_losses
from kotorlevel.cli.ask.options import force_option, game_option, load_materials, materials_option
from kotorlevel.cli.ask.outputs import (
    ASCII_ENDINGS,
    BINARY_ENDINGS,
    check_kind,
    choose_output,
    write_output,
)
from kotorlevel.cli.terminal.errors import CommandError

if TYPE_CHECKING:
    from kotorlevel.mesh.derive import Game
    from kotorlevel.mesh.walkmesh import Walkmesh

_EXAMPLES = """
\b
Examples:
  kotorlevel convert m55aa_02.mdl.ascii m55aa_02.wok
  kotorlevel convert m55aa_02.wok m55aa_02.wok.ascii
  kotorlevel convert dor_lhr01.dwk.ascii dor_lhr010.dwk
"""


@click.command("convert", epilog=_EXAMPLES)
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("output", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--engine-text", is_flag=True, help="Write the ASCII that the game itself reads.")
@materials_option
@game_option
@force_option
def command(
    source: Path,
    output: Path,
    engine_text: bool,
    materials_table: str | None,
    game: Game,
    force: bool,
) -> None:
    """Convert IN to OUT. IN is told by its content, OUT by its ending.

    OUT may end in .wok, .pwk or .dwk (binary) or in .wok.ascii, .pwk.ascii or .dwk.ascii. IN may
    also be a whole model (.mdl.ascii): its walkmesh is taken out, moved into place, welded and
    sorted. Of a door's text the state is chosen by the digit in OUT's name: 0 closed, 1 and 2 open.
    """
    target = choose_output(output, source, (*BINARY_ENDINGS, *ASCII_ENDINGS), force=force)
    mesh = read_mesh(source, target, load_materials(materials_table), game)
    check_kind(mesh, target, source)
    with naming(source):
        if target.name.lower().endswith(ASCII_ENDINGS):
            data = _to_ascii(mesh, source, target, engine_text=engine_text)
        else:
            data = mesh.to_bytes()
    if data == (mesh.stored and mesh.to_bytes()):
        click.echo("copied as it is; `rebuild` makes the tables anew")
    elif mesh.stored is None:
        warn_of_losses(mesh)
    write_output(target, data)


def _to_ascii(mesh: Walkmesh, source: Path, target: Path, *, engine_text: bool) -> bytes:
    from kotorlevel.mesh.placed import door_state
    from kotorlevel.mesh.to_ascii import (
        door_to_ascii,
        placeable_to_ascii,
        room_to_ascii,
        room_to_engine_ascii,
    )

    # The model is called as the output is; only letters, digits and _ can stand in its name.
    name = re.sub(r"[^A-Za-z0-9_]", "_", target.name.split(".")[0]) or "model"
    ending = target.name.lower()
    if ending.endswith(".wok.ascii"):
        if engine_text and (mesh.transitions != -1).any():
            raise CommandError(f"{source}: has links to rooms, which --engine-text cannot hold")
        return room_to_engine_ascii(mesh, name) if engine_text else room_to_ascii(mesh, name)
    if engine_text:
        raise CommandError("--engine-text is for rooms: the output must end in .wok.ascii")
    if ending.endswith(".pwk.ascii"):
        return placeable_to_ascii(mesh, name)
    state = door_state(source.name) or "closed"
    return door_to_ascii({state: mesh}, name)
