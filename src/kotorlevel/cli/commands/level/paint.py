"""``kotorlevel paint``: another surface for faces of a room."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import kotorlevel as kl
from kotorlevel.cli.ask.edits import Target, refusing, room_index, target_options
from kotorlevel.cli.ask.levels import (
    Given,
    level_options,
    load_given_area,
    quoted,
    refuse_empty,
)
from kotorlevel.cli.ask.numbers import parse_number
from kotorlevel.cli.ask.options import FiniteRange, load_surfaces, materials_option
from kotorlevel.cli.show.paint import painting_to_json, show_painting
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list

if TYPE_CHECKING:
    from kotorlevel.area.write import Written

_EXAMPLES = """
\b
Examples:
  kotorlevel paint m55aa_02.wok --faces 32-45,50 Metal --dry-run
  kotorlevel paint m55aa_02.wok --material Nonwalk --max-slope 45 Metal --in-place
  kotorlevel paint m55aa_02.wok --box 0,0,4.5,10 Water -o painted
  kotorlevel paint my_mod --room m55aa_02 --all Stone --in-place

\b
Exit code: 0 done, 2 something could not be read or written, or no face is meant.
"""
_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")


def _parse_path(context: object, parameter: object, text: str) -> Path:
    return Path(*refuse_empty(context, parameter, (text,)))


def _parse_box(_: object, __: object, text: str | None) -> list[float] | None:
    if text is None:
        return None
    try:
        box = [parse_number(part) for part in re.split(r"[,;\s]+", text.strip())]
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    if len(box) not in (4, 6):
        raise click.BadParameter("four numbers are needed, X0,Y0,X1,Y1, or six with Z")
    return box


@click.command("paint", epilog=_EXAMPLES)
@click.argument("path", metavar="ROOM|AREA", callback=_parse_path)
@click.argument("surface", metavar="SURFACE")
@click.option("--room", metavar="ROOM", help="Of an AREA: the room, by its name or number.")
@click.option("--faces", metavar="N-M,...", help="These faces: numbers and ranges of them.")
@click.option("--material", metavar="SURFACE", help="Faces that have this surface now.")
@click.option(
    "--box",
    metavar="X0,Y0,X1,Y1",
    callback=_parse_box,
    help="Faces whose middle is in this box; also X0,Y0,Z0,X1,Y1,Z1.",
)
@click.option(
    "--max-slope", type=FiniteRange(0, 90), metavar="DEG", help="Faces that are not steeper."
)
@click.option("--all", "is_all", is_flag=True, help="Every face.")
@target_options
@materials_option
@level_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/paint.schema.json).")
def command(
    path: Path,
    surface: str,
    room: str | None,
    faces: str | None,
    material: str | None,
    box: list[float] | None,
    max_slope: float | None,
    is_all: bool,
    target: Target,
    materials_table: str | None,
    given: Given,
    as_json: bool,
) -> None:
    """Give faces of a room another surface: floor becomes wall, stone metal, or the other way.

    ROOM is a walkmesh (WOK, PWK, DWK); an AREA is a layout, a folder, an archive, or a game with
    --module, and --room says which of its rooms. SURFACE is a name, such as Metal, Stone or
    Nonwalk, or a number of surfacemat.2da. Of several conditions all must hold. All tables are
    made anew, and links stay where their edge still bounds the floor.
    """
    choice = {"faces": faces, "material": material, "box": box, "max_slope": max_slope}
    if is_all == any(each is not None for each in choice.values()):
        raise click.UsageError(
            "--all paints every face: leave out the conditions"
            if is_all
            else "say which faces: --faces, --material, --box, --max-slope, or --all"
        )
    if room is None and not given.find(path).is_area:
        done, written = _paint_file(path, surface, choice, target, materials_table)
    else:
        done, written = _paint_room(path, given, room, surface, choice, target, materials_table)
    if as_json:
        document = painting_to_json(done, path, room, written, dry_run=target.dry_run)
        click.echo(json.dumps(document, indent=2))
    else:
        show_painting(done, written, room and quoted(path), dry_run=target.dry_run)


def _paint_file(
    path: Path, surface: str, choice: dict[str, Any], target: Target, table: str | None
) -> tuple[kl.Painting, list[Written]]:
    if path.is_dir():
        text = "no layout (LYT) in this folder; give a walkmesh in it"
        raise CommandError(f"{printable(str(path), 200)}: {text}")
    if target.is_edit:
        from kotorlevel.core.journal.undo import hold_folders

        click.get_current_context().with_resource(hold_folders([path.parent]))
    mesh = kl.read_walkmesh(path, load_surfaces(table))
    if mesh.stored is None:
        where = printable(str(path), 200)
        raise CommandError(f"{where}: is a text; first: kotorlevel convert {quoted(path)} OUT")
    done = _paint(mesh, surface, choice, str(path))
    is_same = done.mesh is mesh
    return done, [] if is_same else target.write_file(path, done.mesh.to_bytes())


def _paint_room(
    path: Path,
    given: Given,
    room: str | None,
    surface: str,
    choice: dict[str, Any],
    target: Target,
    table: str | None,
) -> tuple[kl.Painting, list[Written]]:
    area = load_given_area(path, given, table, to_edit=target.is_edit)
    if room is None:
        names = short_list([printable(each.name) for each in area.rooms if each.mesh is not None])
        raise CommandError(f"say which room of {printable(area.name)}: --room {names}")
    index = room_index(area, room, real=True)
    mesh = area.rooms[index].mesh
    if mesh is None:
        raise CommandError(f"{printable(area.rooms[index].name)} has no walkmesh that can be read")
    done = _paint(mesh, surface, choice, f"{area.rooms[index].name}.wok")
    return done, target.write(area.with_mesh(index, done.mesh))


def _paint(mesh: kl.Walkmesh, surface: str, choice: dict[str, Any], name: str) -> kl.Painting:
    """The painting of the file ``name``. Raises `CommandError` where no face is meant."""
    import numpy as np

    chosen = dict(choice)
    if choice["faces"] is not None:
        ranges = _parse_ranges(choice["faces"], len(mesh.faces))
        chosen["faces"] = np.concatenate([np.arange(first, last + 1) for first, last in ranges])
    if choice["material"] is not None:
        chosen["material"] = _as_surface(choice["material"])
    try:
        with refusing():
            done = kl.paint(mesh, _as_surface(surface), **chosen)
    except kl.errors.FormatError as error:  # the mesh does not know its file
        error.source = error.source or name
        raise
    if not done.chosen:
        raise CommandError("no face is meant: nothing was painted")
    return done


def _as_surface(text: str) -> int | str:
    return int(text) if text.isdecimal() and len(text) < 10 else text


def _parse_ranges(text: str, count: int) -> list[tuple[int, int]]:
    """``1,3,5-9`` as pairs of the first and the last face."""
    ranges = []
    for word in re.split(r"[,;\s]+", text.strip(",; ")):
        found = _RANGE.fullmatch(word)
        if found is None:
            wrong = f"{printable(word)!r} is no face; write numbers and ranges, as 3,5,8-12"
            raise click.BadParameter(wrong, param_hint="--faces")
        first, last = int(found[1]), int(found[2] or found[1])
        if first > last:
            first, last = last, first
        if last >= count:
            wrong = f"there is no face {last}; the last one is {count - 1}"
            raise click.BadParameter(wrong, param_hint="--faces")
        ranges.append((first, last))
    return ranges
