"""The binary form, `2DA V2.b`: bytes ↔ `TwoDA`."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.byteview import ByteView
from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.text import decode_text, encode_text, printable
from kotorlevel.formats.twoda.table import (
    BINARY_START,
    TwoDA,
    find_name_fault,
    find_name_problems,
)

HEADER = BINARY_START + b"\n"

_COUNT = np.dtype("<u4")
_OFFSET = np.dtype("<u2")
_LARGEST_POOL = 0xFFFF
_OVERLAP_ALLOWANCE = 1 << 20


@dataclass(frozen=True)
class _Cells:
    """The cells of a file: where each text starts among the texts, and where both begin."""

    offsets: NDArray[np.uint16]
    columns: tuple[str, ...]
    start: int
    pool: int

    def error(self, view: ByteView, offset: int, reason: str) -> FormatError:
        """An error about the first cell whose text starts at ``offset``."""
        first = int(np.flatnonzero(self.offsets == offset)[0])
        row, column = divmod(first, len(self.columns))
        place = f"row {row}, column '{printable(self.columns[column])}'"
        return view.error(
            f"{place}: text 0x{offset:x} {reason}", "cells", self.start + first * _OFFSET.itemsize
        )


def parse_binary(data: bytes, source: str = "") -> TwoDA:
    """The table in ``data``, without its stored bytes."""
    view = ByteView(data, source)
    if not data.startswith(HEADER):
        end = len(BINARY_START)
        found = data[end : end + 1]
        raise view.error(
            f"{BINARY_START!r} is followed by {found!r}, not a line end", "header", end
        )
    problems: list[Problem] = []
    columns, position = _read_columns(view, problems)
    rows, position = _read_row_count(view, position, len(columns))
    if position == len(view):  # some tools end a table without rows here
        problems.append(Problem("no size of the texts, and no row", "size of the texts", position))
        return TwoDA(columns, problems=(*problems, *find_name_problems(columns, ())))
    labels, position = _read_labels(view, position, rows)
    offsets = view.array("cells", _OFFSET, rows * len(columns), position)
    size_at = position + offsets.nbytes
    size = view.number("size of the texts", _OFFSET, size_at)
    cells = _Cells(offsets, columns, position, size_at + _OFFSET.itemsize)
    if size != len(data) - cells.pool:
        text = f"says {size}, but {len(data) - cells.pool} bytes follow; all of them were read"
        problems.append(Problem(text, "size of the texts", size_at))
    texts = _read_texts(view, cells)
    return TwoDA(
        columns,
        labels,
        _spread(texts, offsets, rows, len(columns)),
        problems=(*problems, *find_name_problems(columns, labels)),
    )


def _read_columns(view: ByteView, problems: list[Problem]) -> tuple[tuple[str, ...], int]:
    """The column names, and the place behind them."""
    start = len(HEADER)
    end = view.find("columns", b"\0", start)
    names = view.data[start:end].split(b"\t")
    if names[-1]:
        text = f"no tab behind the last column name, '{printable(decode_text(names[-1]))}'"
        problems.append(Problem(text, "columns", end))
    else:
        names.pop()
    return tuple(map(decode_text, names)), end + 1


def _read_row_count(view: ByteView, position: int, columns: int) -> tuple[int, int]:
    """The row count, and the place behind it. A count the file has no room for is refused here."""
    rows = view.number("row count", _COUNT, position)
    end = position + _COUNT.itemsize
    if not rows and end == len(view):
        return rows, end
    shortest_row = 1 + columns * _OFFSET.itemsize  # a label is one tab at least
    needed = rows * shortest_row + _OFFSET.itemsize
    if needed > len(view) - end:
        raise view.error(
            f"{rows:,} rows of {columns:,} columns take at least {needed:,} bytes, "
            f"and {len(view) - end:,} follow",
            "row count",
            position,
        )
    return rows, end


def _read_labels(view: ByteView, position: int, rows: int) -> tuple[tuple[str, ...], int]:
    """The row labels, and the place behind them."""
    labels = []
    for _ in range(rows):
        end = view.find("labels", b"\t", position)
        labels.append(decode_text(view.data[position:end]))
        position = end + 1
    return tuple(labels), position


def _read_texts(view: ByteView, cells: _Cells) -> dict[int, str]:
    """The texts that the cells name, by offset: each is found and decoded once.

    Texts may overlap (one may be the tail of another), which a small file could use to stand for
    gigabytes. The games' files do not, so what they all take together is limited, and with it
    the time to find and decode them.
    """
    texts: dict[int, str] = {}
    pool_size = len(view) - cells.pool
    total = 0
    for offset in np.unique(cells.offsets).tolist():
        if offset >= pool_size:
            raise cells.error(view, offset, f"is not among the {pool_size:,} bytes of texts")
        start = cells.pool + offset
        end = view.data.find(b"\0", start)
        if end < 0:
            raise cells.error(view, offset, "has no NUL before the file ends")
        total += end - start
        if total > len(view) + _OVERLAP_ALLOWANCE:
            raise cells.error(view, offset, "is one of too many that overlap")
        texts[offset] = decode_text(view.data[start:end])
    return texts


def _spread(
    texts: dict[int, str], offsets: NDArray[np.uint16], rows: int, columns: int
) -> tuple[tuple[str, ...], ...]:
    """The rows of cells; equal cells share one string."""
    if not columns:
        return ((),) * rows
    table: NDArray[Any] = offsets.reshape(rows, columns)
    return tuple(tuple([texts[offset] for offset in row.tolist()]) for row in table)


def format_binary(table: TwoDA) -> bytes:
    """The file built anew from the table's content."""
    pool, starts = _collect_texts(table)
    count = len(table.labels) * len(table.columns)
    offsets = np.fromiter((starts[text] for row in table.cells for text in row), _OFFSET, count)
    return b"".join(
        [
            HEADER,
            _format_names("columns", table.columns),
            b"\0",
            len(table.labels).to_bytes(_COUNT.itemsize, "little"),
            _format_names("labels", table.labels),
            offsets.tobytes(),
            len(pool).to_bytes(_OFFSET.itemsize, "little"),
            pool,
        ]
    )


def _format_names(section: str, names: tuple[str, ...]) -> bytes:
    for name in names:
        if fault := find_name_fault(name):
            raise FormatError(fault, section=section)
    return b"".join(encode_text(name, section) + b"\t" for name in names)


def _collect_texts(table: TwoDA) -> tuple[bytes, dict[str, int]]:
    """The texts of all cells in the order they are first needed, and where each of them starts."""
    pool = bytearray()
    starts: dict[str, int] = {}
    for number, row in enumerate(table.cells):
        for column, text in zip(table.columns, row, strict=True):
            if text in starts:
                continue
            starts[text] = len(pool)
            try:
                pool += _format_text(text)
                if len(pool) > _LARGEST_POOL:
                    raise FormatError(
                        f"the texts up to here take {len(pool):,} bytes; "
                        f"a binary 2DA holds {_LARGEST_POOL:,}"
                    )
            except FormatError as error:
                place = f"row {number}, column '{printable(column)}'"
                raise FormatError(f"{place}: {error.message}", section="cells") from None
    return bytes(pool), starts


def _format_text(text: str) -> bytes:
    if "\0" in text:
        raise FormatError(f"'{printable(text)}' contains a NUL, which ends a text")
    return encode_text(text) + b"\0"
