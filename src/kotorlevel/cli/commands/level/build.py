"""``kotorlevel build``: the module that a ``level.toml`` describes, made anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import kotorlevel as kl

if TYPE_CHECKING:
    from kotorlevel.build.module import BuiltModule

_EXAMPLES = """
\b
Examples:
  kotorlevel build station/level.toml
  kotorlevel build station --dry-run
  kotorlevel build station -o try_out

The same plan and the same files give the same bytes, every time and everywhere.

\b
Exit code: 0 done, 1 check finds an error in what was built, 2 it could not be built.
"""

game_option: Callable[[Any], Any] = click.option(
    "--game",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder of the game: for doors that fit, and to know which models it has.",
)
build_options: tuple[Callable[[Any], Any], ...] = (
    game_option,
    click.option("--dry-run", is_flag=True, help="Show what would be done; write nothing."),
    click.option("--force", is_flag=True, help="Replace files also if no build has made them."),
    click.option(
        "--json", "as_json", is_flag=True, help="Print JSON (docs/schema/build.schema.json)."
    ),
)
"""What `build` and `new` have in common."""


def with_build_options(function: Callable[..., None]) -> Callable[..., None]:
    """The command with these options."""
    for option in reversed(build_options):
        function = option(function)
    return function


@click.command("build", epilog=_EXAMPLES)
@click.argument("plan", metavar="LEVEL.toml", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Write to this folder; by default to that of the plan.",
)
@with_build_options
@click.pass_context
def command(
    ctx: click.Context,
    plan: Path,
    output: Path | None,
    game: Path | None,
    dry_run: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Make a module that the game can start, as a plan describes it.

    LEVEL.toml is the plan, or a folder with one: which rooms there are and at which doorways they
    are joined, the doors, and where the player enters (`kotorlevel new` writes a first one). Rooms
    are linked, sight and path points computed, ARE, GIT and IFO written. The files go to the folder
    module beside the plan, and all of them into one MOD. What an earlier build has left there is
    replaced; what somebody has changed since only with --force.
    """
    module = kl.build_module(plan, game=game)
    folder = output or (plan if plan.is_dir() else plan.parent)
    written = module.write(folder, overwrite=force, dry_run=dry_run)
    finish(ctx, module, written, folder, dry_run=dry_run, as_json=as_json)


def finish(
    ctx: click.Context,
    module: BuiltModule,
    written: list[kl.Written],
    folder: Path,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Show what was made, and end with what check says of it."""
    from kotorlevel.cli.show.layout.build import module_to_json, show_module

    if as_json:
        click.echo(module_to_json(module, written, folder, dry_run=dry_run))
    else:
        show_module(module, written, folder, dry_run=dry_run)
    ctx.exit(1 if module.report.errors else 0)
