"""A 2DA as a value; every edit returns a new one."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from kotorlevel.core.errors import Problem
from kotorlevel.core.resource import EMPTY_NAME, name_key, same_name
from kotorlevel.core.text import format_float32, parse_float, parse_integer, printable
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.formats.stored import Stored

Form = Literal["binary", "text"]
"""The two forms of file."""

Value = str | int | float | None
"""What an edit puts into a cell; None empties it."""

BINARY_START = b"2DA V2.b"

_HEXADECIMAL = re.compile(r"0[xX][0-9a-fA-F]{1,16}")
_EMPTY = ("", EMPTY_NAME)


@dataclass(frozen=True)
class TwoDA:
    """Named columns, labelled rows and a text in every cell.

    ``cells`` are the rows, each a tuple with one text a column. An empty cell is ``""``, in a few
    binary files ``****``; `cell` gives None for both. ``default`` is what a text file names after
    ``DEFAULT:``, or None.

    A row is given by its number, an integer from 0, or by its label, a string; a column by its
    name in any case::

        table.integer(30, "walk")
        table = table.with_cell("30", "walk", 1)
    """

    columns: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()
    default: str | None = None
    stored: Stored | None = field(default=None, repr=False, compare=False)
    problems: tuple[Problem, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.labels) != len(self.cells):
            raise ValueError(f"{len(self.labels)} labels for {len(self.cells)} rows of cells")
        width = len(self.columns)
        for number, row in enumerate(self.cells):
            if len(row) != width:
                raise ValueError(f"row {number} has {len(row)} cells for {width} columns")

    def __repr__(self) -> str:
        return f"<TwoDA {count_of(len(self), 'row')}, {count_of(len(self.columns), 'column')}>"

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def content(self) -> tuple[object, ...]:
        """All that is written to a file; equal contents are equal tables."""
        return (self.columns, self.labels, self.cells, self.default)

    @property
    def form(self) -> Form:
        """The form the table was read in, and is written in by default; binary for a new one."""
        binary = self.stored is None or self.stored.data.startswith(BINARY_START)
        return "binary" if binary else "text"

    def to_bytes(self, form: Form | None = None) -> bytes:
        """The file in ``form``, by default the table's own: as it was read when unedited."""
        from kotorlevel.formats.twoda.file import format_2da

        return format_2da(self, form)

    # Finding

    def cell(self, row: int | str, column: str) -> str | None:
        """The text of a cell; None when it is empty. ``default`` plays no part."""
        text = self.cells[self._row(row)][self._column(column)]
        return None if text in _EMPTY else text

    def integer(self, row: int | str, column: str) -> int | None:
        """A cell as a whole number, decimal or like ``0x1F``; None when it is empty."""
        text = self.cell(row, column)
        if text is None:
            return None
        if _HEXADECIMAL.fullmatch(text.strip()):
            return int(text, 16)
        try:
            return parse_integer(text.strip())
        except ValueError as error:
            raise ValueError(f"{self._place(row, column)}: {error}") from None

    def number(self, row: int | str, column: str) -> float | None:
        """A cell as a number that fits a float32; None when it is empty."""
        text = self.cell(row, column)
        if text is None:
            return None
        try:
            return parse_float(text.strip())
        except ValueError as error:
            raise ValueError(f"{self._place(row, column)}: {error}") from None

    def has_column(self, name: str) -> bool:
        """True when there is a column called ``name``, in any case."""
        return name_key(name) in self._column_numbers

    def column(self, name: str) -> tuple[str | None, ...]:
        """The texts of a column from the first row to the last; None for an empty cell."""
        number = self._column(name)
        return tuple(None if row[number] in _EMPTY else row[number] for row in self.cells)

    def find_row(self, column: str, value: str) -> int | None:
        """The number of the first row with ``value``, in any case, in that column, or None.

        An empty cell is never found.
        """
        texts = enumerate(self.column(column))
        return next((row for row, text in texts if text and same_name(text, value)), None)

    # Editing

    def with_cell(self, row: int | str, column: str, value: Value) -> TwoDA:
        """A table with ``value`` in that cell. A float is written as the float32 nearest to it."""
        number, place = self._row(row), self._column(column)
        old = self.cells[number]
        new = (*old[:place], _text_of(value), *old[place + 1 :])
        return replace(
            self, cells=(*self.cells[:number], new, *self.cells[number + 1 :]), problems=()
        )

    def with_row(self, label: str, values: Mapping[str, Value], at: int | None = None) -> TwoDA:
        """A table with a new row before number ``at``, or at the end; cells not named are empty.

        The labels of the rows that follow are not renumbered.
        """
        at = len(self) if at is None else operator.index(at)
        if not 0 <= at <= len(self):
            raise IndexError(f"row {at} is outside 0 to {len(self)}")
        if label in self._row_numbers:
            raise ValueError(f"there is already a row labelled '{printable(label)}'")
        row = [""] * len(self.columns)
        for column, value in values.items():
            row[self._column(column)] = _text_of(value)
        return replace(
            self,
            labels=(*self.labels[:at], label, *self.labels[at:]),
            cells=(*self.cells[:at], tuple(row), *self.cells[at:]),
            problems=(),
        )

    def without_row(self, row: int | str) -> TwoDA:
        """A table without that row. The labels of the rows that follow are not renumbered."""
        number = self._row(row)
        return replace(
            self,
            labels=(*self.labels[:number], *self.labels[number + 1 :]),
            cells=(*self.cells[:number], *self.cells[number + 1 :]),
            problems=(),
        )

    @cached_property
    def _column_numbers(self) -> dict[str, int]:
        return _first_numbers(map(name_key, self.columns))

    @cached_property
    def _row_numbers(self) -> dict[str, int]:
        return _first_numbers(self.labels)

    def _column(self, name: str) -> int:
        number = self._column_numbers.get(name_key(name))
        if number is None:
            known = printable(", ".join(self.columns), 200)
            raise KeyError(f"there is no column '{printable(name)}', only: {known}")
        return number

    def _row(self, row: int | str) -> int:
        if not isinstance(row, str):
            number = operator.index(row)
            if not 0 <= number < len(self):
                raise IndexError(f"there is no row {number}, only {len(self)}")
            return number
        if row not in self._row_numbers:
            raise KeyError(f"there is no row labelled '{printable(row)}'")
        return self._row_numbers[row]

    def _place(self, row: int | str, column: str) -> str:
        number = self._row(row)
        name = self.columns[self._column(column)]
        return f"row {number} ('{printable(self.labels[number])}'), column '{printable(name)}'"


