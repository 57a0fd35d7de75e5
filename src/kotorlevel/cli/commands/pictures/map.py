"""``kotorlevel map``: a level seen from above, as a picture."""

from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.game_map import GameMapAsked, draw_game_map
from kotorlevel.cli.ask.levels import Given, level_options
from kotorlevel.cli.ask.options import force_option, materials_option
from kotorlevel.cli.ask.outputs import write_output
from kotorlevel.cli.ask.shown import (
    are_several,
    load_asked,
    load_asked_together,
    several_options,
    tell,
    way_options,
)
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.targets import choose_file

_EXAMPLES = """
\b
Examples:
  kotorlevel map my_mod -o map.svg
  kotorlevel map my_mod -o map.png --dark --size 1200
  kotorlevel map m55aa_02.wok -o room.svg
  kotorlevel map my_mod -o way.svg --path 2,2 20,-3.5
  kotorlevel map swkotor --module tar_m10aa -o m10aa.png --no-findings
  kotorlevel map my_mod --game-map -o my_mod/lbl_mapm55aa.tga --set-fields
  kotorlevel map tar_m02aa.mod tar_m02ac.mod -o both.svg
  kotorlevel map swkotor --module "tar_*" -o taris.svg --no-findings

\b
Exit code: 0 done, 2 something could not be read or written. Findings are drawn, and do not count.
"""

_ENDINGS = (".svg", ".png")


@click.command("map", epilog=_EXAMPLES)
@several_options
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Where to write it: a name that ends in .svg or .png; with --game-map in .tga or .png.",
)
@click.option(
    "--game-map",
    is_flag=True,
    help="Draw the map that the game shows (512 x 256), and say which fields of the ARE fit to it.",
)
@click.option(
    "--set-fields",
    is_flag=True,
    help="With --game-map: write these fields into the ARE; `undo` brings the old ones back.",
)
@click.option(
    "--keep-fields", is_flag=True, help="With --game-map: draw it for the fields that the ARE has."
)
@click.option(
    "--north",
    type=click.Choice(kl.MAP_NORTH),
    help="With --game-map: which way is up; by default as in the ARE, or else +y.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="With --game-map: print JSON (docs/schema/map.schema.json).",
)
@click.option("--dark", is_flag=True, help="Light on dark.")
@click.option(
    "--size",
    type=int,
    default=1600,
    show_default=True,
    metavar="PX",
    help="The width in pixels; the height follows.",
)
@click.option("--no-findings", is_flag=True, help="Leave out what check finds.")
@way_options
@force_option
@materials_option
@level_options
def command(
    paths: tuple[Path, ...],
    one_space: bool,
    output: Path,
    given: Given,
    dark: bool,
    size: int,
    no_findings: bool,
    ways: tuple[kl.Way, ...],
    radius: float,
    force: bool,
    materials_table: str | None,
    game_map: bool,
    set_fields: bool,
    keep_fields: bool,
    north: str | None,
    as_json: bool,
) -> None:
    """Draw a level from above: surfaces, walls, links, rooms, doors, and what is wrong where.

    AREA is a layout, a folder, an archive, or the folder of a game with --module; FILE is one
    walkmesh. An SVG needs nothing else; a PNG needs Pillow (pip install pillow).

    Several are drawn beside each other, and so are all modules of a game that fit a pattern such as
    --module "tar_*". Findings are then numbered A1, A2, B1: the level's letter, and the number that
    the finding has in the level by itself.

    With --game-map it draws what the game shows on its map screen, from floor, walls and doors: put
    it into the module as lbl_map + the name of the area, and the fields into its ARE.
    """
    if game_map:
        if are_several(paths, given, one_space=one_space):
            raise click.UsageError("--game-map draws one area at a time")
        wanted = GameMapAsked(north or "", set_fields, keep_fields, as_json, force)
        draw_game_map(paths[0], given, materials_table, output, wanted)
        return
    if set_fields or keep_fields or north or as_json:
        raise click.UsageError("--set-fields, --keep-fields, --north and --json go with --game-map")
    target = choose_file(output, _ENDINGS, "map.svg", force=force)
    scene: kl.Scene
    if are_several(paths, given, one_space=one_space):
        with progress_bar("Reading and checking") as progress:
            together = load_asked_together(
                paths, given, materials_table, not no_findings, ways, one_space, progress
            )
        tell(together.notes)
        scene = together.scene
    else:
        with progress_bar("Reading and checking"):
            asked = (given, materials_table, not no_findings, ways, radius)
            shown, notes = load_asked(paths[0], *asked)
        tell(notes)
        scene = shown.scene
    try:
        with progress_bar("Drawing"):
            drawn = kl.draw_map(
                scene,
                format="png" if target.suffix.lower() == ".png" else "svg",
                theme="dark" if dark else "light",
                width=size,
                findings=not no_findings,
            )
    except kl.errors.FormatError:
        raise
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--size") from None
    data = drawn if isinstance(drawn, bytes) else drawn.encode()
    write_output(target, data, scene.summary)
