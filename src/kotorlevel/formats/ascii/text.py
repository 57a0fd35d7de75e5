"""The lines of an ASCII model, and their numbers: read in bulk, blamed line by line."""

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.core.lines import Line, LineReader
from kotorlevel.core.text import BYTE_ORDER_MARK, decode_text, printable

LONGEST_LINE = 255
"""Bytes of a line that the engine's text reader can take."""

_COMMENT = re.compile(rb"(?:^|\s)#.*")  # inside a word, # is part of a name
_NUMBER_STARTS = frozenset(b"0123456789+-.")
_FLOAT_BYTES = b"0123456789+-.eE"
_INTEGER_BYTES = b"0123456789+-"
_LONGEST_FLOAT = 64
_LONGEST_INTEGER = 18
_FLOAT32_MAX = float(np.finfo(np.float32).max)
_ROWS_AT_ONCE = 4096  # words take many times the memory of the numbers they become


class Block(NamedTuple):
    """A keyword's line and the data lines behind it, as indices from 0; ``end`` is exclusive."""

    start: int
    end: int


class Rows(NamedTuple):
    """The data lines of a block that are not blank, by their indices from 0."""

    section: str
    places: Sequence[int]

    def line(self, row: int) -> int:
        """The line number, from 1, of a row."""
        return self.places[row] + 1


class _Words(NamedTuple):
    """Some rows, split: line numbers from 1, and words."""

    section: str
    lines: list[int]
    words: list[list[bytes]]


