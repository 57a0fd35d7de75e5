"""``kotorlevel pth``: the path points of an area: shown, checked, repaired, made anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel import __version__
from kotorlevel.area.area import Area
from kotorlevel.cli.ask.edits import check_action, check_place
from kotorlevel.cli.ask.levels import Given, as_typed, level_options, load_given_area
from kotorlevel.cli.ask.options import FiniteRange, force_option, load_surfaces, materials_option
from kotorlevel.cli.show.pth import show_audit, show_new, show_points, show_repair
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.write import Written
    from kotorlevel.formats.pth import PathPoints

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
@click.option("--in-place", is_flag=True, help="fix, build: replace the PTH; see `undo`.")
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
    check_action("pth", path, action, ACTIONS)
    places = {"-o": output is not None, "--in-place": in_place, "--dry-run": dry_run}
    _check_options(action, {"--unsafe": unsafe}, {"--placeables": placeables, "--partial": partial})
    _check_places(action, places, force=force)
    area = _load(path, given, to_edit=in_place and not dry_run)
    if action != "build":
        _check_readable(area)
    surfaces = load_surfaces(materials_table)
    code = 0
    if action == "show":
        found = show_points(area, as_json=as_json)
    elif action == "check":
        from kotorlevel.checks.audits import audit_path_points

        audit = audit_path_points(area, surfaces=surfaces)
        found = show_audit(audit, area, as_typed(path, given), as_json=as_json)
        code = int(audit.is_bad)
    elif action == "fix":
        from kotorlevel.repair.fixes.path_points import repair_path_points

        repair = repair_path_points(area, unsafe=unsafe, surfaces=surfaces)
        written = None if dry_run else _write(area, repair.after, output, force, repair.changed)
        found = show_repair(repair, written, as_json=as_json)
    else:
        from kotorlevel.nav.pathpoints.build import build_path_points

        _choose_file(area, output, force)  # before the work is done
        with progress_bar("Looking for the best places", lines=True) as progress:
            points = build_path_points(
                area,
                surfaces=surfaces,
                least_area=min_area,
                placeables=placeables,
                partial=partial or dry_run,
                tell=_warn,
                progress=progress,
            )
        written = None if dry_run else _write(area, points, output, force)
        found = show_new(area.path_points, points, written, as_json=as_json)
    if as_json:
        head = {"kotorlevel": __version__, "path": path.as_posix(), "area": area.name}
        click.echo(json.dumps({**head, "action": action, **found}, indent=2))
    click.get_current_context().exit(code)


def _warn(text: str) -> None:
    click.secho(printable(text, 2000), fg="yellow", err=True)


def _load(path: Path, given: Given, *, to_edit: bool) -> Area:
    where = given.find(path)
    if where.path.suffix.lower() in (".wok", ".pwk", ".dwk", ".pth") and where.path.is_file():
        raise CommandError(
            f"{printable(path.as_posix(), 200)}: is one file; give its area: a layout (.lyt), a "
            "folder with one, an archive, or a game with --module"
        )
    return load_given_area(path, given, to_edit=to_edit)


def _check_readable(area: Area) -> None:
    """Raise `CommandError` where there is a PTH, but a broken one."""
    pth = area.files.get("pth")
    if pth is not None and area.path_points is None:
        raise CommandError(
            f"{printable(pth.source, 200)}: cannot be read (see above). Make it anew: "
            "kotorlevel pth AREA build"
        )


def _write(
    area: Area, points: PathPoints, output: Path | None, force: bool, changed: bool = True
) -> list[Written]:
    """Write the points to a file, or in place; what was written."""
    from kotorlevel.area.write import Written, write_area_in_place
    from kotorlevel.core.together import write_files

    if not changed:
        return []
    path = _choose_file(area, output, force)
    if path is None:
        return write_area_in_place(area.with_path_points(points))
    write_files({path: points.to_bytes()})
    return [Written(path, (path.name,))]


def _choose_file(area: Area, output: Path | None, force: bool) -> Path | None:
    """The file behind ``-o``; None where there is none. Raises `CommandError`, `InputError`."""
    from kotorlevel.area.write import check_not_read_from
    from kotorlevel.core.resource import TYPE_IDS, find_safe_filename
    from kotorlevel.core.targets import choose_output

    if output is None:
        return None
    name = find_safe_filename(area.name, TYPE_IDS["pth"])
    if name is None:
        raise CommandError(f"'{printable(area.name)}.pth' is no name for a file; give -o FILE")
    path = choose_output(output, Path(name.lower()), (".pth",), force=force)
    check_not_read_from(path, [area.files.get("pth")])
    return path


def _check_options(action: str, fix: dict[str, bool], build: dict[str, bool]) -> None:
    """Refuse options that the action cannot heed."""
    for wanted, options in (("fix", fix), ("build", build)):
        for name, is_given in options.items():
            if is_given and action != wanted:
                raise click.UsageError(f"{name} goes with {wanted}")


def _check_places(action: str, places: dict[str, bool], *, force: bool) -> None:
    """Refuse a place to write to where nothing is written, and none or two where something is."""
    if action in _WRITING:
        check_place(places, "FILE")
        return
    for name, is_given in (places | {"--force": force}).items():
        if is_given:
            raise click.UsageError(f"{name} goes with fix and build")
