"""What ``kotorlevel query`` asks: one question with its numbers, or a CSV, each line of it one."""

import csv
import math
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from kotorlevel.cli.ask.numbers import is_number, parse_number
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.core.text import decode_text, printable
from kotorlevel.core.words import count_of
from kotorlevel.query.questions import QUESTIONS, Limits, Question

STDIN = "-"

_SEPARATORS = ("\t", ";", ",")
"""The first of these that the first line contains separates the columns."""

_ONLY_FOR = {
    "--walkable": ("height", "face", "floors", "ray", "nearest", "box", "near"),
    "--upward": ("height", "face", "floors", "ray", "nearest", "box", "near"),
    "--no-back-faces": ("ray",),
    "--max-distance": ("ray", "nearest"),
    "--radius": ("near",),
}
"""Option → the questions that it makes sense with."""


def check_question(path: str, question: str, texts: Sequence[str]) -> None:
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


def check_limits(question: str, limits: Limits, radius: float | None) -> None:
    """Refuse options that the question cannot heed, and a question without the one it needs."""
    if question == "near" and radius is None:
        raise click.UsageError("near takes --radius M: how near, in metres")
    given = {
        "--radius": radius is not None,
        "--walkable": limits.walkable,
        "--upward": limits.upward,
        "--no-back-faces": not limits.back_faces,
        "--max-distance": math.isfinite(limits.max_distance),
    }
    for option, fitting in _ONLY_FOR.items():
        if given[option] and question not in fitting:
            raise click.UsageError(f"{option} goes with {', '.join(fitting)}, not with {question}")


def parse_numbers(question: str, texts: Sequence[str]) -> list[float]:
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


@dataclass(frozen=True)
class Points:
    """``rows`` are the numbers of each line, ``lines`` the whole lines as they were given."""

    columns: tuple[str, ...]
    separator: str
    lines: list[str]
    rows: list[list[float]]


def read_points(source: str, question: Question) -> Points:
    """The points in a CSV file, or on the standard input for ``-``.

    Raises `FormatError` with the line of the first row that cannot be used.
    """
    name = "standard input" if source == STDIN else source
    text = _decode(_read_standard_input() if source == STDIN else load_source(source).data, name)
    every = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    numbered = [(number, line) for number, line in enumerate(every, 1) if line.strip()]
    if not numbered:
        raise CommandError(f"{name}: no points in it")
    number, first = numbered[0]
    separator = next((mark for mark in _SEPARATORS if mark in first), ",")
    try:
        columns, has_header = _read_columns(_split(first, separator), question)
        chosen = _choose(columns, question)
    except (ValueError, csv.Error) as error:
        raise FormatError(str(error), source=name, line=number) from None
    if has_header:
        del numbered[0]
    rows = []
    with progress_bar("Reading") as tell:
        for number, line in numbered:
            try:
                rows.append(_read_row(_split(line, separator), columns, chosen, question))
            except (ValueError, csv.Error) as error:
                raise FormatError(str(error), source=name, line=number) from None
            tell(len(rows), len(numbered))
    return Points(columns, separator, [line for _, line in numbered], rows)


def _read_standard_input() -> bytes:
    if sys.stdin is None:
        raise CommandError("standard input: is closed")
    if sys.stdin.isatty():
        click.echo("Type points, one a line, then Ctrl-D (on Windows Ctrl-Z and Enter).", err=True)
    return sys.stdin.buffer.read()


def _decode(data: bytes, name: str) -> str:
    """The text in whatever a spreadsheet has saved: UTF-8, UTF-16 or the old Windows letters."""
    try:
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            return data.decode("utf-16")
        if b"\0" in data:
            raise CommandError(f"{name}: is not a text of points (CSV)")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return decode_text(data)


def _split(line: str, separator: str) -> list[str]:
    """The cells of a line; quotes may be around them."""
    if '"' not in line:
        return [cell.strip() for cell in line.split(separator)]
    (cells,) = csv.reader([line], delimiter=separator, strict=True, skipinitialspace=True)
    return [cell.strip() for cell in cells]


def _read_columns(cells: Sequence[str], question: Question) -> tuple[tuple[str, ...], bool]:
    """The names of the columns, and whether the first line is they and not a row of numbers."""
    every, width = (*question.needs, *question.may), len(cells)
    named = bool(set(question.needs) & set(map(str.lower, cells)))
    if named or (width >= len(question.needs) and not any(map(is_number, cells))):
        return tuple(cells), True
    if not len(question.needs) <= width <= len(every):
        raise ValueError(
            f"{count_of(width, 'column')} where {question.usage} is expected, with commas, "
            "semicolons or tabs between. Write decimals with a point (1.5); where there are "
            f"other columns, name all of them in a first line ({','.join(question.needs)},...)"
        )
    return every[:width], False


def _choose(columns: Sequence[str], question: Question) -> dict[str, int]:
    """The columns that the question needs, and their places."""
    names = [name.lower() for name in columns]
    lacking = [name for name in question.needs if name not in names]
    if lacking:
        found = ", ".join(printable(name) or "''" for name in columns[:20])
        raise ValueError(f"no column {' and no column '.join(lacking)}; there are: {found}")
    wanted = (*question.needs, *question.may)
    return {name: names.index(name) for name in wanted if name in names}


def _read_row(
    cells: Sequence[str], columns: Sequence[str], chosen: dict[str, int], question: Question
) -> list[float]:
    if len(cells) != len(columns):
        text = f"{count_of(len(cells), 'cell')} where there are {count_of(len(columns), 'column')}"
        if len(cells) > len(columns):
            text += ". Decimals need a point (1.5), not a comma"
        raise ValueError(text)
    row = []
    for name, place in chosen.items():
        try:
            row.append(parse_number(cells[place]))
        except ValueError as error:
            raise ValueError(
                f"{name} is empty" if not cells[place] else f"{name}: {error}"
            ) from None
    if question.leads_nowhere(row):
        raise ValueError("the direction is 0, 0, 0: it leads nowhere")
    return row
