"""Reading one walkmesh for a command, and saying what a person should know about it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.errors import CommandError
from kotorlevel.cli.info_text import count

if TYPE_CHECKING:
    from kotorlevel.mesh.derive import Game
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh


def read_mesh(source: Path, target: Path, materials: Materials | None, game: Game) -> Walkmesh:
    """The mesh in ``source``; of several in a text, the one that the target's name asks for."""
    from kotorlevel.core.source import load_source
    from kotorlevel.formats.detect import detect_format
    from kotorlevel.mesh.io import read_ascii_walkmeshes, read_walkmesh
    from kotorlevel.mesh.placed import door_state

    if detect_format(load_source(source).data) != "ascii":
        return read_walkmesh(source, materials)
    found = read_ascii_walkmeshes(source, materials, game)
    if len(found) > 1:
        wanted = door_state(target.name)
        chosen = [each for each in found if wanted is not None and each.state == wanted]
        if len(chosen) != 1:
            names = ", ".join(each.name for each in found)
            raise CommandError(
                f"{source}: holds {len(found)} walkmeshes ({names}); name the output NAME0.dwk "
                "for the closed door, NAME1.dwk or NAME2.dwk for the open ones"
            )
        found = chosen
    (each,) = found
    if each.welded:
        click.echo(f"joined {count(each.welded, 'vertex', 'vertices')} at the place of another")
    for problem in each.problems:
        click.secho(f"{source}: {problem}", fg="yellow", err=True)
    return each.mesh


def warn_of_losses(mesh: Walkmesh) -> None:
    """Say which links cannot be written, and which edges were joined by guessing."""
    crowded, lost = mesh.derived.crowded.tolist(), mesh.lost_transitions.tolist()
    if crowded:
        click.secho(
            f"{count(len(crowded), 'edge')} shared by more than two faces, joined first come, "
            f"first served; look at them in your modelling program: {_some(crowded)}",
            fg="yellow",
            err=True,
        )
    if lost:
        click.secho(
            f"{count(len(lost), 'link')} to a room cannot be written, because the edge has a "
            f"neighbour or its face is not walkable: {_some(lost)}",
            fg="yellow",
            err=True,
        )


def _some(edges: list[int]) -> str:
    places = [f"face {edge // 3} side {edge % 3}" for edge in edges[:5]]
    return ", ".join(places) + (", ..." if len(edges) > len(places) else "")
