"""``kotorlevel pth``: the path points of an area: shown, checked, repaired, made anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.area.install.target import find_target_level
from kotorlevel.cli.ask.levels import Given, as_typed, level_options
from kotorlevel.cli.ask.options import FiniteRange, force_option, load_materials, materials_option
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.cli.ask.pth_write import Target

ACTIONS = ("show", "check", "fix", "build")
_WRITING = ("fix", "build")
LEAST_AREA = 2.0
"""Square metres; smaller parts of the floor get no points."""

_EXAMPLES = """
\b
Examples:
  kotorlevel pth my_mod --module my_mod.mod          the points and where they stand
  kotorlevel pth my_mod check                        off the floor, blocked, one way, unsorted
  kotorlevel pth my_mod fix --in-place               sort, take out what leads nowhere
  kotorlevel pth my_mod build --dry-run              how many points it would be
  kotorlevel pth my_mod build -o my_mod/m55aa.pth
  kotorlevel pth swkotor --module tar_m10aa check

\b
Exit code: 0 done; 1 check found a warning, an error, or no PTH; 2 something cannot be read or
written.
"""


@click.command("pth", epilog=_EXAMPLES)
@click.argument("path", metavar="AREA", type=click.Path(path_type=Path))
@click.argument("action", metavar="[show|check|fix|build]", default="show")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/pth.schema.json).")
@click.option("--dry-run", is_flag=True, help="fix, build: show what would change; write nothing.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="fix, build: write the PTH to this file or folder.",
)
@click.option(
    "--in-place", is_flag=True, help="fix, build: replace the PTH; the old one stays as .bak."
)
@force_option
@click.option(
    "--unsafe", is_flag=True, help="fix: also drop points off the floor and blocked connections."
)
@click.option(
    "--min-area",
    type=FiniteRange(0),
    default=LEAST_AREA,
    show_default=True,
    metavar="M2",
    help="build: parts of the floor with fewer square metres get no points.",
)
@click.option("--placeables", is_flag=True, help="build: keep clear of placeables.")
@click.option("--partial", is_flag=True, help="build: write also where rooms are not at hand.")
@materials_option
@level_options
def command(
    path: Path,
    given: Given,
    action: str,
    as_json: bool,
    dry_run: bool,
    output: Path | None,
    in_place: bool,
    force: bool,
    unsafe: bool,
    min_area: float,
    placeables: bool,
    partial: bool,
    materials_table: str | None,
) -> None:
    """Show the path points of an area, find what is wrong with them, repair or make them.

    AREA is a layout with the walkmeshes of its rooms, a folder, an archive, or a game with
    --module; the PTH is often in the module's archive. The game sends creatures that walk far
    along these points. `build` makes few of them, so that every place of the floor sees one.
    """
    from kotorlevel.cli.ask.pth_write import Target

    _check_action(path, action)
    only_build = {"--placeables": placeables, "--partial": partial}
    _check_options(action, {"--unsafe": unsafe}, only_build)
    target = Target(output, in_place, dry_run, force)
    target.check(writes=action in _WRITING)
    area = _load(path, given)
    document: dict[str, Any] = {
        "kotorlevel": __version__,
        "path": path.as_posix(),
        "area": area.name,
        "action": action,
    }
    if action != "build":
        _check_readable(area)
    surfaces = load_materials(materials_table)
    code = 0
    if action == "show":
        document |= _show(area, as_json)
    elif action == "check":
        found, code = _check(area, surfaces, as_typed(path, given), as_json)
        document |= found
    elif action == "fix":
        document |= _fix(area, surfaces, target, unsafe, as_json)
    else:
        asked = (surfaces, min_area, placeables, partial)
        document |= _build(area, asked, target, as_json)
    if as_json:
        click.echo(json.dumps(document, indent=2))
    click.get_current_context().exit(code)


def _load(path: Path, given: Given) -> Area:
    from kotorlevel.area.load import read_level

    where = given.find(path)
    if where.path.suffix.lower() in (".wok", ".pwk", ".dwk", ".pth") and where.path.is_file():
        raise CommandError(
            f"{printable(path.as_posix(), 200)}: is one file; give its area: a layout (.lyt), a "
            "folder with one, an archive, or a game with --module"
        )
    area = read_level(find_target_level(where))
    for problem in area.problems:
        click.secho(printable(str(problem), 2000), fg="yellow", err=True)
    return area


def _check_readable(area: Area) -> None:
    """Raise `CommandError` where there is a PTH, but a broken one."""
    pth = area.files.get("pth")
    if pth is not None and area.path_points is None:
        raise CommandError(
            f"{printable(pth.source, 200)}: cannot be read (see above). Make it anew: "
            "kotorlevel pth AREA build"
        )


def _show(area: Area, as_json: bool) -> dict[str, Any]:
    from kotorlevel.cli.show.pth import points_to_json, show_points

    if not as_json:
        show_points(area)
    return points_to_json(area)


def _check(area: Area, surfaces: Any, named: str, as_json: bool) -> tuple[dict[str, Any], int]:
    from kotorlevel.cli.show.pth_check import check_points, show_check

    found = check_points(area, surfaces)
    if not as_json:
        show_check(found, area, named)
    return found.to_json(area), int(found.is_bad)


def _fix(area: Area, surfaces: Any, target: Target, unsafe: bool, as_json: bool) -> dict[str, Any]:
    from kotorlevel.cli.ask.pth_write import show_written, written_to_json
    from kotorlevel.repair.fixes.path_points import repair_path_points

    if area.path_points is None:
        raise CommandError(f"{printable(area.name)} has no path points: there is no PTH to fix")
    repair = repair_path_points(area, unsafe=unsafe, surfaces=surfaces)
    written = target.write(area, repair.after) if repair.changed else []
    if not as_json:
        for step in repair.steps:
            click.echo(f"{step.text} [{', '.join(step.rules)}]")
        if repair.changed:
            show_written(written, repair.before, repair.after, target)
        else:
            click.echo("Nothing to fix.")
    return {
        "steps": [{"text": step.text, "rules": list(step.rules)} for step in repair.steps],
        **written_to_json(written, repair.before, repair.after, target),
    }


def _build(
    area: Area, asked: tuple[Any, float, bool, bool], target: Target, as_json: bool
) -> dict[str, Any]:
    from kotorlevel.cli.ask.pth_build import build_points, check_complete
    from kotorlevel.cli.ask.pth_write import show_written, written_to_json

    surfaces, min_area, placeables, partial = asked
    check_complete(area, needs_all=not (target.dry_run or partial))
    target.check_place(area)
    points = build_points(area, surfaces, min_area, placeables)
    written = target.write(area, points)
    if not as_json:
        show_written(written, area.path_points, points, target)
    return {"steps": [], **written_to_json(written, area.path_points, points, target)}


def _check_action(path: Path, action: str) -> None:
    if action in ACTIONS:
        return
    if str(path) in ACTIONS:
        raise click.UsageError(f"AREA comes before the action: kotorlevel pth {action} {path}")
    from difflib import get_close_matches

    close = get_close_matches(action.lower(), ACTIONS, n=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(ACTIONS)}."
    raise click.UsageError(f"There is no action {printable(action)!r}. {hint}")


def _check_options(action: str, fix: dict[str, bool], build: dict[str, bool]) -> None:
    """Refuse options that the action cannot heed."""
    for wanted, options in (("fix", fix), ("build", build)):
        for name, is_given in options.items():
            if is_given and action != wanted:
                raise click.UsageError(f"{name} goes with {wanted}")
