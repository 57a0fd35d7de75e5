"""A text file as lines that keep their own ends, to change one without touching the others."""

import re
from collections.abc import Mapping

from kotorlevel.core.lines import LINE_END
from kotorlevel.core.text import BYTE_ORDER_MARK, decode_text, encode_text
from kotorlevel.formats.lyt.reader import split_comment

_LINE = re.compile(rb"[^\r\n]*(?:" + LINE_END + rb"|\Z)")
_END = re.compile(LINE_END)
_LAST_NUMBER = re.compile(rb"(?<=[ \t\v\f])[+-]?[0-9]+(?=[ \t\v\f]*[\r\n]*\Z)")
_NUMBER_BEHIND = re.compile(rb"[ \t\v\f]+[+-]?[0-9]+(?=[ \t\v\f]*[\r\n]*\Z)")
_LAST_WORD = re.compile(rb"(?<=[^ \t\v\f\r\n])(?=[ \t\v\f]*[\r\n]*\Z)")
_TWO_WORDS = re.compile(rb"\A[ \t\v\f]*[^ \t\v\f]+[ \t\v\f]+[^ \t\v\f]+")

CRLF = b"\r\n"
_BLANKS = b" \t\v\f"


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


def without_number(line: bytes) -> bytes:
    """The line without the number at its end."""
    return _NUMBER_BEHIND.sub(b"", line, count=1)


def with_numbers(data: bytes, numbers: Mapping[int, int]) -> bytes:
    """The same text with the number at the end of some lines, by line number, replaced."""
    lines = split_lines(data)
    for line, number in numbers.items():
        lines[line - 1] = with_number(lines[line - 1], number)
    return b"".join(lines)


def with_last_first(line: bytes, *, behind: int) -> bytes:
    """The line with the last of four words before the other three; ``behind`` words follow them.

    What stands between the words stays, and so does a comment.
    """
    indent = line[: len(line) - len(line.lstrip(_BLANKS))]
    end = line[len(line.rstrip(b"\r\n")) :]
    text, comment = split_comment(decode_text(line[len(indent) : len(line) - len(end)]))
    parts = re.split(rf"([{_BLANKS.decode()}]+)", text)
    words = [place for place in range(0, len(parts), 2) if parts[place]]
    four = words[len(words) - behind - 4 : len(words) - behind]
    moved = [parts[place] for place in (four[-1], *four[:-1])]
    for place, word in zip(four, moved, strict=True):
        parts[place] = word
    return indent + encode_text("".join(parts) + comment) + end


def with_third_field(line: bytes) -> bytes:
    """The line with a 0 between its second and its third word."""
    return _TWO_WORDS.sub(rb"\g<0> 0", line, count=1)
