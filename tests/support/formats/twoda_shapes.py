"""Tables and files made in code, for the tests of 2DA."""

from __future__ import annotations

import struct
import tracemalloc
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import decode_text
from kotorlevel.formats.twoda import TwoDA, parse_2da

HEADER = b"2DA V2.b\n"
EVERY_LETTER = decode_text(bytes(range(256)))


def binary(
    columns: bytes = b"label\twalk\t\0",
    rows: int = 2,
    labels: bytes = b"0\t1\t",
    offsets: tuple[int, ...] = (0, 5, 7, 12),
    size: int | None = None,
    pool: bytes = b"Dirt\x001\0Lava\0\0",
) -> bytes:
    """A binary file from its parts, right or wrong; ``size`` is the pool's unless given."""
    cells = struct.pack(f"<{len(offsets)}H", *offsets)
    size = len(pool) if size is None else size
    return (
        HEADER + columns + struct.pack("<I", rows) + labels + cells + struct.pack("<H", size) + pool
    )


def letters_without(forbidden: str) -> st.SearchStrategy[str]:
    """Texts of all letters that the games can store but these."""
    allowed = [letter for letter in EVERY_LETTER if letter not in forbidden]
    return st.text(st.sampled_from(allowed), max_size=6)


@st.composite
def tables(draw: st.DrawFn, forbidden: str, least_columns: int = 0) -> TwoDA:
    """Tables whose cells avoid the ``forbidden`` letters, and whose names avoid tabs as well."""
    names = letters_without(forbidden + "\t\r\n\0") | st.sampled_from(
        ["DEFAULT: x", "default:", "****"]
    )
    cells = letters_without(forbidden) | st.sampled_from(["", "****", "12", "a b", "DEFAULT: x"])
    columns = tuple(draw(st.lists(names, min_size=least_columns, max_size=5)))
    labels = tuple(draw(st.lists(names, max_size=5)))
    row = st.tuples(*[cells] * len(columns))
    return TwoDA(columns, labels, tuple(draw(row) for _ in labels))


def survives(data: bytes) -> TwoDA | None:
    """The table in ``data``, or None where it is refused; anything else fails the test."""
    try:
        table = parse_2da(data, "x.2da")
    except FormatError as error:
        assert error.source == "x.2da"
        assert error.section or error.line
        assert error.offset is not None or error.line is not None
        assert str(error).isprintable()
        assert len(str(error)) < 600
        return None
    assert table.to_bytes() == data
    assert all(str(problem).isprintable() for problem in table.problems)
    return table


def peak_memory(action: Callable[[], Any]) -> int:
    """How many bytes ``action`` took at its highest, on top of what was there."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
