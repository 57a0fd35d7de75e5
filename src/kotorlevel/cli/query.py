"""``kotorlevel query``: what is under a point, what a ray hits, who can see whom."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.options import load_materials, materials_option
from kotorlevel.cli.query_answers import QUESTIONS, Asked, Limits, answer_to_json
from kotorlevel.cli.query_points import is_number, parse_number, read_points
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.cli.query_rooms import Rooms
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

\b
Points: one a line, with commas, semicolons or tabs between the numbers (1.5, not 1,5). The first
line may name the columns (x,y,z; ray also dx,dy,dz, sight x2,y2,z2); more columns are kept.

\b
Exit code: 0 also where there is no answer (the text says why, --json has null); 2 if something
cannot be read or the question is wrong.
"""

_HELP = f"""Ask what is at a place: floor, face, surface and room, what a ray hits, who sees whom.

PATH is a walkmesh, a layout (LYT) with the walkmeshes of its rooms beside it, or a folder with
these. QUESTION and NUMBERS are one of:

\b
{_list_questions()}

Numbers are metres, as in the game's files. Without Z, height and face answer as the game does: by
the first room of the layout that has a face there. With Z they take the floor nearest to it.
"""

_GUARD = "\0"
"""Before a negative number among the arguments; no real argument can contain it."""

_NEGATIVE = re.compile(r"-(?:[0-9.,]|inf|nan)", re.IGNORECASE)

_ONLY_FOR = {
    "--walkable": ("height", "face", "floors", "ray", "nearest"),
    "--upward": ("height", "face", "floors", "ray", "nearest"),
    "--no-back-faces": ("ray",),
    "--max-distance": ("ray", "nearest"),
}
"""Option → the questions that it makes sense with."""


