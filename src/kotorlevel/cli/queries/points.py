"""The points of ``kotorlevel query --points``: a CSV, each line a question."""

from __future__ import annotations

import csv
import re
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.progress import with_progress
from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.core.text import decode_text, parse_float, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.cli.queries.answers import Question

STDIN = "-"

_MANY = 100_000
"""Lines whose reading takes long enough for a progress bar."""

_SEPARATORS = ("\t", ";", ",")
"""The first of these that the first line contains separates the columns."""

_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")


@dataclass(frozen=True)
class Points:
    """``rows`` are the numbers of each line, ``lines`` the whole lines as they were given."""

    columns: tuple[str, ...]
    separator: str
    lines: list[str]
    rows: list[list[float]]


def parse_number(text: str) -> float:
    """A coordinate; `ValueError` with the reason, and what to write instead of a decimal comma."""
    try:
        return parse_float(text)
    except ValueError as error:
        if _DECIMAL_COMMA.fullmatch(text):
            point = text.replace(",", ".")
            raise ValueError(f"{error}: write a point, not a comma ({point})") from None
        raise


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
    for number, line in with_progress(numbered, "Reading") if len(numbered) > _MANY else numbered:
        try:
            rows.append(_read_row(_split(line, separator), columns, chosen, question))
        except (ValueError, csv.Error) as error:
            raise FormatError(str(error), source=name, line=number) from None
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
            f"{count(width, 'column')} where {question.usage} is expected, with commas, semicolons "
            "or tabs between. Write decimals with a point (1.5); where there are other columns, "
            f"name all of them in a first line ({','.join(question.needs)},...)"
        )
    return every[:width], False


def is_number(text: str) -> bool:
    """Whether a number was meant, also one with a decimal comma."""
    try:
        parse_number(text)
    except ValueError:
        return bool(_DECIMAL_COMMA.fullmatch(text))
    return True


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
        text = f"{count(len(cells), 'cell')} where there are {count(len(columns), 'column')}"
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
