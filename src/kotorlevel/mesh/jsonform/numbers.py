"""Arrays of numbers ↔ lists for JSON: each float as the shortest decimal that gives it back."""

from __future__ import annotations

import math
import re
import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.table import Table
from kotorlevel.core.text import as_float32
from kotorlevel.mesh.jsonform.values import At

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats

_NAN = re.compile(r"nan:0x([0-9a-f]{8}|[0-9a-f]{16})")
_QUIET = {4: 0x7FC0_0000, 8: 0x7FF8_0000_0000_0000}
"""The bits of the NaN that is called ``nan``, by the bytes of the number."""

_EXACT_POWER = 22
"""Powers of ten up to this one are exact, so that dividing a whole number by one is, too."""


def shortest(values: NDArray[np.float32]) -> NDArray[np.float64]:
    """The values as numbers whose text is the shortest that reads back to the same float32."""
    flat = values.reshape(-1)
    with np.errstate(invalid="ignore"):  # one of the NaNs
        wanted = flat.astype(np.float64)
    found = wanted.copy()
    open_ = np.flatnonzero(np.isfinite(wanted) & (wanted != 0))
    exponents = np.floor(np.log10(np.abs(wanted[open_]))).astype(np.int64)
    for digits in (6, 7, 8, 9):
        power = digits - 1 - exponents
        fits = np.abs(power) <= _EXACT_POWER
        scale = 10.0 ** np.where(fits, np.abs(power), 0)
        exact = wanted[open_]
        near = np.where(power >= 0, np.rint(exact * scale) / scale, np.rint(exact / scale) * scale)
        with np.errstate(over="ignore"):
            done = fits & (near.astype(np.float32) == flat[open_])
        found[open_[done]] = near[done]
        open_, exponents = open_[~done], exponents[~done]
    for place in open_.tolist():  # next to zero, and beyond 10 ** 28
        found[place] = float(str(flat[place]))
    return found.reshape(values.shape)


def plain_number(data: bytes) -> float | str:
    """A float of four or eight bytes as JSON has it: ``"inf"``, ``"nan:0x7fc00001"`` as texts."""
    size = len(data)
    value: float = struct.unpack("<f" if size == 4 else "<d", data)[0]
    if math.isnan(value):
        return _nan_text(int.from_bytes(data, "little"), size)
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return _shortest_one(value) if size == 4 else value


def _shortest_one(value: float) -> float:
    """One float32 as the number with the shortest text; most have six digits or less."""
    near = float(f"{value:.6g}")
    if as_float32(near) == value:
        return near
    return float(str(np.float32(value)))


def _nan_text(bits: int, size: int) -> str:
    return "nan" if bits == _QUIET[size] else f"nan:0x{bits:0{2 * size}x}"


def plain_floats(values: NDArray[np.float32]) -> list[Any]:
    """An array of float32 as lists of the same shape."""
    flat: list[Any] = shortest(values).reshape(-1).tolist()
    odd = np.flatnonzero(~np.isfinite(values.reshape(-1)))
    if len(odd):
        bits = np.ascontiguousarray(values).reshape(-1).view("<u4")
        for place in odd.tolist():
            is_nan = math.isnan(flat[place])
            infinite = "inf" if flat[place] > 0 else "-inf"
            flat[place] = _nan_text(int(bits[place]), 4) if is_nan else infinite
    return _shaped(flat, values.shape)


def _shaped(flat: list[Any], shape: tuple[int, ...]) -> list[Any]:
    for size in reversed(shape[1:]):
        flat = [flat[at : at + size] for at in range(0, len(flat), size)]
    return flat


def float_bits(text: str, size: int) -> int | None:
    """The bits of the float that a text stands for: nan, inf, -inf; None for another text."""
    if text in ("inf", "-inf"):
        packed = struct.pack("<f" if size == 4 else "<d", float(text))
        return int.from_bytes(packed, "little")
    if text == "nan":
        return _QUIET[size]
    match = _NAN.fullmatch(text)
    if match is None or len(match[1]) != 2 * size:
        return None
    bits = int(match[1], 16)
    quiet = _QUIET[size] & -(1 << (23 if size == 4 else 52))  # the exponent, all ones
    is_nan = bits & quiet == quiet and bits & ~quiet & ~(1 << (8 * size - 1))
    return bits if is_nan else None


def read_float(at: At, size: int = 4) -> bytes:
    """The bytes of the float at a place of a document."""
    if isinstance(at.value, str):
        bits = float_bits(at.value, size)
        if bits is None:
            raise at.error('is no number; the texts "nan", "inf" and "-inf" are')
        return bits.to_bytes(size, "little")
    number = at.number()
    try:
        return struct.pack("<f" if size == 4 else "<d", number)
    except OverflowError:
        raise at.error("is too large for the game's 32-bit numbers") from None


