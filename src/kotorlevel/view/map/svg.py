"""A map as SVG: one file without anything outside it, the same bytes for the same scene."""

import unicodedata
from collections.abc import Iterator
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from kotorlevel.view.map.shapes import Dot, Drawing, Fill, Layer, Lines, Shape, Words

_FONT = "system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif"
_STEPS = 10
"""Parts of a pixel that coordinates are written in."""


def write_svg(drawing: Drawing) -> str:
    """The drawing as the text of an SVG file."""
    size = f'width="{drawing.width}" height="{drawing.height}"'
    view = f'viewBox="0 0 {drawing.width} {drawing.height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} font-family="{_FONT}" '
        'stroke-linejoin="round" stroke-linecap="round">',
        f"<title>{_escaped(drawing.title)}</title>",
        f'<rect width="100%" height="100%" fill="{drawing.background}"/>',
        *(text for layer in drawing.layers for text in _layer(layer)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _layer(layer: Layer) -> Iterator[str]:
    yield f'<g id="{layer.name}">'
    yield from map(_shape, layer.shapes)
    yield "</g>"


def _shape(shape: Shape) -> str:
    if isinstance(shape, Fill):
        return _fill(shape)
    if isinstance(shape, Lines):
        return _lines(shape)
    return _dot(shape) if isinstance(shape, Dot) else _words(shape)


def _fill(fill: Fill) -> str:
    path = "".join(_run(ring, closed=True) for ring in fill.rings)
    if not fill.note:
        return f'<path fill="{fill.color}" d="{path}"/>'
    # A rim of its own colour hides the hairlines that renderers leave between neighbours.
    rim = f'stroke="{fill.color}" stroke-width=".6"'
    return f'<path fill="{fill.color}" {rim} d="{path}"><title>{_escaped(fill.note)}</title></path>'


def _lines(lines: Lines) -> str:
    path = "".join(_run(run, closed=False) for run in lines.runs)
    dash = f' stroke-dasharray="{_number(lines.dash)}"' if lines.dash else ""
    cap = ' stroke-linecap="butt"' if lines.dash else ""
    width = _number(lines.width)
    return (
        f'<path fill="none" stroke="{lines.color}" stroke-width="{width}"{dash}{cap} d="{path}"/>'
    )


def _dot(dot: Dot) -> str:
    edge = f' stroke="{dot.edge}" stroke-width="{_number(dot.edge_width)}"' if dot.edge else ""
    place = f'cx="{_number(dot.x)}" cy="{_number(dot.y)}" r="{_number(dot.radius)}"'
    return f'<circle {place} fill="{dot.color or "none"}"{edge}/>'


def _words(words: Words) -> str:
    place = f'x="{_number(words.x)}" y="{_number(words.y)}" font-size="{_number(words.size)}"'
    anchor = f' text-anchor="{words.anchor}"' if words.anchor != "start" else ""
    bold = ' font-weight="600"' if words.bold else ""
    halo = ""
    if words.halo:
        width = _number(words.size * 0.26)
        halo = f' stroke="{words.halo}" stroke-width="{width}" paint-order="stroke"'
    text = _escaped(words.text)
    return f'<text {place} fill="{words.color}"{anchor}{bold}{halo}>{text}</text>'


def _run(points: NDArray[np.float64], *, closed: bool) -> str:
    """A subpath: absolute at first, then steps, all in tenths so that no rounding adds up."""
    tenths = np.rint(points * _STEPS).astype(np.int64)
    closed = closed or (len(points) > 2 and bool((tenths[0] == tenths[-1]).all()))
    if closed and (tenths[0] == tenths[-1]).all():
        tenths = tenths[:-1]
    steps = np.diff(tenths, axis=0)
    steps = steps[steps.any(axis=1)]
    first = _pair(*tenths[0].tolist())
    rest = "".join("l" + _pair(x, y) for x, y in steps.tolist())
    return f"M{first}{rest}{'z' if closed else ''}"


def _pair(x: int, y: int) -> str:
    second = _tenths(y)
    return _tenths(x) + (second if second[0] == "-" else f" {second}")


def _tenths(value: int) -> str:
    """``12.3``, ``-.5``, ``7``."""
    whole, part = divmod(abs(value), _STEPS)
    text = f"{whole or ''}.{part}" if part else str(whole)
    return f"-{text}" if value < 0 else text


def _number(value: float) -> str:
    return _tenths(round(value * _STEPS)) if abs(value) >= 0.5 else f"{value:.2g}"


def _escaped(text: str) -> str:
    """Text for XML; what XML cannot hold, and what turns text around, becomes a question mark."""
    unseen = ("Cc", "Cf", "Cs", "Cn")
    shown = "".join("?" if unicodedata.category(c) in unseen else c for c in text)
    return escape(shown)
