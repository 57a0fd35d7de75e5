r"""The text inside game files: Windows-1252 bytes, and numbers that the game reads as float32.

Decoding and encoding lose nothing: a byte that Windows-1252 leaves undefined becomes a lone
surrogate and goes back to the same byte.
"""

import math
import re
import struct

from kotorlevel.core.errors import FormatError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""What some editors put before UTF-8 text. The game takes it for part of the first line."""

_FLOAT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?", re.ASCII)
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_LONGEST_NUMBER = 64
_SMALLEST_NORMAL = 2.0**-126
_JUST_ABOVE = 1 + 2.0**-25  # half way to the point where the next float32 begins


def decode_text(data: bytes) -> str:
    """The bytes as text, losslessly."""
    if data.isascii():  # nearly all of it is, and that is quicker to decode
        return data.decode("ascii")
    return data.decode("cp1252", "surrogateescape")


def encode_text(text: str, section: str = "") -> bytes:
    """The bytes of ``text``. Raises `FormatError` for letters the games cannot store."""
    try:
        return text.encode("cp1252", "surrogateescape")
    except UnicodeEncodeError as error:
        letter = text[error.start]
        raise FormatError(
            f"{letter!a} in '{printable(text)}' cannot be stored: the games use Windows-1252",
            section=section,
        ) from None


def printable(text: str, longest: int = 60) -> str:
    r"""``text`` safe to show: control characters as ``\x1b``, cut when long."""
    if len(text) <= longest and text.isprintable():
        return text
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[: longest + 1])
    return shown if len(text) <= longest else shown[:longest] + "..."


def describe_start(data: bytes, size: int = 8) -> str:
    """How a binary file begins, for the error that it is none: ``it starts with 'PK'``."""
    is_marked = data.startswith(BYTE_ORDER_MARK)
    editor = "a text editor has saved it with a byte-order mark, restore it from its source; "
    start = printable(decode_text(data[:size]))
    return f"{editor if is_marked else ''}it starts with '{start}'"


def parse_float(text: str) -> float:
    """A decimal number that fits a float32; `ValueError` with the reason otherwise."""
    if len(text) > _LONGEST_NUMBER or not _FLOAT.fullmatch(text):
        raise ValueError(f"'{printable(text)}' is not a number")
    value = float(text)
    if not math.isfinite(as_float32(value)):
        raise ValueError(f"'{printable(text)}' is too large for the game's 32-bit numbers")
    return value


def parse_integer(text: str) -> int:
    """A decimal integer; `ValueError` with the reason otherwise."""
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"'{printable(text)}' is not a whole number")
    return int(text)


def as_float32(value: float) -> float:
    """``value`` rounded to the nearest float32; an infinity where it is too large for one."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def format_float32(value: float) -> str:
    """The shortest decimal text that reads back to the same float32, in the games' spelling.

    Always with a decimal point, and with three exponent digits: ``0.0``, ``44.99``, ``3.84e-007``.
    """
    if not math.isfinite(value):
        raise FormatError(f"{value} is not a finite number")
    wanted = as_float32(value)
    if not math.isfinite(wanted):
        raise FormatError(f"{value} is too large for the game's 32-bit numbers")
    text = shortest_text(wanted)
    mantissa, _, exponent = text.partition("e")
    if not exponent:
        return mantissa if "." in mantissa else mantissa + ".0"
    if 0 < int(exponent) < 9:  # %g writes 300000 as 3e+05; the games do not
        whole = str(int(float(text)))
        return whole + ".0"
    return f"{mantissa}e{exponent[0]}{int(exponent[1:]):03d}"


def shortest_text(wanted: float) -> str:
    """The text with the fewest digits that reads back to the float32 ``wanted``."""
    # Different texts of up to six digits are different float32, and %g drops closing zeros: fewer
    # than six need not be tried. That does not hold for the thinned-out numbers next to zero.
    fewest = 6 if abs(wanted) >= _SMALLEST_NORMAL else 1
    # The gap above a power of two is twice the one below: where the nearest decimal lies too far
    # below, the next one above may still read back (2**87 as 1.5474251e+26).
    return next(
        text
        for digits in range(fewest, 10)
        for near in (wanted, wanted * _JUST_ABOVE)
        if as_float32(float(text := f"{near:.{digits}g}")) == wanted
    )