class _QueryCommand(click.Command):
    """A command to which ``-3.5`` is a number; mistyped options are still errors."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        takes_value = {
            name
            for option in self.params
            if isinstance(option, click.Option) and not option.is_flag
            for name in option.opts
        }
        before = ["", *args]
        guarded = [
            _GUARD + arg if _NEGATIVE.match(arg) and last not in takes_value else arg
            for last, arg in zip(before, args, strict=False)
        ]
        return super().parse_args(ctx, guarded)


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


@click.command("query", cls=_QueryCommand, help=_HELP, epilog=_EXAMPLES)
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
@materials_option
def command(
    path: str,
    question: str | None,
    numbers: tuple[str, ...],
    points: str | None,
    as_json: bool,
    surfaces: tuple[int, ...],
    walkable: bool,
    upward: bool,
    no_back_faces: bool,
    max_distance: float,
    materials_table: str | None,
) -> None:
    """One question, or one for each line of ``points``."""
    path, asks, *texts = (word.removeprefix(_GUARD) for word in (path, question or "", *numbers))
    _check_question(path, asks, texts)
    limits = Limits(
        surfaces,
        walkable,
        upward,
        back_faces=not no_back_faces,
        max_distance=max_distance,
    )
    _check_limits(asks, limits)
    if points is None:
        _answer_one(path, asks, _parse_numbers(asks, texts), limits, materials_table, as_json)
    elif texts:
        raise click.UsageError("--points takes the place of the numbers; give one or the other")
    else:
        _answer_many(path, asks, points, limits, materials_table, as_json)


def _answer_one(
    path: str,
    question: str,
    numbers: list[float],
    limits: Limits,
    materials_table: str | None,
    as_json: bool,
) -> None:
    rooms = _load(path, materials_table)
    asked = Asked(rooms, _prepare(rooms), question, limits)
    found = asked.ask(numbers)
    if as_json:
        document = _head(path, asked) | {"answers": [answer_to_json(question, numbers, found)]}
        click.echo(json.dumps(document, indent=2))
    else:
        from kotorlevel.cli.query_text import show_answer

        show_answer(asked, numbers, found)


def _answer_many(
    path: str,
    question: str,
    source: str,
    limits: Limits,
    materials_table: str | None,
    as_json: bool,
) -> None:
    from kotorlevel.cli.query_batch import is_many, write_csv, write_json

    points = read_points(source, QUESTIONS[question])  # a mistake there is told before all else
    rooms = _load(path, materials_table)
    fast = None if is_many(question, len(points.rows)) else False
    asked = Asked(rooms, _prepare(rooms, fast), question, limits)
    if as_json:
        write_json(asked, points, _head(path, asked))
    else:
        write_csv(asked, points)


def _load(path: str, materials_table: str | None) -> Rooms:
    """The rooms of PATH, with what should be known about them said."""
    from kotorlevel.cli.query_rooms import load_rooms

    rooms = load_rooms(Path(path), load_materials(materials_table))
    for note in rooms.notes:
        click.secho(printable(note, 2000), fg="yellow", err=True)
    return rooms


def _prepare(rooms: Rooms, fast: bool | None = False) -> Ground:
    """The ground of the rooms; by default without Numba, which takes half a second to start."""
    from kotorlevel.cli.info_text import count
    from kotorlevel.query.ground import Ground

    ground = Ground(rooms.meshes, fast=fast)
    if len(ground.left_out):
        text = f"{count(len(ground.left_out), 'face')} without a place (a corner is missing or not "
        click.secho(f"{text}a number) left out; kotorlevel check names them", fg="yellow", err=True)
    return ground


def _head(path: str, asked: Asked) -> dict[str, Any]:
    """The JSON document but for its answers."""
    rooms = zip(asked.rooms.names, asked.rooms.meshes, strict=True)
    return {
        "kotorlevel": __version__,
        "path": path,
        "question": asked.question,
        "rooms": [
            {"index": index, "name": name, "faces": None if mesh is None else len(mesh.faces)}
            for index, (name, mesh) in enumerate(rooms)
        ],
    }


def _check_question(path: str, question: str, texts: Sequence[str]) -> None:
    """Refuse a QUESTION that is none, guessing what was meant."""
    if question in QUESTIONS:
        return
    if path in QUESTIONS and not Path(path).exists():
        right = " ".join(["kotorlevel query", question or "PATH", path, *texts])
        raise click.UsageError(f"PATH comes before the question: {right}")
    if not question:
        raise click.UsageError(f"Missing argument 'QUESTION': one of {', '.join(QUESTIONS)}.")
    shown = printable(question)
    if Path(question).exists():
        raise click.UsageError(
            f"{shown!r} is not a question. Give one PATH; for several rooms their folder"
        )
    if is_number(question):
        right = " ".join(["kotorlevel query", path, "height", question, *texts])
        raise click.UsageError(f"{shown!r} is not a question. Did you mean: {right}")
    from difflib import get_close_matches

    close = get_close_matches(question.lower(), QUESTIONS, n=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(QUESTIONS)}."
    raise click.UsageError(f"There is no question {shown!r}. {hint}")


def _check_limits(question: str, limits: Limits) -> None:
    """Refuse options that the question cannot heed."""
    given = {
        "--walkable": limits.walkable,
        "--upward": limits.upward,
        "--no-back-faces": not limits.back_faces,
        "--max-distance": math.isfinite(limits.max_distance),
    }
    for option, fitting in _ONLY_FOR.items():
        if given[option] and question not in fitting:
            raise click.UsageError(f"{option} goes with {', '.join(fitting)}, not with {question}")


def _parse_numbers(question: str, texts: Sequence[str]) -> list[float]:
    """The numbers of a single question."""
    spec = QUESTIONS[question]
    try:
        numbers = [parse_number(text) for text in texts]
    except ValueError as error:
        raise click.UsageError(f"{error}. {question} takes {spec.usage}") from None
    if not len(spec.needs) <= len(numbers) <= len(spec.needs) + len(spec.may):
        were = "1 number was" if len(numbers) == 1 else f"{len(numbers)} numbers were"
        raise click.UsageError(f"{question} takes {spec.usage} (or --points FILE); {were} given")
    if spec.leads_nowhere(numbers):
        raise click.UsageError("The direction DX DY DZ is 0 0 0: it leads nowhere")
    return numbers
