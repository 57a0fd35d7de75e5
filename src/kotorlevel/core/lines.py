"""A checked reader of text files: numbered lines, and errors that name the line."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.text import (
    BYTE_ORDER_MARK,
    decode_text,
    encode_text,
    parse_float,
    parse_integer,
    printable,
)

LINE_END = rb"\r?\r\n|\n|\r"
"""A pattern for the end of a line. CR CR LF is what programs make of CRLF that they take for LF."""

_LINE = re.compile(rb"([^\r\n]*)(" + LINE_END + rb"|\Z)")
_LINE_END = re.compile(LINE_END)
_BLANKS = " \t\v\f"  # not the other spaces of Unicode: the game knows none of them
_SPACES = re.compile(f"[{_BLANKS}]+")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_LETTERS_AT_ONCE = 1 << 13
_MOST_ALIKE = 20
_MOST = 10_000
"""Problems of one code that are noted even if every one is wanted."""

T = TypeVar("T", int, float)


def split_words(text: str) -> list[str]:
    """The words of ``text`` between spaces and tabs."""
    if text.isprintable():  # then a space is the only blank in it
        return text.split()
    return [word for word in _SPACES.split(text) if word]


def encode_lines(lines: Iterable[str]) -> bytes:
    """The bytes of a text file with CRLF after each line.

    Raises `FormatError` for a line that would not read back as it is.
    """
    lines = list(lines)
    for number, line in enumerate(lines, 1):
        if bad := next((c for c in "\r\n\0" if c in line), None):
            raise FormatError(f"{bad!a} inside '{printable(line)}'", line=number)
    data = encode_text("".join(line + "\r\n" for line in lines))
    if data.startswith((BYTE_ORDER_MARK, *_UTF16_MARKS)):
        raise FormatError("the text begins with what is read as a byte-order mark", line=1)
    return data


class Line(NamedTuple):
    """One line without its end. ``number`` counts from 1."""

    number: int
    text: str

    @property
    def indented(self) -> bool:
        """True when the line starts with a space or a tab."""
        return self.text[:1] in (" ", "\t")

    @property
    def words(self) -> list[str]:
        """The words between spaces and tabs."""
        return split_words(self.text)

    @property
    def bare(self) -> str:
        """The text without spaces and tabs around it."""
        return self.text.strip(_BLANKS)


@dataclass(slots=True)
class _Kind:
    """The problems of one code: how many are kept, and how many more there were.

    ``last`` is the last one of all (text, section, line), ``more_from`` the first that is not kept.
    """

    kept: int = 0
    more: int = 0
    more_from: Problem | None = None
    last: tuple[str, str, int | None] = ("", "", None)

    def closing(self) -> Problem | None:
        """What stands for the problems that are not kept; None if all are."""
        if self.more_from is None:
            return None
        text = f"and {self.more:,} more like this"
        if self.more > 1 and self.last[2] is not None:
            text += f", up to line {self.last[2]}"
        return replace(self.more_from, text=text)


class LineReader:
    """The lines of one text file, read as Windows-1252.

    `problems` are what can be read but is wrong. With ``expect_crlf`` other line ends are among
    them: reading layouts, the games step over two bytes at the end of a line (FACTS 7).
    """

    def __init__(self, data: bytes, source: str = "", *, expect_crlf: bool = True) -> None:
        self.source = source
        self._problems: list[Problem] = []
        self._kinds: defaultdict[str, _Kind] = defaultdict(_Kind)
        if data.startswith(_UTF16_MARKS):
            raise FormatError("UTF-16 text; save it as ANSI or ASCII", source=source, line=1)
        if (nul := data.find(0)) >= 0:
            line = sum(1 for _ in _LINE_END.finditer(data, 0, nul)) + 1
            raise FormatError("a NUL byte: this is not text", source=source, line=line, offset=nul)
        if data.startswith(BYTE_ORDER_MARK):
            self.note(
                "starts with a UTF-8 byte-order mark, which the game takes for text",
                1,
                code="byte-order-mark",
            )
            data = data[len(BYTE_ORDER_MARK) :]
        self._data = data
        if expect_crlf:
            self._note_line_ends()

    def _note_line_ends(self) -> None:
        doubled = self._data.count(b"\r\r\n")
        ends = {
            "LF": self._data.count(b"\n") - self._data.count(b"\r\n"),
            "CR": self._data.count(b"\r") - self._data.count(b"\r\n") - doubled,
            "CR CR LF": doubled,
        }
        for end, count in ends.items():
            if count:
                text = f"{count} lines end with {end}; the game expects CRLF"
                self.note(text, None, "line ends", code="line-ends")
        if self._data and not self._data.endswith((b"\n", b"\r")):
            text = "the last line has no end; the game expects CRLF"
            self.note(text, None, "line ends", code="last-line-end")

    def __iter__(self) -> Iterator[Line]:
        if self._data.count(b"\r") == self._data.count(b"\r\n"):
            yield from self._plain_lines()
            return
        for number, match in enumerate(_LINE.finditer(self._data), 1):
            if match.start() == len(self._data):
                return
            yield Line(number, decode_text(match[1]))

    def _plain_lines(self) -> Iterator[Line]:
        """The lines where no CR stands alone or twice: split some at a time, which is quicker."""
        before, start = 0, 0
        while start < len(self._data):
            end = self._data.find(b"\n", start + _LETTERS_AT_ONCE) + 1 or len(self._data)
            text = decode_text(self._data[start:end]).replace("\r\n", "\n")
            lines = text.removesuffix("\n").split("\n")
            for number, line in enumerate(lines, before + 1):
                yield Line(number, line)
            before, start = before + len(lines), end

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was noted, in that order; at the end, how many more there were of a kind."""
        closings = (kind.closing() for kind in self._kinds.values())
        return (*self._problems, *(closing for closing in closings if closing))

    def note(
        self,
        text: str,
        line: Line | int | None,
        section: str = "",
        *,
        code: str,
        value: int | None = None,
        every: bool = False,
    ) -> None:
        """Record a problem at ``line``; ``code`` and ``value`` as in `Problem`.

        A file may repeat a fault a million times: behind the first 20 of a code the others are
        counted, or behind the first 10,000 where ``every`` one is wanted, and the same one twice in
        a row is noted once.
        """
        number = line.number if isinstance(line, Line) else line
        kind = self._kinds[code]
        if kind.last == (text, section, number):
            return
        if kind.last[0] == text:
            text = kind.last[0]  # one string for all
        kind.last = (text, section, number)
        if kind.kept < (_MOST if every else _MOST_ALIKE):
            kind.kept += 1
            self._problems.append(Problem(text, section, None, number, code, value))
        else:
            kind.more += 1
            if kind.more_from is None:
                kind.more_from = Problem(text, section, None, number, code)

    def count(self, line: Line | int, section: str = "", *, code: str) -> bool:
        """Count one more problem if those of its code that are told are full, else say False.

        So no text need be made that nobody will read.
        """
        kind = self._kinds[code]
        if kind.more_from is None:
            return False
        number = line.number if isinstance(line, Line) else line
        kind.last = ("", section, number)
        kind.more += 1
        return True

    def error(self, message: str, line: Line | int, section: str = "") -> FormatError:
        """An error at ``line``, to be raised by the caller."""
        number = line.number if isinstance(line, Line) else line
        return FormatError(message, source=self.source, section=section, line=number)

    def number(self, text: str, line: Line, section: str = "") -> float:
        """``text`` as a number that fits a float32."""
        return self._parse(parse_float, text, line, section)

    def integer(self, text: str, line: Line, section: str = "") -> int:
        """``text`` as a whole number."""
        return self._parse(parse_integer, text, line, section)

    def _parse(self, parse: Callable[[str], T], text: str, line: Line, section: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise self.error(str(error), line, section) from None
