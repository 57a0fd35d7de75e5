"""The values of fields: their types, and how each is stored."""

from __future__ import annotations

import math
import operator
import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import as_float32, decode_text, encode_text, printable

LONGEST_RESREF = 16


class GffType(IntEnum):
    """The type of a field, by its number in the file."""

    BYTE = 0
    CHAR = 1
    WORD = 2
    SHORT = 3
    DWORD = 4
    INT = 5
    DWORD64 = 6
    INT64 = 7
    FLOAT = 8
    DOUBLE = 9
    STRING = 10
    RESREF = 11
    LOCALIZED = 12
    VOID = 13
    STRUCT = 14
    LIST = 15
    ORIENTATION = 16
    VECTOR = 17
    STRREF = 18

    __hash__ = int.__hash__  # that of an Enum is many times slower, and all lookups are by type


_INTEGERS = {
    GffType.BYTE: struct.Struct("<B3x"),
    GffType.CHAR: struct.Struct("<b3x"),
    GffType.WORD: struct.Struct("<H2x"),
    GffType.SHORT: struct.Struct("<h2x"),
    GffType.DWORD: struct.Struct("<I"),
    GffType.INT: struct.Struct("<i"),
    GffType.DWORD64: struct.Struct("<Q"),
    GffType.INT64: struct.Struct("<q"),
}
_FLOAT = struct.Struct("<f")
_DOUBLE = struct.Struct("<d")
_VECTORS = {GffType.VECTOR: struct.Struct("<3f"), GffType.ORIENTATION: struct.Struct("<4f")}
_LENGTH = struct.Struct("<I")
_PAIR = struct.Struct("<Ii")
_LOCALIZED_HEAD = struct.Struct("<IiI")
_LOCALIZED_TEXT = struct.Struct("<II")

HEAD_SIZES = {
    GffType.DWORD64: 8,
    GffType.INT64: 8,
    GffType.DOUBLE: 8,
    GffType.STRING: _LENGTH.size,
    GffType.RESREF: 1,
    GffType.LOCALIZED: _LOCALIZED_HEAD.size,
    GffType.VOID: _LENGTH.size,
    GffType.ORIENTATION: 16,
    GffType.VECTOR: 12,
    GffType.STRREF: _PAIR.size,
}
"""Types whose values stand among the field data → the least number of bytes there."""


@dataclass(frozen=True)
class LocalizedString:
    """A text in several languages: a line of the talk table, or texts of its own, or both.

    ``strref`` is the number of a line in `dialog.tlk`, -1 for none. ``strings`` are pairs of a key
    and a text, in the order of the file; the key is twice the language's number (0 is English),
    plus 1 for the feminine form.
    """

    strref: int = -1
    strings: tuple[tuple[int, str], ...] = ()

    def find(self, language: int = 0, *, feminine: bool = False) -> str | None:
        """The text in ``language``; None where there is no text of its own."""
        wanted = 2 * language + feminine
        return next((text for key, text in self.strings if key == wanted), None)

    def with_text(self, text: str, language: int = 0, *, feminine: bool = False) -> LocalizedString:
        """The same with ``text`` in ``language``, in its old place or as the last."""
        key = 2 * language + feminine
        keys = [old for old, _ in self.strings]
        at = keys.index(key) if key in keys else len(keys)
        strings = (*self.strings[:at], (key, text), *self.strings[at + 1 :])
        return LocalizedString(self.strref, strings)

    def to_plain(self) -> dict[str, Any]:
        """A dictionary that JSON can hold: ``strref``, and ``strings`` by their key as text."""
        return {"strref": self.strref, "strings": {str(key): text for key, text in self.strings}}


def find_localized_end(data: bytes, offset: int) -> int | None:
    """Where the texts of the localized string at ``offset`` end; None when they leave ``data``."""
    _, _, count = _LOCALIZED_HEAD.unpack_from(data, offset)
    end = offset + _LOCALIZED_HEAD.size
    for _ in range(count):
        if end + _LOCALIZED_TEXT.size > len(data):
            return None
        end += _LOCALIZED_TEXT.size + _LOCALIZED_TEXT.unpack_from(data, end)[1]
        if end > len(data):
            return None
    return end


def slice_value(field_type: GffType, data: bytes, offset: int) -> bytes:
    """The stored bytes of the value at ``offset`` of the field data, which were checked before."""
    end = offset + HEAD_SIZES[field_type]
    if field_type in (GffType.STRING, GffType.VOID):
        end += _LENGTH.unpack_from(data, offset)[0]
    elif field_type is GffType.RESREF:
        end += data[offset]
    elif field_type is GffType.LOCALIZED:
        return _slice_localized(data, offset)
    return data[offset:end]


def _slice_localized(data: bytes, offset: int) -> bytes:
    """The bytes of a localized string: its texts say where it ends, whatever its size says.

    Bytes that the size counts behind the last text are kept; a size that leaves the field data is
    put right, or it would count what is written behind it.
    """
    start = offset + _LENGTH.size
    end = find_localized_end(data, offset) or start
    stated = start + _LENGTH.unpack_from(data, offset)[0]
    if stated > len(data):
        return _with_length(data[start:end])
    return data[offset : max(end, stated)]


