"""A place in a document: its value, checked as it is taken, and the path that errors name."""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import decode_text, encode_text, printable
from kotorlevel.core.words import did_you_mean

_LINE_BYTES = 57
"""Bytes in a line of base64: 76 letters."""

_LONGEST_WORD = 60


def plain_bytes(data: bytes) -> str | list[str]:
    """Bytes for JSON, in base64: one text, or a list of texts where they are many."""
    if len(data) <= _LINE_BYTES:
        return base64.b64encode(data).decode("ascii")
    parts = (data[at : at + _LINE_BYTES] for at in range(0, len(data), _LINE_BYTES))
    return [base64.b64encode(part).decode("ascii") for part in parts]


@dataclass(frozen=True)
class At:
    """A value in a document, and where: ``stored.nodes.rows[12]``. ``source`` names the file."""

    value: Any
    path: str = ""
    source: str = ""

    def error(self, message: str) -> FormatError:
        """An error about this place, to be raised by the caller."""
        shown = self.value
        if isinstance(shown, (str, int, float, bool)) and message.startswith(("is ", "does ")):
            text = printable(repr(shown[:60]) if isinstance(shown, str) else _short(shown), 40)
            message = f"{text} {message}"
        return FormatError(message, source=self.source, section=self.path)

    def __getitem__(self, number: int) -> At:
        return At(self.value[number], f"{self.path}[{number}]", self.source)

    def inner(self, key: str) -> At:
        """The value of a key, or None where it is not there."""
        path = f"{self.path}.{printable(key)}" if self.path else printable(key)
        return At(self.object().get(key), path, self.source)

    def has(self, key: str) -> bool:
        """True where there is such a key, whatever is in it."""
        return key in self.object()

    def need(self, key: str) -> At:
        """The value of a key that has to be there."""
        if not self.has(key):
            keys = [str(each)[:_LONGEST_WORD] for each in islice(self.value, 100)]
            raise self.error(f"the key {key!r} is missing. {did_you_mean(key, keys)}".rstrip())
        return self.inner(key)

    def only(self, known: Collection[str]) -> None:
        """Refuse keys that are not known: a typing error would change nothing, in silence."""
        for key in self.object():
            if key not in known:
                text = f"there is no key '{printable(key)}' here. {likely(key, known)}"
                raise self.error(text.rstrip())

    # What it has to be

    def object(self) -> Mapping[str, Any]:
        """An object."""
        if not isinstance(self.value, dict):
            raise self.error(
                "is not an object" if self.value is not None else "an object is missing"
            )
        return self.value

    def items(self) -> Iterator[At]:
        """The items of a list."""
        if not isinstance(self.value, list):
            raise self.error("is not a list" if self.value is not None else "a list is missing")
        return (self[number] for number in range(len(self.value)))

    def text(self) -> str:
        """A text, of letters that the games can store."""
        if not isinstance(self.value, str):
            raise self.error("is not a text" if self.value is not None else "a text is missing")
        try:
            encode_text(self.value)
        except FormatError as error:
            raise FormatError(error.message, source=self.source, section=self.path) from None
        return self.value

    def texts(self) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(each.text() for each in self.items())

    def integer(self, lowest: int, highest: int) -> int:
        """A whole number."""
        if type(self.value) is not int:
            raise self.error("is not a whole number")
        if not lowest <= self.value <= highest:
            raise self.error(f"is not between {lowest} and {highest}")
        return self.value

    def number(self) -> float:
        """A finite number."""
        if type(self.value) not in (int, float):
            raise self.error("is not a number")
        try:
            found = float(self.value)
        except OverflowError:
            found = math.inf
        if not math.isfinite(found):
            raise self.error("is too large")
        return found

    def numbers(self, count: int) -> tuple[float, ...]:
        """A list of so many finite numbers."""
        items = list(self.items())
        if len(items) != count:
            raise self.error(f"has {len(items)} numbers, not {count}")
        return tuple(each.number() for each in items)

    def choice(self, known: Collection[str]) -> str:
        """One of several words."""
        if not isinstance(self.value, str) or self.value not in known:
            hint = likely(self.value, known)
            words = ", ".join(json.dumps(each) for each in known)
            raise self.error(f"is none of {words}. {hint}".rstrip())
        return self.value

    def from_base64(self) -> bytes:
        """Bytes in base64: a text, or a list of texts."""
        parts = [self] if isinstance(self.value, str) else list(self.items())
        found = bytearray()
        for part in parts:
            try:
                if not isinstance(part.value, str):
                    raise part.error("is not a text")
                found += binascii.a2b_base64(part.value.encode("ascii"), strict_mode=True)
            except (binascii.Error, UnicodeEncodeError) as error:
                raise part.error(f"is no base64: {error}") from None
        return bytes(found)

    def from_hex(self, size: int | None = None) -> bytes:
        """Bytes in hexadecimal, so many where ``size`` is given."""
        try:
            if not isinstance(self.value, str):
                raise ValueError
            found = binascii.unhexlify(self.value)
        except ValueError:
            raise self.error("is not hexadecimal") from None
        if size is not None and len(found) != size:
            raise self.error(f"is not {size} bytes in hexadecimal")
        return found


def likely(word: Any, known: Collection[str]) -> str:
    """``Did you mean …?`` for a word of a document; finding it must not take long."""
    is_word = isinstance(word, str) and len(word) <= _LONGEST_WORD
    return did_you_mean(word, known) if is_word else ""


def _short(value: float) -> str:
    """A number as it can be shown: one of thousands of digits is not even made a text."""
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number of very many digits"
    return str(value).lower() if isinstance(value, bool) else str(value)


def plain_lines(data: bytes) -> dict[str, Any]:
    """The lines of a text file as they are, with what ends them."""
    text = decode_text(data)
    for end in ("\r\n", "\n", "\r"):
        lines = text.split(end)
        if not any("\r" in line or "\n" in line for line in lines):
            return {"line_end": end, "lines": lines}
    return {"line_end": "", "lines": text.splitlines(keepends=True)}


def read_lines(at: At) -> bytes:
    """The bytes of a text file of its lines."""
    end = at.need("line_end").choice(("\r\n", "\n", "\r", ""))
    lines = at.need("lines").texts()
    return encode_text(end.join(lines))
