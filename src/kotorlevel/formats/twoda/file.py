"""Bytes ↔ `TwoDA` in either form. The binary form needs NumPy, which is loaded when it is met."""

import re
from dataclasses import replace
from typing import get_args

from kotorlevel.core.atomic import Target, write_target
from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import BYTE_ORDER_MARK
from kotorlevel.formats.stored import Stored
from kotorlevel.formats.twoda.table import BINARY_START, Form, TwoDA
from kotorlevel.formats.twoda.text import format_text, parse_text

# Marks of UTF-8 and UTF-16 are let through: the text reader has something to say about them.
_TEXT_START = re.compile(rb"(?:\xef\xbb\xbf)?2DA[ \t]+V2\.0[ \t]*(?:[\r\n]|\Z)|\xff\xfe|\xfe\xff")


def read_2da(source: Source) -> TwoDA:
    """The table in ``source``, binary or text. Raises `FormatError` where it cannot be read."""
    data, name = load_source(source)
    return parse_2da(data, name)


def parse_2da(data: bytes, source: str = "") -> TwoDA:
    """The table in ``data``, binary or text by its first bytes; ``source`` names it in errors."""
    if data.removeprefix(BYTE_ORDER_MARK).startswith(BINARY_START):
        from kotorlevel.formats.twoda.binary import parse_binary

        table = parse_binary(data.removeprefix(BYTE_ORDER_MARK), source)
        if data.startswith(BYTE_ORDER_MARK):
            text = "starts with a UTF-8 byte-order mark; the game takes the file for no table"
            mark = Problem(text, "header", 0, code="byte-order-mark")
            table = replace(table, problems=(mark, *table.problems))
    elif _TEXT_START.match(data):
        table = parse_text(data, source)
    else:
        raise FormatError(
            f"starts with {data[:8]!r}, a 2DA with {BINARY_START!r} or b'2DA V2.0'",
            source=source,
            section="header",
            offset=0,
        )
    return replace(table, stored=Stored(data, table.content))


def write_2da(table: TwoDA, target: Target, form: Form | None = None) -> None:
    """Write ``table`` to a path (atomically) or an open binary file, in ``form``."""
    write_target(format_2da(table, form), target)


def format_2da(table: TwoDA, form: Form | None = None) -> bytes:
    """The bytes of ``table`` in ``form``, by default its own: as read when unedited.

    Raises `FormatError` for what the form cannot hold.
    """
    form = table.form if form is None else form
    if form not in get_args(Form):
        raise ValueError(f"the form is 'binary' or 'text', not {form!r}")
    if table.stored and form == table.form:
        stored = table.stored.bytes_for(table.content)
        if stored is not None:
            return stored
    if form == "text":
        return format_text(table)
    from kotorlevel.formats.twoda.binary import format_binary

    return format_binary(table)
