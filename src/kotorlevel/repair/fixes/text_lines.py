"""A text file as lines that keep their own ends, to change one without touching the others."""

import re
from collections.abc import Mapping

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_END = re.compile(rb"\r\n|\n|\r")
_LAST_NUMBER = re.compile(rb"(?<=[ \t\v\f])[+-]?[0-9]+(?=[ \t\v\f]*[\r\n]*\Z)")
_LAST_WORD = re.compile(rb"(?<=[^ \t\v\f\r\n])(?=[ \t\v\f]*[\r\n]*\Z)")
_TWO_WORDS = re.compile(rb"\A[ \t\v\f]*[^ \t\v\f]+[ \t\v\f]+[^ \t\v\f]+")

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
CRLF = b"\r\n"


def split_lines(data: bytes) -> list[bytes]:
    """The lines with their ends."""
    return [line for line in _LINE.findall(data) if line]


def end_of(line: bytes) -> bytes:
    """The end of a line; CRLF where it has none."""
    return line[len(line.rstrip(b"\r\n")) :] or CRLF


def with_end(line: bytes) -> bytes:
    """The line, with an end if it has none."""
    return line if line.endswith((b"\r", b"\n")) else line + CRLF


def with_crlf(data: bytes) -> bytes:
    """The same text with CRLF at the end of every line, also the last."""
    changed = _END.sub(CRLF, data)
    return changed if changed.endswith(CRLF) or not changed else changed + CRLF


def without_mark(data: bytes) -> bytes:
    """The same text without a UTF-8 byte-order mark."""
    return data.removeprefix(BYTE_ORDER_MARK)


def with_number(line: bytes, number: int) -> bytes:
    """The line with ``number`` for the number at its end, or behind its last word."""
    text = b"%d" % number
    changed, count = _LAST_NUMBER.subn(text, line, count=1)
    return changed if count else _LAST_WORD.sub(b" " + text, line, count=1)


def with_numbers(data: bytes, numbers: Mapping[int, int]) -> bytes:
    """The same text with the number at the end of some lines, by line number, replaced."""
    lines = split_lines(data)
    for line, number in numbers.items():
        lines[line - 1] = with_number(lines[line - 1], number)
    return b"".join(lines)


def with_third_field(line: bytes) -> bytes:
    """The line with a 0 between its second and its third word."""
    return _TWO_WORDS.sub(rb"\g<0> 0", line, count=1)
