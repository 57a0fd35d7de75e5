"""The lines of an ASCII model, and their numbers: read in bulk, blamed line by line."""

from __future__ import annotations

import re
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kotorlevel.core.errors import Problem
from kotorlevel.core.lines import Line, LineReader
from kotorlevel.core.text import decode_text, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kotorlevel.core.errors import FormatError

LONGEST_LINE = 255
"""Bytes of a line that the engine's text reader can take."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_COMMENT = re.compile(rb"(?:^|\s)#.*")  # inside a word, # is part of a name
_NUMBER_STARTS = frozenset(b"0123456789+-.")
_FLOAT_BYTES = b"0123456789+-.eE"
_INTEGER_BYTES = b"0123456789+-"
_LONGEST_FLOAT = 64
_LONGEST_INTEGER = 18
_FLOAT32_MAX = float(np.finfo(np.float32).max)


class Block(NamedTuple):
    """A keyword's line and the data lines behind it, as indices from 0; ``end`` is exclusive."""

    start: int
    end: int


class Rows(NamedTuple):
    """The data lines of a block that are not blank: line numbers from 1, and words."""

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
        lines = data.removeprefix(_BYTE_ORDER_MARK).splitlines()
        self.lines = [_COMMENT.sub(b"", line) if b"#" in line else line for line in lines]
        self._refuse_long_lines()
        self.keywords = [
            index
            for index, line in enumerate(self.lines)
            if (start := line.lstrip()) and start[0] not in _NUMBER_STARTS
        ]

    def _refuse_long_lines(self) -> None:
        if max(map(len, self.lines), default=0) <= LONGEST_LINE:
            return
        number, line = next((n, x) for n, x in enumerate(self.lines, 1) if len(x) > LONGEST_LINE)
        raise self.reader.error(
            f"a line of {len(line):,} bytes; the game reads {LONGEST_LINE}", number
        )

    def words(self, index: int) -> list[str]:
        """The words of the line at ``index``."""
        return [decode_text(word) for word in self.lines[index].split()]

    def blocks(self) -> list[Block]:
        """Every keyword's line with the data lines behind it."""
        places = [*self.keywords, len(self.lines)]
        return [Block(start, end) for start, end in pairwise(places)]

    def note(self, text: str, line: int, section: str = "") -> None:
        """Record a problem at ``line``, from 1."""
        self.reader.problems.append(Problem(text, section=section, line=line))

    def error(self, message: str, line: int, section: str = "") -> FormatError:
        """An error at ``line``, from 1, to be raised by the caller."""
        return self.reader.error(message, line, section)

    def rows(self, block: Block, section: str) -> Rows:
        """The data lines of ``block``."""
        split = [line.split() for line in self.lines[block.start + 1 : block.end]]
        numbers = [number for number, words in enumerate(split, block.start + 2) if words]
        return Rows(section, numbers, [words for words in split if words])

    def counted_rows(self, block: Block, section: str, columns: int) -> Rows:
        """The data lines of a block that says how many they are, which must be true."""
        count = self.count(block, section)
        rows = self.rows(block, section)
        if len(rows.lines) == count:
            return rows
        if len(rows.lines) < count and block.end < len(self.lines):
            after = self.lines[block.end].split()
            if len(after) == columns and after[0].lower() != b"node":  # a row that is no number
                self.floats(Rows(section, [block.end + 1], [after]), columns)
        raise self.error(
            f"{count:,} rows announced, {len(rows.lines):,} found, {self._show(block.end)}",
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
        words = self._columns(rows, columns)
        if _all_made_of(words, _FLOAT_BYTES, _LONGEST_FLOAT):
            try:
                values = np.array(list(map(float, words)), np.float64)
            except ValueError:
                pass
            else:
                if np.abs(values).max(initial=0.0) <= _FLOAT32_MAX:
                    return values.reshape(-1, columns[0])
        return self._one_by_one(rows, self.reader.number, np.float64, columns[0])

    def integers(self, rows: Rows, columns: int) -> NDArray[np.int64]:
        """Whole numbers (n, columns)."""
        words = self._columns(rows, (columns,))
        if _all_made_of(words, _INTEGER_BYTES, _LONGEST_INTEGER):
            try:
                return np.array(list(map(int, words)), np.int64).reshape(-1, columns)
            except ValueError:
                pass
        return self._one_by_one(rows, self.reader.integer, np.int64, columns)

    def numbers(self, index: int, columns: int) -> tuple[float, ...]:
        """The numbers behind the keyword of the line at ``index``."""
        keyword, *words = self.lines[index].split()
        section = decode_text(keyword).lower()
        return tuple(self.floats(Rows(section, [index + 1], [words]), columns)[0].tolist())

    def _columns(self, rows: Rows, columns: Sequence[int]) -> list[bytes]:
        """The first ``columns[0]`` words of every row in one list; checks how long rows are."""
        if not set(map(len, rows.words)).issubset(columns):
            for line, words in zip(rows.lines, rows.words, strict=True):
                if len(words) not in columns:
                    raise self.error(
                        f"{len(words)} values, expected {columns[0]}", line, rows.section
                    )
        return list(chain.from_iterable(words[: columns[0]] for words in rows.words))

    def _one_by_one(self, rows: Rows, parse: Any, dtype: Any, columns: int) -> NDArray[Any]:
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
