"""``kotorlevel vis``: who sees whom, what is wrong with it, and how it should be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.edits import Target, check_action, check_place, refusing, room_index
from kotorlevel.cli.ask.levels import Given, area_argument, level_options, load_given_area
from kotorlevel.cli.ask.options import force_option, materials_option
from kotorlevel.cli.show.vis import show_audit, show_build, show_explanations, show_rooms
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.text import printable
from kotorlevel.core.words import some_of

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.query.visibility.build import VisibilityResult

ACTIONS = ("show", "audit", "build")

_EXAMPLES = """
\b
Examples:
  kotorlevel vis my_mod                        who sees whom
  kotorlevel vis my_mod audit --geometry       what is wrong, and what should be listed and is not
  kotorlevel vis my_mod build --dry-run        what would be added, with --drop also removed
  kotorlevel vis my_mod build -o fixed         write the new VIS to another folder
  kotorlevel vis my_mod --explain m55aa_02 m55aa_05

\b
Exit code: 0 done; 1 audit found a warning or an error; 2 something cannot be read or written.
"""


@click.command("vis", epilog=_EXAMPLES)
@area_argument
@click.argument("action", metavar="[show|audit|build]", default="show")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/vis.schema.json).")
@click.option("--geometry", is_flag=True, help="audit: also pairs that can be seen, but are not.")
@click.option("--drop", is_flag=True, help="build: leave out listed pairs that cannot be seen.")
@click.option("--dry-run", is_flag=True, help="build: show what would change; write nothing.")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="build: write the VIS into this folder.",
)
@click.option("--in-place", is_flag=True, help="build: replace the VIS; see `undo`.")
@force_option
@click.option(
    "--explain", nargs=2, metavar="ROOM ROOM", help="Why two rooms see each other, or not."
)
@click.option(
    "--depth", type=click.IntRange(1), metavar="N", help="See no farther than N rooms away."
)
@click.option(
    "--samples",
    type=click.IntRange(1, 4096),
    default=128,
    show_default=True,
    metavar="N",
    help="Try up to N times N lines for each pair of rooms.",
)
@click.option("--doors-closed", is_flag=True, help="Doors block sight, but to the room behind.")
@click.option("--one-way", is_flag=True, help="A room sees only what its own eyes find.")
@materials_option
@level_options
def command(
    path: Path,
    action: str,
    as_json: bool,
    geometry: bool,
    drop: bool,
    dry_run: bool,
    output: Path | None,
    in_place: bool,
    force: bool,
    explain: tuple[str, str] | None,
    depth: int | None,
    samples: int,
    doors_closed: bool,
    one_way: bool,
    given: Given,
    materials_table: str | None,
) -> None:
    """Show which rooms are drawn from which, find what is wrong with it, or compute it anew.

    AREA is a layout (LYT), a folder, an archive, or a game's folder with --module. Sight is
    computed from the walkmeshes: along lines that no wall, ceiling or floor blocks. Linked rooms
    always see each other. What the VIS lists stays: --drop leaves out what cannot be seen, but of
    rooms without a walkmesh nothing.
    """
    check_action("vis", path, action, ACTIONS)
    targets = {"-o": output is not None, "--in-place": in_place, "--dry-run": dry_run}
    _check_options(action, targets, geometry=geometry, drop=drop, explains=explain is not None)
    to_edit = in_place and not dry_run
    area = load_given_area(path, given, materials_table, to_edit=to_edit)
    seen = None
    if action == "build" or geometry or explain:
        options = {"depth": depth, "samples": samples, "doors_closed": doors_closed}
        seen = _look(area, symmetric=not one_way, drop=drop, **options)
    code = 0
    if explain and seen is not None:
        rooms = [room_index(area, name, real=True) for name in explain]
        found = show_explanations(area, seen, rooms, as_json=as_json)
    elif action == "show":
        found = show_rooms(area, as_json=as_json)
    elif action == "audit":
        from kotorlevel.checks.audits import audit_visibility

        audit = audit_visibility(area, seen)
        found = show_audit(audit, printable(str(path), 200), as_json=as_json)
        code = int(audit.is_bad)
    else:
        assert seen is not None
        changed = area.with_visibility(seen.visibility)
        written = None if dry_run else Target(output, in_place, dry_run, force).write(changed)
        found = show_build(seen, written, as_json=as_json)
    if as_json:
        head = {"kotorlevel": __version__, "path": path.as_posix(), "area": area.name}
        done = {"action": "explain" if explain else action}
        click.echo(json.dumps(head | done | found, indent=2))
    raise click.exceptions.Exit(code)


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


def _check_options(
    action: str, targets: dict[str, bool], *, geometry: bool, drop: bool, explains: bool
) -> None:
    """Refuse options that the action cannot heed, and a build that has nowhere to go."""
    if geometry and action != "audit":
        raise click.UsageError("--geometry goes with audit")
    for name, is_given in (targets | {"--drop": drop}).items():
        if is_given and (action != "build" or explains):
            raise click.UsageError(f"{name} goes with build")
    if action == "build" and not explains:
        check_place(targets, "DIR")
