"""``kotorlevel map``: a level seen from above, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.levels import Given, level_options
from kotorlevel.cli.ask.options import force_option, materials_option
from kotorlevel.cli.ask.scenes import Asked, describe_scene, make_scene
from kotorlevel.cli.ask.shown_ways import Way, way_options
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.view.map.theme import ThemeName
    from kotorlevel.view.scene.scene import Scene

_EXAMPLES = """
\b
Examples:
  kotorlevel map my_mod -o map.svg
  kotorlevel map my_mod -o map.png --dark --size 1200
  kotorlevel map m55aa_02.wok -o room.svg
  kotorlevel map my_mod -o way.svg --path 2,2 20,-3.5
  kotorlevel map swkotor --module tar_m10aa -o m10aa.png --no-findings

\b
Exit code: 0 done, 2 something could not be read or written. Findings are drawn, and do not count.
"""

_ENDINGS = (".svg", ".png")


@click.command("map", epilog=_EXAMPLES)
@click.argument("path", metavar="AREA|FILE", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Target to write it: a name that ends in .svg or .png.",
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
    path: Path,
    output: Path,
    given: Given,
    dark: bool,
    size: int,
    no_findings: bool,
    ways: tuple[Way, ...],
    radius: float,
    force: bool,
    materials_table: str | None,
) -> None:
    """Draw a level from above: surfaces, walls, links, rooms, doors, and what is wrong where.

    AREA is a layout, a folder, an archive, or the folder of a game with --module; FILE is one
    walkmesh. An SVG needs nothing else; a PNG needs Pillow (pip install pillow).
    """
    target = _choose_target(output, force=force)
    _check_size(size)
    scene = make_scene(Asked(path, given, materials_table, not no_findings, ways, radius))
    data = _draw(scene, target, dark=dark, size=size, findings=not no_findings)
    from kotorlevel.core.atomic import write_atomic

    write_atomic(target, data)
    click.echo(
        f"wrote {printable(str(target), 2000)}: {describe_scene(scene)} ({len(data):,} bytes)"
    )


def _choose_target(output: Path, *, force: bool) -> Path:
    """Target to write; all that can be wrong with it is said before anything is read."""
    from kotorlevel.core.outputs import choose_output

    if output.is_dir():
        example = output / "map.svg"
        raise CommandError(f"{output}: is a folder; name a file in it, such as {example}")
    target = choose_output(output, output, _ENDINGS, force=force)
    if target.suffix.lower() == ".png":
        from kotorlevel.view.map.png import load_pillow

        load_pillow()
    return target


def _check_size(size: int) -> None:
    from kotorlevel.view.map.page import LEAST_WIDTH, MOST_WIDTH

    if not LEAST_WIDTH <= size <= MOST_WIDTH:
        text = f"{size} is not from {LEAST_WIDTH} to {MOST_WIDTH:,}"
        raise click.BadParameter(text, param_hint="--size")


def _draw(scene: Scene, target: Path, *, dark: bool, size: int, findings: bool) -> bytes:
    theme: ThemeName = "dark" if dark else "light"
    if target.suffix.lower() == ".png":
        from kotorlevel.view.map.png import draw_map_png

        return draw_map_png(scene, theme=theme, width=size, findings=findings)
    from kotorlevel.view.map.svg import draw_map

    return draw_map(scene, theme=theme, width=size, findings=findings).encode()
