"""MTL: the colours of an OBJ's materials."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import BYTE_ORDER_MARK, parse_float, printable
from kotorlevel.formats.colors import hex_of, numbers_of
from kotorlevel.formats.obj.names import check_name, decode_name

if TYPE_CHECKING:
    from kotorlevel.formats.drawing import Drawing

Looks = tuple[Mapping[str, str], Mapping[str, float]]
"""Colours ``#rrggbb`` and opacities below 1, by the names of materials."""


def format_mtl(drawing: Drawing) -> bytes:
    """The MTL with every material that a shape of ``drawing`` names, in that order.

    Raises `FormatError` for a name that would not read back, and for a colour that is none.
    """
    names = dict.fromkeys(name for shape in drawing.shapes for name in shape.material_names)
    parts = []
    for name in names:
        check_name(name, "material")
        lines = [f"newmtl {name}"]
        if name in drawing.colors:
            numbers = numbers_of(drawing.colors[name], name)
            lines.append("Kd " + " ".join(f"{number:.6g}" for number in numbers))
        lines.append(f"d {_opacity(drawing.alphas.get(name, 1.0), name):.6g}")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts).encode()


def parse_mtl(data: bytes) -> Looks:
    """The colours and opacities in an MTL.

    Nothing hangs on them: a line that cannot be read is passed over.
    """
    colors: dict[str, str] = {}
    alphas: dict[str, float] = {}
    name = None
    for line in data.removeprefix(BYTE_ORDER_MARK).splitlines():
        words = line.split(None, 1)
        if len(words) < 2:
            continue
        keyword, rest = words[0].lower(), words[1].strip()
        if keyword == b"newmtl":
            name = decode_name(rest)
        elif name is None:
            continue
        elif keyword == b"kd" and (numbers := _numbers(rest, 3)):
            colors[name] = hex_of(numbers)
        elif keyword in (b"d", b"tr") and (numbers := _numbers(rest, 1)):
            opacity = numbers[0] if keyword == b"d" else 1 - numbers[0]
            alphas.pop(name, None)
            if 0 <= opacity < 1:
                alphas[name] = opacity
    return colors, alphas


def _numbers(text: bytes, count: int) -> list[float]:
    words = text.decode("latin-1").split()
    try:
        return [parse_float(word) for word in words[:count]] if len(words) >= count else []
    except ValueError:
        return []


def _opacity(alpha: float, name: str) -> float:
    if not (math.isfinite(alpha) and 0 <= alpha <= 1):
        raise FormatError(
            f"{alpha} is no opacity from 0 to 1", section=f"material '{printable(name)}'"
        )
    return alpha
