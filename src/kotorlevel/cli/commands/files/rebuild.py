"""``kotorlevel rebuild``: all derived tables of a walkmesh anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.ask.options import force_option, game_option, load_surfaces, materials_option
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from typing import Literal

_EXAMPLES = """
\b
Examples:
  kotorlevel rebuild room.wok -o fixed.wok
  kotorlevel rebuild room.wok -o room.wok --force
  kotorlevel rebuild room.wok -o fixed.wok --materials surfacemat.2da
"""


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
    game: Literal["k1", "k2"],
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
    from kotorlevel.cli.show.convert import show_notes, show_written

    surfaces = load_surfaces(materials_table)
    done = kl.rebuild(file, output, surfaces=surfaces, game=game, force=force)
    show_notes(done)
    if done.mesh.stored is None:
        click.echo("read as text; every table is new")
    else:
        for line in done.changes or ["nothing had to change"]:
            click.echo(f"  {line}")
    show_written(done)
