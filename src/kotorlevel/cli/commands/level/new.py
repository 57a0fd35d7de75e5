"""``kotorlevel new``: a playable module from rooms, and the plan to go on from."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

import kotorlevel as kl
from kotorlevel.cli.commands.level.build import finish, with_build_options

_EXAMPLES = """
\b
Examples:
  kotorlevel new m55aa --kit my_kit
  kotorlevel new m55aa --rooms hall.wok corridor.wok store.wok
  kotorlevel new m55aa --rooms *.wok --doors 13 --title "The old mine"
  kotorlevel new m55aa --kit my_kit --doors fit --game swkotor
  kotorlevel new m55aa --kit my_kit -o levels/mine --dry-run

\b
Exit code: 0 done, 1 check finds an error in what was built, 2 it could not be built.
"""


@click.command("new", epilog=_EXAMPLES)
@click.argument("name", metavar="MODULE")
@click.argument("more", metavar="[WALKMESH]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--kit",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="A folder of rooms: each that fits is joined once.",
)
@click.option(
    "--rooms",
    multiple=True,
    metavar="WALKMESH...",
    type=click.Path(path_type=Path),
    help="Walkmeshes (WOK) of rooms, in the order in which they are joined.",
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder of the new level; by default one of the module's name.",
)
@click.option("--area", default="", metavar="NAME", help="The name of its area, if it is another.")
@click.option("--title", default="", metavar="TEXT", help="What the player reads.")
@click.option(
    "--doors",
    metavar="WHAT",
    help="A door in every doorway: a row of genericdoors.2da, a template, a .utd file; or fit: "
    "one of the --game that is as wide.",
)
@click.option("--k2", is_flag=True, help="For the second game.")
@with_build_options
@click.pass_context
def command(
    ctx: click.Context,
    name: str,
    more: tuple[Path, ...],
    kit: Path | None,
    rooms: tuple[Path, ...],
    output: Path | None,
    area: str,
    title: str,
    doors: str | None,
    k2: bool,
    game: Path | None,
    dry_run: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Make a module that the game can start, from the walkmeshes of rooms.

    Rooms that meet where they stand stay there; others are joined at doorways that are as wide,
    wherever no floor comes to lie on another. The folder of the level gets the plan, level.toml,
    copies of the rooms (with models and textures that lie beside them), and all that
    `kotorlevel build` makes of these. Change the plan and build it again, as often as you like.
    """
    given = (*rooms, *more)
    if (kit is None) == (not given):
        raise click.UsageError("say what it is made of: --kit DIR, or --rooms A.wok B.wok")
    which: Literal["k1", "k2"] = "k2" if k2 else "k1"
    plan = kl.new_plan(
        name, kit=kit, rooms=given, area=area, title=title, game=which, doors=_parse_door(doors)
    )
    module = kl.build_module(plan, game=game)
    folder = output or Path(name)
    written = module.write(folder, with_plan=True, overwrite=force, dry_run=dry_run)
    finish(ctx, module, written, folder, dry_run=dry_run, as_json=as_json)


def _parse_door(text: str | None) -> kl.PlannedDoor | None:
    if text is None:
        return None
    if text.isdecimal() and len(text) < 6:
        return kl.PlannedDoor(appearance=int(text))
    return kl.PlannedDoor() if text == "fit" else kl.PlannedDoor(template=text)
