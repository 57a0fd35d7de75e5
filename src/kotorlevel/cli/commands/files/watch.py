"""``kotorlevel watch``: a drawing into its level, on every save."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import kotorlevel as kl
from kotorlevel.cli.ask.options import load_surfaces, materials_option, up_option

if TYPE_CHECKING:
    from typing import Literal

_EXAMPLES = """
\b
Examples:
  kotorlevel watch m55aa_02.obj my_mod/m55aa_02.wok
  kotorlevel watch my_mod.glb my_mod --view       the page beside Blender
  kotorlevel watch drawings my_mod                a folder of OBJ and GLB files, a room each
"""


@click.command("watch", epilog=_EXAMPLES)
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("output", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--no-link", is_flag=True, help="Leave links to the gates of the drawing.")
@click.option("--no-check", is_flag=True, help="Convert only.")
@click.option("--view", is_flag=True, help="Show the level in the browser, too.")
@click.option("--once", is_flag=True, help="Convert and check once, then end.")
@click.option("--surface", metavar="NAME", help="What faces are whose material is no surface.")
@up_option
@materials_option
def command(
    source: Path,
    output: Path,
    no_link: bool,
    no_check: bool,
    view: bool,
    once: bool,
    surface: str | None,
    up: Literal["z", "y"],
    materials_table: str | None,
) -> None:
    """Bring IN into OUT whenever it is saved: converted, linked and checked.

    IN is an OBJ or GLB that Blender or another program writes (see `kotorlevel convert`), or a
    folder of them, named after their rooms. OUT is a room's walkmesh or a level: a folder, a LYT or
    an archive. Only what differs is written, and `kotorlevel undo` takes a save back. What is taken
    back in Blender is taken back in the level, to the byte. Ctrl-C stops.
    """
    from kotorlevel.cli.show.watch import show_update

    updates = kl.watch(
        source,
        output,
        relink=not no_link,
        check=not no_check,
        surface=surface,
        surfaces=load_surfaces(materials_table),
        up=up,
    )
    first = next(updates)
    show_update(first, None)
    if once:
        raise SystemExit(2 if first.error is not None else 0)
    server = _serve(output) if view else None
    click.echo("Waiting for the next save. Ctrl-C stops.", err=True)
    before = first.report
    try:
        for update in updates:
            show_update(update, before)
            before = update.report or before
    except KeyboardInterrupt:
        click.echo("\nStopped.", err=True)
    finally:
        if server is not None:
            server.close()


def _serve(output: Path) -> kl.ViewServer:
    shown = kl.load_shown(output)
    server = kl.serve(shown, browser=True)
    click.echo(server.address)
    return server
