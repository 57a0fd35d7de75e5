"""``kotorlevel query``: what is under a point, what a ray hits, who can see whom."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.levels import Given, level_options
from kotorlevel.cli.ask.negatives import GUARD, NumbersCommand
from kotorlevel.cli.ask.options import load_materials, materials_option
from kotorlevel.cli.queries.answers import QUESTIONS, Asked, Limits, answer_to_json
from kotorlevel.cli.queries.points import parse_number, read_points
from kotorlevel.cli.queries.usage import check_limits, check_question, parse_numbers
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.cli.queries.rooms import Kind, Rooms
    from kotorlevel.query.ground import Ground


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
  kotorlevel query my_mod height --points places.csv > heights.csv
  kotorlevel query swkotor --module tar_m10aa sight 2 2 1.6  20 3 1.6 --doors

\b
Points: one a line, with commas, semicolons or tabs between the numbers (1.5, not 1,5). The first
line may name the columns (x,y,z; ray also dx,dy,dz, sight x2,y2,z2); more columns are kept.

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
"""


def _parse_distance(ctx: click.Context, param: click.Parameter, value: str | None) -> float:
    """Metres, 0 or more; infinity by default."""
    del ctx, param
    if value is None:
        return math.inf
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
    callback=_parse_distance,
    metavar="M",
    help="ray, nearest: no farther than M metres.",
)
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
    max_distance: float,
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
        max_distance=max_distance,
    )
    check_limits(asks, limits)
    wanted: dict[Kind, bool] = {"door": doors, "placeable": placeables}
    things = [kind for kind, is_wanted in wanted.items() if is_wanted]
    source = _Source(path, given, things, materials_table)
    if points is None:
        _answer_one(source, asks, parse_numbers(asks, texts), limits, as_json)
    elif texts:
        raise click.UsageError("--points takes the place of the numbers; give one or the other")
    else:
        _answer_many(source, asks, points, limits, as_json)


@dataclass(frozen=True)
class _Source:
    """What is asked: PATH with the options that go with it."""

    path: str
    given: Given
    things: Sequence[Kind]
    materials_table: str | None

    def load(self) -> Rooms:
        """The rooms, with what should be known about them said."""
        from kotorlevel.cli.queries.rooms import load_rooms

        materials = load_materials(self.materials_table)
        rooms = load_rooms(Path(self.path), materials, self.given, self.things)
        for note in rooms.notes:
            click.secho(printable(note, 2000), fg="yellow", err=True)
        return rooms


def _answer_one(
    source: _Source, question: str, numbers: list[float], limits: Limits, as_json: bool
) -> None:
    rooms = source.load()
    asked = Asked(rooms, _prepare(rooms), question, limits)
    found = asked.ask(numbers)
    if as_json:
        answers = [answer_to_json(question, numbers, found)]
        click.echo(json.dumps(_head(source.path, asked) | {"answers": answers}, indent=2))
    else:
        from kotorlevel.cli.queries.text import show_answer

        show_answer(asked, numbers, found)


def _answer_many(
    source: _Source, question: str, points_file: str, limits: Limits, as_json: bool
) -> None:
    from kotorlevel.cli.queries.batch import is_many, write_csv, write_json

    # A mistake in there is told before all else.
    points = read_points(points_file, QUESTIONS[question])
    rooms = source.load()
    fast = None if is_many(question, len(points.rows)) else False
    asked = Asked(rooms, _prepare(rooms, fast), question, limits)
    if as_json:
        write_json(asked, points, _head(source.path, asked))
    else:
        write_csv(asked, points)


def _prepare(rooms: Rooms, fast: bool | None = False) -> Ground:
    """The ground of the rooms; by default without Numba, which takes half a second to start."""
    from kotorlevel.cli.show.info.files import count
    from kotorlevel.query.ground import Ground

    ground = Ground(rooms.meshes, fast=fast)
    if len(ground.left_out):
        text = f"{count(len(ground.left_out), 'face')} without a place (a corner is missing or not "
        click.secho(f"{text}a number) left out; kotorlevel check names them", fg="yellow", err=True)
    return ground


def _head(path: str, asked: Asked) -> dict[str, Any]:
    """The JSON document but for its answers."""
    rooms = zip(asked.rooms.names, asked.rooms.meshes, asked.rooms.owners, strict=True)
    return {
        "kotorlevel": __version__,
        "path": path,
        "question": asked.question,
        "rooms": [
            {
                "index": index,
                "kind": kind,
                "name": name,
                "faces": None if mesh is None else len(mesh.faces),
            }
            for index, (name, mesh, (kind, _)) in enumerate(rooms)
        ],
    }