def decode_value(field_type: GffType, data: bytes) -> Any:
    """The plain value of stored bytes; not for structs and lists."""
    if integer := _INTEGERS.get(field_type):
        return integer.unpack(data)[0]
    if field_type is GffType.FLOAT:
        return _FLOAT.unpack(data)[0]
    if field_type is GffType.RESREF:
        return decode_text(data[1:])
    if field_type is GffType.STRING:
        return decode_text(data[_LENGTH.size :])
    if field_type is GffType.LOCALIZED:
        return _decode_localized(data)
    if field_type is GffType.VOID:
        return data[_LENGTH.size :]
    if vector := _VECTORS.get(field_type):
        return vector.unpack(data)
    if field_type is GffType.STRREF:
        return _PAIR.unpack(data)[1]
    return _DOUBLE.unpack(data)[0]


def _decode_localized(data: bytes) -> LocalizedString:
    _, strref, count = _LOCALIZED_HEAD.unpack_from(data)
    strings = []
    place = _LOCALIZED_HEAD.size
    for _ in range(count):
        key, length = _LOCALIZED_TEXT.unpack_from(data, place)
        place += _LOCALIZED_TEXT.size
        strings.append((key, decode_text(data[place : place + length])))
        place += length
    return LocalizedString(strref, tuple(strings))


def encode_value(field_type: GffType, value: Any) -> bytes:
    """The stored bytes of ``value``; not for structs and lists.

    Raises `FormatError` for what the type cannot hold.
    """
    if field_type in _INTEGERS:
        return _encode_integer(field_type, value)
    if field_type is GffType.FLOAT:
        return _FLOAT.pack(_number(value, single=True))
    if field_type is GffType.DOUBLE:
        return _DOUBLE.pack(_number(value))
    if field_type is GffType.STRING:
        return _with_length(_encode_letters(value))
    if field_type is GffType.RESREF:
        return _encode_resref(value)
    if field_type is GffType.LOCALIZED:
        return _encode_localized(value)
    if field_type is GffType.VOID:
        if not isinstance(value, bytes | bytearray | memoryview):
            raise _wrong(value, "bytes")
        return _with_length(bytes(value))
    if field_type is GffType.STRREF:
        return _PAIR.pack(4, _strref(value))
    return _encode_vector(field_type, value)


def _wrong(value: Any, wanted: str) -> FormatError:
    return FormatError(f"{printable(repr(value))} is not {wanted}")


def _integer(value: Any) -> int:
    try:
        return operator.index(value)  # NumPy's integers have it too
    except TypeError:
        raise _wrong(value, "a whole number") from None


def _encode_integer(field_type: GffType, value: Any) -> bytes:
    number = _integer(value)
    try:
        return _INTEGERS[field_type].pack(number)
    except struct.error:
        raise FormatError(f"{number} does not fit the type {field_type.name}") from None


def _number(value: Any, *, single: bool = False) -> float:
    """``value`` as a float, rounded to 32 bits if ``single``; infinities only if they are meant."""
    try:
        if isinstance(value, str | bytes):  # "1.5" would be taken
            raise TypeError
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise _wrong(value, "a number that fits") from None
    rounded = as_float32(number) if single else number
    if math.isinf(rounded) and not math.isinf(number):
        raise FormatError(f"{number} is too large for the game's 32-bit numbers")
    return rounded


def _strref(value: Any) -> int:
    """A line of the talk table, -1 for none; 0xFFFFFFFF is the same in other tools."""
    number = _integer(value)
    if not -(2**31) <= number < 2**32:
        raise FormatError(f"{number} does not fit a line number of the talk table")
    return number - 2**32 if number >= 2**31 else number


def _encode_letters(value: Any) -> bytes:
    if not isinstance(value, str):
        raise _wrong(value, "a text")
    return encode_text(value)


def _with_length(data: bytes) -> bytes:
    return _LENGTH.pack(len(data)) + data


def _encode_resref(value: Any) -> bytes:
    data = _encode_letters(value)
    if len(data) > LONGEST_RESREF or 0 in data:
        raise FormatError(
            f"'{printable(value)}' is no resource name: at most {LONGEST_RESREF} letters, no NUL"
        )
    return bytes([len(data)]) + data


def _encode_localized(value: Any) -> bytes:
    if not isinstance(value, LocalizedString):
        raise _wrong(value, "a LocalizedString")
    texts = bytearray()
    for key, text in value.strings:
        data = _encode_letters(text)
        if not 0 <= _integer(key) < 2**32:
            raise _wrong(key, "the key of a language")
        texts += _LOCALIZED_TEXT.pack(key, len(data)) + data
    size = len(texts) + _LOCALIZED_HEAD.size - _LENGTH.size
    return _LOCALIZED_HEAD.pack(size, _strref(value.strref), len(value.strings)) + texts


def _encode_vector(field_type: GffType, value: Any) -> bytes:
    form = _VECTORS[field_type]
    try:
        numbers = [] if isinstance(value, str | bytes) else list(value)
    except TypeError:
        numbers = []
    if len(numbers) * _FLOAT.size != form.size:
        raise _wrong(value, f"a row of {form.size // _FLOAT.size} numbers")
    return form.pack(*(_number(number, single=True) for number in numbers))
