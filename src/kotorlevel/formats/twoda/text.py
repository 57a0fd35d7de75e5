"""The text form, `2DA V2.0`: bytes ↔ `TwoDA`."""

import re
from collections.abc import Iterator

from kotorlevel.core.errors import FormatError
from kotorlevel.core.lines import Line, LineReader
from kotorlevel.core.resource import EMPTY_NAME
from kotorlevel.core.text import encode_text, printable
from kotorlevel.formats.twoda.table import TwoDA, find_name_fault, find_name_problems

HEADER = "2DA V2.0"

_DEFAULT = "DEFAULT:"
_TOKEN = re.compile(r'"([^"]*)("?)|([^ \t]+)')
_BLANKS = " \t"

_WIDEST_COLUMN = 40  # letters; a longer cell sticks out instead of widening every row
_LARGEST_TEXT = 1 << 26
_MISSING_ALLOWANCE = 1_000_000


def parse_text(data: bytes, source: str = "") -> TwoDA:
    """The table in ``data``, without its stored bytes."""
    # What a bare LF does to the game was measured on layouts (FACTS 7), not on tables.
    reader = LineReader(data, source, expect_crlf=False)
    lines = (line for line in reader if line.text.strip(_BLANKS))
    header = next(lines, Line(1, ""))
    if header.number != 1 or header.words != HEADER.split():
        raise reader.error(f"starts with '{printable(header.text)}', not {HEADER!r}", 1, "header")
    line = next(lines, None)
    default = None
    if line and _looks_like_default(line.text.lstrip(_BLANKS)):
        default = _read_default(reader, line)
        line = next(lines, None)
    if line is None:
        reader.note("no column names", None, "columns", code="no-columns")
    columns = tuple(text for text, _ in _tokens(reader, line)) if line else ()
    labels, cells = _read_rows(reader, lines, len(columns), len(data))
    problems = (*reader.problems, *find_name_problems(columns, labels))
    return TwoDA(columns, labels, cells, default, problems=problems)


def _looks_like_default(text: str) -> bool:
    return text[: len(_DEFAULT)].upper() == _DEFAULT


def _read_default(reader: LineReader, line: Line) -> str:
    """What stands after ``DEFAULT:``."""
    rest = line.text.lstrip(_BLANKS)[len(_DEFAULT) :]
    values = [_cell(*token) for token in _tokens(reader, Line(line.number, rest))]
    if len(values) > 1:
        text = "more than one value after DEFAULT:; an edit drops all but the first"
        reader.note(text, line, code="default")
    return values[0] if values else ""


def _read_rows(
    reader: LineReader, lines: Iterator[Line], columns: int, size: int
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The labels and the rows of cells, each row filled or cut to ``columns``."""
    labels: list[str] = []
    cells: list[tuple[str, ...]] = []
    missing = 0
    for line in lines:
        tokens = _tokens(reader, line)
        labels.append(next(tokens)[0])
        row = tuple(_cell(*token) for token in tokens)
        if len(row) > columns:
            text = "more cells than columns; an edit drops those behind the last column"
            reader.note(text, line, code="more-cells")
            row = row[:columns]
        elif len(row) < columns:
            text = "fewer cells than columns; the missing ones are read as empty"
            reader.note(text, line, code="fewer-cells")
            # A small file could have very many: a long line of names, then labels alone.
            missing += columns - len(row)
            if missing > max(_MISSING_ALLOWANCE, size):
                raise reader.error(f"{missing:,} cells are missing up to here", line, "rows")
            row += ("",) * (columns - len(row))
        cells.append(row)
    return tuple(labels), tuple(cells)


def _tokens(reader: LineReader, line: Line) -> Iterator[tuple[str, bool]]:
    """The words of a line, and whether they stood in double quotes."""
    end = -1
    for match in _TOKEN.finditer(line.text):
        inside, closing, word = match.groups()
        if match.start() == end:
            reader.note("no space behind a closing double quote", line, code="closing-quote")
        if word is not None:
            if '"' in word:
                text = "a double quote inside a word; edited, it fits no text 2DA"
                reader.note(text, line, code="inner-quote")
            yield word, False
            end = -1
        elif closing:
            yield inside, True
            end = match.end()
        else:
            raise reader.error(
                f"a double quote is not closed: '{printable(match[0])}'", line, "quotes"
            )


def _cell(text: str, quoted: bool) -> str:
    """The content of a cell: ``****`` without quotes is how the text form writes an empty one."""
    return "" if text == EMPTY_NAME and not quoted else text


def format_text(table: TwoDA) -> bytes:
    """The file written anew from the table's content: aligned columns, CRLF."""
    if table.labels and not table.columns:
        raise FormatError("rows without columns cannot stand in a text 2DA", section="columns")
    letters = sum(len(text) for row in table.cells for text in row)
    if letters > _LARGEST_TEXT:  # equal cells share one string in memory, but not in the file
        raise FormatError(f"{letters:,} letters are too many for a text 2DA", section="cells")
    rows = [[b"", *(_format_name("columns", name) for name in table.columns)]]
    for number, label in enumerate(table.labels):
        rows.append([_format_name("labels", label), *_format_cells(table, number)])
    lines = [HEADER.encode(), _format_default(table), *_align(rows)]
    return b"".join(line + b"\r\n" for line in lines)


def _align(rows: list[list[bytes]]) -> Iterator[bytes]:
    """The rows as lines, each column as wide as its widest cell."""
    widths = [
        max((len(word) for word in column if len(word) <= _WIDEST_COLUMN), default=0)
        for column in zip(*rows, strict=True)
    ]
    for row in rows:
        padded = (word.ljust(width) for word, width in zip(row, widths, strict=True))
        yield b" ".join(padded).rstrip(b" ")


def _format_default(table: TwoDA) -> bytes:
    if table.default is None:
        return b""
    try:
        return _DEFAULT.encode() + b" " + _format_cell(table.default)
    except FormatError as error:
        raise FormatError(error.message, section="default") from None


def _format_name(section: str, name: str) -> bytes:
    if fault := find_name_fault(name):
        raise FormatError(fault, section=section)
    # The first column's name must not look like the line of the default.
    quoted = not name or _looks_like_default(name)
    try:
        return _format_word(name, quoted)
    except FormatError as error:
        raise FormatError(error.message, section=section) from None


def _format_cells(table: TwoDA, number: int) -> Iterator[bytes]:
    for column, text in zip(table.columns, table.cells[number], strict=True):
        try:
            yield _format_cell(text)
        except FormatError as error:
            place = f"row {number}, column '{printable(column)}'"
            raise FormatError(f"{place}: {error.message}", section="cells") from None


def _format_cell(text: str) -> bytes:
    return _format_word(text, text == EMPTY_NAME) if text else EMPTY_NAME.encode()


def _format_word(text: str, quoted: bool) -> bytes:
    """``text`` so that it reads back as one word, in double quotes where it needs them."""
    if bad := next((c for c in '"\r\n\0' if c in text), None):
        raise FormatError(f"'{printable(text)}' contains {bad!a}, which a text 2DA cannot hold")
    data = encode_text(text)
    return b'"' + data + b'"' if quoted or any(c in text for c in _BLANKS) else data
