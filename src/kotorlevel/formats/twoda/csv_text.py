"""A 2DA as CSV for spreadsheets, and back: cells as they are, and the labels first."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import BYTE_ORDER_MARK, decode_text, encode_text, printable
from kotorlevel.formats.twoda.table import TwoDA

LABELS = "row"
"""What stands above the labels. What a file has there does not matter."""

_SEPARATORS = ",;\t"
_TOLD = re.compile(r"sep=([,;\t])\r?\n", re.IGNORECASE)
_QUOTE_OR_END = re.compile(r'["\r\n]')
_LONGEST_CELL = 1 << 20


def to_csv(table: TwoDA) -> bytes:
    """The table as CSV: a line of column names, then one a row, its label first.

    Cells stand as they are in the table: an empty one is empty, and ``****``, which some tools
    write for it, stays ``****``. ASCII, or UTF-8 with the mark that spreadsheets know it by. The
    line ``DEFAULT`` of a text 2DA has no place in it. Raises `FormatError` for a table that would
    not come back: without a name in its last column, say.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([LABELS, *table.columns])
    for label, row in zip(table.labels, table.cells, strict=True):
        writer.writerow([label, *row])
    letters = text.getvalue()
    mark = b"" if letters.isascii() else BYTE_ORDER_MARK
    data = mark + letters.encode("utf-8", "surrogatepass")
    try:
        again = from_csv(data)
    except FormatError as error:
        raise FormatError(
            f"would not come back from CSV: {error.message}", line=error.line
        ) from None
    if again.content[:3] != table.content[:3]:
        text_ = "would not come back from CSV as it is: it has rows or columns without any text"
        raise FormatError(text_, section="rows")
    return data


def from_csv(source: Source) -> TwoDA:
    """The table in a CSV: column names in the first line, labels in the first column.

    Commas, semicolons or tabs may part the cells, whichever the first line has most of, or says
    (``sep=;``). The text is UTF-8 or, failing that, Windows-1252. Empty columns and lines behind
    the last are left out, as spreadsheets add them. Raises `FormatError` with the line for a row
    that has too many or too few cells, and for a column that is there twice.
    """
    data, name = load_source(source)
    text = _decode(data, name)
    told = _TOLD.match(text)
    if told:
        text = text[told.end() :]
    separator = told[1] if told else _find_separator(text)
    lines = list(_records(text, separator, name, 2 if told else 1))
    while lines and not any(lines[-1][1]):
        lines.pop()
    if not lines:
        raise FormatError("the file is empty", source=name, line=1)
    number, (_, *columns) = lines[0]
    while columns and not columns[-1]:
        columns.pop()
    _check_columns(columns, name, number)
    labels, cells = [], []
    for line, (label, *row) in lines[1:]:
        if len(row) < len(columns) or any(row[len(columns) :]):
            wanted, has = len(columns) + 1, max(len(row), 0) + 1
            end = "; is a comma or a quote missing?" if has < wanted else ""
            text = f"has {has:,} cells, the line of column names {wanted:,}{end}"
            raise FormatError(text, source=name, line=line)
        row = row[: len(columns)]
        _check_letters([label, *row], name, line)
        labels.append(label)
        cells.append(tuple(row))
    _check_letters(columns, name, number)
    return TwoDA(tuple(columns), tuple(labels), tuple(cells))


def _decode(data: bytes, name: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise FormatError("broken UTF-16 text", source=name, offset=error.start) from None
    try:
        return data.removeprefix(BYTE_ORDER_MARK).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return decode_text(data)


def _find_separator(text: str) -> str:
    """What parts the cells: the sign that the first line has most of, outside of quotes."""
    outside, start = [], 0
    while found := _QUOTE_OR_END.search(text, start):
        outside.append(text[start : found.start()])
        start = found.end()
        if found[0] != '"' or (end := text.find('"', start)) < 0:
            break
        start = end + 1
    else:
        outside.append(text[start:])
    return max(_SEPARATORS, key="".join(outside).count)


def _records(text: str, separator: str, name: str, first: int) -> Iterator[tuple[int, list[str]]]:
    """Each row of cells with the line that it begins in; blank lines are left out."""
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + first
        raise FormatError("a NUL: this is not text", source=name, line=line)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    before = csv.field_size_limit(_LONGEST_CELL)
    try:
        while True:
            start = reader.line_num + first
            try:
                row = next(reader)
            except StopIteration:
                return
            if row:
                yield start, row
    except csv.Error as error:
        line = reader.line_num + first - 1
        raise FormatError(f"this is no CSV: {error}", source=name, line=line) from None
    finally:
        csv.field_size_limit(before)


def _check_columns(columns: list[str], name: str, line: int) -> None:
    seen: dict[str, int] = {}
    for number, column in enumerate(columns, 1):
        key = name_key(column)
        if key in seen:
            text = f"the column '{printable(column)}' is there twice, as {seen[key]} and {number}"
            raise FormatError(text, source=name, line=line)
        seen[key] = number


def _check_letters(texts: list[str], name: str, line: int) -> None:
    for text in texts:
        if not text.isascii():
            try:
                encode_text(text)
            except FormatError as error:
                raise FormatError(error.message, source=name, line=line) from None
