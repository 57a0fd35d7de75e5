"""Binary tables, declared once: the declaration reads, writes, dumps and documents them."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Field:
    """One column: its name, NumPy type (little-endian), meaning, and shape when not one number."""

    name: str
    type: str
    meaning: str
    shape: tuple[int, ...] = ()


@dataclass(frozen=True)
class Table:
    """Rows of the same fields. A table of one field is a plain array, others are structured."""

    name: str
    meaning: str
    fields: tuple[Field, ...]

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy type of one row."""
        if len(self.fields) == 1:
            (only,) = self.fields
            return np.dtype((only.type, only.shape))
        return self.record

    @cached_property
    def record(self) -> np.dtype[Any]:
        """The structured NumPy type of one row, with the fields' names and offsets."""
        return np.dtype([(field.name, field.type, field.shape) for field in self.fields])

    def dump(self, rows: NDArray[Any]) -> list[Any]:
        """The rows as plain lists, or as dictionaries where there are several fields."""
        if rows.dtype.names is None:
            return [plain(value) for value in rows.tolist()]
        return [self.dump_row(row) for row in rows]

    def dump_row(self, row: np.void) -> dict[str, Any]:
        """One structured row as a dictionary of plain values."""
        return {field.name: plain(row[field.name].tolist()) for field in self.fields}


def plain(value: Any) -> Any:
    """``value`` as JSON can hold it: bytes as text, NaN and infinities by name."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
