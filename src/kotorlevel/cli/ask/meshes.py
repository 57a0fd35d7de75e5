"""Reading one walkmesh for a command, and saying what a person should know about it."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kotorlevel.mesh.derive import Game
    from kotorlevel.mesh.from_ascii import AsciiMesh
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh


@contextmanager
def naming(source: Path) -> Iterator[None]:
    """Errors about a mesh that has left its file behind still name the file."""
    try:
        yield
    except FormatError as error:
        error.source = error.source or str(source)
        raise


def read_mesh(source: Path, target: Path, materials: Materials | None, game: Game) -> Walkmesh:
    """The mesh in ``source``; of a door's text, the state that the target's name asks for."""
    from kotorlevel.core.source import load_source
    from kotorlevel.formats.detect import detect_format
    from kotorlevel.mesh.io import parse_ascii_walkmeshes
    from kotorlevel.mesh.walkmesh import Walkmesh

    data, name = load_source(source)
    if detect_format(data) != "ascii":
        return Walkmesh.from_bytes(data, name, materials)
    each = _choose(list(parse_ascii_walkmeshes(data, name, materials, game)), source, target)
    if each.welded:
        click.echo(f"joined {count(each.welded, 'vertex', 'vertices')} at the place of another")
    for problem in each.problems:
        click.secho(f"{source}: {problem}", fg="yellow", err=True)
    return each.mesh


def _choose(found: list[AsciiMesh], source: Path, target: Path) -> AsciiMesh:
    """The only walkmesh of a text, or the one of the door state in the target's name."""
    from kotorlevel.mesh.placed import door_state

    wanted = door_state(target.name)
    states = [each.state for each in found]
    if wanted is not None and any(states):
        found = [each for each in found if each.state == wanted]
    if len(found) != 1:
        has = ", ".join(state or "no state" for state in states)
        raise CommandError(
            f"{source}: holds {count(len(states), 'walkmesh', 'walkmeshes')} ({has}); name the "
            "output NAME0.dwk for a closed door, NAME1.dwk or NAME2.dwk for an open one"
        )
    return found[0]


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
