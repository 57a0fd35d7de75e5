"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

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
    from kotorlevel.mesh import io

    try:
        return None if table is None else io.load_materials(table)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--materials") from None
