r"""The text inside game files: Windows-1252 bytes, and numbers that the game reads as float32.

Decoding and encoding lose nothing: a byte that Windows-1252 leaves undefined becomes a lone
surrogate and goes back to the same byte.
"""

from __future__ import annotations

import math
import re
import struct

from kotorlevel.core.errors import FormatError

_FLOAT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?", re.ASCII)
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_LONGEST_NUMBER = 64
_FLOAT32_MAX = 3.4028234663852886e38


def decode_text(data: bytes) -> str:
    """The bytes as text, losslessly."""
    return data.decode("cp1252", "surrogateescape")


def encode_text(text: str, section: str = "") -> bytes:
    """The bytes of ``text``. Raises `FormatError` for letters the games cannot store."""
    try:
        return text.encode("cp1252", "surrogateescape")
    except UnicodeEncodeError as error:
        letter = text[error.start]
        raise FormatError(
            f"{letter!a} in {printable(text)!r} cannot be stored: the games use Windows-1252",
            section=section,
        ) from None


def printable(text: str, longest: int = 60) -> str:
    r"""``text`` safe to show: control characters as ``\x1b``, cut when long."""
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[: longest + 1])
    return shown if len(text) <= longest else shown[:longest] + "..."


def parse_float(text: str) -> float:
    """A decimal number that fits a float32; `ValueError` with the reason otherwise."""
    if len(text) > _LONGEST_NUMBER or not _FLOAT.fullmatch(text):
        raise ValueError(f"{printable(text)!r} is not a number")
    value = float(text)
    if not abs(value) <= _FLOAT32_MAX:
        raise ValueError(f"{printable(text)!r} is too large for the game's 32-bit numbers")
    return value


def parse_integer(text: str) -> int:
    """A decimal integer; `ValueError` with the reason otherwise."""
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"{printable(text)!r} is not a whole number")
    return int(text)


def as_float32(value: float) -> float:
    """``value`` rounded to the nearest float32."""
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


def format_float32(value: float) -> str:
    """The shortest decimal text that reads back to the same float32, in the games' spelling.

    Always with a decimal point, and with three exponent digits: ``0.0``, ``44.99``, ``3.84e-007``.
    """
    if not math.isfinite(value):
        raise FormatError(f"{value} is not a finite number")
    try:
        wanted = as_float32(value)
    except OverflowError:
        raise FormatError(f"{value} is too large for the game's 32-bit numbers") from None
    text = next(
        text
        for digits in range(1, 10)
        if as_float32(float(text := f"{wanted:.{digits}g}")) == wanted
    )
    mantissa, _, exponent = text.partition("e")
    if not exponent:
        return mantissa if "." in mantissa else mantissa + ".0"
    if 0 < int(exponent) < 9:  # %g writes 300000 as 3e+05; the games do not
        whole = str(int(float(text)))
        return whole + ".0"
    return f"{mantissa}e{exponent[0]}{int(exponent[1:]):03d}"
