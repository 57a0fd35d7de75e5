"""A text file as lines that keep their own ends, to change one without touching the others."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kotorlevel.core.errors import Problem

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_END = re.compile(rb"\r\n|\n|\r")
_LAST_NUMBER = re.compile(rb"[ \t]+[+-]?[0-9]+([ \t]*)$")

_TWO_WORDS = re.compile(rb"^([ \t]*[^ \t]+[ \t]+[^ \t]+)")

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def with_crlf(data: bytes) -> bytes:
    """The same text with CRLF at the end of every line, also the last."""
    changed = _END.sub(b"\r\n", data)
    return changed if changed.endswith(b"\r\n") or not changed else changed + b"\r\n"


def without_mark(data: bytes) -> bytes:
    """The same text without a UTF-8 byte-order mark."""
    return data.removeprefix(BYTE_ORDER_MARK)


def with_counts(data: bytes, problems: Iterable[Problem]) -> bytes:
    """The same text with the right number at the end of each line whose count is a problem."""
    lines = _split(data)
    for problem in problems:
        if problem.code == "count" and problem.line is not None and problem.value is not None:
            body, end = _body_and_end(lines[problem.line - 1])
            head = _LAST_NUMBER.sub(b"", body.rstrip(b" \t"))
            lines[problem.line - 1] = head + b" %d" % problem.value + end
    return b"".join(lines)


def with_hook_fields(data: bytes, problems: Iterable[Problem]) -> bytes:
    """The same layout with the missing 0 behind the door's name of every nine-field door hook."""
    lines = _split(data)
    for problem in problems:
        if problem.code == "nine-fields" and problem.line is not None:
            number = problem.line - 1
            lines[number] = _TWO_WORDS.sub(rb"\1 0", lines[number], count=1)
    return b"".join(lines)


def _split(data: bytes) -> list[bytes]:
    return [line for line in _LINE.findall(data) if line]


def _body_and_end(line: bytes) -> tuple[bytes, bytes]:
    body = line.rstrip(b"\r\n")
    return body, line[len(body) :]