class AsciiText:
    """The lines of one file without their comments.

    A line that starts with a digit, a sign or a point is data, any other is a keyword's;
    ``keywords`` are the indices of the latter. So lists of any kind are stepped over without
    knowing them.
    """

    def __init__(self, data: bytes, source: str = "") -> None:
        # Tools read these files, not only the game: their line ends are nobody's problem.
        self.reader = LineReader(data, source, expect_crlf=False)
        lines = data.removeprefix(BYTE_ORDER_MARK).splitlines()
        self.lines = [_COMMENT.sub(b"", line) if b"#" in line else line for line in lines]
        self.keywords = array(
            "q",
            (
                index
                for index, line in enumerate(self.lines)
                if (start := line.lstrip()) and start[0] not in _NUMBER_STARTS
            ),
        )

    def refuse_long_lines(self) -> None:
        """Raise for a line that the engine's own reader would cut."""
        if max(map(len, self.lines), default=0) <= LONGEST_LINE:
            return
        number, line = next((n, x) for n, x in enumerate(self.lines, 1) if len(x) > LONGEST_LINE)
        raise self.reader.error(
            f"a line of {len(line):,} bytes; the game reads {LONGEST_LINE}", number
        )

    def words(self, index: int) -> list[str]:
        """The words of the line at ``index``."""
        return [decode_text(word) for word in self.lines[index].split()]

    def blocks(self) -> Iterator[Block]:
        """Every keyword's line with the data lines behind it."""
        return (Block(*pair) for pair in pairwise(chain(self.keywords, [len(self.lines)])))

    def note(self, text: str, line: int, section: str = "", *, code: str) -> None:
        """Record a problem at ``line``, from 1."""
        self.reader.note(text, line, section, code=code)

    def error(self, message: str, line: int, section: str = "") -> FormatError:
        """An error at ``line``, from 1, to be raised by the caller."""
        return self.reader.error(message, line, section)

    def rows(self, block: Block, section: str) -> Rows:
        """The data lines of ``block``."""
        places: Sequence[int] = range(block.start + 1, block.end)
        if not all(map(bytes.strip, self.lines[block.start + 1 : block.end])):
            places = array("q", (place for place in places if self.lines[place].strip()))
        return Rows(section, places)

    def counted_rows(self, block: Block, section: str, columns: int) -> Rows:
        """The data lines of a block that says how many they are, which must be true."""
        count = self.count(block, section)
        rows = self.rows(block, section)
        found = len(rows.places)
        if found == count:
            return rows
        if found < count and block.end < len(self.lines):
            after = self.lines[block.end].split()
            if len(after) == columns and after[0].lower() != b"node":  # a row that is no number
                self._floats(_Words(section, [block.end + 1], [after]), (columns,))
        raise self.error(
            f"{count:,} rows announced, {found:,} found, {self._show(block.end)}",
            block.start + 1,
            section,
        )

    def count(self, block: Block, section: str) -> int:
        """The number behind the keyword of ``block``; it decides nothing and allocates nothing."""
        header = self.words(block.start)
        line = block.start + 1
        if len(header) != 2:
            raise self.error(f"expected '{section} N'", line, section)
        return self.reader.integer(header[1], Line(line, ""), section)

    def _show(self, index: int) -> str:
        if index >= len(self.lines):
            return "then the file ends"
        text = printable(decode_text(self.lines[index].strip()))
        return f"then line {index + 1}: {text!r}"

    def floats(self, rows: Rows, *columns: int) -> NDArray[np.float64]:
        """Finite numbers (n, columns[0]); a row may also be as long as one of the other columns."""
        values = np.empty((len(rows.places), columns[0]), np.float64)
        for start, part in self._parts(rows):
            values[start : start + len(part.lines)] = self._floats(part, columns)
        return values

    def integers(self, rows: Rows, columns: int) -> NDArray[np.int64]:
        """Whole numbers (n, columns)."""
        values = np.empty((len(rows.places), columns), np.int64)
        for start, part in self._parts(rows):
            values[start : start + len(part.lines)] = self._integers(part, columns)
        return values

    def numbers(self, index: int, *columns: int) -> tuple[float, ...]:
        """The numbers behind the keyword of the line at ``index``: as many as ``columns`` say."""
        keyword, *words = self.lines[index].split()
        section = decode_text(keyword).lower()
        return tuple(self._floats(_Words(section, [index + 1], [words]), columns)[0].tolist())

    def _parts(self, rows: Rows) -> Iterator[tuple[int, _Words]]:
        """The rows split into words, some at a time, each part with the number of its first row."""
        for start in range(0, len(rows.places), _ROWS_AT_ONCE):
            places = rows.places[start : start + _ROWS_AT_ONCE]
            words = [self.lines[place].split() for place in places]
            yield start, _Words(rows.section, [place + 1 for place in places], words)

    def _floats(self, part: _Words, columns: Sequence[int]) -> NDArray[np.float64]:
        words = self._columns(part, columns)
        if _all_made_of(words, _FLOAT_BYTES, _LONGEST_FLOAT):
            try:
                values = np.array(list(map(float, words)), np.float64)
            except ValueError:
                pass
            else:
                if np.abs(values).max(initial=0.0) <= _FLOAT32_MAX:
                    return values.reshape(-1, columns[0])
        return self._one_by_one(part, self.reader.number, np.float64, columns[0])

    def _integers(self, part: _Words, columns: int) -> NDArray[np.int64]:
        words = self._columns(part, (columns,))
        if _all_made_of(words, _INTEGER_BYTES, _LONGEST_INTEGER):
            try:
                return np.array(list(map(int, words)), np.int64).reshape(-1, columns)
            except ValueError:
                pass
        return self._one_by_one(part, self.reader.integer, np.int64, columns)

    def _columns(self, rows: _Words, columns: Sequence[int]) -> list[bytes]:
        """The first ``columns[0]`` words of every row in one list; checks how long rows are."""
        if not set(map(len, rows.words)).issubset(columns):
            for line, words in zip(rows.lines, rows.words, strict=True):
                if len(words) not in columns:
                    raise self.error(
                        f"{len(words)} values, expected {columns[0]}", line, rows.section
                    )
        return list(chain.from_iterable(words[: columns[0]] for words in rows.words))

    def _one_by_one(self, rows: _Words, parse: Any, dtype: Any, columns: int) -> NDArray[Any]:
        """The slow way, which raises an error at the line that made the fast one fail."""
        values = [
            [parse(decode_text(word), Line(line, ""), rows.section) for word in words[:columns]]
            for line, words in zip(rows.lines, rows.words, strict=True)
        ]
        return np.array(values, dtype).reshape(-1, columns)


def _all_made_of(words: list[bytes], letters: bytes, longest: int) -> bool:
    return max(map(len, words), default=0) <= longest and not b"".join(words).translate(
        None, letters
    )
