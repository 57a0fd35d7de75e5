"""``kotorlevel convert``: from one form of a file to another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from kotorlevel.cli.info_text import count
from kotorlevel.cli.options import force_option, game_option, load_materials, materials_option
from kotorlevel.cli.outputs import choose_output, write_output
from kotorlevel.core.errors import FormatError

if TYPE_CHECKING:
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh

Game = Literal["k1", "k2"]

_BINARY = (".wok", ".pwk", ".dwk")
_ASCII = tuple(f"{suffix}.ascii" for suffix in _BINARY)


@click.command("convert", short_help="Convert a walkmesh between binary and ASCII.")
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("output", metavar="OUT", type=click.Path(path_type=Path))
@click.option(
    "--engine-text", is_flag=True, help="Write ASCII as the engine reads it, not as models."
)
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
    r"""Convert IN to OUT. IN is told by its content, OUT by its ending.

    OUT may end in .wok, .pwk or .dwk (binary) or in .wok.ascii, .pwk.ascii or .dwk.ascii. IN may
    also be a whole model (.mdl.ascii): its walkmesh is taken out, moved into place, welded and
    sorted. Of a door's text the state is chosen by the digit in OUT's name: 0 closed, 1 and 2 open.

    \b
    Examples:
      kotorlevel convert m55aa_02.mdl.ascii m55aa_02.wok
      kotorlevel convert m55aa_02.wok m55aa_02.wok.ascii
      kotorlevel convert dor_lhr01.dwk.ascii dor_lhr010.dwk
    """
    name = output.name.lower()
    if not name.endswith((*_BINARY, *_ASCII)):
        raise click.UsageError(f"{output}: OUT must end in {', '.join((*_BINARY, *_ASCII))}")
    mesh = _read(source, name, load_materials(materials_table), game)
    target = choose_output(output, source, force=force)
    if name.endswith(".ascii"):
        data = _to_ascii(mesh, source, name, engine_text=engine_text)
    else:
        _check_kind(mesh, name, source)
        data = mesh.to_bytes()
    write_output(target, data)


def _read(source: Path, output: str, materials: Materials | None, game: Game) -> Walkmesh:
    """The mesh in ``source``; of several in a text, the one that the output's name asks for."""
    from kotorlevel.core.source import load_source
    from kotorlevel.formats.detect import detect_format
    from kotorlevel.mesh.io import read_ascii_walkmeshes, read_walkmesh
    from kotorlevel.mesh.placed import door_state

    if detect_format(load_source(source).data) != "ascii":
        return read_walkmesh(source, materials)
    found = read_ascii_walkmeshes(source, materials, game)
    if len(found) > 1:
        wanted = door_state(output)
        chosen = [each for each in found if each.state == wanted]
        if wanted is None or len(chosen) != 1:
            names = ", ".join(each.name for each in found)
            raise FormatError(
                f"holds {len(found)} walkmeshes ({names}); name the output NAME0.dwk for the "
                "closed door, NAME1.dwk or NAME2.dwk for the open ones",
                source=str(source),
            )
        found = chosen
    (each,) = found
    if each.welded:
        click.echo(f"joined {count(each.welded, 'vertex', 'vertices')} at the place of another")
    for problem in each.problems:
        click.secho(f"{source}: {problem}", fg="yellow", err=True)
    return each.mesh


def _to_ascii(mesh: Walkmesh, source: Path, output: str, *, engine_text: bool) -> bytes:
    from kotorlevel.mesh.placed import door_state
    from kotorlevel.mesh.to_ascii import (
        door_to_ascii,
        placeable_to_ascii,
        room_to_ascii,
        room_to_engine_ascii,
    )

    name = source.name.split(".")[0]
    if output.endswith(".wok.ascii"):
        return room_to_engine_ascii(mesh, name) if engine_text else room_to_ascii(mesh, name)
    if engine_text:
        raise click.UsageError("--engine-text is for rooms: OUT must end in .wok.ascii")
    if output.endswith(".pwk.ascii"):
        return placeable_to_ascii(mesh, name)
    state = door_state(source.name) or "closed"
    return door_to_ascii({state: mesh}, name.rstrip("012"))


def _check_kind(mesh: Walkmesh, output: str, source: Path) -> None:
    if mesh.is_area != output.endswith(".wok"):
        kind = "a room's" if mesh.is_area else "a placeable's or door's"
        raise FormatError(f"this is {kind} walkmesh; it cannot become {output}", source=str(source))
