"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.core.errors import FormatError

if TYPE_CHECKING:
    from kotorlevel.mesh.materials import Materials

materials_option: Callable[[Any], Any] = click.option(
    "--materials",
    "materials_table",
    metavar="TABLE",
    help="What is walkable: a surfacemat.2da, or a preset (k1, kotorblender, mdlops). Default: k1.",
)
game_option: Callable[[Any], Any] = click.option(
    "--game",
    type=click.Choice(["k1", "k2"]),
    default="k1",
    show_default=True,
    help="Round normals as the first or as the second game's tool did.",
)
force_option: Callable[[Any], Any] = click.option(
    "--force", is_flag=True, help="Replace the output file if it exists."
)


def load_materials(table: str | None) -> Materials | None:
    """The material table of ``--materials``: a preset's name or a 2DA file; None by default."""
    from kotorlevel.formats.twoda import read_2da
    from kotorlevel.mesh.materials import PRESETS, Materials

    if table is None:
        return None
    if table in PRESETS:
        return PRESETS[table]
    if not Path(table).exists():
        presets = ", ".join(PRESETS)
        raise click.BadParameter(f"{table!r} is neither a file nor a preset ({presets})")
    try:
        return Materials.from_2da(read_2da(table), table)
    except ValueError as error:
        raise FormatError(str(error), source=table) from None