def read_floats(at: At, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """The float32 of lists of that shape, -1 for any length."""
    flat = _flat(at, shape)
    return _floats(flat, at, shape).reshape(shape)


def _flat(at: At, shape: tuple[int, ...]) -> list[Any]:
    """All numbers of lists inside lists, each checked for its length."""
    level: list[Any] = [at.value]
    for depth, size in enumerate(shape):
        lengths = {len(each) if type(each) is list else None for each in level}
        if None in lengths or (size >= 0 and lengths - {size}):
            wrong = next(
                number
                for number, each in enumerate(level)
                if type(each) is not list or (size >= 0 and len(each) != size)
            )
            wanted = "a list" if size < 0 else f"a list of {size}"
            raise _inner(at, shape[1:depth], wrong, depth).error(f"is not {wanted}")
        level = list(chain.from_iterable(level))
    return level


def _inner(at: At, sizes: Sequence[int], number: int, depth: int) -> At:
    """The place of item ``number`` of a list that was flattened ``depth`` times."""
    if depth == 0:
        return at
    steps = []
    for size in reversed(sizes):
        number, last = divmod(number, size)
        steps.append(last)
    for step in (number, *reversed(steps)):
        at = at[step]
    return at


def _numbers(flat: list[Any], at: At, shape: tuple[int, ...]) -> tuple[Floats, dict[int, int]]:
    """All numbers, and the bits of those that are texts, such as "nan", by their places."""
    texts: dict[int, int] = {}
    if not set(map(type, flat)) <= {float, int}:
        flat = list(flat)
        for place, value in enumerate(flat):
            bits = float_bits(value, 4) if isinstance(value, str) else None
            if bits is not None:
                texts[place], flat[place] = bits, 0.0
            elif type(value) not in (float, int):
                raise _inner(at, shape[1:], place, len(shape)).error("is not a number")
    try:
        return np.array(flat, np.float64), texts
    except OverflowError:
        place = next(n for n, each in enumerate(flat) if abs(each) > sys.float_info.max)
        raise _inner(at, shape[1:], place, len(shape)).error("is too large") from None


def _floats(flat: list[Any], at: At, shape: tuple[int, ...]) -> NDArray[np.float32]:
    numbers, texts = _numbers(flat, at, shape)
    with np.errstate(over="ignore"):
        found = numbers.astype(np.float32)
    wrong = np.flatnonzero(~np.isfinite(found))
    if len(wrong):
        text = "is too large for the game's 32-bit numbers"
        raise _inner(at, shape[1:], int(wrong[0]), len(shape)).error(text)
    if texts:
        found.view("<u4")[list(texts)] = list(texts.values())
    return found


def read_integers(at: At, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """The whole numbers of lists of that shape, -1 for any length, as ``dtype``."""
    flat = _flat(at, shape)
    return _integers(flat, at, shape, np.dtype(dtype)).reshape(shape)


def _integers(
    flat: list[Any], at: At, shape: tuple[int, ...], dtype: np.dtype[Any]
) -> NDArray[Any]:
    limits = np.iinfo(dtype)
    if set(map(type, flat)) <= {int} and (
        not flat or (min(flat) >= limits.min and max(flat) <= limits.max)
    ):
        return np.array(flat, dtype)
    place, value = next(
        (n, each)
        for n, each in enumerate(flat)
        if type(each) is not int or not limits.min <= each <= limits.max
    )
    is_number = type(value) is int
    text = f"does not fit: {limits.min} to {limits.max}" if is_number else "is not a whole number"
    raise _inner(at, shape[1:], place, len(shape)).error(text)


def plain_rows(table: Table, rows: NDArray[Any], first: list[int]) -> list[list[Any]]:
    """Rows of a declared table, each as one list: one of ``first``, then all its numbers."""
    if not len(rows):
        return []
    parts: list[Any] = [first]
    for field in table.fields:
        values = rows if rows.dtype.names is None else rows[field.name]
        flat = np.ascontiguousarray(values).reshape(len(rows), -1)
        if flat.dtype.kind == "f":
            parts += plain_floats(np.ascontiguousarray(flat.T))
        elif flat.dtype.kind in "SV":
            raw, size = flat.tobytes().hex(), 2 * flat.dtype.itemsize
            parts.append([raw[at : at + size] for at in range(0, len(raw), size)])
        else:
            parts += flat.T.tolist()
    return [list(row) for row in zip(*parts, strict=True)]


def read_rows(table: Table, at: At, first: int = 0) -> NDArray[Any]:
    """The rows of a declared table out of lists of numbers, from number ``first`` of each on."""
    width = first + sum(math.prod(field.shape) for field in table.fields)
    flat = _flat(at, (-1, width))
    found = np.zeros(len(at.value), table.record)
    place = first
    for field in table.fields:
        dtype = np.dtype(field.type)
        for number, column in enumerate(np.ndindex(field.shape)):
            values = _read_column(flat[place + number :: width], at, place + number, dtype)
            found[field.name][(slice(None), *column)] = values
        place += math.prod(field.shape)
    if len(table.fields) == 1:
        only: NDArray[Any] = found[table.fields[0].name]
        return np.ascontiguousarray(only)
    return found


def read_column(at: At, place: int, dtype: Any) -> NDArray[Any]:
    """The whole numbers at one place of every row; the rows have been checked before."""
    return _read_column([row[place] for row in at.value], at, place, np.dtype(dtype))


def _read_column(values: list[Any], at: At, place: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    column = _Column(at.value, at.path, at.source, place)
    if dtype.kind == "f":
        return _floats(values, column, (-1,))
    if dtype.kind not in "SV":
        return _integers(values, column, (-1,), dtype)
    raw = [column[row].from_hex(dtype.itemsize) for row in range(len(values))]
    return np.frombuffer(b"".join(raw), dtype)


@dataclass(frozen=True)
class _Column(At):
    """A list of rows of which one place counts: item n is that place of row n."""

    place: int = 0

    def __getitem__(self, number: int) -> At:
        return super().__getitem__(number)[self.place]
