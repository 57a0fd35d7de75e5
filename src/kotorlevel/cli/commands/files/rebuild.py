"""``kotorlevel rebuild``: all derived tables of walkmeshes anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import refuse_empty
from kotorlevel.cli.ask.options import (
    force_option,
    load_surfaces,
    materials_option,
    rounding_option,
)
from kotorlevel.cli.terminal.progress import progress_bar

if TYPE_CHECKING:
    from typing import Literal

_EXAMPLES = """
\b
Examples:
  kotorlevel rebuild room.wok -o fixed.wok
  kotorlevel rebuild room.wok --in-place            `undo` takes it back
  kotorlevel rebuild my_mod -o rebuilt              every walkmesh below a folder
  kotorlevel rebuild a.wok b.wok --in-place
  kotorlevel rebuild room.wok -o fixed.wok --materials surfacemat.2da

\b
Exit code: 0 done, 2 something could not be read or written.
"""


@click.command("rebuild", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", callback=refuse_empty)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="The file to write, or a folder for files of the same names.",
)
@click.option("--in-place", is_flag=True, help="Replace those that change; see `undo`.")
@materials_option
@rounding_option
@force_option
def command(
    paths: tuple[str, ...],
    output: Path | None,
    in_place: bool,
    materials_table: str | None,
    rounding: Literal["k1", "k2"],
    force: bool,
) -> None:
    """Compute all derived tables of walkmeshes anew.

    PATH is a walkmesh, or a folder for all below it. Puts walkable faces first, then makes
    normals, distances, box tree, neighbours, boundary edges and loops by the rules of the games'
    own tool. Vertices, surfaces, links to rooms and use hooks stay as they are. Use it on
    walkmeshes that another tool has damaged.
    """
    from kotorlevel.cli.show.convert import show_rebuilding, show_rebuilt

    if output is not None and in_place:
        raise click.UsageError("-o and --in-place exclude each other")
    if output is None and not in_place:
        raise click.UsageError("say where to write: -o OUT or --in-place")
    surfaces = load_surfaces(materials_table)
    if output is not None and len(paths) == 1 and not Path(paths[0]).is_dir():
        done = kl.rebuild(paths[0], output, surfaces=surfaces, game=rounding, force=force)
        show_rebuilt(done)
        return
    with progress_bar("Rebuilding") as progress:
        many = kl.rebuild_files(
            paths, output, surfaces=surfaces, game=rounding, force=force, progress=progress
        )
    show_rebuilding(many, output)
    raise click.exceptions.Exit(2 if many.errors else 0)
