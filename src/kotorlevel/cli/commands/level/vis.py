"""``kotorlevel vis``: who sees whom, what is wrong with it, and how it should be."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import copy
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.ask.actions import AreaActions, Subject
from kotorlevel.cli.ask.edits import Target, refusing, room_index, target_options
from kotorlevel.cli.ask.levels import Given, area_argument, level_options
from kotorlevel.cli.ask.options import materials_option
from kotorlevel.cli.show.vis import show_audit, show_build, show_explanations, show_rooms
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.text import printable
from kotorlevel.core.words import some_of

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.query.visibility.build import VisibilityResult

_EXAMPLES = """
\b
Examples:
  kotorlevel vis my_mod                        who sees whom
  kotorlevel vis my_mod check --geometry       what is wrong, and what should be listed and is not
  kotorlevel vis my_mod build --dry-run        what would be added, with --drop also removed
  kotorlevel vis my_mod build -o fixed         write the new VIS to another folder
  kotorlevel vis my_mod explain m55aa_02 m55aa_05

\b
Exit code: 0 done; 1 check found a warning or an error; 2 something cannot be read or written.
"""


class _Actions(AreaActions):
    """Understands ``--explain A B``, too, as it was written once."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--explain" in args:
            place = args.index("--explain")
            before = [word for word in args[:place] if word not in self.commands]
            args = [*before, "explain", *args[place + 1 :]]
        return super().parse_args(ctx, args)


@click.group("vis", cls=_Actions, epilog=_EXAMPLES, subcommand_metavar="[ACTION] [ARGS]...")
@area_argument
@materials_option
@level_options
@click.pass_context
def command(ctx: click.Context, path: Path, given: Given, materials_table: str | None) -> None:
    """Show which rooms are drawn from which, find what is wrong with it, or compute it anew.

    AREA is a layout (LYT), a folder, an archive, or a game's folder with --module. Sight is
    computed from the walkmeshes: along lines that no wall, ceiling or floor blocks. Linked rooms
    always see each other.
    """
    ctx.obj = Subject(path, given, materials_table)


_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (docs/schema/vis.schema.json)."
)
_SIGHT: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--depth", type=click.IntRange(1), metavar="N", help="See no farther than N rooms away."
    ),
    click.option(
        "--samples",
        type=click.IntRange(1, 4096),
        default=128,
        show_default=True,
        metavar="N",
        help="Try up to N times N lines for each pair of rooms.",
    ),
    click.option("--doors-closed", is_flag=True, help="Doors block sight, but to the room behind."),
    click.option("--one-way", is_flag=True, help="A room sees only what its own eyes find."),
)


def _sight_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """How to look, given as the arguments ``sight`` of `build_visibility`."""

    @wraps(function)
    def gathered(
        depth: int | None, samples: int, doors_closed: bool, one_way: bool, **rest: Any
    ) -> Any:
        sight = {"depth": depth, "samples": samples, "doors_closed": doors_closed}
        return function(sight=sight | {"symmetric": not one_way}, **rest)

    wrapped: Callable[..., Any] = gathered
    for option in reversed(_SIGHT):
        wrapped = option(wrapped)
    return wrapped


@command.command("show")
@_json_option
@click.pass_obj
def show(subject: Subject, as_json: bool) -> None:
    """Show who sees whom, as the VIS lists it."""
    area = subject.load()
    _echo(subject, area, "show", show_rooms(area, as_json=as_json), as_json=as_json)


@command.command("check")
@click.option("--geometry", is_flag=True, help="Also pairs that can be seen, but are not listed.")
@_sight_options
@_json_option
@click.pass_obj
def check(subject: Subject, geometry: bool, sight: dict[str, Any], as_json: bool) -> None:
    """Find what is wrong with the VIS."""
    from kotorlevel.checks.audits import audit_visibility

    area = subject.load()
    audit = audit_visibility(area, _look(area, **sight) if geometry else None)
    found = show_audit(audit, printable(str(subject.path), 200), as_json=as_json)
    _echo(subject, area, "check", found, as_json=as_json)
    raise click.exceptions.Exit(int(audit.is_bad))


@command.command("build")
@click.option("--drop", is_flag=True, help="Leave out listed pairs that cannot be seen.")
@_sight_options
@target_options
@_json_option
@click.pass_obj
def build(
    subject: Subject, drop: bool, sight: dict[str, Any], target: Target, as_json: bool
) -> None:
    """Compute the VIS from the walkmeshes.

    What it lists stays: --drop leaves out what cannot be seen, but of rooms without a walkmesh
    nothing.
    """
    area = subject.load(target)
    seen = _look(area, drop=drop, **sight)
    changed = area.with_visibility(seen.visibility)
    written = None if target.dry_run else target.write(changed)
    _echo(subject, area, "build", show_build(seen, written, as_json=as_json), as_json=as_json)


@command.command("explain")
@click.argument("rooms", metavar="ROOM ROOM", nargs=2)
@_sight_options
@_json_option
@click.pass_obj
def explain(subject: Subject, rooms: tuple[str, str], sight: dict[str, Any], as_json: bool) -> None:
    """Say why two rooms see each other, or not."""
    area = subject.load()
    seen = _look(area, **sight)
    numbers = [room_index(area, name, real=True) for name in rooms]
    found = show_explanations(area, seen, numbers, as_json=as_json)
    _echo(subject, area, "explain", found, as_json=as_json)


_old_check = copy(check)
_old_check.hidden = True
command.add_command(_old_check, "audit")


def _echo(
    subject: Subject, area: Area, action: str, found: dict[str, Any], *, as_json: bool
) -> None:
    """The document of an action; for people it has been told already."""
    if as_json:
        click.echo(json.dumps({**subject.head(area, action), **found}, indent=2))


def _look(area: Area, **options: Any) -> VisibilityResult:
    """Who sees whom by the geometry, with a progress bar."""
    from kotorlevel.query.visibility.build import build_visibility

    with refusing(), progress_bar("Looking from room to room", lines=True) as progress:
        seen = build_visibility(area, progress=progress, **options)
    if seen.unknown:
        names = some_of([printable(area.rooms[number].name, 200) for number in seen.unknown])
        text = f"without a walkable floor, what the VIS says of them is kept: {names}"
        click.secho(text, fg="yellow", err=True)
    return seen
