"""``kotorlevel info``: what is in files and areas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel import __version__
from kotorlevel.area.install.target import (
    Target,
    list_level_files,
    list_target_levels,
    which_module,
)
from kotorlevel.cli.ask.levels import Given, level_options, refuse_empty
from kotorlevel.cli.ask.options import load_materials, materials_option
from kotorlevel.cli.terminal.progress import with_progress
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.view.describe import Description, Wanted, describe_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.mesh.materials import Materials

_EXAMPLES = """
\b
Examples:
  kotorlevel info m55aa_02.wok
  kotorlevel info m55aa.lyt m55aa.vis
  kotorlevel info m55aa.git m55aa.pth
  kotorlevel info my_mod
  kotorlevel info swkotor --module tar_m10aa
  kotorlevel info my_mod --json > my_mod.json

Exit code: 0 if every file could be read, else 2.
"""


@click.command("info", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", callback=refuse_empty)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/info.schema.json).")
@click.option("--tables", is_flag=True, help="With --json: every row of every table as well.")
@click.option(
    "--full", is_flag=True, help="Every file and area in full, and all doors and placeables."
)
@materials_option
@level_options
def command(
    paths: tuple[str, ...],
    given: Given,
    as_json: bool,
    tables: bool,
    full: bool,
    materials_table: str | None,
) -> None:
    """Show what is in level files, and in whole areas: rooms, links, doors, what shadows what.

    PATH is a file (walkmesh, layout, visibility, 2DA, archive, GFF, PTH), a folder for every level
    file below it, one line each, or the folder of a game with --module. A layout, also one in a
    folder or an archive, is followed by its area. --game gives what a mod does not bring along.
    What an archive or a game holds in detail is shown by `kotorlevel ls`.
    """
    if tables and not as_json:
        raise click.UsageError("--tables goes with --json")
    wanted = Wanted(tables, load_materials(materials_table))
    places = [_find_where(Path(text), given) for text in paths]
    files = [f for each in places if not each.is_game for f in list_level_files(each.path)]
    described, errors = _describe_files([path for path, _ in files], wanted)
    areas, more_errors = _describe_areas(places, wanted.materials)
    errors = list({str(error): error for error in (*errors, *more_errors)}.values())
    if as_json:
        document = _document(described, areas, errors)
        click.echo(json.dumps(document, indent=None if tables else 2))
    else:
        listed = not full and any(folder for _, folder in files)
        _show(described, areas, full=full, listed=listed)
    for unreadable in errors:
        click.secho(f"cannot read {printable(str(unreadable), 2000)}", fg="red", err=True)
    if errors:
        raise click.exceptions.Exit(2)


def _find_where(path: Path, given: Given) -> Target:
    """What PATH stands for; a KEY is a file like others as long as no module is asked for."""
    where = given.find(path)
    if where.is_game and where.module is None:
        if path.is_file():
            return Target(path)
        raise which_module(where)
    return where


def _describe_files(
    files: Sequence[Path], wanted: Wanted
) -> tuple[list[Description], list[FormatError]]:
    described: list[Description] = []
    errors: list[FormatError] = []
    for path in with_progress(files, "Reading"):
        try:
            described.append(describe_path(path, wanted))
        except FormatError as error:
            error.source = error.source or path.as_posix()
            errors.append(error)
    return described, errors


def _describe_areas(
    places: Sequence[Target], materials: Materials | None
) -> tuple[list[Description], list[FormatError]]:
    """Every area behind ``places``, and why others cannot be shown."""
    described: list[Description] = []
    errors: list[FormatError] = []
    for where in places:
        for path, find in list_target_levels(where):
            from kotorlevel.area.load import read_level
            from kotorlevel.view.describe.area import describe_area

            try:
                area = read_level(find())
                described.append(describe_area(area, path.as_posix(), materials))
            except FormatError as error:
                errors.append(error)
    return described, errors


def _show(
    described: list[Description], areas: list[Description], *, full: bool, listed: bool
) -> None:
    from kotorlevel.cli.show.info.files import show_each, show_list

    (show_list if listed else show_each)(described)
    if described and areas:
        click.echo()
    if areas:
        from kotorlevel.cli.show.info.area import show_area_list, show_areas

        if len(areas) > 1 and listed:
            show_area_list(areas)
        else:
            show_areas(areas, full=full)


def _document(
    described: list[Description], areas: list[Description], errors: list[FormatError]
) -> Description:
    return {
        "kotorlevel": __version__,
        "files": described,
        "areas": areas,
        "errors": [
            {
                "path": error.source,
                "message": error.message,
                "section": error.section,
                "offset": error.offset,
                "line": error.line,
            }
            for error in errors
        ],
    }
