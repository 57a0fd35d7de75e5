"""``kotorlevel convert``: from one form of a file to another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import kotorlevel as kl
from kotorlevel.cli.ask.edits import parse_vector
from kotorlevel.cli.ask.options import (
    force_option,
    load_surfaces,
    materials_option,
    rounding_option,
    up_option,
)
from kotorlevel.cli.terminal.progress import progress_bar

if TYPE_CHECKING:
    from typing import Literal

_EXAMPLES = """
\b
Examples:
  kotorlevel convert m55aa_02.mdl.ascii m55aa_02.wok
  kotorlevel convert m55aa_02.wok m55aa_02.wok.ascii
  kotorlevel convert dor_lhr01.dwk.ascii dor_lhr01.dwk
  kotorlevel convert m55aa_02.mdl m55aa_02.wok                 m55aa.lyt says where it stands
  kotorlevel convert m55aa_02.mdl m55aa_02.wok --position 20,0,0
  kotorlevel convert m55aa_02.wok m55aa_02.mdl --into m55aa_02.mdl
  kotorlevel convert m55aa_02.wok m55aa_02.obj                 to shape it in Blender
  kotorlevel convert m55aa_02.obj m55aa_02.wok --force         and back: the rest keeps its bytes
  kotorlevel convert my_mod my_mod.glb                         a whole area, with doors and marks
  kotorlevel convert my_mod.glb edited --original my_mod       what was edited, into a folder
  kotorlevel convert m55aa.git m55aa.json                      any file as text, and back:
  kotorlevel convert m55aa.json m55aa.git
  kotorlevel convert placeables.2da placeables.csv             for a spreadsheet, and back
  kotorlevel convert my_mod my_mod_json --to json              all files below a folder
  kotorlevel convert my_mod_json my_mod --to files
"""


@click.command("convert", epilog=_EXAMPLES)
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("output", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--position", metavar="X,Y,Z", help="Where the room of a model stands.")
@click.option(
    "--layout",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="The area that says it: a LYT, a folder or an archive; by default the LYT beside IN.",
)
@click.option(
    "--original",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The older walkmesh of the room, for links and seams; by default that of the area.",
)
@click.option(
    "--into",
    metavar="MDL",
    type=click.Path(path_type=Path),
    help="The model that the walkmesh IN is put into.",
)
@click.option(
    "--surface",
    metavar="NAME",
    help="What faces of a drawing are whose material is no surface.",
)
@click.option("--relink", is_flag=True, help="Link the rooms of a drawing where they meet others.")
@up_option
@click.option("--module", metavar="NAME", help="The module of a game IN that is drawn.")
@click.option(
    "--to",
    type=click.Choice(("json", "files")),
    help="Convert all files below the folder IN: to JSON, or JSON to files.",
)
@click.option("--engine-text", is_flag=True, help="Write the ASCII that the game itself reads.")
@materials_option
@rounding_option
@force_option
def command(
    source: Path,
    output: Path,
    position: str | None,
    layout: Path | None,
    original: Path | None,
    into: Path | None,
    surface: str | None,
    relink: bool,
    up: Literal["z", "y"],
    module: str | None,
    to: Literal["json", "files"] | None,
    engine_text: bool,
    materials_table: str | None,
    rounding: Literal["k1", "k2"],
    force: bool,
) -> None:
    """Convert IN to OUT. IN is told by its content, OUT by its ending.

    OUT may end in .wok, .pwk or .dwk (binary) or in .wok.ascii, .pwk.ascii or .dwk.ascii. IN may
    also be a whole model, text (.mdl.ascii) or binary (.mdl): its walkmesh is taken out, moved into
    place, welded and sorted. Of a door's OUT's digit chooses the state: NAME0.dwk closed, NAME1.dwk
    and NAME2.dwk open; NAME.dwk writes all three. A binary model needs the layout of its area, and
    gets links and seams from the walkmesh that is there, else links from its neighbours. With
    --into, a room's walkmesh replaces the one in its model (MDL and MDX), so that both agree.

    Blender and others: OUT may end in .obj (best for one room) or .glb (best for a whole area; IN
    is then a folder, a LYT, an archive, or a game with --module). A surface is the name of a
    material: Metal, Nonwalk. A link is a gate, an upright quad on its edge, with the material
    link_ROOM. Back again, what was not edited keeps its bytes as in --original, by default the
    walkmesh that is there. A drawing of an area goes to a folder OUT: only what it changes.

    Any game file can become .json, a text for people and git, and comes back byte for byte while
    nothing in it was edited (docs/json.md). A 2DA table can become .csv.
    """
    from kotorlevel.cli.show.convert import show_folder, show_notes, show_written

    if to is not None:
        with progress_bar("Converting") as progress:
            many = kl.convert_folder(source, output, to, force=force, progress=progress)
        show_folder(many, output)
        raise click.exceptions.Exit(2 if many.errors else 0)
    if source.is_dir() and not output.name.lower().endswith((".obj", ".glb")):
        text = f"{source} is a folder; add --to json to convert all files in it"
        raise click.UsageError(f"{text}, or name OUT .glb to draw the area in it")
    surfaces = load_surfaces(materials_table)
    done = kl.convert(
        source,
        output,
        position=None if position is None else parse_vector(position, "--position"),
        layout=layout,
        original=original,
        into=into,
        surfaces=surfaces,
        game=rounding,
        engine_text=engine_text,
        surface=surface,
        relink=relink,
        up=up,
        module=module,
        force=force,
    )
    show_notes(done)
    if done.is_copy and not done.remarks:
        click.echo("copied as it is; `rebuild` makes the tables anew")
    show_written(done)
