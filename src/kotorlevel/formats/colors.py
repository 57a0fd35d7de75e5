"""Colours of materials: ``#rrggbb`` and three numbers from 0 to 1, sRGB or linear."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable

Numbers = tuple[float, float, float]

_HEX = re.compile("#[0-9a-fA-F]{6}")


def numbers_of(color: str, name: str = "") -> Numbers:
    """Red, green and blue of ``#rrggbb``, 0 to 1, in sRGB; ``name`` is the material's, for errors.

    Raises `FormatError` for what is no such colour.
    """
    if not _HEX.fullmatch(color):
        text = f"'{printable(color)}' is no colour such as #8090a0"
        raise FormatError(text, section=f"material '{printable(name)}'")
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def hex_of(numbers: Sequence[float]) -> str:
    """``#rrggbb`` of red, green and blue in sRGB; what is beyond 0 and 1 is cut."""
    return "#" + "".join(f"{round(255 * min(max(number, 0), 1)):02x}" for number in numbers[:3])


def to_linear(numbers: Sequence[float]) -> Numbers:
    """Numbers in sRGB as linear light, to six decimals."""
    red, green, blue = (
        round(n / 12.92 if n <= 0.04045 else ((n + 0.055) / 1.055) ** 2.4, 6) for n in numbers[:3]
    )
    return red, green, blue


def from_linear(numbers: Sequence[float]) -> Numbers:
    """Linear light as sRGB; what is beyond 0 and 1 is cut."""
    inside = (min(max(number, 0.0), 1.0) for number in numbers[:3])
    red, green, blue = (
        n * 12.92 if n <= 0.0031308 else 1.055 * n ** (1 / 2.4) - 0.055 for n in inside
    )
    return red, green, blue
