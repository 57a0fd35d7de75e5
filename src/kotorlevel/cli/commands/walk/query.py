"""``kotorlevel query``: what is under a point, what a ray hits, who can see whom."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.levels import Given, level_options
from kotorlevel.cli.ask.negatives import GUARD, NumbersCommand
from kotorlevel.cli.ask.numbers import parse_number
from kotorlevel.cli.ask.options import load_surfaces, materials_option
from kotorlevel.cli.ask.points import check_limits, check_question, parse_numbers, read_points
from kotorlevel.cli.terminal.errors import as_options
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of
from kotorlevel.query.questions import QUESTIONS, Limits

if TYPE_CHECKING:
    from kotorlevel.query.inquiry import Inquiry
    from kotorlevel.query.rooms import Rooms


def _list_questions() -> str:
    usages = {f"{name} {question.usage}": question.about for name, question in QUESTIONS.items()}
    width = max(map(len, usages))
    return "\n".join(f"{usage:<{width}}  {about}" for usage, about in usages.items())


_EXAMPLES = """
\b
Examples:
  kotorlevel query m55aa_02.wok height 12.4 -3
  kotorlevel query my_mod height 12.4 -3 0.5           of several floors the nearest to Z 0.5
  kotorlevel query my_mod ray 12.4 -3 1.6  0 1 0       from there along y
  kotorlevel query my_mod sight 2 2 1.6  20 3 1.6
  kotorlevel query my_mod box 10 -4 0  14 -2 2         from corner to corner
  kotorlevel query my_mod near 12.4 -3 0.5 --radius 0.35
  kotorlevel query my_mod height --points places.csv > heights.csv
  kotorlevel query swkotor --module tar_m10aa sight 2 2 1.6  20 3 1.6 --doors

\b
Points: one a line, with commas, semicolons or tabs between the numbers (1.5, not 1,5). The first
line may name the columns (x,y,z; ray also dx,dy,dz, sight x2,y2,z2; box x0,y0,z0,x1,y1,z1);
more columns are kept.

\b
Exit code: 0 also where there is no answer (the text says why, --json has null); 2 if something
cannot be read or the question is wrong.
"""

_HELP = f"""Ask what is at a place: floor, face, surface and room, what a ray hits, who sees whom.

PATH is a walkmesh, or an area: a layout (LYT) with the walkmeshes of its rooms beside it, a folder
with these, an archive, or a game with --module. QUESTION and NUMBERS are one of:

\b
{_list_questions()}

Numbers are metres, as in the game's files. Without Z, height and face answer as the game does: by
the first room of the layout that has a face there. With Z they take the floor nearest to it.
Without Z, near finds faces at any height.
"""


def _parse_metres(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """Metres, 0 or more."""
    del ctx, param
    if value is None:
        return None
    try:
        metres = parse_number(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    if metres < 0:
        raise click.BadParameter(f"{value} is below 0")
    return metres


@click.command("query", cls=NumbersCommand, help=_HELP, epilog=_EXAMPLES)
@click.argument("path", metavar="PATH")
@click.argument("question", metavar="QUESTION", required=False)
@click.argument("numbers", metavar="NUMBERS...", nargs=-1)
@click.option("--points", metavar="FILE", help="Ask for every line of a CSV file (- for stdin).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/query.schema.json).")
@click.option(
    "--surface",
    "surfaces",
    metavar="ID",
    type=click.IntRange(0),
    multiple=True,
    help="Only faces with this surface number; may be repeated.",
)
@click.option("--walkable", is_flag=True, help="Only faces that one can walk on.")
@click.option("--upward", is_flag=True, help="Only faces that look up.")
@click.option("--no-back-faces", is_flag=True, help="ray: go through faces seen from behind.")
@click.option(
    "--max-distance",
    callback=_parse_metres,
    metavar="M",
    help="ray, nearest: no farther than M metres.",
)
@click.option("--radius", callback=_parse_metres, metavar="M", help="near: faces within M metres.")
@click.option("--doors", is_flag=True, help="With the doors of the area, as they stand at first.")
@click.option("--placeables", is_flag=True, help="With the placeables of the area.")
@materials_option
@level_options
def command(
    path: str,
    given: Given,
    question: str | None,
    numbers: tuple[str, ...],
    points: str | None,
    as_json: bool,
    surfaces: tuple[int, ...],
    walkable: bool,
    upward: bool,
    no_back_faces: bool,
    max_distance: float | None,
    radius: float | None,
    doors: bool,
    placeables: bool,
    materials_table: str | None,
) -> None:
    """One question, or one for each line of ``points``."""
    path, asks, *texts = (word.removeprefix(GUARD) for word in (path, question or "", *numbers))
    check_question(path, asks, texts)
    limits = Limits(
        surfaces,
        walkable,
        upward,
        back_faces=not no_back_faces,
        max_distance=math.inf if max_distance is None else max_distance,
        radius=radius or 0.0,
    )
    check_limits(asks, limits, radius)
    places = None
    if points is not None:
        if texts:
            raise click.UsageError("--points takes the place of the numbers; give one or the other")
        places = read_points(points, QUESTIONS[asks])  # a mistake in there is told before all else
        rows = places.rows
    else:
        rows = [parse_numbers(asks, texts)]
    rooms = _load(path, given, materials_table, doors=doors, placeables=placeables)
    inquiry = _prepare(rooms, asks, limits, len(rows))
    head = _head(path, inquiry)
    if places is not None:
        from kotorlevel.cli.show.answers import write_csv, write_json

        write_json(inquiry, places, head) if as_json else write_csv(inquiry, places)
        return
    found = inquiry.ask(rows[0])
    if as_json:
        from kotorlevel.cli.show.answers import answer_to_json

        answers = [answer_to_json(asks, rows[0], found)]
        click.echo(json.dumps(head | {"answers": answers}, indent=2))
    else:
        from kotorlevel.cli.show.query import show_answer

        show_answer(inquiry, rows[0], found)


def _load(path: str, given: Given, materials_table: str | None, **things: bool) -> Rooms:
    """The rooms, with what should be known about them said."""
    from kotorlevel.query.rooms import load_rooms

    rooms = load_rooms(
        path,
        game=given.game,
        module=given.module,
        override=given.override,
        surfaces=load_surfaces(materials_table),
        **things,
    )
    for note in rooms.notes:
        click.secho(printable(as_options(note), 2000), fg="yellow", err=True)
    return rooms


def _prepare(rooms: Rooms, question: str, limits: Limits, count: int) -> Inquiry:
    """The question to the rooms; Numba takes half a second to start, so only for very many."""
    from kotorlevel.query.inquiry import Inquiry, is_many

    inquiry = Inquiry(rooms, question, limits, fast=None if is_many(question, count) else False)
    left_out = len(inquiry.ground.left_out)
    if left_out:
        text = f"{count_of(left_out, 'face')} without a place (a corner is missing or not "
        click.secho(f"{text}a number) left out; kotorlevel check names them", fg="yellow", err=True)
    return inquiry


def _head(path: str, inquiry: Inquiry) -> dict[str, Any]:
    """The JSON document but for its answers."""
    rooms = inquiry.rooms
    rows = zip(rooms.names, rooms.meshes, rooms.owners, strict=True)
    return {
        "kotorlevel": __version__,
        "path": path,
        "question": inquiry.question,
        "rooms": [
            {
                "index": index,
                "kind": kind,
                "name": name,
                "faces": None if mesh is None else len(mesh.faces),
            }
            for index, (name, mesh, (kind, _)) in enumerate(rows)
        ],
    }