def find_name_problems(columns: tuple[str, ...], labels: tuple[str, ...]) -> list[Problem]:
    """What is wrong with the names: one problem a kind, however many names are concerned."""
    return [
        *_repeats("columns", "column name", map(name_key, columns)),
        *_repeats("labels", "row label", labels),
        *_unwritable("columns", "column name", columns),
        *_unwritable("labels", "row label", labels),
    ]


def find_name_fault(name: str) -> str | None:
    """Why neither form can hold ``name`` as a column name or row label, or None when both can."""
    if bad := next((c for c in "\t\0\r\n" if c in name), None):
        return f"'{printable(name)}' contains {bad!a}, which ends a name"
    return None


def _repeats(section: str, what: str, names: Iterable[str]) -> list[Problem]:
    first: dict[str, int] = {}
    text, count = "", 0
    for number, name in enumerate(names):
        before = first.setdefault(name, number)
        if before != number:
            count += 1
            text = text or f"{what} '{printable(name)}' is at {before} and again at {number}"
    if not count:
        return []
    more = f" ({count} such repeats)" if count > 1 else ""
    return [Problem(f"{text}; the first counts{more}", section)]


def _unwritable(section: str, what: str, names: tuple[str, ...]) -> list[Problem]:
    for number, name in enumerate(names):
        if fault := find_name_fault(name):
            return [Problem(f"{what} {number}: {fault}", section)]
    return []


def _first_numbers(names: Iterable[str]) -> dict[str, int]:
    """Each name's first place."""
    numbers: dict[str, int] = {}
    for number, name in enumerate(names):
        numbers.setdefault(name, number)
    return numbers


def _text_of(value: Value) -> str:
    """``value`` as it stands in a cell."""
    if value is None:
        return ""
    if isinstance(value, str):
        return "" if value == EMPTY_NAME else value
    if hasattr(value, "__index__"):  # NumPy's integers have it too; True becomes 1
        return str(operator.index(value))
    return format_float32(float(value))
