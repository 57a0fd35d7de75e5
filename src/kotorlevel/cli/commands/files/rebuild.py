"""``kotorlevel rebuild``: all derived tables of a walkmesh anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.ask.meshes import naming, read_mesh, warn_of_losses
from kotorlevel.cli.ask.options import force_option, game_option, load_materials, materials_option
from kotorlevel.cli.ask.outputs import BINARY_ENDINGS, check_kind, choose_output, write_output
from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.formats.bwm import Bwm
    from kotorlevel.mesh.derive import Game

_EXAMPLES = """
\b
Examples:
  kotorlevel rebuild room.wok -o fixed.wok
  kotorlevel rebuild room.wok -o room.wok --force
  kotorlevel rebuild room.wok -o fixed.wok --materials surfacemat.2da
"""

_NAMES = {
    "faces": "order of faces",
    "normals": "normals",
    "distances": "plane distances",
    "nodes": "box tree",
    "adjacency": "neighbours",
    "edges": "boundary edges",
    "loops": "boundary loops",
}
"""Table → what it is called before people."""


@click.command("rebuild", epilog=_EXAMPLES)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="The file to write, or a folder for a file of the same name.",
)
@materials_option
@game_option
@force_option
def command(
    file: Path,
    output: Path,
    materials_table: str | None,
    game: Game,
    force: bool,
) -> None:
    """Compute all derived tables of a walkmesh anew and write it to OUT.

    Puts walkable faces first, then makes normals, distances, box tree, neighbours, boundary edges
    and loops by the rules of the games' own tool. Vertices, surfaces, links to rooms and use hooks
    stay as they are. Use it on a walkmesh that another tool has damaged.
    """
    if file.is_dir():
        where = printable(str(file), 200)
        raise CommandError(
            f"{where} is a folder, and one walkmesh is rebuilt at a time: name a file in it. For "
            f"all that is wrong in there: kotorlevel fix {quoted(file)}"
        )
    target = choose_output(output, file, BINARY_ENDINGS, force=force)
    before = read_mesh(file, target, load_materials(materials_table), game)
    check_kind(before, target, file)
    with naming(file):
        after = before.rebuilt(game=game)
        data = after.to_bytes()
    if before.stored is None:
        click.echo("read as text; every table is new")
    else:
        for line in compare_tables(before.stored, after.to_bwm()) or ["nothing had to change"]:
            click.echo(f"  {line}")
    warn_of_losses(after)
    write_output(target, data)


def compare_tables(before: Bwm, after: Bwm) -> list[str]:
    """What differs between two walkmeshes, one line a table; nothing where they are equal."""
    lines = []
    for name, shown in _NAMES.items():
        old, new = getattr(before, name), getattr(after, name)
        if old.tobytes() == new.tobytes():
            continue
        if len(old) != len(new):
            lines.append(f"{shown:<16} {len(old):,} before, {len(new):,} now")
        elif name == "nodes":
            lines.append(f"{shown:<16} made anew, {count(len(new), 'node')}")
        else:
            rows = sum(a.tobytes() != b.tobytes() for a, b in zip(old, new, strict=True))
            lines.append(f"{shown:<16} {rows:,} of {len(new):,} changed")
    return lines
