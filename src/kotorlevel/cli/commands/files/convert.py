"""``kotorlevel convert``: from one form of a file to another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import kotorlevel as kl
from kotorlevel.cli.ask.options import (
    force_option,
    load_surfaces,
    materials_option,
    rounding_option,
)

if TYPE_CHECKING:
    from typing import Literal

_EXAMPLES = """
\b
Examples:
  kotorlevel convert m55aa_02.mdl.ascii m55aa_02.wok
  kotorlevel convert m55aa_02.wok m55aa_02.wok.ascii
  kotorlevel convert dor_lhr01.dwk.ascii dor_lhr01.dwk
"""


@click.command("convert", epilog=_EXAMPLES)
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("output", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--engine-text", is_flag=True, help="Write the ASCII that the game itself reads.")
@materials_option
@rounding_option
@force_option
def command(
    source: Path,
    output: Path,
    engine_text: bool,
    materials_table: str | None,
    rounding: Literal["k1", "k2"],
    force: bool,
) -> None:
    """Convert IN to OUT. IN is told by its content, OUT by its ending.

    OUT may end in .wok, .pwk or .dwk (binary) or in .wok.ascii, .pwk.ascii or .dwk.ascii. IN may
    also be a whole model (.mdl.ascii): its walkmesh is taken out, moved into place, welded and
    sorted. Of a door's text OUT's digit chooses the state: NAME0.dwk closed, NAME1.dwk and
    NAME2.dwk open; NAME.dwk writes all three.
    """
    from kotorlevel.cli.show.convert import show_notes, show_written

    surfaces = load_surfaces(materials_table)
    done = kl.convert(
        source, output, surfaces=surfaces, game=rounding, engine_text=engine_text, force=force
    )
    show_notes(done)
    if done.is_copy:
        click.echo("copied as it is; `rebuild` makes the tables anew")
    show_written(done)
