"""``kotorlevel pth``: the path points of an area: shown, checked, repaired, made anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.ask.actions import AreaActions, Subject
from kotorlevel.cli.ask.edits import check_place
from kotorlevel.cli.ask.levels import (
    Given,
    area_argument,
    as_typed,
    level_options,
    load_given_area,
)
from kotorlevel.cli.ask.options import FiniteRange, force_option, load_surfaces, materials_option
from kotorlevel.cli.show.pth import show_audit, show_new, show_points, show_repair
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.write import Written
    from kotorlevel.formats.pth import PathPoints

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


@click.group("pth", cls=AreaActions, epilog=_EXAMPLES, subcommand_metavar="[ACTION] [ARGS]...")
@area_argument
@materials_option
@level_options
@click.pass_context
def command(ctx: click.Context, path: Path, given: Given, materials_table: str | None) -> None:
    """Show the path points of an area, find what is wrong with them, repair or make them.

    AREA is a layout with the walkmeshes of its rooms, a folder, an archive, or a game with
    --module; the PTH is often in the module's archive. The game sends creatures that walk far
    along these points.
    """
    ctx.obj = Subject(path, given, materials_table)


@dataclass(frozen=True)
class _Place:
    """Where the points are written: a file, in place, or nowhere."""

    output: Path | None
    in_place: bool
    dry_run: bool
    force: bool

    @property
    def is_edit(self) -> bool:
        """True where the file itself is replaced."""
        return self.in_place

    def write(self, area: Area, points: PathPoints) -> list[Written] | None:
        """What was written; None in a dry run."""
        from kotorlevel.area.write import Written, write_area_in_place
        from kotorlevel.core.together import write_files

        if self.dry_run:
            return None
        path = self.choose(area)
        if path is None:
            return write_area_in_place(area.with_path_points(points))
        write_files({path: points.to_bytes()})
        return [Written(path, (path.name,))]

    def choose(self, area: Area) -> Path | None:
        """The file behind ``-o``, or None. Raises `CommandError`, `InputError`."""
        from kotorlevel.area.write import check_not_read_from
        from kotorlevel.core.resource import TYPE_IDS, find_safe_filename
        from kotorlevel.core.targets import choose_output

        if self.output is None:
            return None
        name = find_safe_filename(area.name, TYPE_IDS["pth"])
        if name is None:
            raise CommandError(f"'{printable(area.name)}.pth' is no name for a file; give -o FILE")
        path = choose_output(self.output, Path(name.lower()), (".pth",), force=self.force)
        check_not_read_from(path, [area.files.get("pth")])
        return path


_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (docs/schema/pth.schema.json)."
)
_PLACES: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "-o",
        "--output",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Write the PTH to this file or folder.",
    ),
    click.option("--in-place", is_flag=True, help="Replace the PTH; see `undo`."),
    click.option("--dry-run", is_flag=True, help="Show what would change; write nothing."),
    force_option,
)


def _place_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``-o``, ``--in-place``, ``--dry-run`` and ``--force``, given as one ``place``."""

    @wraps(function)
    def gathered(
        output: Path | None, in_place: bool, dry_run: bool, force: bool, **rest: Any
    ) -> Any:
        given = {"-o": output is not None, "--in-place": in_place, "--dry-run": dry_run}
        check_place(given, "FILE")
        return function(place=_Place(output, in_place, dry_run, force), **rest)

    wrapped: Callable[..., Any] = gathered
    for option in reversed(_PLACES):
        wrapped = option(wrapped)
    return wrapped


@command.command("show")
@_json_option
@click.pass_obj
def show(subject: Subject, as_json: bool) -> None:
    """Show the points and where they stand."""
    area = _load(subject)
    _echo(subject, area, "show", show_points(area, as_json=as_json), as_json=as_json)


@command.command("check")
@_json_option
@click.pass_obj
def check(subject: Subject, as_json: bool) -> None:
    """Find points off the floor, blocked connections, and what else is wrong."""
    from kotorlevel.checks.audits import audit_path_points

    area = _load(subject)
    audit = audit_path_points(area, surfaces=load_surfaces(subject.materials_table))
    found = show_audit(audit, area, as_typed(subject.path, subject.given), as_json=as_json)
    _echo(subject, area, "check", found, as_json=as_json)
    raise click.exceptions.Exit(int(audit.is_bad))


@command.command("fix")
@click.option(
    "--unsafe", is_flag=True, help="Also drop points off the floor and blocked connections."
)
@_place_options
@_json_option
@click.pass_obj
def fix(subject: Subject, unsafe: bool, place: _Place, as_json: bool) -> None:
    """Sort the points, and take out connections that lead nowhere."""
    from kotorlevel.repair.fixes.path_points import repair_path_points

    area = _load(subject, place)
    surfaces = load_surfaces(subject.materials_table)
    repair = repair_path_points(area, unsafe=unsafe, surfaces=surfaces)
    written = place.write(area, repair.after) if repair.changed or place.dry_run else []
    found = show_repair(repair, written, as_json=as_json)
    _echo(subject, area, "fix", found, as_json=as_json)


@command.command("build")
@click.option(
    "--min-area",
    type=FiniteRange(0),
    default=LEAST_AREA,
    show_default=True,
    metavar="M2",
    help="Parts of the floor with fewer square metres get no points.",
)
@click.option("--placeables", is_flag=True, help="Keep clear of placeables.")
@click.option("--partial", is_flag=True, help="Write also where rooms are not at hand.")
@_place_options
@_json_option
@click.pass_obj
def build(
    subject: Subject,
    min_area: float,
    placeables: bool,
    partial: bool,
    place: _Place,
    as_json: bool,
) -> None:
    """Make few points, so that every place of the floor sees one."""
    from kotorlevel.nav.pathpoints.build import build_path_points

    area = _load(subject, place, readable=False)
    place.choose(area)  # before the work is done
    with progress_bar("Looking for the best places", lines=True) as progress:
        points = build_path_points(
            area,
            surfaces=load_surfaces(subject.materials_table),
            least_area=min_area,
            placeables=placeables,
            partial=partial or place.dry_run,
            tell=_warn,
            progress=progress,
        )
    found = show_new(area.path_points, points, place.write(area, points), as_json=as_json)
    _echo(subject, area, "build", found, as_json=as_json)


def _echo(
    subject: Subject, area: Area, action: str, found: dict[str, Any], *, as_json: bool
) -> None:
    """The document of an action; for people it has been told already."""
    if as_json:
        click.echo(json.dumps({**subject.head(area, action), **found}, indent=2))


def _load(subject: Subject, place: _Place | None = None, *, readable: bool = True) -> Area:
    """The area. Raises `CommandError` for a single file, and for a PTH that is not ``readable``."""
    path, given = subject.path, subject.given
    where = given.find(path)
    if where.path.suffix.lower() in (".wok", ".pwk", ".dwk", ".pth") and where.path.is_file():
        raise CommandError(
            f"{printable(path.as_posix(), 200)}: is one file; give its area: a layout (.lyt), a "
            "folder with one, an archive, or a game with --module"
        )
    area = load_given_area(path, given, to_edit=place is not None and place.is_edit)
    pth = area.files.get("pth")
    if readable and pth is not None and area.path_points is None:
        raise CommandError(
            f"{printable(pth.source, 200)}: cannot be read (see above). Make it anew: "
            "kotorlevel pth AREA build"
        )
    return area


def _warn(text: str) -> None:
    click.secho(printable(text, 2000), fg="yellow", err=True)
