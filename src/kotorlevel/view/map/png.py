"""A map as PNG, drawn by Pillow: the same drawing as the SVG."""

import io
from itertools import pairwise
from typing import Any
from unicodedata import combining, normalize

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.view.colors import channels
from kotorlevel.view.map.shapes import Dot, Drawing, Fill, Lines, Shape, Words

_MOST_PIXELS = 120_000_000
"""Of the enlarged picture that is drawn at first; three bytes each."""


_SPELLED_OUT = str.maketrans(
    {"→": "to", "↔": "and", "−": "-", "–": "-", "—": "-", "×": "x", "ß": "ss"}
)
"""Signs that our texts use and the font lacks."""

_NO_LETTER = "\uffff"
"""Drawn as the box that stands for letters which a font lacks: no font has this one."""
_SAMPLE = 32
"""Pixels: the size at which letters are compared with that box."""


class PillowMissingError(FormatError):
    """Pillow is not installed; the message says how to get it."""


def write_png(drawing: Drawing) -> bytes:
    """The drawing as a PNG file: drawn larger than it is and reduced, which smooths all edges."""
    image_module, draw_module, _ = load_pillow()
    zoom = 3
    while zoom > 1 and drawing.width * drawing.height * zoom * zoom > _MOST_PIXELS:
        zoom -= 1
    size = (drawing.width * zoom, drawing.height * zoom)
    image = image_module.new("RGB", size, channels(drawing.background))
    painter = _Painter(draw_module.Draw(image), zoom)
    for layer in drawing.layers:
        for shape in layer.shapes:
            painter.paint(shape)
    if zoom > 1:
        image = image.reduce(zoom)
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


def load_pillow() -> tuple[Any, Any, Any]:
    """Pillow's modules for images, drawing and fonts. Raises `PillowMissingError`."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise PillowMissingError(
            "a PNG needs Pillow, which is not installed: pip install pillow "
            "(an SVG needs nothing else)"
        ) from None
    return Image, ImageDraw, ImageFont


class _Painter:
    """Draws shapes onto one image that is ``zoom`` times as large as the drawing."""

    def __init__(self, draw: Any, zoom: int) -> None:
        self._draw = draw
        self._zoom = zoom
        self._fonts: dict[int, Any] = {}
        self._known: dict[str, bool] = {}

    def paint(self, shape: Shape) -> None:
        if isinstance(shape, Fill):
            self._fill(shape)
        elif isinstance(shape, Lines):
            self._lines(shape)
        elif isinstance(shape, Dot):
            self._dot(shape)
        else:
            self._words(shape)

    def _pixels(self, points: NDArray[np.float64]) -> list[tuple[float, float]]:
        # Pillow's pixels are named by their middles.
        return list(map(tuple, (points * self._zoom - 0.5).tolist()))

    def _fill(self, fill: Fill) -> None:
        parts = fill.rings if fill.triangles is None else fill.triangles
        for points in parts:
            self._draw.polygon(self._pixels(points), fill=fill.color)

    def _lines(self, lines: Lines) -> None:
        width = max(1, round(lines.width * self._zoom))
        for run in lines.runs:
            for part in _dashes(run, lines.dash) if lines.dash else [run]:
                pixels = self._pixels(part)
                self._draw.line(pixels, fill=lines.color, width=width, joint="curve")
                if not lines.dash and width > 2:
                    for x, y in (pixels[0], pixels[-1]):
                        r = width / 2 - 0.5
                        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=lines.color)

    def _dot(self, dot: Dot) -> None:
        x, y = dot.x * self._zoom - 0.5, dot.y * self._zoom - 0.5
        half = dot.edge_width / 2 if dot.edge else 0
        for radius, color in ((dot.radius + half, dot.edge), (dot.radius - half, dot.color)):
            r = radius * self._zoom
            if color:
                self._draw.ellipse((x - r, y - r, x + r, y + r), fill=color)

    def _words(self, words: Words) -> None:
        size = max(1, round(words.size * self._zoom))
        font = self._font(size)
        x, y = words.x * self._zoom, words.y * self._zoom
        pieces = self._pieces(words.text, font, size)
        width = sum(piece[3] for piece in pieces)
        x -= {"start": 0.0, "middle": width / 2, "end": width}[words.anchor]
        weight = size / 60 if words.bold else 0.0  # the font has no bold one
        rims = [(words.halo, size * 0.13 + weight)] if words.halo else []
        for color, stroke in (*rims, (words.color, weight)):
            at = x
            for text, piece_font, raised, advance in pieces:
                place = (at, y - raised)
                self._draw.text(
                    place,
                    text,
                    color,
                    piece_font,
                    "ls",
                    stroke_width=stroke,
                    stroke_fill=color,
                )
                at += advance

    def _pieces(self, text: str, font: Any, size: int) -> list[tuple[str, Any, float, float]]:
        """Text, font, how far it is raised and how wide it is: the font lacks a raised 2."""
        pieces = []
        for number, part in enumerate(text.split("²")):
            if number:
                small = self._font(round(size * 0.62))
                pieces.append(("2", small, 0.36 * size, float(small.getlength("2"))))
            if plain := self._spell(_without_accents(part.translate(_SPELLED_OUT))):
                pieces.append((plain, font, 0.0, float(font.getlength(plain))))
        return pieces

    def _spell(self, text: str) -> str:
        """The text with a question mark for every letter that the font lacks."""
        return "".join(each if self._has_letter(each) else "?" for each in text)

    def _has_letter(self, letter: str) -> bool:
        if letter.isascii():
            return True
        if letter not in self._known:
            font = self._font(_SAMPLE)
            try:
                drawn, missing = (bytes(font.getmask(each)) for each in (letter, _NO_LETTER))
                self._known[letter] = drawn != missing
            except UnicodeError:  # the oldest font knows Western letters only
                self._known[letter] = False
        return self._known[letter]

    def _font(self, size: int) -> Any:
        if size not in self._fonts:
            self._fonts[size] = load_pillow()[2].load_default(size)
        return self._fonts[size]


def _without_accents(text: str) -> str:
    """The text in the letters that the font has: it knows no accents."""
    return "".join(each for each in normalize("NFKD", text) if not combining(each))


def _dashes(run: NDArray[np.float64], dash: float) -> list[NDArray[np.float64]]:
    """The dashes of a polyline: of each piece every other stretch of ``dash`` pixels."""
    parts = []
    for a, b in pairwise(run):
        length = float(np.hypot(*(b - a)))
        if length == 0:
            continue
        count = min(int(length / dash) + 1, 2000)
        for number in range(0, count, 2):
            start, end = number * dash / length, min((number + 1) * dash / length, 1.0)
            if end > start:
                parts.append(np.array([a + (b - a) * start, a + (b - a) * end]))
    return parts
